import { AvalancheError, within } from '../errors/error.ts';
import { atomicGasOf, complexityOf, pTariff, weightOf } from '../fee/transactions.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { movementsOf } from '../tx/flows.ts';
import type { Draft, DraftOf, Fee } from './draft.ts';

/** A transaction with its chain and network. */
type Priced = {
  [C in Draft['chain']]: Pick<DraftOf<C>, 'chain' | 'network' | 'unsignedTx'>;
}[Draft['chain']];

/**
 * The fee of a transaction at a price of gas: what is burned beside what the transaction names, and the gas that it uses.
 * @throws {AvalancheError} `Unbalanced`: more comes out than goes in; as `complexityOf`; `Mismatch`: a price on X.
 */
export function feeIn(of: Priced, price: bigint): Fee {
  const total = within(['unsignedTx'], () => burnedIn(of));
  if (of.chain === 'X') {
    if (price === 0n) return { total };
    throw new AvalancheError('Mismatch', 'must be 0: the X-chain has no gas').at('price');
  }
  const gas = within(['unsignedTx'], () =>
    of.chain === 'C'
      ? atomicGasOf(of.unsignedTx)
      : weightOf(complexityOf(of.unsignedTx), pTariff(of.network, price)),
  );
  return { total, gas, price };
}

function burnedIn({ unsignedTx, network }: Priced): bigint {
  const { avaxAssetID } = network;
  let burned = 0n;
  for (const { goes, assetID = avaxAssetID, amount } of movementsOf(unsignedTx))
    if (equalBytes(assetID, avaxAssetID)) burned += goes === 'in' ? amount : -amount;
  if (burned >= 0n) return burned;
  throw new AvalancheError('Unbalanced', `the outputs have ${-burned} nAVAX more than the inputs`, {
    assetID: formatID(avaxAssetID),
    lost: burned,
  });
}

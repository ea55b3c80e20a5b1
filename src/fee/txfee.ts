import type { UnsignedTx as PTx } from '../chain/pchain/tx.ts';
import type { UnsignedTx as XTx } from '../chain/xchain/tx.ts';
import { guarded } from '../errors/arguments.ts';
import type { Network } from '../network/network.ts';
import { uint64 } from '../text/uint64.ts';
import { complexityOf } from './table.ts';
import { feeOf, pTariff, weightOf, xTariff } from './tariff.ts';

/**
 * Gas that a P-chain transaction uses.
 * @throws {AvalancheError} As `complexityOf`.
 */
export const gasOf = /* @__PURE__ */ guarded(function gasOf(tx: PTx, network: Network): bigint {
  return weightOf(complexityOf(tx), pTariff(network, 0n));
});

/**
 * nAVAX that the node asks of a P- or X-chain transaction at least; it burns what is more.
 * @param price nAVAX for a unit of gas on P, as `gasPriceOf` or `platform.getFeeState` gives it. On X a fee is fixed.
 * @throws {AvalancheError} As `complexityOf`; `OutOfRange`: a price or fee that is no uint64.
 * @example
 * const tx = { type: 'platformvm.BaseTx', networkID: 1, blockchainID: parseID('11111111111111111111111111111111LpoYY'), outputs: [], inputs: [], memo: parseHex('0x') };
 * txFeeOf(tx, mainnet, 10n); // 580n
 */
export function txFeeOf(tx: PTx, network: Network, price: bigint): bigint;
export function txFeeOf(tx: XTx, network: Network): bigint;
export function txFeeOf(tx: PTx | XTx, network: Network, price = 0n): bigint {
  return feeOfTx(tx, network, price);
}

const feeOfTx = /* @__PURE__ */ guarded(function txFee(
  tx: PTx | XTx,
  network: Network,
  price = 0n,
): bigint {
  if (tx.type.startsWith('avm.')) return feeOf(0n, xTariff(network, tx.type));
  const tariff = pTariff(network, uint64(price, 'price'));
  return feeOf(weightOf(complexityOf(tx), tariff), tariff);
});

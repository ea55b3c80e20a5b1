import type { UnsignedTx as PTx } from '../chain/pchain/tx.ts';
import type { UnsignedTx as XTx } from '../chain/xchain/tx.ts';
import type { Network } from '../network/network.ts';
import { uint64 } from '../text/uint64.ts';
import { complexityOf } from './table.ts';
import { feeOf, pTariff, weightOf, xTariff } from './tariff.ts';

/**
 * Returns the gas of a P-chain transaction.
 * @throws {AvalancheError} As `complexityOf`.
 */
export function gasOf(tx: PTx, network: Network): bigint {
  return weightOf(complexityOf(tx), pTariff(network, 0n));
}

/**
 * Returns the minimum fee of a P- or X-chain transaction, in nAVAX. If a transaction pays more, all of it is burned.
 * @param price nAVAX per unit of gas on P, as `gasPriceOf` or `platform.getFeeState` returns it. The X-chain has fixed fees.
 * @throws {AvalancheError} As `complexityOf`; `OutOfRange`: a price or fee that is not a uint64.
 * @example
 * const tx = { type: 'platformvm.BaseTx', networkID: 1, blockchainID: parseID('11111111111111111111111111111111LpoYY'), outputs: [], inputs: [], memo: parseHex('0x') };
 * txFeeOf(tx, mainnet, 10n); // 580n
 */
export function txFeeOf(tx: PTx, network: Network, price: bigint): bigint;
export function txFeeOf(tx: XTx, network: Network): bigint;
export function txFeeOf(tx: PTx | XTx, network: Network, price?: bigint): bigint {
  if (tx.type.startsWith('avm.')) return feeOf(0n, xTariff(network, tx.type));
  const tariff = pTariff(network, uint64(price!, 'price'));
  return feeOf(weightOf(complexityOf(tx), tariff), tariff);
}

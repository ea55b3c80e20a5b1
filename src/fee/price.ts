import type { UnsignedTx as CTx } from '../chain/cchain/tx.ts';
import type { UnsignedTx as PTx } from '../chain/pchain/tx.ts';
import type { UnsignedTx as XTx } from '../chain/xchain/tx.ts';
import type { Network } from '../network/network.ts';
import type { Wei } from '../text/amount.ts';
import { atomicFeeOf, atomicGasOf } from './catomic.ts';
import { gasOf, txFeeOf } from './txfee.ts';

/** The price of a transaction. */
export interface Price {
  /** P and C: the gas. */
  readonly gas?: bigint;
  /** Per unit of gas: nAVAX on P, wei on C. */
  readonly price?: bigint;
  /** nAVAX, if the price is known. */
  readonly fee?: bigint;
}

/** The facts that the fee depends on: a part of the facts of `checkTx`. */
export interface PriceFacts {
  readonly network: Network;
  /** P: nAVAX per unit of gas. */
  readonly feeState?: { readonly price?: bigint | undefined } | undefined;
  /** C: wei per unit of gas. */
  readonly baseFee?: bigint | undefined;
}

/** Whether a transaction is of the X-chain, or another instance of the AVM. */
export const isX = (tx: PTx | XTx | CTx): tx is XTx => tx.type.startsWith('avm.');
/** Whether a transaction is of the C-chain. */
export const isC = (tx: PTx | XTx | CTx): tx is CTx => tx.type.startsWith('atomic.');

/**
 * Returns the gas and fee of a transaction of any chain.
 * @param facts The price of gas; without it only the gas is returned. `factsOfState` gets the facts of a state.
 * @throws {AvalancheError} As `complexityOf`; `OutOfRange`: a price or fee that is not a uint64.
 * @example
 * const tx = { type: 'platformvm.BaseTx', networkID: 1, blockchainID: new Uint8Array(32), outputs: [], inputs: [], memo: new Uint8Array(0) };
 * priceOf(tx, { network: mainnet, feeState: { price: 10n } }).fee; // 580n
 */
export function priceOf(tx: PTx | XTx | CTx, { network, feeState, baseFee }: PriceFacts): Price {
  if (isX(tx)) return { fee: txFeeOf(tx, network) };
  if (isC(tx)) {
    const gas = atomicGasOf(tx);
    if (baseFee === undefined) return { gas };
    return { gas, price: baseFee, fee: atomicFeeOf(gas, baseFee as Wei) };
  }
  const gas = gasOf(tx, network);
  const price = feeState?.price;
  return price === undefined ? { gas } : { gas, price, fee: txFeeOf(tx, network, price) };
}

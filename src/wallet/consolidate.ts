/** What it costs to consolidate: all transactions, each over what the one before leaves, at the price that gas has by then. */

import type { AnyTx } from '../chain/tx.ts';
import { advanceFeeState, consumeGas, currentFeeState, gasPriceOf } from '../fee/gas.ts';
import type { Network } from '../network/network.ts';
import type { State } from '../state/state.ts';
import type { NAVAX } from '../text/amount.ts';
import { equalBytes } from '../text/bytes.ts';
import { sumOf } from '../text/uint64.ts';
import { burnedFeeOf } from '../tx/flows.ts';
import { utxoKey } from '../tx/order.ts';
import { consumedIDsOf } from '../tx/parts.ts';
import type { AnyUTXO } from '../tx/types.ts';
import type { Account } from './account.ts';
import { mergedOf } from './attempt.ts';
import type { Limits } from './call.ts';
import { withUTXOs } from './coins.ts';
import type { Meant } from './plan.ts';
import type { Step } from './record.ts';

/** What it costs to consolidate, estimated over the state of the moment. */
export interface ConsolidationCost {
  /** Number of transactions that are left. */
  readonly transactions: number;
  /** Number of UTXOs that are merged. */
  readonly merged: number;
  /** All fees in nAVAX, if each is submitted at the first moment: less if it takes longer, more if others use gas too. */
  readonly fee: NAVAX;
  /** Seconds that it takes at least, because the P-chain has only so much gas a second. */
  readonly seconds: number;
  /** What the payment has spent already, if it goes on after an interruption: its transactions that are accepted or may still be. */
  readonly spent: {
    /** Number of transactions. */
    readonly transactions: number;
    /** Their fees in nAVAX. */
    readonly fee: NAVAX;
  };
}

/** Returns what the steps of a payment have spent. */
export async function spentBy(
  steps: readonly Step[],
  network: Network,
  txOf: (step: Step, txID: string) => Promise<AnyTx>,
): Promise<ConsolidationCost['spent']> {
  const fees: bigint[] = [];
  const feeOf = ({ unsignedTx }: AnyTx) => burnedFeeOf(unsignedTx, network.avaxAssetID);
  for (const step of steps) {
    const last = step.attempts.at(-1);
    if (step.accepted) fees.push(feeOf(await txOf(step, step.accepted.txID)));
    else if (last) fees.push(feeOf(last));
    else if (step.waiting) fees.push(step.waiting.fee.total);
  }
  return { transactions: fees.length, fee: sumOf(fees) as NAVAX };
}

/**
 * Estimates what it costs to consolidate.
 * @param pause Called between transactions, each of which is some work.
 */
export async function costOf(
  given: State,
  account: Account,
  meant: Meant,
  limits: Limits,
  pause: () => Promise<void>,
): Promise<Omit<ConsolidationCost, 'spent'>> {
  let state = atItsTime(given);
  let [transactions, merged, fee, seconds] = [0, 0, 0n, 0];
  for (;;) {
    const draft = mergedOf(state, account, meant, limits);
    if (!draft) return { transactions, merged, fee: fee as NAVAX, seconds };
    const { unsignedTx, fee: own } = draft;
    const spent = new Set(consumedIDsOf(unsignedTx).map(utxoKey));
    const made = (
      unsignedTx as { readonly outputs: readonly Pick<AnyUTXO, 'assetID' | 'output'>[] }
    ).outputs;
    const txID = new Uint8Array(32);
    new DataView(txID.buffer).setUint32(28, transactions);
    const left = withUTXOs(state, (utxo) => !spent.has(utxoKey(utxo))) as State & {
      readonly utxos: readonly AnyUTXO[];
    };
    transactions++;
    // What was merged before is not counted again.
    merged += consumedIDsOf(unsignedTx).filter((id) => !isMade(id.txID)).length;
    state = {
      ...left,
      utxos: [
        ...left.utxos,
        ...made.map((output, outputIndex) => ({ ...output, txID, outputIndex })),
      ],
    } as State;
    if (state.chain !== 'P') fee += own.total;
    else {
      const after = afterGas(state, own.gas!);
      // The wallet builds once there is gas, when the price has fallen.
      fee += (own.total * after.price) / state.feeState.price;
      seconds += after.seconds;
      state = after.state;
    }
    await pause();
  }
}

const isMade = (txID: Uint8Array): boolean => equalBytes(txID.subarray(0, 28), new Uint8Array(28));

/** Returns a state whose fee state is that of its time. */
const atItsTime = (state: State): State =>
  state.chain === 'P'
    ? { ...state, feeState: currentFeeState(state), chainTime: state.time }
    : state;

/** Returns a state after a block with so much gas, as soon as the chain has it, with the price that it pays. */
function afterGas(
  state: Extract<State, { readonly chain: 'P' }>,
  gas: bigint,
): { readonly state: State; readonly price: bigint; readonly seconds: number } {
  const { pFees } = state.network;
  const { price, capacity, excess } = state.feeState;
  if (capacity === undefined || excess === undefined) return { state, price, seconds: 0 };
  const lacking = gas > capacity ? gas - capacity : 0n;
  const wait = (lacking + pFees.maxPerSecond - 1n) / pFees.maxPerSecond;
  const then = advanceFeeState({ capacity, excess }, wait, pFees);
  const after = consumeGas(then, gas);
  return {
    price: gasPriceOf(then, pFees),
    seconds: Number(wait),
    state: { ...state, feeState: { ...after, price: gasPriceOf(after, pFees) } },
  };
}

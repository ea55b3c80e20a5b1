import type { TransferableInput, TransferableOutput } from '../chain/pchain/components.ts';
import type {
  TransferableInput as XInput,
  TransferableOutput as XOutput,
} from '../chain/xchain/components.ts';
import { verifyWeight } from '../draft/check.ts';
import { type Change, type Fee, type OpenSlot, type Warning, warningsFor } from '../draft/draft.ts';
import type { Tariff } from '../fee/transactions.ts';
import { blockchainOf, type UTXOState } from '../state/state.ts';
import { compareUTXOIDs, outputOrder } from '../tx/order.ts';
import { lockedUntil } from '../tx/output.ts';
import type { Coin } from './coins.ts';
import type { Plan } from './plan.ts';

/** The inputs, outputs and change of a transaction, in any order. */
export interface Contents {
  /** Coins of the chain to spend. */
  readonly inputs: readonly Coin[];
  readonly outputs: readonly TransferableOutput[];
  readonly change: readonly Omit<Change, 'outputIndex'>[];
  readonly memo?: Uint8Array;
  readonly warnings?: readonly Warning[];
  /** Other fields of the transaction, to name what makes it too large. */
  readonly fields?: object;
}

/** The fields common to all transactions of P and X, in the node's order, with the corresponding parts of a draft. */
export interface Frame {
  readonly base: {
    readonly networkID: number;
    readonly blockchainID: Uint8Array;
    /** Outputs. On X there are only unlocked ones, which have the same form as on P. */
    readonly outputs: readonly (TransferableOutput & XOutput)[];
    readonly inputs: readonly (TransferableInput & XInput)[];
    readonly memo: Uint8Array;
  };
  /** Slots of `base.inputs`; slots of other credentials come after them. */
  readonly slots: readonly OpenSlot[];
  readonly fee: Fee;
  readonly change: readonly Change[];
  readonly warnings: readonly Warning[];
}

/**
 * Turns a plan into the common fields of its transaction.
 * @throws {AvalancheError} `OutOfRange`: the weight exceeds the limit.
 */
export function frameOf(state: UTXOState, tariff: Tariff, plan: Plan, contents: Contents): Frame {
  const { chain, network } = state;
  const { fee, weight, dust } = plan;
  const inputs = inOrder(contents.inputs);
  const outputs = [...contents.outputs, ...contents.change.map(lockedOutput)];
  verifyWeight(weight, tariff, { inputs, outputs, ...contents.fields });
  const order = outputOrder(outputs);
  const { memo = new Uint8Array(0), warnings = [] } = contents;
  return {
    base: {
      networkID: network.networkID,
      blockchainID: blockchainOf(state).blockchainID,
      outputs: order.map((i) => outputs[i] as TransferableOutput & XOutput),
      inputs: inputs.map(inputOf),
      memo,
    },
    slots: inputs.map(slotOf),
    fee: chain === 'P' ? { total: fee, gas: weight, price: tariff.price } : { total: fee },
    change: contents.change
      .map((output, i) => ({
        outputIndex: order.indexOf(contents.outputs.length + i),
        ...output,
      }))
      .sort((a, b) => a.outputIndex - b.outputIndex),
    warnings: [...warnings, ...warningsFor({ dust })],
  };
}

/** Returns an output, wrapped in its stakeable lock if it has one. */
export const lockedOutput = ({
  assetID,
  output,
  stakeableUntil,
}: Pick<Change, 'assetID' | 'output' | 'stakeableUntil'>): TransferableOutput => ({
  assetID,
  output: lockedUntil(output, stakeableUntil),
});

/** Sorts coins in the order of inputs. */
export const inOrder = (coins: readonly Coin[]): readonly Coin[] =>
  [...coins].sort((a, b) => compareUTXOIDs(a.utxo, b.utxo));

/** Sorts outputs in the node's order. */
export const sortedOutputs = <T extends TransferableOutput>(outputs: readonly T[]): readonly T[] =>
  outputOrder(outputs).map((i) => outputs[i]!);

/** Returns the input that spends a coin. */
export function inputOf({
  utxo,
  amount,
  signatureIndices,
  lock,
}: Coin): TransferableInput & XInput {
  const { txID, outputIndex, assetID } = utxo;
  const input = { type: 'secp256k1fx.TransferInput' as const, amount, signatureIndices };
  if (lock === undefined) return { txID, outputIndex, assetID, input };
  const locked = { type: 'stakeable.LockIn' as const, locktime: lock, input };
  return { txID, outputIndex, assetID, input: locked } as unknown as TransferableInput & XInput;
}

/** Returns the slot of the input that spends a coin. */
export const slotOf = ({ utxo, owner, signatureIndices }: Coin): OpenSlot => ({
  kind: 'input',
  utxo,
  owner,
  signatureIndices,
});

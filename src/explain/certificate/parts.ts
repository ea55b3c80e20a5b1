import type { Draft, DraftOf } from '../../draft/draft.ts';
import { inputUnits, outputUnits } from '../../fee/complexity.ts';
import { pTariff, weightOf } from '../../fee/tariff.ts';
import { lockOf, unlocked } from '../../tx/output.ts';
import { inputsOf, outputsOf } from '../../tx/parts.ts';

/** What a fee consists of, in nAVAX. All of them together are the fee. */
export interface FeeParts {
  /** The type of the transaction with all of its own fields, and rounding; on X the whole fee. */
  readonly base: bigint;
  /** The inputs, without their signatures. */
  readonly inputs: bigint;
  /** The outputs, without change. */
  readonly outputs: bigint;
  /** The signatures of the inputs. */
  readonly signatures: bigint;
  /** The outputs that return what is left over. */
  readonly change: bigint;
  /** What is burned because an output would cost more. */
  readonly dust: bigint;
}

/** The weight of each part but base and dust. */
type Weights = Omit<{ readonly [K in keyof FeeParts]: bigint }, 'base' | 'dust'>;

const nothing: Weights = { inputs: 0n, outputs: 0n, signatures: 0n, change: 0n };

const weiPerNAVAX = 1_000_000_000n;

/**
 * What the fee of a draft consists of.
 * @param burned nAVAX: all of it.
 * @param gas Of P and C.
 * @param price Of a unit of gas: nAVAX on P, wei on C.
 */
export function feePartsOf(draft: Draft, burned: bigint, gas: bigint, price: bigint): FeeParts {
  const weights =
    draft.chain === 'P' ? pWeights(draft) : draft.chain === 'C' ? cWeights(draft) : nothing;
  const per = draft.chain === 'C' ? weiPerNAVAX : 1n;
  const costOf = (weight: bigint) => (weight * price) / per;
  const inputs = costOf(weights.inputs);
  const outputs = costOf(weights.outputs);
  const signatures = costOf(weights.signatures);
  const change = costOf(weights.change);
  const dust = draft.chain === 'P' ? burned - gas * price : 0n;
  const base = burned - dust - inputs - outputs - signatures - change;
  return { base, inputs, outputs, signatures, change, dust };
}

function pWeights({ unsignedTx, network, change }: DraftOf<'P'>): Weights {
  const tariff = pTariff(network, 0n);
  const inputs = inputsOf(unsignedTx).map(({ value: { input } }) => {
    const { signatureIndices } = unlocked(input);
    const isLocked = lockOf(input) !== undefined;
    const bare = weightOf(inputUnits(0, isLocked), tariff);
    return { bare, signed: weightOf(inputUnits(signatureIndices.length, isLocked), tariff) - bare };
  });
  const outputs = outputsOf(unsignedTx).map(({ value: { output } }) => {
    const { addresses } = unlocked(output) as { readonly addresses: readonly Uint8Array[] };
    return weightOf(outputUnits(addresses.length, lockOf(output) !== undefined), tariff);
  });
  const returned = change.map(({ output, stakeableUntil }) =>
    weightOf(outputUnits(output.addresses.length, stakeableUntil !== undefined), tariff),
  );
  const ofChange = sum(returned);
  return {
    inputs: sum(inputs.map(({ bare }) => bare)),
    outputs: sum(outputs) - ofChange,
    signatures: sum(inputs.map(({ signed }) => signed)),
    change: ofChange,
  };
}

/** Gas of a signature on C, of the other bytes of an input, of an account that pays, of an account that is paid. */
const atomicGas = { signature: 1_004n, input: 84n, debit: 68n, signed: 1_000n, credit: 60n };

function cWeights({ unsignedTx: tx }: DraftOf<'C'>): Weights {
  if (tx.type === 'atomic.ExportTx') {
    const count = BigInt(tx.inputs.length);
    const outputs = tx.exportedOutputs.map(({ output }) => outputUnits(output.addresses.length)[0]);
    return {
      ...nothing,
      inputs: count * atomicGas.debit,
      outputs: BigInt(outputs.reduce((a, b) => a + b, 0)),
      signatures: count * atomicGas.signed,
    };
  }
  const signatures = tx.importedInputs.reduce((n, of) => n + of.input.signatureIndices.length, 0);
  return {
    ...nothing,
    inputs: BigInt(tx.importedInputs.length) * atomicGas.input,
    outputs: BigInt(tx.outputs.length) * atomicGas.credit,
    signatures: BigInt(signatures) * atomicGas.signature,
  };
}

const sum = (of: readonly bigint[]): bigint => of.reduce((a, b) => a + b, 0n);

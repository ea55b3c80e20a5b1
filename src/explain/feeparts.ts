import type { Draft, DraftOf } from '../draft/draft.ts';
import { withReading } from '../draft/reading.ts';
import { inputUnits, outputUnits } from '../fee/gas.ts';
import { feeOf, pTariff, weightOf } from '../fee/transactions.ts';
import { weiPerNAVAX } from '../text/amount.ts';
import { sumOf } from '../text/uint64.ts';
import { burnedFeeOf } from '../tx/flows.ts';
import { lockOf, unlocked } from '../tx/output.ts';
import { inputsOf, outputsOf } from '../tx/parts.ts';

/** The parts of a fee, in nAVAX. Their sum is the fee. */
export interface FeeParts {
  /** Transaction type with its own fields, and rounding; on X the whole fee. */
  readonly base: bigint;
  /** The inputs, without their signatures. */
  readonly inputs: bigint;
  /** The outputs, without change. */
  readonly outputs: bigint;
  /** The signatures of the inputs. */
  readonly signatures: bigint;
  /** The change outputs. */
  readonly change: bigint;
  /** Burned excess that is too small for a change output. */
  readonly dust: bigint;
}

/** The weight of each part but base and dust. */
type Weights = Omit<{ readonly [K in keyof FeeParts]: bigint }, 'base' | 'dust'>;

const nothing: Weights = { inputs: 0n, outputs: 0n, signatures: 0n, change: 0n };

/**
 * Splits the fee of a draft into its parts. They are computed from the transaction; only the gas price is taken from the draft.
 * @throws {AvalancheError} As `complexityOf`.
 * @example
 * import { build } from 'avalanche-tx/build';
 * const me = new Uint8Array(20).fill(1);
 * const output = { type: 'secp256k1fx.TransferOutput', amount: avax('1'), locktime: 0n, threshold: 1, addresses: [me] };
 * const utxos = [{ txID: new Uint8Array(32), outputIndex: 0, assetID: fuji.avaxAssetID, output }];
 * const state = { chain: 'P', network: fuji, from: [me], own: [me], time: 1_800_000_000n, utxos, feeState: { price: 1n } };
 * const intent = { type: 'BaseTx', outputs: [{ to: me, amount: avax('0.5') }] };
 * feePartsOf(build(state, intent)); // { base: 58n, inputs: 2_092n, outputs: 1_080n, signatures: 869n, change: 1_080n, dust: 0n }
 */
export function feePartsOf(draft: Draft): FeeParts {
  return withReading(['draft'], draft, (reading) => partsOf(reading.draft));
}

function partsOf(draft: Draft): FeeParts {
  const { unsignedTx, network, chain, fee } = draft;
  const { price = 0n } = fee;
  const burned = burnedFeeOf(unsignedTx, network.avaxAssetID);
  const { inputs, outputs, signatures, change } =
    chain === 'P' ? pWeights(draft) : chain === 'C' ? cWeights(draft) : nothing;
  const per = chain === 'C' ? weiPerNAVAX : 1n;
  const costOf = (weight: bigint) => (weight * price) / per;
  const { gas = 0n } = feeOf(unsignedTx, { network });
  const parts = {
    inputs: costOf(inputs),
    outputs: costOf(outputs),
    signatures: costOf(signatures),
    change: costOf(change),
    dust: chain === 'P' ? burned - gas * price : 0n,
  };
  return { base: burned - sumOf(Object.values(parts)), ...parts };
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
  const ofChange = sumOf(returned);
  return {
    inputs: sumOf(inputs.map(({ bare }) => bare)),
    outputs: sumOf(outputs) - ofChange,
    signatures: sumOf(inputs.map(({ signed }) => signed)),
    change: ofChange,
  };
}

/** Gas on C: of a signature, of the other bytes of an input, of an account's debit and its signature, and of a credit. */
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

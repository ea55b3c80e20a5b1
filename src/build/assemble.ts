import type { UnsignedTx as PTx } from '../chain/pchain/tx.ts';
import type { UnsignedTx as XTx } from '../chain/xchain/tx.ts';
import { type Draft, missingOf, type Slot, type Warning } from '../draft/draft.ts';
import { verifyDraft, verifyWeight } from '../draft/verify.ts';
import { CodecError, within } from '../errors.ts';
import type { Tariff } from '../fee/tariff.ts';
import { addressBytes } from '../state/owner.ts';
import { blockchainOf, type State } from '../state/state.ts';
import { equalBytes } from '../text/bytes.ts';
import { compareUTXOIDs, outputOrder } from '../verify/order.ts';
import type { PlainInput, PlainOutput, Transfer } from '../verify/transfer.ts';
import type { Coin } from './coins.ts';
import type { Options } from './intent.ts';
import type { Plan } from './plan.ts';

/** What goes into a transaction, in any order. */
export interface Parts {
  readonly type: 'BaseTx' | 'ImportTx' | 'ExportTx';
  readonly memo?: Uint8Array;
  readonly inputs: readonly Coin[];
  readonly outputs: readonly PlainOutput[];
  readonly change: readonly PlainOutput[];
  /** Chain that it comes from or goes to. */
  readonly peer?: Uint8Array;
  readonly importedInputs?: readonly Coin[];
  readonly exportedOutputs?: readonly PlainOutput[];
  readonly warnings: readonly Warning[];
}

/**
 * The draft of a plan, put in order and checked by the rules that everybody’s drafts are.
 * @throws {CodecError} `FeeTooHigh`: above `options.maxFee`; `OutOfRange`: too heavy; what `verifyDraft` throws.
 */
export function assemble(
  state: State,
  tariff: Tariff,
  plan: Plan,
  parts: Parts,
  { maxFee }: Options,
): Draft {
  const { fee, weight, dust } = plan;
  verifyWeight(weight, tariff, plan.spent.length);
  if (maxFee !== undefined && fee > maxFee)
    throw new CodecError('FeeTooHigh', `${fee} nAVAX, at most ${maxFee}`, -1, { fee, maxFee });
  const inputs = inOrder(parts.inputs);
  const importedInputs = inOrder(parts.importedInputs ?? []);
  const outputs = [...parts.outputs, ...parts.change];
  const order = outputOrder(outputs);
  const slots: readonly Slot[] = [...inputs, ...importedInputs].map(
    ({ utxo, owner, signatureIndices }) => ({
      utxo,
      owner,
      signatureIndices,
      signatures: signatureIndices.map(() => null),
    }),
  );
  const { chain, network, paths } = state;
  const burned: Warning = {
    code: 'DustBurned',
    detail: `${dust} nAVAX of the fee: an output for them would cost more`,
  };
  const draft = {
    kind: 'draft',
    chain,
    network,
    ...(state.chain === 'X' && state.blockchain ? { blockchain: state.blockchain } : {}),
    unsignedTx: unsignedTx(state, parts.type, {
      networkID: network.networkID,
      blockchainID: blockchainOf(state).blockchainID,
      outputs: order.map((i) => outputs[i]!),
      inputs: inputs.map(inputOf),
      memo: parts.memo ?? new Uint8Array(0),
      ...(parts.peer && { peer: parts.peer }),
      importedInputs: importedInputs.map(inputOf),
      ...(parts.exportedOutputs && {
        exportedOutputs: outputOrder(parts.exportedOutputs).map((i) => parts.exportedOutputs![i]!),
      }),
    }),
    slots,
    fee: chain === 'P' ? { total: fee, gas: weight, price: tariff.price } : { total: fee },
    change: parts.change.map((output, i) => ({
      outputIndex: order.indexOf(parts.outputs.length + i),
      ...output,
    })),
    warnings: dust > 0n ? [...parts.warnings, burned] : parts.warnings,
    missing: missingOf(slots),
    ...(paths && { paths: pathsOf(slots, state, paths) }),
  } as Draft;
  within(['draft'], () => verifyDraft(draft));
  return draft;
}

const inOrder = (coins: readonly Coin[]): readonly Coin[] =>
  [...coins].sort((a, b) => compareUTXOIDs(a.utxo, b.utxo));

const inputOf = ({ utxo, amount, signatureIndices }: Coin): PlainInput => ({
  txID: utxo.txID,
  outputIndex: utxo.outputIndex,
  assetID: utxo.assetID,
  input: { type: 'secp256k1fx.TransferInput', amount, signatureIndices },
});

/** The keys are the wire’s. */
function unsignedTx(state: State, type: Parts['type'], transfer: Transfer): PTx | XTx {
  const { peer, importedInputs, exportedOutputs, ...base } = transfer;
  const own =
    type === 'ImportTx'
      ? { sourceChain: peer, importedInputs }
      : type === 'ExportTx'
        ? { destinationChain: peer, exportedOutputs }
        : {};
  return { type: `${state.chain === 'P' ? 'platformvm' : 'avm'}.${type}`, ...base, ...own } as
    | PTx
    | XTx;
}

function pathsOf(
  slots: readonly Slot[],
  state: State,
  paths: Readonly<Record<string, string>>,
): Record<string, string> {
  const chain = blockchainOf(state);
  const owners = slots.flatMap(({ owner }) => owner.addresses);
  return Object.fromEntries(
    Object.entries(paths).filter(([address]) => {
      const bytes = within(['state', 'paths', address], () =>
        addressBytes(address, chain, state.network),
      );
      return owners.some((owner) => equalBytes(owner, bytes));
    }),
  );
}

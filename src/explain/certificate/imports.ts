import { included, localSetOf, othersThan, waitingSetOf } from '../../builder/coins.ts';
import type { ImportIntent } from '../../builder/import.ts';
import { type Options, tariffFor } from '../../builder/intent.ts';
import type { DraftOf } from '../../draft/draft.ts';
import { outputUnits } from '../../fee/complexity.ts';
import { complexityOf } from '../../fee/table.ts';
import { weightOf } from '../../fee/tariff.ts';
import type { PState } from '../../state/state.ts';
import { equalBytes } from '../../text/bytes.ts';
import { sumOf } from '../../text/uint64.ts';
import { unlocked } from '../../tx/output.ts';
import { avaxOf, changeWeight, narrowest, widthOf } from './candidates.ts';
import { leastCost, leastWithExcess } from './cover.ts';

/**
 * A lower bound in nAVAX for what an import to the P-chain burns that imports the same tokens as a draft, and brings as much AVAX: what it
 * imports less what it burns.
 */
export function leastOfImport(
  state: PState,
  intent: ImportIntent,
  draft: DraftOf<'P'>,
  options: Options,
): bigint {
  const tariff = tariffFor(state, options);
  const { price } = tariff;
  const { avaxAssetID } = state.network;
  const tx = draft.unsignedTx as Extract<
    DraftOf<'P'>['unsignedTx'],
    { readonly type: 'platformvm.ImportTx' }
  >;
  const isAVAX = ({ assetID }: { readonly assetID: Uint8Array }) =>
    equalBytes(assetID, avaxAssetID);
  const amountIn = ({ input }: (typeof tx.importedInputs)[number]) => unlocked(input).amount;
  const imported = sumOf(tx.importedInputs.filter(isAVAX).map(amountIn));
  const spent = imported + sumOf(tx.inputs.filter(isAVAX).map(amountIn));
  const returned = sumOf(
    tx.outputs
      .filter(isAVAX)
      .map(({ output }) => (unlocked(output) as { readonly amount: bigint }).amount),
  );
  const brings = imported - (spent - returned);
  const fixed = {
    ...tx,
    inputs: [],
    importedInputs: tx.importedInputs.filter((of) => !isAVAX(of)),
    outputs: tx.outputs.filter((of) => !isAVAX(of)),
  };
  const base = weightOf(complexityOf(fixed), tariff) * price;
  const waiting = waitingSetOf(state, intent.from, tariff, options);
  const must = included(options.include ?? [], waiting);
  const importable = [...must, ...othersThan(must, waiting, options)];
  const local = othersThan([], localSetOf(state, tariff, options), options);
  const to = intent.to ?? options.change ?? state.change;
  const width = to === undefined ? narrowest(importable) : widthOf(to);
  const output = weightOf(outputUnits(width), tariff) * price;
  const change = changeWeight(state, options, local, tariff) * price;
  return leastBringing(avaxOf(importable, tariff), avaxOf(local, tariff), {
    base,
    brings,
    output,
    change,
  });
}

interface Bringing {
  /** nAVAX, as all of them: of the transaction with its tokens. */
  readonly base: bigint;
  readonly brings: bigint;
  /** Of the output that gets what is imported. */
  readonly output: bigint;
  /** Of change of the chain's own. */
  readonly change: bigint;
}

type Candidates = ReturnType<typeof avaxOf>;

/** The least burn of an import that brings so much. */
function leastBringing(
  importable: Candidates,
  local: Candidates,
  { base, brings, output, change }: Bringing,
): bigint {
  // What brings something has an output for it.
  const all = sumOf(importable.map(({ value }) => value));
  const least = brings > 0n ? base + output : base;
  const inputs = leastCost(importable, brings + least) ?? 0n;
  if (all >= least) return least + inputs;
  // The chain's own funds pay for what all that can be imported lacks; only if all is imported is known how much that is.
  const isAll = inputs === sumOf(importable.map(({ cost }) => cost));
  const rule = { change: isAll ? (change < output ? change : output) : 0n, isBurned: true };
  return base + inputs + (leastWithExcess(local, base - all, rule) ?? 0n);
}

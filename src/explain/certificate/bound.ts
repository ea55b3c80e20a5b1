import type { Intent } from '../../builder/build.ts';
import { included, localSetOf, othersThan } from '../../builder/coins.ts';
import type { ImportIntent } from '../../builder/import.ts';
import { type Options, tariffFor } from '../../builder/intent.ts';
import type { Draft, DraftOf } from '../../draft/draft.ts';
import { complexityOf } from '../../fee/table.ts';
import { weightOf } from '../../fee/tariff.ts';
import type { PState } from '../../state/state.ts';
import { equalBytes, formatHex } from '../../text/bytes.ts';
import { idBytes } from '../../text/given.ts';
import { sumOf } from '../../text/uint64.ts';
import { movementsOf } from '../../tx/flows.ts';
import { avaxOf, changeWeight } from './candidates.ts';
import { leastWithExcess } from './cover.ts';
import { leastOfImport } from './imports.ts';
import type { PProblem } from './problem.ts';
import { type Funding, stakeFundings } from './stakes.ts';

/**
 * A lower bound in nAVAX for what a transaction of the P-chain burns that does what a draft does: no selection of the UTXOs burns less. The limits of
 * gas and bytes are not regarded, owners of change are taken to be the narrowest, and assets are covered one after the other.
 */
export function leastOnP(
  state: PState,
  intent: Intent,
  draft: DraftOf<'P'>,
  options: Options,
): bigint {
  const tariff = tariffFor(state, options);
  const funds = localSetOf(state, tariff, options);
  if (intent.type === 'ImportTx')
    return leastOfImport(state, intent as ImportIntent, draft, options);
  const must = included(options.include ?? [], funds);
  const fixed = withoutSelected(draft);
  const needs = needsOf(fixed, state.network.avaxAssetID);
  for (const { utxo, amount } of must) addTo(needs, utxo.assetID, -amount);
  const problem: PProblem = {
    state,
    intent,
    draft,
    options,
    tariff,
    coins: othersThan(must, funds, options).filter(({ value }) => value > 0n),
    stakeable: funds.stakeable,
    base: weightOf(complexityOf(fixed), tariff) + sumOf(must.map(({ weight }) => weight)),
    needs,
  };
  const bounds = stakeFundings(problem).flatMap((funding) => {
    const least = leastOf(problem, funding);
    return least === undefined ? [] : [least];
  });
  return bounds.reduce((a, b) => (b < a ? b : a), bounds[0] ?? problem.base * tariff.price);
}

/** The transaction without inputs, change and stakes. */
function withoutSelected({ unsignedTx, change }: DraftOf<'P'>): DraftOf<'P'>['unsignedTx'] {
  const isChange = new Set(change.map(({ outputIndex }) => outputIndex));
  return {
    ...unsignedTx,
    ...('outputs' in unsignedTx && {
      inputs: [],
      outputs: unsignedTx.outputs.filter((_, i) => !isChange.has(i)),
    }),
    ...('stake' in unsignedTx && { stake: [] }),
  } as DraftOf<'P'>['unsignedTx'];
}

/** What comes out of a transaction or is burned by its word. */
function needsOf(tx: Draft['unsignedTx'], avaxAssetID: Uint8Array): Map<string, bigint> {
  const needs = new Map<string, bigint>();
  for (const { goes, assetID = avaxAssetID, amount } of movementsOf(tx))
    if (goes !== 'in') addTo(needs, assetID, amount);
  return needs;
}

function addTo(needs: Map<string, bigint>, assetID: Uint8Array, amount: bigint): void {
  const key = formatHex(assetID);
  needs.set(key, (needs.get(key) ?? 0n) + amount);
}

/** Whether an output of the intent takes all of an asset. */
function isSwept({ intent, state }: PProblem, assetID: Uint8Array): boolean {
  const { avaxAssetID } = state.network;
  const outputs = 'outputs' in intent ? intent.outputs : [];
  return outputs.some(
    (of) => of.amount === 'max' && equalBytes(idBytes(of.assetID ?? avaxAssetID), assetID),
  );
}

/** The least burn with a stake that is funded in one way. */
function leastOf(problem: PProblem, funding: Funding): bigint | undefined {
  const { coins, tariff, needs, base, state } = problem;
  const { avaxAssetID } = state.network;
  const avax = formatHex(avaxAssetID);
  const change = changeWeight(problem.state, problem.options, coins, tariff);
  let weight = base + funding.weight;
  for (const [key, need] of needs) {
    if (key === avax || need <= 0n) continue;
    const ofAsset = coins.filter(({ utxo }) => formatHex(utxo.assetID) === key);
    const candidates = ofAsset.map(({ amount, weight: cost }) => ({ value: amount, cost }));
    const swept = ofAsset[0] && isSwept(problem, ofAsset[0].utxo.assetID);
    const least = leastWithExcess(candidates, need, {
      change: swept ? 0n : change,
      isBurned: false,
    });
    if (least === undefined) return undefined;
    weight += least;
  }
  const fee = weight * tariff.price;
  const isFree = funding.isFlexible || isSwept(problem, avaxAssetID);
  const least = leastWithExcess(
    avaxOf(coins, tariff),
    (needs.get(avax) ?? 0n) + funding.plain + fee,
    { change: isFree ? 0n : change * tariff.price, isBurned: true },
  );
  return least === undefined ? undefined : fee + least;
}

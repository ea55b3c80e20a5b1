import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleNames } from '../../examples/intents/index.ts';
import { runOracle } from '../../scripts/oracle.ts';
import { build, type Draft } from '../../src/builder/index.ts';
import type { AnyTx } from '../../src/chain/tx.ts';
import { isError } from '../../src/errors/error.ts';
import { inputComplexityOf, outputComplexityOf } from '../../src/fee/gas.ts';
import { tariffOf, weightOf } from '../../src/fee/transactions.ts';
import { fuji } from '../../src/network/known.ts';
import { decodeDraft, encodeDraft, finalize, sign } from '../../src/sign/index.ts';
import type { State } from '../../src/state/state.ts';
import { equalBytes } from '../../src/text/bytes.ts';
import { formatHex } from '../../src/text/hex.ts';
import { flowsOf } from '../../src/tx/flows.ts';
import { expectEqual } from '../support/equal.ts';
import { describeWithGo } from '../support/go.ts';
import { type Case, cases, signers } from '../support/intents.ts';
import { thorough } from '../support/seeded.ts';
import { trusting } from '../support/trusting.ts';
import { verdicts } from './xverdict.ts';

/** The draft, or null where there is not enough. */
function attempt({ state, intent, options }: Case): Draft | null {
  try {
    return build(state, intent, options);
  } catch (e) {
    if (isError(e, 'Insufficient')) return null;
    // All there is may be less than a delegator’s least.
    if (isError(e, 'OutOfRange') && e.path.includes('weight')) return null;
    throw e;
  }
}

const total = (amounts: readonly bigint[]) => amounts.reduce((a, b) => a + b, 0n);

/** The state with its lists in the order of `keys`. */
function shuffled<S extends State>(state: S, keys: readonly number[]): S {
  const mix = <T>(list: readonly T[] | undefined): readonly T[] | undefined =>
    list
      ?.map((of, i) => [keys[i % keys.length]!, of] as const)
      .sort(([a], [b]) => a - b)
      .map(([, of]) => of);
  const imports: Readonly<Record<string, readonly unknown[]>> = state.imports ?? {};
  return {
    ...state,
    ...('utxos' in state && { utxos: mix(state.utxos as readonly unknown[]) }),
    ...('accounts' in state && { accounts: mix(state.accounts) }),
    imports: Object.fromEntries(Object.entries(imports).map(([from, list]) => [from, mix(list)])),
  };
}

/** Unlocked coins of the chain itself that the draft spends, or that its state would let it. */
const spendable = ({ state, draft }: { readonly state: State; readonly draft: Draft }) => {
  if (state.chain === 'C') return { coins: [], spent: [] };
  const coins = state.utxos.flatMap(({ txID, outputIndex, assetID, output }) => {
    const until = output.type === 'stakeable.LockOut' ? output.locktime : 0n;
    const inner = output.type === 'stakeable.LockOut' ? output.output : output;
    if (until > state.time || !('amount' in inner)) return [];
    const weight = weightOf(inputComplexityOf(inner.threshold, false), tariffOf(state));
    return [{ txID, outputIndex, assetID, amount: inner.amount, weight }];
  });
  const inputs = (draft.unsignedTx as Extract<Draft, { chain: 'P' }>['unsignedTx'] & { inputs: [] })
    .inputs as readonly { txID: Uint8Array; outputIndex: number }[];
  const spent = coins.filter((coin) =>
    inputs.some((of) => coin.outputIndex === of.outputIndex && equalBytes(coin.txID, of.txID)),
  );
  return { coins, spent };
};

const widthOf = (to: Case['options']['change']): number =>
  typeof to === 'object' && 'addresses' in to ? to.addresses.length : 1;

/**
 * Least that any choice of at most 8 coins would burn as fee for the same, tried one by one. Of four coins and more, none is looked for that
 * needs no change: it counts with the price of change.
 */
function leastFee({ state, intent, options }: Case, draft: Draft): bigint | null {
  if (state.chain !== 'P' || (options.strategy ?? 'minFee') !== 'minFee') return null;
  if ('outputs' in intent && intent.outputs.some((of) => of.amount === 'max')) return null;
  if ('amount' in intent && intent.amount === 'max') return null;
  const { price } = state.feeState;
  const tariff = tariffOf(state);
  const { coins, spent } = spendable({ state, draft });
  const change = draft.change.filter((of) => of.stakeableUntil === undefined);
  const outWeight = weightOf(outputComplexityOf(widthOf(options.change)), tariff);
  const fixed =
    draft.fee.gas! - total(spent.map((c) => c.weight)) - outWeight * BigInt(change.length);
  const assetIDs = [
    ...new Map(coins.map(({ assetID }) => [formatHex(assetID), assetID])).values(),
  ].map((assetID) => {
    const amountOf = (list: readonly { assetID: Uint8Array; amount: bigint }[]) =>
      total(list.filter((of) => equalBytes(of.assetID, assetID)).map((of) => of.amount));
    const isAVAX = equalBytes(assetID, fuji.avaxAssetID);
    const back = change.map((of) => ({ assetID: of.assetID, amount: of.output.amount }));
    const needed = amountOf(spent) - amountOf(back) - (isAVAX ? draft.fee.total : 0n);
    return { isAVAX, needed, amountOf };
  });
  let best: bigint | null = null;
  for (let set = 0; set < 1 << coins.length; set++) {
    const chosen = coins.filter((_, i) => set & (1 << i));
    let weight = fixed + total(chosen.map((c) => c.weight));
    let over = 0n;
    let enough = true;
    for (const { isAVAX, needed, amountOf } of assetIDs) {
      const rest = amountOf(chosen) - needed;
      if (isAVAX) over = rest;
      else if (rest < 0n) enough = false;
      else if (rest > 0n) weight += outWeight;
    }
    const rest = over - weight * price;
    if (!enough || rest < 0n) continue;
    const output = outWeight * price;
    const mayMatch = chosen.filter((of) => equalBytes(of.assetID, fuji.avaxAssetID)).length <= 3;
    const fee = weight * price + (mayMatch && rest < output ? rest : output);
    if (best === null || fee < best) best = fee;
  }
  return best;
}

const typeOf = ({ state, intent }: Case): string => `${state.chain}.${intent.type}`;

interface Built {
  readonly type: string;
  readonly tx: AnyTx;
}
let made: readonly Built[] | undefined;
/** Builds, and checks what can be without a node; once, however many ask. */
function builds(): readonly Built[] {
  if (made) return made;
  const built: Built[] = [];
  let compared = 0;
  let above = 0;
  const order = fc.array(fc.nat(), { minLength: 16, maxLength: 16 });
  const checked = (drawn: fc.Arbitrary<Case>) =>
    fc.property(drawn, order, (one, keys) => {
      const draft = attempt(one);
      const again = attempt({ ...one, state: shuffled(one.state, keys) });
      expectEqual(again, draft);
      if (!draft) return;
      const { avaxAssetID } = fuji;
      const utxos = draft.slots.flatMap((slot) => ('utxo' in slot ? [slot.utxo] : []));
      const { assets } = flowsOf(draft.unsignedTx, { avaxAssetID, utxos, time: draft.time });
      for (const { assetID, burned } of assets)
        expect(burned).toBe(equalBytes(assetID, avaxAssetID) ? draft.fee.total : 0n);
      const least = leastFee(one, draft);
      if (least !== null) {
        compared++;
        if (draft.fee.total > least) above++;
        // The engine does not try everything: a little more is allowed, and seldom needed.
        expect(draft.fee.total).toBeLessThanOrEqual(least + least / 50n);
      }
      if (draft.chain === 'X')
        expect(draft.fee.total).toBe(
          one.intent.type === 'CreateAssetTx' ? 10_000_000n : 1_000_000n,
        );
      const tx = finalize(sign(decodeDraft(encodeDraft(draft)), signers, trusting));
      built.push({ type: typeOf(one), tx });
    });
  fc.assert(checked(cases), thorough);
  // So few cases can leave a type out by chance.
  for (const name of exampleNames)
    if (!built.some(({ type }) => type === name))
      fc.assert(checked(cases.filter((one) => typeOf(one) === name)), { ...thorough, numRuns: 10 });
  expect(new Set(built.map(({ type }) => type))).toEqual(new Set(exampleNames));
  expect(built.length).toBeGreaterThan(thorough.numRuns / 2);
  expect(compared).toBeGreaterThan(thorough.numRuns / 8);
  expect(above).toBeLessThanOrEqual(compared / 50);
  made = built;
  return built;
}

describe('random builds', () => {
  it('are the same however UTXOs are ordered, balance, burn least, travel and are signed', () => {
    expect(builds()).not.toEqual([]);
  });
});

describeWithGo('random builds, by the node', () => {
  it('are taken', async () => {
    const built = builds();
    const of = (onP: boolean) => built.filter(({ tx }) => (tx.chain === 'P') === onP);
    const lines = of(true).map(({ tx }, id) =>
      JSON.stringify({ id, network: fuji.name, hex: formatHex(tx.bytes) }),
    );
    const answers = (await runOracle('poracle', ['verify'], `${lines.join('\n')}\n`)).toString();
    const refused = answers
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { ok: boolean; error: string });
    expect(refused).toHaveLength(lines.length);
    expect(refused.filter(({ ok }) => !ok)).toEqual([]);
    const others = of(false);
    const found = await verdicts(others.map(({ tx }) => ({ tx, network: fuji })));
    expect(found).toEqual(others.map(() => true));
  });
});

/** Nothing that only the maker of a draft says removes a finding of a review, or makes one less grave. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Draft } from '../../src/draft/draft.ts';
import { isError, type Path } from '../../src/errors/error.ts';
import { type Finding, type ReviewContext, review } from '../../src/explain/index.ts';
import { fuji } from '../../src/network/known.ts';
import type { Network } from '../../src/network/network.ts';
import { type Own, ownTests } from '../../src/owners/own.ts';
import { equalBytes } from '../../src/text/bytes.ts';
import { leavesOf } from '../../src/tx/find.ts';
import { basesOf } from '../support/attack/bases.ts';
import { victim } from '../support/attack/people.ts';
import { changedAt } from '../support/examples.ts';
import { buildCase, cases } from '../support/intents.ts';
import { runs, seedOr, tier } from '../support/seeded.ts';
import { asset, key } from '../support/state.ts';

const [me, co, other] = [key(1), key(2), key(77)];
const farAway = 4_070_908_800n;

/** A generator of numbers, the same for the same seed. */
function random(seed: number) {
  let state = seed;
  const below = (n: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  return { below, pick: <T>(list: readonly T[]): T => list[below(list.length)]! };
}
type Random = ReturnType<typeof random>;

const owner = (of: readonly (typeof me)[], threshold = 1, locktime = 0n) => ({
  addresses: of.map(({ shortID }) => shortID),
  threshold,
  locktime,
});
const owners = [
  owner([me]),
  owner([other]),
  owner([co]),
  owner([me], 1, farAway),
  owner([me, other]),
  owner([me, co], 2),
  owner([], 0),
  owner([me], 1, 1_700_000_000n),
];

interface Owned {
  readonly type: string;
  readonly output?: Owned;
}
const ownedBy = (of: Owned, by: object): Owned =>
  of.output ? { ...of, output: ownedBy(of.output, by) } : { ...of, ...by };

/** Something that the maker did to the transaction, so that there is something to find. */
function spoiled(draft: Draft, { below, pick }: Random): Draft {
  const leaves = leavesOf(draft.unsignedTx);
  const spending: readonly unknown[] = ['spends', 'debits', 'consumes'];
  const change = (path: Path, value: unknown): Draft =>
    ({
      ...draft,
      unsignedTx: changedAt(draft.unsignedTx as object, path, value),
    }) as Draft;
  const held = leaves.filter(({ under }) => !spending.includes(under));
  const addresses = held.filter((of) => of.key === 'addresses');
  const locks = held.filter((of) => of.key === 'locktime');
  const amounts = held.filter(({ value }) => typeof value === 'bigint');
  const how = below(4);
  if (how === 0 && addresses.length > 0)
    return change(pick(addresses).path, [pick([other, me, co]).shortID]);
  if (how === 1 && locks.length > 0) return change(pick(locks).path, farAway);
  if (how === 2 && amounts.length > 0) {
    const { path, value } = pick(amounts);
    return change(path, (value as bigint) + BigInt(below(2) === 0 ? 1 : 1_000_000_000));
  }
  return draft;
}

const garbage = { chain: 'P' as const, bytes: Uint8Array.of(0, 0, 1) };

/** The draft with another claim in each place that is not signed and proves nothing. */
function* otherClaims(draft: Draft, { pick }: Random): Generator<readonly [string, Draft]> {
  const { time, change, slots } = draft;
  const make = (more: object) => ({ ...draft, ...more }) as Draft;
  for (const at of [0n, time + 86_400n * 400n, farAway + 1n]) yield ['time', make({ time: at })];
  for (const of of [[], change.slice(1), [...change, ...change]])
    yield ['change', make({ change: of })];
  const outputs = (draft.unsignedTx as { readonly outputs?: readonly Owned[] }).outputs ?? [];
  for (const [outputIndex, of] of outputs.entries())
    if (of.output)
      yield [
        'change',
        make({ change: [{ ...of, outputIndex, output: of.output.output ?? of.output }] }),
      ];
  for (const fee of [{ total: 0n }, { ...draft.fee, total: 1n << 60n }])
    yield ['fee', make({ fee })];
  yield [
    'warnings',
    make({ warnings: [{ code: 'DustBurned', reason: 'dust', amount: 5n, detail: 'x' }] }),
  ];
  yield ['missing', make({ missing: [] })];
  yield ['descriptor', make({ descriptor: 'another' })];
  yield ['extra', make({ extra: { 'example.com/a': new Uint8Array(3) } })];
  yield ['evidence', make({ evidence: [garbage] })];
  const names = [me, co, other].map((of) => of.address(draft.chain, draft.network));
  for (const path of ["m/44'/9000'/0'/0/0", "m/44'/9000'/0'/1/7"])
    yield ['paths', make({ paths: Object.fromEntries(names.map((name) => [name, path])) })];
  const parameters: Network = {
    ...draft.network,
    avaxAssetID: asset(7),
    chains: { ...draft.network.chains, X: { ...draft.network.chains.X, blockchainID: asset(3) } },
    xFees: { txFee: 1n << 60n, createAssetTxFee: 1n << 60n },
  };
  yield ['network', make({ network: parameters })];
  for (const [i, slot] of slots.entries()) {
    if (slot.kind === 'account') continue;
    const put = (more: object) =>
      make({ slots: slots.map((of, k) => (k === i ? { ...of, ...more } : of)) });
    const of = pick(owners);
    const utxo = 'utxo' in slot ? slot.utxo : undefined;
    const outputOf = (output: Owned) => put({ utxo: { ...utxo, output } });
    yield [
      'owner',
      put({
        owner: { type: 'secp256k1fx.OutputOwners', ...of },
        ...(utxo && { utxo: { ...utxo, output: ownedBy(utxo.output as Owned, of) } }),
      }),
    ];
    yield ['signatures', put({ signatures: slot.signatures.map(() => new Uint8Array(65)) })];
    if (slot.kind !== 'input') continue;
    const output = slot.utxo.output as Owned;
    const inner = output.type === 'stakeable.LockOut' ? output.output! : output;
    yield ['no lock', outputOf(inner)];
    const locktime = pick([1n, 1_700_000_000n, farAway]);
    yield ['lock', outputOf({ type: 'stakeable.LockOut', locktime, output: inner } as Owned)];
  }
}

const levels = ['danger', 'caution', 'note'];
/** What a finding is about: its words may differ. */
const about = ({ deed, code, path, meantAt }: Finding): string =>
  deed ? `${deed.is} ${deed.path || code}` : `${code} ${path} ${meantAt ?? ''}`;

/**
 * Findings that are gone, or less grave.
 * @param rests Whether it is by the evidence alone that a finding is as grave as it is: what is done must be found, as what it is of anybody.
 */
function lowered(
  before: readonly Finding[],
  after: readonly Finding[],
  rests: (of: Finding) => boolean = () => false,
): readonly string[] {
  const left = new Map<string, string[]>();
  for (const of of after) left.set(about(of), [...(left.get(about(of)) ?? []), of.level]);
  return before.flatMap((of) => {
    // What is not done can be told beside what is done in its place.
    const place = of.code === 'NotDone' ? of.meantAt : undefined;
    if (place !== undefined && after.some(({ meantAt = '' }) => meantAt.startsWith(place)))
      return [];
    const found = left.get(about(of)) ?? [];
    // That somebody is said to pay makes it no less grave that they get something; it may make it graver.
    const least = of.kind === 'unproven' || rests(of) ? 'note' : of.level;
    const i = found.findIndex((level) => levels.indexOf(level) <= levels.indexOf(least));
    if (i < 0) return [`${of.level} ${of.code} ${about(of)}`];
    found.splice(i, 1);
    return [];
  });
}

/** The draft without some of its evidence: nobody needs it to say that something is so, and whoever makes a draft can leave it out. */
function* lessEvidence(draft: Draft): Generator<Draft> {
  yield { ...draft, evidence: [] };
  for (const [i] of draft.evidence.entries())
    yield { ...draft, evidence: draft.evidence.filter((_, k) => k !== i) };
}

/**
 * Who of several that had to agree gets something alone is known by who they are, which the transaction does not say: without evidence it
 * is a stranger like any other, and found as that. An attacker gains nothing, since a fresh address is found no graver with the evidence.
 * What comes back to the reader is compared by how many sign, which the transaction says, and evidence decides nothing.
 */
const restsOnSigners =
  (own: Own, { network, chain }: Draft) =>
  ({ code, deed }: Finding): boolean =>
    code === 'WeakenedOwner' &&
    deed?.is === 'gets' &&
    !ownTests(own, { network, chain: network.chains[chain] }).isMine(deed.owner!);

/** A refusal of the whole draft is an objection as well. */
function reviewed(draft: Draft, context: ReviewContext): readonly Finding[] | undefined {
  try {
    return review(draft, context);
  } catch (e) {
    if (isError(e)) return undefined;
    throw e;
  }
}

describe('a review', () => {
  it('finds no less, whatever else the maker of a draft claims', () => {
    let [drafts, findings] = [0, 0];
    const count = tier === 'fast' ? 10 : runs(24);
    for (const [i, of] of fc.sample(cases, { numRuns: count, seed: seedOr(5) }).entries()) {
      const built = buildCase(of);
      if (!built) continue;
      const numbers = random(seedOr(5) * 1_000 + i);
      const draft = spoiled(built, numbers);
      drafts++;
      const own = [me.shortID];
      const utxos = draft.slots.flatMap((slot) =>
        'utxo' in slot && numbers.below(2) === 0 ? [slot.utxo] : [],
      );
      const contexts: readonly ReviewContext[] = [
        { own },
        { own, time: draft.time },
        {},
        { own, utxos },
        { own: [me.shortID, owner([me, other])], network: fuji },
      ];
      for (const context of contexts.flatMap((one) => [one, { ...one, expect: of.intent }])) {
        const before = reviewed(draft, context);
        if (!before) continue;
        findings += before.length;
        for (const [what, changed] of otherClaims(draft, numbers)) {
          const after = reviewed(changed, context);
          if (!after) continue;
          const less = lowered(before, after);
          if (less.length > 0)
            expect(
              less,
              `${what} of ${draft.unsignedTx.type}, ${Object.keys(context).join()}`,
            ).toEqual([]);
        }
      }
    }
    expect(drafts).toBeGreaterThan(count / 5);
    expect(findings).toBeGreaterThan(drafts);
  });

  it('finds no less of what is done without real evidence; only that the draft contradicts it is gone', () => {
    let [changes, findings] = [0, 0];
    const count = runs(1);
    for (let seed = seedOr(1); seed < seedOr(1) + count; seed++)
      for (const [i, { draft: honest, intent }] of basesOf(seed).entries()) {
        const numbers = random(seed * 1_000 + i);
        const draft = spoiled(honest, numbers);
        // Whoever does not say who it is knows of owners what the draft proves, and no more.
        const contexts: readonly (ReviewContext & { readonly own: Own })[] = [
          { own: victim.own },
          { own: [victim.alone], time: draft.time },
          { own: [victim.alone, victim.shared] },
        ];
        for (const context of contexts.flatMap((one) => [one, { ...one, expect: intent }])) {
          const rests = restsOnSigners(context.own, draft);
          const before = reviewed(draft, context)?.filter(
            ({ kind, code }) => kind !== 'disproved' && code !== 'UnusableEvidence',
          );
          if (!before) continue;
          findings += before.length;
          for (const changed of lessEvidence(draft)) {
            changes++;
            const after = reviewed(changed, context);
            if (after)
              expect(
                lowered(before, after, rests),
                `${draft.unsignedTx.type}, ${Object.keys(context).join()}`,
              ).toEqual([]);
          }
        }
      }
    expect(changes).toBeGreaterThan(count * 100);
    expect(findings).toBeGreaterThan(count * 100);
  });

  it('finds somebody who had to agree with others as a stranger, once the evidence is left out; who gets back what more signed for, as before', () => {
    const { draft } = basesOf(1).find(
      ({ draft: { unsignedTx, slots } }) =>
        unsignedTx.type === 'avm.ImportTx' && slots.some(({ owner: of }) => of.threshold === 2),
    )!;
    const paying = (address: Uint8Array, of: Partial<Draft> = {}) => {
      const path = ['outputs', 0, 'output', 'addresses'];
      const unsignedTx = changedAt(draft.unsignedTx as object, path, [address]);
      const found = review({ ...draft, unsignedTx, ...of } as Draft, { own: [victim.alone] });
      return found.flatMap((one) => (one.path === 'outputs[0].output' ? [one.code] : []));
    };
    const signer = victim.addresses.find((of) => !equalBytes(of, victim.alone))!;
    expect(paying(signer)).toEqual(['WeakenedOwner']);
    expect(paying(signer, { evidence: [] })).toEqual(['ImportElsewhere']);
    expect(paying(other.shortID)).toEqual(['ImportElsewhere']);
    expect(paying(victim.alone)).toEqual(['WeakenedOwner']);
    expect(paying(victim.alone, { evidence: [] })).toEqual(['WeakenedOwner']);
  });
});

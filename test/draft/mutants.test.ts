/** Drafts that somebody changed: nothing crashes, and nothing becomes a transaction that the verifier refuses. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Draft } from '../../src/builder/index.ts';
import type { AnyTx } from '../../src/chain/tx.ts';
import { factsOfDraft } from '../../src/draft/facts.ts';
import { digestOf } from '../../src/draft/reading.ts';
import { isError } from '../../src/errors/error.ts';
import { atomicFeeOf, atomicGasOf, txFeeOf } from '../../src/fee/transactions.ts';
import { fuji, local, mainnet } from '../../src/network/known.ts';
import { assertNotRefused, checkTx } from '../../src/rules/index.ts';
import { finalize, formatDraft, parseDraft, sign } from '../../src/sign/index.ts';
import { wei } from '../../src/text/amount.ts';
import { equalBytes } from '../../src/text/bytes.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatJSON } from '../../src/text/json.ts';
import { verifyFlows } from '../../src/tx/flows.ts';
import { buildCase, cCases, pCases, signers, xCases } from '../support/intents.ts';
import { seeded, thorough } from '../support/seeded.ts';
import { now } from '../support/state.ts';
import { trusting } from '../support/trusting.ts';

/** A repeatable source of choices. */
function dice(seed: number): (below: number) => number {
  let state = (seed | 1) >>> 0;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
}
type Dice = ReturnType<typeof dice>;

type Tree = Readonly<Record<string, unknown>>;
type Place = readonly string[];

const isTree = (of: unknown): of is Tree => typeof of === 'object' && of !== null;
const at = (tree: unknown, place: Place): unknown =>
  place.reduce((of, step) => (of as Tree)[step], tree);

/** The tree with another value in a place; undefined takes it out. */
function withAt(tree: unknown, [step, ...rest]: Place, value: unknown): unknown {
  if (step === undefined) return value;
  const next = withAt((tree as Tree)[step], rest, value);
  if (Array.isArray(tree))
    return tree.flatMap((of, i) => (`${i}` !== step ? [of] : next === undefined ? [] : [next]));
  return { ...(tree as Tree), [step]: next };
}

/** Any place but the network’s own, which are for `networks`. */
function placesOf(of: unknown, place: Place = []): Place[] {
  if (!isTree(of) || of instanceof Uint8Array || place[0] === 'network') return [place];
  return [place, ...Object.keys(of).flatMap((step) => placesOf(of[step], [...place, step]))];
}

const networks = [
  local,
  mainnet,
  { ...fuji, networkID: 6 },
  { ...fuji, avaxAssetID: new Uint8Array(32).fill(3) },
  { ...fuji, upgrades: { ...fuji.upgrades, helicon: now + 1n } },
  { ...fuji, xFees: { txFee: 1n, createAssetTxFee: 1n } },
];
const texts = ['', 'P', 'X', 'C', 'secp256k1fx.TransferInput', 'stakeable.LockOut', 'avm.BaseTx'];
const big = [0n, 1n, -1n, 2n ** 63n, 2n ** 64n - 1n, 2n ** 64n, now, now + 1n, 5179n];
const numbers = [0, 1, 2, 5, -1, 255, 2 ** 31, 2 ** 32 - 1, 2 ** 32];

function changedBytes(of: Uint8Array, roll: Dice): Uint8Array {
  const copy = of.slice();
  switch (roll(4)) {
    case 0:
      return of.subarray(0, roll(of.length + 1));
    case 1:
      return Uint8Array.from([...of, roll(256)]);
    case 2:
      return copy.fill(roll(2) * 255);
    default:
      if (of.length > 0) copy[roll(of.length)]! ^= 1 << roll(8);
      return copy;
  }
}

/** Its kind, and of plain objects their fields. */
function shapeOf(of: unknown): string {
  if (!isTree(of)) return of === null ? 'null' : typeof of;
  if (of instanceof Uint8Array) return 'bytes';
  return Array.isArray(of) ? `list of ${shapeOf(of[0])}` : Object.keys(of).sort().join();
}

/** Another value of the same kind. */
function changed(of: unknown, all: () => readonly unknown[], place: Place, roll: Dice): unknown {
  const one = <T>(list: readonly T[]): T => list[roll(list.length)]!;
  if (place[0] === 'network') return one(networks);
  // Something of the same kind from elsewhere in the draft.
  if (roll(4) === 0) {
    const shape = shapeOf(of);
    return one(all().filter((other) => shapeOf(other) === shape));
  }
  if (typeof of === 'bigint')
    return roll(2) ? of + [1n, -1n, 1080n, -1080n, 10n ** 9n][roll(5)]! : one(big);
  if (typeof of === 'number') return roll(2) ? of + 1 - 2 * roll(2) : one(numbers);
  if (typeof of === 'string') return one(texts);
  if (typeof of === 'boolean') return !of;
  if (of instanceof Uint8Array) return changedBytes(of, roll);
  if (!Array.isArray(of)) return place.at(-2) === 'signatures' ? new Uint8Array(65) : of;
  const i = roll(of.length + 1);
  const [first, last] = [of.slice(0, i), of.slice(i)];
  switch (roll(4)) {
    case 0:
      return [...of].reverse();
    case 1:
      return [...first, ...last.slice(1)];
    case 2:
      return [...first, ...last.slice(0, 1), ...last];
    default:
      return [];
  }
}

/** The tree, changed in one to three places. */
function mutate(tree: unknown, roll: Dice): unknown {
  let mutant = tree;
  for (let times = 1 + roll(3) * roll(2); times > 0; times--) {
    const places = placesOf(mutant).filter((place) => place.length > 0);
    const place = places[roll(places.length)]!;
    const before = mutant;
    const all = () => places.map((other) => at(before, other));
    mutant = withAt(before, place, changed(at(before, place), all, place, roll));
  }
  return mutant;
}

/** What comes of it, or null if it is refused as everything should be. */
function attempt<T>(make: () => T): T | null {
  try {
    return make();
  } catch (e) {
    if (isError(e)) return null;
    throw e;
  }
}

/** What is asked, and the most that a rest too small for an output adds. */
function feesOf({ chain, unsignedTx, network, fee }: Draft): readonly [bigint, bigint] {
  if (chain === 'C') {
    const asked = atomicFeeOf(atomicGasOf(unsignedTx), wei(fee.price!));
    return [asked, asked];
  }
  if (chain === 'X') {
    const asked = txFeeOf(unsignedTx, network);
    return [asked, asked];
  }
  const asked = txFeeOf(unsignedTx, network, fee.price!);
  return [asked, asked + 5000n * fee.price!];
}

/** Refuses what the parts of the verifier refuse, each asked by itself. */
function verifyAll(draft: Draft, tx: AnyTx): void {
  const owners = ['UTXOs', 'consumed UTXOs', 'authorization', 'credentials', 'signatures'];
  const { findings } = checkTx(tx, factsOfDraft(draft));
  for (const { rule, result, error } of findings)
    if (error) throw error;
    else if (owners.includes(rule)) expect(result).toBe('ok');
  verifyUnsigned(draft, tx);
}

const ownersOf = ({ slots }: Draft): string =>
  formatJSON(
    slots.map((slot) => ('owner' in slot ? (slot.owner?.addresses.map(formatHex) ?? null) : null)),
  );
const utxosOf = ({ slots }: Draft) => slots.flatMap((slot) => ('utxo' in slot ? [slot.utxo] : []));

/** The same without the signatures. */
function verifyUnsigned(draft: Draft, tx: AnyTx): void {
  const { network, time, fee } = draft;
  const utxos = utxosOf(draft);
  assertNotRefused(checkTx(tx.unsignedTx, { network, time }));
  const { avaxAssetID } = network;
  const [least, most] = feesOf(draft);
  expect(fee.total >= least && fee.total <= most).toBe(true);
  const lock = 'stake' in tx.unsignedTx ? [] : undefined;
  verifyFlows(tx.unsignedTx, { avaxAssetID, utxos, time, fee: fee.total, ...(lock && { lock }) });
}

// Few slots: each signature of those that are not refused is recovered, which is what takes the time.
const samples = [pCases, xCases, cCases].flatMap((of, i) =>
  fc
    .sample(of, { seed: 1, numRuns: [120, 60, 30][i]! })
    .flatMap((one) => buildCase(one) ?? [])
    .filter(({ slots }) => slots.length <= 3),
);
const signed = samples.map((draft) => sign(draft, signers, trusting));
/** What becomes of them: credentials that were checked once. */
const whole = signed.map((draft) => {
  const tx = finalize(draft);
  verifyAll(draft, tx);
  return tx.bytes;
});
const runs = thorough;
const seed = fc.integer({ min: 1 });

describe('a draft that somebody changed', () => {
  it('is refused, or still the transaction that was signed', () => {
    let refused = 0;
    fc.assert(
      fc.property(fc.nat(signed.length - 1), seed, (i, start) => {
        const mutant = mutate(signed[i], dice(start)) as Draft;
        const tx = attempt(() => finalize(mutant));
        if (!tx) refused++;
        else {
          verifyUnsigned(mutant, tx);
          expect(equalBytes(tx.bytes, whole[i]!)).toBe(true);
        }
      }),
      runs,
    );
    expect(refused).toBeGreaterThan(runs.numRuns / 2);
  });

  it('before it was signed is refused, or all that the verifier asks for', () => {
    let refused = 0;
    fc.assert(
      fc.property(fc.nat(samples.length - 1), seed, (i, start) => {
        const mutant = mutate(samples[i], dice(start)) as Draft;
        const ready = attempt(() => sign(mutant, signers, trusting));
        const tx = ready && attempt(() => finalize(ready));
        if (tx) verifyAll(ready, tx);
        else refused++;
      }),
      runs,
    );
    expect(refused).toBeGreaterThan(runs.numRuns / 4);
    expect(refused).toBeLessThan(runs.numRuns);
  });

  it('as a file is refused, or all that the verifier asks for', () => {
    const files = signed.map((draft) => JSON.parse(formatDraft(draft)) as unknown);
    fc.assert(
      fc.property(fc.nat(files.length - 1), seed, (i, start) => {
        const roll = dice(start);
        const text = JSON.stringify(mutate(files[i], roll), (_, of: unknown) =>
          typeof of === 'bigint' ? `${of}` : of,
        );
        const k = roll(text.length);
        const broken = roll(4) > 0 ? text : `${text.slice(0, k)}${roll(10)}${text.slice(k + 1)}`;
        const mutant = attempt(() => parseDraft(broken));
        const tx = mutant && attempt(() => finalize(mutant));
        if (!tx) return;
        verifyUnsigned(mutant, tx);
        // Owners are claims: where a file says others, it may want the same signatures in other places, which the node refuses.
        if (ownersOf(mutant) === ownersOf(signed[i]!))
          expect(equalBytes(tx.bytes, whole[i]!)).toBe(true);
        else expect(equalBytes(digestOf(mutant), digestOf(signed[i]!))).toBe(true);
      }),
      seeded,
    );
  });
});

import { badArgument } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { type Evidence, sortedEvidence } from '../state/evidence.ts';
import { compareBytes, equalBytes } from '../text/bytes.ts';
import { encode } from '../wire/codec.ts';
import { verifySignatures, withVerified } from './check.ts';
import type { Draft } from './draft.ts';
import { formatPaths, fromWire, toWire, WireDraft } from './file.ts';
import { choicesMade, isMade, markMade } from './mark.ts';
import { digestOf } from './reading.ts';

type Path = WireDraft['paths'][number];

/**
 * Combines the signatures of several copies of a draft into one draft. The order does not matter, and duplicates are allowed. Each
 * signature is checked against its slot.
 * @throws {AvalancheError} With the path of the first difference, such as `drafts[1].unsignedTx`: `Mismatch`: the drafts have different
 *   transactions, or different facts about it; `BadSignature`; as `finalize`, except `MissingSigner`.
 */
export function combineDrafts<D extends Draft>(...drafts: readonly [D, ...D[]]): D {
  if (drafts.length === 0) throw badArgument('a draft', undefined).at('drafts', 0);
  const read = drafts.map((given, i) =>
    withVerified(['drafts', i], given, ({ draft }) => {
      within(['drafts', i], () => verifySignatures(draft));
      const wire = within(['drafts', i], () => toWire(draft));
      const digest = digestOf(draft);
      return { wire, isOwn: isMade(draft, digest), choices: choicesMade(draft, digest) };
    }),
  );
  const wire = read
    .map((one) => one.wire)
    .reduce((sum, other, i) => within(['drafts', i], () => merge(sum, other)));
  const all = fromWire(wire) as D;
  return read.some(({ isOwn }) => isOwn)
    ? markMade(
        all,
        digestOf(all),
        read.flatMap(({ choices }) => choices),
      )
    : all;
}

/** Returns the members that must be equal: all but signatures, paths, evidence and extra entries. */
const bareOf = (wire: WireDraft): WireDraft => ({
  ...wire,
  slots: wire.slots.map((slot) => ({
    ...slot,
    signatures: slot.signatures.map(() => ({ bytes: new Uint8Array(0) })),
  })),
  paths: [],
  evidence: [],
  extra: [],
});

const nothing: WireDraft = {
  format: '',
  network: '',
  chain: '',
  alias: '',
  time: 0n,
  unsignedTx: new Uint8Array(0),
  slots: [],
  price: 0n,
  change: [],
  warnings: [],
  paths: [],
  descriptor: '',
  evidence: [],
  extra: [],
};

function merge(a: WireDraft, b: WireDraft): WireDraft {
  const [one, other] = [bareOf(a), bareOf(b)];
  for (const key of Object.keys(nothing) as (keyof WireDraft)[]) {
    const bytes = (of: WireDraft) => encode(WireDraft, { ...nothing, [key]: of[key] });
    if (!equalBytes(bytes(one), bytes(other)))
      throw new AvalancheError('Mismatch', 'differs from the drafts before').at(key);
  }
  return {
    ...a,
    slots: a.slots.map((slot, i) => ({
      ...slot,
      signatures: slot.signatures.map(({ bytes }, k) => ({
        bytes: oneOf(bytes, b.slots[i]!.signatures[k]!.bytes),
      })),
    })),
    paths: mergePaths(a.paths, b.paths),
    evidence: within(['evidence'], () =>
      sortedEvidence([...a.evidence, ...b.evidence] as Evidence[]),
    ),
    extra: mergeExtra(a.extra, b.extra),
  };
}

/** Returns the signature that is present. Of two valid ones of the same key, the choice does not depend on their order. */
function oneOf(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  return b.length === 0 || compareBytes(a, b) <= 0 ? a : b;
}

function mergePaths(a: readonly Path[], b: readonly Path[]): readonly Path[] {
  const paths = new Map(a.map(({ address, path }) => [address, path]));
  for (const { address, path } of b) {
    const before = paths.get(address);
    if (before !== undefined && before !== path)
      throw new AvalancheError('Mismatch', `is ${path}, ${before} in the drafts before`, {
        found: path,
        expected: before,
      }).at('paths', address);
    paths.set(address, path);
  }
  return formatPaths(Object.fromEntries(paths));
}

function mergeExtra(a: WireDraft['extra'], b: WireDraft['extra']): WireDraft['extra'] {
  const entries = new Map(a.map((entry) => [entry.key, entry]));
  for (const entry of b) {
    const before = entries.get(entry.key);
    if (before && !equalBytes(before.bytes, entry.bytes))
      throw new AvalancheError('Mismatch', 'differs from the drafts before').at('extra', entry.key);
    entries.set(entry.key, entry);
  }
  return [...entries.values()].sort((x, y) => (x.key < y.key ? -1 : 1));
}

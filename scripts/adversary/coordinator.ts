/** A malicious coordinator: manipulated drafts, victims who look and sign, and what the coordinator does with their signatures. */
import type { Draft } from '../../src/builder/index.ts';
import { build } from '../../src/builder/index.ts';
import type { AnyTx } from '../../src/chain/tx.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import { fxOf } from '../../src/draft/slot.ts';
import { isError } from '../../src/errors/error.ts';
import { diff, explain } from '../../src/explain/index.ts';
import { checkPolicy, encodeDraft, type Key, type Policy } from '../../src/sign/index.ts';
import { signWithKey } from '../../src/sign/key.ts';
import type { State } from '../../src/state/index.ts';
import { formatHex } from '../../src/text/bytes.ts';
import { parseID } from '../../src/text/id.ts';
import { signedBytesOf, signedTxOf, unsignedBytesOf } from '../../src/tx/bytes.ts';
import { randomOf } from '../fuzz/random.ts';
import { fullPolicy } from './fullpolicy.ts';
import { type Case, drawCase } from './intents.ts';
import { judge, look } from './judge.ts';
import { type Loss, stateFor } from './liar.ts';
import {
  type Coordinator,
  forms,
  isSame,
  type Manipulation,
  manipulationKinds,
  manipulations,
  readAs,
  wireOf,
} from './manipulations.ts';
import { codeOf, type Row, tally } from './tally.ts';
import { signAll, startWorld, type World } from './world.ts';

/** Which manipulations to make. */
export interface CoordinatorOptions {
  readonly seed: number;
  /** How many drafts that are not what an honest coordinator sends. */
  readonly count: number;
  /** Only this round. */
  readonly only?: number;
  readonly onProgress?: (done: number) => void;
}

/** What came of all manipulations. */
export interface CoordinatorReport {
  readonly rows: readonly Row[];
  readonly losses: readonly Loss[];
  readonly rounds: number;
  /** Honest drafts to which the full policy, `diff` or new warnings object. */
  readonly falseAlarms: readonly string[];
}

/**
 * Columns of the table. `made`: the coordinator cannot make it with the builders; each of the others objects by itself to what is read. Then
 * how it ends: `signed` with the full policy, or with defaults after a look; what the node says; and what is lost.
 */
export const coordinatorColumns = [
  'read',
  'policy',
  'default',
  'explain',
  'diff',
  'signed P',
  'signed D',
  'node',
  'accepted',
  'LOST',
] as const;

const roundsPerWorld = 50;

/** Runs rounds until enough manipulated drafts were sent. */
export async function runCoordinator({
  seed,
  count,
  only,
  onProgress,
}: CoordinatorOptions): Promise<CoordinatorReport> {
  const counts = tally();
  const losses: Loss[] = [];
  const falseAlarms: string[] = [];
  let world: World | undefined;
  let sent = 0;
  let round = only ?? 0;
  try {
    for (; sent < count && (only === undefined || round === only); round++) {
      if (!world || round % roundsPerWorld === 0) {
        await world?.stop();
        world = await startWorld();
      }
      const found = await oneRound(world, `${seed} ${round}`);
      falseAlarms.push(...(found?.falseAlarms ?? []));
      if (!found?.kind) continue;
      onProgress?.(++sent);
      counts.count(found.kind, { by: 'all' });
      for (const [by, code] of found.objections)
        counts.count(found.kind, { by, ...(code && { code }) });
      if (found.lost) losses.push({ ...found.lost, round });
    }
  } finally {
    await world?.stop();
  }
  return { rows: counts.rows(), losses, rounds: round, falseAlarms };
}

interface Round {
  readonly kind?: string;
  readonly objections: readonly (readonly [by: string, code?: string])[];
  readonly falseAlarms?: readonly string[];
  readonly lost?: Omit<Loss, 'round'>;
}

/** What a look at a draft shows: differences from the intent, and warnings. */
function looked(of: Case, draft: Draft, own: readonly Uint8Array[]) {
  const context = { own: [...own], network: draft.network };
  const change = of.options.change && { change: of.options.change };
  return {
    diff: told(() =>
      diff(of.intent, draft, { ...context, ...change }).map(({ kind, path }) => `${kind} ${path}`),
    ),
    explain: told(() => explain(draft, context).warnings.map(({ code }) => String(code))),
  };
}

/** What somebody says; an error is an objection as well. */
function told(f: () => readonly string[]): readonly string[] {
  try {
    return f();
  } catch (e) {
    return [`throws ${codeOf(e)}`];
  }
}

async function oneRound(world: World, seed: string): Promise<Round | undefined> {
  const rng = randomOf(`manipulation ${seed}`);
  const now = BigInt(Math.floor(Date.now() / 1000));
  let of: Case;
  let honest: Draft;
  let state: State;
  try {
    of = await drawCase(world, randomOf(`case ${seed}`), now);
    state = await stateFor(world.node, of);
    honest = of.make(state);
  } catch (e) {
    codeOf(e);
    return undefined;
  }
  const own = of.keys.map(({ shortID }) => shortID);
  const truth = looked(of, honest, own);
  let policy: Policy | undefined;
  const wrongly = told(() => {
    policy = fullPolicy(of, honest, own, now);
    return checkPolicy(honest, policy, { own }).map(({ code, path }) => `${code} at ${path}`);
  });
  const falseAlarms = [
    ...wrongly.map((text) => `policy: ${text}`),
    ...truth.diff.map((text) => `diff: ${text}`),
  ].map((text) => `${of.intent.type}: ${text}`);
  const by: Coordinator = { world, rng, of };
  const made = manipulate(by, state, honest);
  if (!made) return { objections: [], falseAlarms };
  const { kind, wire, form } = made;
  let draft: Draft;
  try {
    draft = readAs(form, wire, by);
  } catch (e) {
    return { kind, objections: [['read', codeOf(e)]], falseAlarms };
  }
  if (isSame(draft, honest)) return { objections: [], falseAlarms };
  const objections: [string, string?][] = [];
  const signed: Draft[] = [];
  const attempt = (name: string, f: () => Draft): boolean => {
    try {
      signed.push(f());
      return true;
    } catch (e) {
      objections.push([name, codeOf(e)]);
      return false;
    }
  };
  if (
    policy &&
    wrongly.length === 0 &&
    attempt('policy', () => signAll(draft, of.keys, { policy: policy! }))
  )
    objections.push(['signed P']);
  const seen = looked(of, draft, own);
  const isNew = (what: 'diff' | 'explain') =>
    seen[what].filter((text) => !truth[what].includes(text));
  const objects = (['explain', 'diff'] as const).filter((what) => {
    const [first] = isNew(what);
    if (first !== undefined) objections.push([what, first]);
    return first !== undefined;
  });
  const isGood = objects.length === 0;
  const before = signed.length;
  if (attempt('default', () => signAll(draft, of.keys)) && isGood) objections.push(['signed D']);
  else signed.splice(before);
  const [last] = signed;
  if (!last) return { kind, objections, falseAlarms };
  const coins = await look(world, of);
  const tx = await issueStolen(world, last, of, state);
  if (typeof tx === 'string')
    return { kind, objections: [...objections, ['node', tx]], falseAlarms };
  const lost = await judge(world, { ...of, says: {} }, coins, [tx]);
  if (lost.length === 0) return { kind, objections: [...objections, ['accepted']], falseAlarms };
  return {
    kind,
    objections: [...objections, ['LOST']],
    falseAlarms,
    lost: {
      kinds: [kind, form, ...objections.map(([what]) => what)],
      losses: lost,
      intent: JSON.stringify(of.intent, plain),
      draft: formatHex(encodeDraft(draft)),
      tx: formatHex(tx.bytes),
    },
  };
}

const plain = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? `${value}` : value instanceof Uint8Array ? formatHex(value) : value;

/** A manipulated wire form; nothing if the draws do not apply. */
function manipulate(by: Coordinator, state: State, honest: Draft) {
  const { rng, of } = by;
  const form = rng.pick(forms);
  const kind = rng.pick(manipulationKinds);
  const { build: change, edit }: Manipulation = manipulations[kind];
  try {
    if (edit) {
      const wire = edit(wireOf(honest), by);
      return wire && { kind, form, wire };
    }
    const start = { state, intent: of.intent, options: of.options };
    const changed = change!(start, by);
    if (!changed) return undefined;
    const draft = build(changed.state, changed.intent, changed.options) as Draft;
    const wire = wireOf({ ...draft, evidence: rng.below(2) === 0 ? honest.evidence : [] });
    return { kind, form, wire };
  } catch (e) {
    // What he cannot build, he does not send.
    codeOf(e);
    return undefined;
  }
}

/** Puts every signature wherever it counts, whatever the slots say, and issues; the reason if the node refuses. */
async function issueStolen(
  world: World,
  signed: Draft,
  of: Case,
  state: State,
): Promise<AnyTx | string> {
  const { unsignedTx, slots } = signed;
  const digest = sha256(unsignedBytesOf(unsignedTx));
  const known = new Map<string, Uint8Array>();
  for (const slot of slots)
    slot.signatures.forEach((signature, i) => {
      const address = slot.owner.addresses[slot.signatureIndices[i]!];
      if (signature && address) known.set(formatHex(address), signature);
    });
  const attackers: readonly Key[] = [world.before, world.after];
  for (const key of attackers) known.set(formatHex(key.shortID), signWithKey(key, digest));
  const truth = trueOwners(world, state);
  const credentials = slots.map((slot) => {
    const id =
      'utxo' in slot
        ? `${formatHex(slot.utxo.txID)}:${slot.utxo.outputIndex}`
        : 'of' in slot
          ? formatHex(slot.of)
          : '';
    const addresses = truth.get(id) ?? slot.owner.addresses;
    return {
      type: `${fxOf(slot)}.Credential` as const,
      signatures: slot.signatureIndices.map(
        (i, place) =>
          known.get(addresses[i] ? formatHex(addresses[i]) : '') ??
          slot.signatures[place] ??
          new Uint8Array(65),
      ),
    };
  });
  const tx = signedTxOf(unsignedTx, signedBytesOf(unsignedTx, credentials as never));
  try {
    await world.issue(tx);
  } catch (e) {
    if (isError(e, 'NotAccepted'))
      return (
        (e.context as { readonly reason?: { readonly name?: string } }).reason?.name ?? 'refused'
      );
    if (isError(e)) return e.code;
    throw e;
  }
  of.done?.(tx);
  return tx;
}

/** Who owns what, as an honest node says it. */
function trueOwners(world: World, state: State): ReadonlyMap<string, readonly Uint8Array[]> {
  const found = new Map<string, readonly Uint8Array[]>();
  const lists = [
    ...(state.chain === 'C' ? [] : [state.utxos]),
    ...Object.values(state.imports ?? {}),
  ] as readonly (readonly {
    readonly txID: Uint8Array;
    readonly outputIndex: number;
    readonly output: object;
  }[])[];
  for (const utxos of lists)
    for (const { txID, outputIndex, output } of utxos) {
      const plain = 'output' in output ? (output.output as object) : output;
      if ('addresses' in plain)
        found.set(`${formatHex(txID)}:${outputIndex}`, plain.addresses as readonly Uint8Array[]);
    }
  for (const [id, { owner }] of world.rights)
    found.set(formatHex(parseID(id)), owner.addresses as readonly Uint8Array[]);
  return found;
}

import type { Intent } from '../../builder/intents/table.ts';
import { checkShape } from '../../errors/arguments.ts';
import { formatPath } from '../../errors/error.ts';
import type { Address, Owner } from '../../state/owner.ts';
import { producedAt } from '../../tx/parts.ts';
import { feeCeiling } from '../dangers.ts';
import { explain } from '../explain.ts';
import type { Explanation, Flow, Party } from '../explanation.ts';
import { isBurned } from '../flows.ts';
import { amountText, nameText } from '../format.ts';
import { messages, say } from '../messages.ts';
import { partyKey } from '../parties.ts';
import { disprovedIn } from '../signatures.ts';
import { type Explainable, type ExplainContext, type Subject, subjectOf } from '../subject.ts';
import {
  type Entry,
  type Expectations,
  entryOf,
  everything,
  exactParty,
  expectationsOf,
} from './expect.ts';
import { fieldsOf, meansOf } from './intent.ts';

/** One thing in which a transaction and an intent are not the same. */
export interface Difference {
  /**
   * `missing`: meant, and the transaction does not do it; `unmeant`: the transaction does it, and the intent does not say it;
   * `different`: the transaction does something else in its place; `unproven`: it goes to who pays, as the intent means it, but only
   * the maker of the draft says that they pay; `disproved`: the draft says of an owner what is not so.
   */
  readonly kind: 'missing' | 'unmeant' | 'different' | 'unproven' | 'disproved';
  /** In the intent; of what is unmeant, unproven or disproved in the unsigned transaction. */
  readonly path: string;
  readonly meant?: string;
  readonly found?: string;
}

/** What `diff` knows beside the transaction. */
export interface DiffContext extends ExplainContext {
  /** Gets what is left over, as the builder’s option of that name. Without it, who pays. */
  readonly change?: Owner | Address;
}

/**
 * What a transaction does that an intent does not say, and the other way round; nothing, if they agree. Every field of the
 * transaction is compared, except signature indices, which UTXOs it spends, and what a node passes over. Change, and whatever
 * the intent names nobody for (an import without `to`, a stake without `stakeReturn`), must go to `context.change`, or with no new
 * lock to an owner that pays: one of `context.own`, or one that `context.utxos` or evidence proves and that gets no more than it
 * paid. What a draft claims of owners is no proof: what goes to them is `unproven`. A fee is a difference above `context.maxFee`;
 * without it above 0.1 AVAX, on X above what a network asks that is known here or given.
 * @throws {AvalancheError} With a path in the intent: what its builder throws of it; `MissingState`: the network is not known;
 *   `Unsupported`: something opened that is no transaction; what `own` is not.
 */
export function diff(
  intent: Intent,
  of: Explainable,
  context: DiffContext = {},
): readonly Difference[] {
  checkShape(intent, { type: 'text' }, 'intent');
  const told = explain(of, context);
  const type = told.type.replace(/^\w+\./, '');
  if (type !== intent.type)
    return [{ kind: 'different', path: 'type', meant: intent.type, found: type }];
  const subject = subjectOf(of, context);
  const by = expectationsOf(subject, told.assets);
  const { entries, flow: howOf = usual } = meansOf(intent);
  const places = producedAt(subject.tx);
  const placeOf = ({ outputIndex }: Flow): string =>
    outputIndex === undefined ? 'outputs' : formatPath(places[outputIndex]!);
  const flowsBy = (how: ReturnType<typeof howOf>) =>
    told.flows.filter((flow) => !isBurned(flow) && howOf(flow, intent) === how);
  const isBack = (flow: Flow) => !isBurned(flow) && howOf(flow, intent) === 'back';
  const comesBack = returning(told, by, context, isBack);
  const textOf = (flow: Flow) => entryOf(flow, placeOf(flow), subject, told.assets);
  return [
    ...fieldsOf(intent, subject, by).flatMap(({ path, meant, found }): readonly Difference[] =>
      found === meant
        ? []
        : [{ kind: 'different', path, meant: nameText(meant), found: nameText(found) }],
    ),
    ...compareEntries(entries?.(intent, by) ?? [], flowsBy('entry').map(textOf)),
    ...told.flows.filter(isBack).flatMap((flow): readonly Difference[] => {
      const kind = comesBack(flow);
      return kind === 'back' ? [] : [{ ...unmeant(textOf(flow)), kind }];
    }),
    ...disprovedIn(subject).map(
      ({ path, detail }): Difference => ({ kind: 'disproved', path, found: nameText(detail) }),
    ),
    ...told.flows.flatMap((flow) => lossOf(flow, told, subject)),
  ];
}

const usual = ({ why }: Flow) => (why === 'change' ? 'back' : 'entry');

const unmeant = ({ path, what, to }: Entry): Difference => ({
  kind: 'unmeant',
  path,
  found: `${what ?? say('anything')} → ${to}`,
});

/** How something compares that the intent names nobody for. */
type Return = 'back' | 'unproven' | 'unmeant';

/**
 * Whether something goes, with no lock that is new, to whom change goes, or to an owner who pays of the same asset, which is the
 * reader's, or proven and gets back no more than it paid. An owner that is only claimed could be anybody.
 */
function returning(
  { payments, flows }: Explanation,
  by: Expectations,
  { change }: DiffContext,
  isBack: (flow: Flow) => boolean,
): (flow: Flow) => Return {
  const changeOwner = change === undefined ? undefined : by.owner(change);
  // The latest lock of each owner, and of what it has until when it can only be staked.
  const locks = new Map<string, bigint>();
  const trusts = new Map<string, 'own' | 'proven' | 'claimed'>();
  const gains = new Map<string, bigint>();
  const keyOf = (asset: number, party: Party, stakeableUntil: bigint | 'any' | undefined): string =>
    `${asset} ${stakeableUntil} ${partyKey({ ...party, locktime: 0n })}`;
  const gain = (asset: number, party: Party, amount: bigint) => {
    const key = keyOf(asset, party, 'any');
    gains.set(key, (gains.get(key) ?? 0n) + amount);
  };
  for (const { asset, from, amount = 0n, stakeableUntil, trust, isOwn } of payments)
    if (from) {
      for (const lock of ['any', stakeableUntil] as const) {
        const key = keyOf(asset, from, lock);
        const { locktime } = from;
        if (locktime >= (locks.get(key) ?? 0n)) locks.set(key, locktime);
      }
      const key = keyOf(asset, from, 'any');
      const isProven = trust === 'proven' && trusts.get(key) !== 'claimed';
      trusts.set(key, isOwn ? 'own' : isProven ? 'proven' : 'claimed');
      gain(asset, from, -amount);
    }
  for (const flow of flows)
    if (flow.to && isBack(flow)) gain(flow.asset, flow.to, flow.amount ?? 0n);
  return ({ to, asset, stakeableUntil }) => {
    const party = to as Party;
    if (stakeableUntil === undefined && changeOwner === exactParty(party)) return 'back';
    const latest = locks.get(keyOf(asset, party, stakeableUntil ?? 'any'));
    if (latest === undefined || party.locktime > latest) return 'unmeant';
    const key = keyOf(asset, party, 'any');
    const trust = trusts.get(key);
    if (trust === 'own') return 'back';
    if (trust === 'claimed') return 'unproven';
    return gains.get(key)! > 0n ? 'unmeant' : 'back';
  };
}

/** Takes what agrees out of both lists, then what agrees but for one thing; what is left is missing, or was not meant. */
function compareEntries(meant: readonly Entry[], found: readonly Entry[]): readonly Difference[] {
  const forAll = meant.find(({ asset }) => asset === everything);
  if (forAll) {
    const others = new Set(found.map(({ to }) => to).filter((to) => to !== forAll.to));
    return [...others].map((to) => ({
      kind: 'different',
      path: forAll.path,
      meant: forAll.to,
      found: to,
    }));
  }
  const differences: Difference[] = [];
  let wanted = meant;
  let rest = found;
  /** Pairs each that is left with the first one left of the same key; undefined has no pair. */
  const pair = (
    keyOf: (of: Entry) => readonly (string | null)[] | undefined,
    differ?: (m: Entry, f: Entry) => Difference,
    keyOfFound = keyOf,
  ) => {
    const byKey = new Map<string, Entry[]>();
    for (const entry of [...rest].reverse()) {
      const key = JSON.stringify(keyOfFound(entry));
      const list = byKey.get(key);
      if (list) list.push(entry);
      else byKey.set(key, [entry]);
    }
    const paired = new Set<Entry>();
    wanted = wanted.filter((m) => {
      const key = keyOf(m);
      const f = key && byKey.get(JSON.stringify(key))?.pop();
      if (!f) return true;
      paired.add(f);
      if (differ) differences.push(differ(m, f));
      return false;
    });
    rest = rest.filter((f) => !paired.has(f));
  };
  pair(({ asset, to, what }) => [asset, to, what]);
  pair(
    ({ asset, to, what }) => (what === null ? [asset, to] : undefined),
    undefined,
    ({ asset, to }) => [asset, to],
  );
  pair(
    ({ asset, to }) => [asset, to],
    (m, f) => ({ kind: 'different', path: `${m.path}.amount`, meant: m.what!, found: f.what! }),
  );
  pair(
    ({ asset, what }) => [asset, what],
    (m, f) => ({ kind: 'different', path: `${m.path}.to`, meant: m.to, found: f.to }),
  );
  const missing = wanted.map(
    ({ path, what, to }): Difference => ({
      kind: 'missing',
      path,
      meant: `${what ?? say('anything')} → ${to}`,
    }),
  );
  return [...differences, ...missing, ...rest.map(unmeant)];
}

/** What is burned beyond what anybody means. */
function lossOf(
  { why, amount = 0n, asset }: Flow,
  { assets }: Explanation,
  subject: Subject,
): readonly Difference[] {
  if (why === 'lost' || why === 'supply') {
    const found = `${messages[`why_${why}`]} ${amountText(amount, assets[asset]!)}`;
    return [{ kind: 'unmeant', path: '', found }];
  }
  const ceiling = feeCeiling(subject);
  return why === 'fee' && ceiling !== undefined && amount > ceiling
    ? [{ kind: 'different', path: 'options.maxFee', meant: String(ceiling), found: String(amount) }]
    : [];
}

/**
 * Limits of what a wallet may spend in a time, and the record of what it has spent.
 *
 * - Spent is what leaves the wallet: what others receive, and what is burned, the fee included. Change, stakes that return to the wallet, and
 *   exports to its own addresses do not count.
 * - It is recorded before anything is signed. It counts as long as it may still be accepted, and from its acceptance on for the time of the
 *   limit. What can never be accepted does not count: nor does what a payment was to spend of which the store has no record, because it was
 *   never signed.
 * - Limits come from the caller. The store has only what was spent, so that nobody who writes to it can raise a limit.
 * - A store that is new, lost or damaged does not say what was spent. Nor does an older copy, which the chain gives away: coins that it lists
 *   as the wallet's are spent. Every limit then counts as used up until a person resets it.
 */
import { idOf } from '../chain/ids.ts';
import type { AnyTx } from '../chain/tx.ts';
import { type Draft, type PolicyFinding, refused } from '../draft/draft.ts';
import { type AvalancheError, isError, within } from '../errors/error.ts';
import { parseAddress } from '../network/address.ts';
import { amountWithUnit } from '../network/amount.ts';
import type { Network } from '../network/network.ts';
import {
  type Argument,
  aListOf,
  anything,
  type Check,
  either,
  isA,
  optional,
  optionsOf,
  typed,
  wordOf,
} from '../schema/check.ts';
import { list } from '../schema/collection.ts';
import { bool, idText, string } from '../schema/leaf.ts';
import { uint32, uint64 } from '../schema/number.ts';
import { object } from '../schema/object.ts';
import type { Address } from '../state/owner.ts';
import type { UTXOState } from '../state/state.ts';
import { parseAccount } from '../text/account.ts';
import { bytesOf, type IDLike, idBytes } from '../text/given.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { formatJSON, parseJSON } from '../text/json.ts';
import { compareUint64, sumOf } from '../text/uint64.ts';
import { dateText, durationText } from '../text/words.ts';
import { type EffectsInput, effectsOf } from '../tx/effects.ts';
import { transferOutputOf, unlocked } from '../tx/output.ts';
import { consumedIDsOf, makesOf } from '../tx/parts.ts';
import type { AnyUTXO, Owners } from '../tx/types.ts';
import type { Account } from './account.ts';
import type { Coins } from './coins.ts';
import type { Nodes } from './nodes.ts';
import { sealed, unsealed } from './seal.ts';

/** Longest time of a limit: a longer one is milliseconds. */
const longest = 10n * 366n * 86_400n;

/** A limit of what leaves the wallet in a time. */
const spendingLimit = /* @__PURE__ */ (() =>
  optionsOf({
    /** The most that may leave within `per`, in the asset's smallest unit, nAVAX for AVAX. Fees and what is burned count. */
    amount: isA<bigint>('a bigint of at least 0', (of) => typeof of === 'bigint' && of >= 0n),
    /** The time in seconds, such as `days(1)`. It ends now: what was spent earlier no longer counts. */
    per: isA<bigint>(
      'a bigint of seconds, such as days(1)',
      (of) => typeof of === 'bigint' && of > 0n && of <= longest,
    ),
    /** The asset, as CB58 or 32 bytes; AVAX if omitted. Other assets are not limited by it. */
    assetID: optional(typed<IDLike>(anything)),
    /**
     * Whose receipts it limits: those of addresses (of any chain) and accounts (`0x…`) together, or those of `each` address by itself. What an
     * owner of several addresses receives counts for each of them. All that leaves if omitted.
     */
    to: optional(
      either(
        (of) => typeof of === 'string',
        wordOf('each'),
        typed<readonly Address[]>(aListOf(anything)),
      ),
    ),
  }))();
/** A limit of what leaves the wallet in a time: change and what goes to the wallet's own addresses do not count. */
export interface SpendingLimit extends Argument<typeof spendingLimit> {}

/** Limits, as an argument. */
export const spendingLimits: Check<readonly SpendingLimit[]> = /* @__PURE__ */ (() =>
  aListOf(spendingLimit))();

/** ID under which a store has what was spent: of no payment. */
export const spentID = 'avalanche-tx spent';
const format = 'avalanche-tx spent 2';

/** The first line of a record. */
const headSchema = /* @__PURE__ */ (() =>
  object({
    networkID: [uint32, 'Where it was spent.'],
    keep: [uint64, 'Seconds for which entries are kept: the longest time of a limit so far.'],
    since: [uint64, 'Unix seconds before which entries were dropped; 0 if none were.'],
    P: [string, 'Coins of the P-chain that nothing has spent.'],
    X: [string, 'Coins of the X-chain that nothing has spent.'],
  }))();
/** Each other line: what one transaction spends. */
const entrySchema = /* @__PURE__ */ (() =>
  object({
    id: [string, 'ID of the payment; empty once that is removed.'],
    index: [uint32, 'Which of its transactions.'],
    isSettled: [bool, 'Whether it is accepted or given up; if not, it may still be accepted.'],
    at: [uint64, 'Unix seconds when it was settled or recorded.'],
    parts: [
      list(
        object({
          assetID: [idText, 'CB58.'],
          amount: [uint64, 'Smallest units.'],
          to: [list(string), 'Addresses and accounts in hex; none for what is burned.'],
        }),
      ),
      'What leaves.',
    ],
  }))();
type Entry = ReturnType<typeof entrySchema.parse>;
type Part = Entry['parts'][number];
interface Ledger extends Omit<ReturnType<typeof headSchema.parse>, UTXOChain> {
  readonly P: readonly string[];
  readonly X: readonly string[];
  readonly entries: readonly Entry[];
}

/** The line of each entry: there may be thousands, of which one changes. */
const lines = /* @__PURE__ */ new WeakMap<Entry, string>();
function lineOf(entry: Entry): string {
  const line = lines.get(entry) ?? formatJSON(entrySchema.format(entry));
  lines.set(entry, line);
  return line;
}

const formatLedger = ({ entries, P, X, ...head }: Ledger): string => {
  const first = formatJSON(headSchema.format({ ...head, P: P.join(), X: X.join() }));
  return sealed(format, `${[first, ...entries.map(lineOf)].join('\n')}\n`);
};

function parseLedger(text: string): Ledger {
  const [first = '', ...rest] = unsealed(format, text).trimEnd().split('\n');
  const { P, X, ...head } = headSchema.parse(parseJSON(first));
  const names = (joined: string) => (joined === '' ? [] : joined.split(','));
  const entries = rest.map((line) => entrySchema.parse(parseJSON(line)));
  return { ...head, P: names(P), X: names(X), entries };
}

/** What leaves the wallet by a transaction. */
function partsOf(tx: EffectsInput, { isMine, accounts }: Account): readonly Part[] {
  const { produced, burned, accounts: changes } = effectsOf(tx);
  const own = new Set<string>(accounts);
  return merged([
    ...produced.flatMap(({ utxo, why }): Part[] => {
      const to = transferOutputOf(utxo);
      if (!to || why === 'mint' || isMine(to)) return [];
      return [part(utxo.assetID!, to.amount, to.addresses.map(formatHex))];
    }),
    ...burned.map(({ assetID, amount }) => part(assetID, amount, [])),
    ...changes.flatMap(({ address, assetID, delta }) =>
      delta > 0n && !own.has(address) ? [part(assetID, delta, [accountKey(address)])] : [],
    ),
  ]);
}
const part = (assetID: Uint8Array, amount: bigint, to: readonly string[]): Part => ({
  assetID: formatID(assetID),
  amount,
  to,
});
/** An account and an address of 20 equal bytes are different receivers. */
const accountKey = (account: string): string => `account ${account}`;

/** Adds up the parts that have the same asset and receivers. */
function merged(
  parts: readonly Part[],
  add: (a: bigint, b: bigint) => bigint = (a, b) => a + b,
): readonly Part[] {
  const all = new Map<string, Part>();
  for (const one of parts) {
    const key = `${one.assetID} ${one.to.join()}`;
    const before = all.get(key);
    all.set(key, before ? { ...one, amount: add(before.amount, one.amount) } : one);
  }
  return [...all.values()];
}
/** What leaves at most, if one of two transactions is accepted. */
const atMost = (a: readonly Part[], b: readonly Part[]): readonly Part[] =>
  merged([...a, ...b], (x, y) => (x > y ? x : y));

/**
 * Returns names of the coins that only this wallet can spend: enough of their IDs to tell them apart. Coins of a shared owner are not among
 * them: the others may pay with theirs.
 */
const ownIn = (
  utxos: readonly Pick<AnyUTXO, 'txID' | 'outputIndex' | 'output'>[],
  { isMine, shared }: Account,
): readonly string[] =>
  shared
    ? []
    : utxos.filter(({ output }) => isMine(unlocked(output) as unknown as Owners)).map(nameOf);
const nameOf = ({ txID, outputIndex }: Pick<AnyUTXO, 'txID' | 'outputIndex'>): string =>
  `${formatHex(txID.subarray(0, 12)).slice(2)} ${outputIndex}`;

/** What a limit counts, by itself: what one receiver gets, or what is burned. */
export type Leaving = Part;
/** Returns what leaves the wallet when an owner receives an amount. */
export const leavingTo = (
  {
    assetID,
    amount,
    owner,
  }: { readonly assetID: Uint8Array; readonly amount: bigint; readonly owner: Owners },
  { isMine }: Account,
): readonly Leaving[] =>
  isMine(owner) ? [] : [part(assetID, amount, owner.addresses.map(formatHex))];
/** Returns what leaves the wallet when an account of the C-chain receives AVAX. */
export const leavingToAccount = (
  address: Uint8Array,
  amount: bigint,
  { avaxAssetID }: Network,
): readonly Leaving[] => [part(avaxAssetID, amount, [accountKey(formatHex(address))])];

/** Who pays, and by which limits. */
export interface Spender {
  /** ID of the payment. */
  readonly id: string;
  readonly account: Account;
  readonly network: Network;
  /** The limits of the call and of the wallet. */
  readonly limits: readonly SpendingLimit[];
  readonly signal?: AbortSignal | undefined;
}

/** What a wallet has spent. */
export interface Spending {
  /**
   * Records what a transaction spends, before it is signed.
   * @param index Which transaction of the payment.
   * @throws {AvalancheError} `Refused`: more than a limit allows, or it is not known what was spent.
   */
  spend(of: Spender, draft: Draft, index: number): Promise<void>;
  /** Returns why `spend` would refuse a draft of a new payment. */
  refusalOf(of: Omit<Spender, 'id'>, draft: Draft): Promise<AvalancheError | undefined>;
  /** Returns for each of some new payments, each with a fee, why `spend` would refuse it alone. */
  refusalsOf(
    of: Omit<Spender, 'id'>,
    each: readonly (readonly Leaving[])[],
    fee: bigint,
  ): Promise<readonly (AvalancheError<'Refused'> | undefined)[]>;
  /** Returns for each of some payments in one transaction whether it fits with those before it that fit, and with the fee. */
  fit(
    of: Omit<Spender, 'id'>,
    each: readonly (readonly Leaving[])[],
    fee: bigint,
  ): Promise<readonly boolean[]>;
  /**
   * Notes that a transaction is accepted: what it spends counts from now on, and its change is a coin. A store that fails changes nothing.
   * @param index Which transaction of the payment.
   */
  settle(id: string, index: number, tx: AnyTx, account: Account): Promise<void>;
  /** Notes that a payment is given up: what it spends counts from now on. A store that fails changes nothing. */
  giveUp(id: string): Promise<void>;
  /** Forgets what a payment spends by transactions that can never be accepted. A store that fails changes nothing. */
  forget(id: string, from: number): Promise<void>;
  /**
   * Notes that the ID of a payment may be used again: what it has spent still counts, beside what is then paid.
   * @throws {AvalancheError} `StoreFailed`
   */
  remove(id: string): Promise<void>;
  /** Begins from zero, with what payments that are not finished may still spend. */
  reset(of: Omit<Spender, 'id' | 'limits'>, open: readonly OpenPayment[]): Promise<void>;
}

/** A payment that is not finished: for each step, the transactions of which one may still be accepted. */
export interface OpenPayment {
  readonly id: string;
  readonly steps: readonly (readonly EffectsInput[])[];
}

/** What a wallet gives to record what it spends. */
interface Storage {
  readonly coins: Coins;
  readonly nodes: Nodes;
  readonly now: () => bigint;
  readonly read: (id: string) => Promise<string | undefined>;
  readonly write: (id: string, record: string) => Promise<void>;
  /** Whether a payment is not finished. */
  readonly isOpen: (id: string) => boolean;
  /**
   * Returns how a payment ended that is not open: `none` if the store has no record of it, so that nothing of it was signed; undefined if
   * its record is not finished all the same.
   */
  readonly endOf: (id: string) => Promise<'none' | 'refused' | 'settled' | undefined>;
}

const chains = ['P', 'X'] as const;
type UTXOChain = (typeof chains)[number];
/** How often a node that lacks coins is asked again: it may be behind. */
const mostWaits = 5;
/** Seconds for which entries are kept at least. */
const leastKept = 86_400n;

/** Creates the record of what a wallet spends. It is read at the first payment. */
export function spendingOf({ coins, nodes, now, read, write, isOpen, endOf }: Storage): Spending {
  let ledger: Ledger | undefined;
  /** Why it is not known what was spent. */
  let unknown: string | undefined;
  let isRead = false;
  let isVerified = false;
  let last: Promise<unknown> = Promise.resolve();
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };

  const readOnce = async (): Promise<void> => {
    if (isRead) return;
    const text = await read(spentID);
    isRead = true;
    if (text === undefined) unknown = 'the store has no record of it: it is new, or was lost';
    else
      try {
        ledger = parseLedger(text);
      } catch (e) {
        if (!isError(e)) throw e;
        unknown = `its record cannot be read: ${e.detail}`;
      }
  };

  /** Returns the UTXOs that a node lists now. */
  const listedOn = async (
    chain: UTXOChain,
    { account, signal }: Pick<Spender, 'account' | 'signal'>,
  ): Promise<readonly AnyUTXO[]> => {
    const options = { evidence: false, ...(signal && { signal }) } as const;
    const { utxos } = await nodes.read<UTXOState>(
      chain,
      (node) =>
        chain === 'P'
          ? node.pchain.state(account.addresses, options)
          : node.xchain.state(account.addresses, options),
      signal ? { signal } : {},
    );
    return utxos;
  };

  /** Reads the record, and compares it with the chain once. */
  const known = async (of: Omit<Spender, 'id' | 'limits'>): Promise<Ledger | undefined> => {
    await readOnce();
    if (unknown !== undefined || !ledger) return undefined;
    if (ledger.networkID !== of.network.networkID)
      unknown = `its record is of network ${ledger.networkID}`;
    for (const chain of isVerified ? [] : chains)
      for (let waits = 0; unknown === undefined; waits++) {
        const listed = new Set(ownIn(await listedOn(chain, of), of.account));
        const gone = ledger[chain].filter((name) => !listed.has(name)).length;
        if (gone === 0) break;
        if (waits < mostWaits) await nodes.wait(500 * 2 ** waits, of.signal);
        else
          unknown = `${gone} of the coins that its record lists on the ${chain}-chain ${gone === 1 ? 'is' : 'are'} spent: it is an older copy, or another program pays with these keys`;
      }
    isVerified = true;
    if (unknown !== undefined) return undefined;
    const entries = await resolved(ledger.entries);
    if (entries !== ledger.entries) await save({ ...ledger, entries });
    return ledger;
  };

  /** Settles what payments spent, or drops it, if they ended and it could not be written: the process ended, or the store failed. */
  const resolved = async (entries: readonly Entry[]): Promise<readonly Entry[]> => {
    const isLeft = ({ id, isSettled }: Entry) => !isSettled && !isOpen(id);
    const ids = new Set(entries.filter(isLeft).map(({ id }) => id));
    if (ids.size === 0) return entries;
    const ends = new Map<string, Awaited<ReturnType<typeof endOf>>>();
    for (const id of ids) ends.set(id, await endOf(id));
    const all = entries.flatMap((one): readonly Entry[] => {
      const end = isLeft(one) ? ends.get(one.id) : undefined;
      if (end === undefined) return [one];
      // Of a payment that is refused, the last transaction can never be accepted; those before it are.
      const isLast = !entries.some(({ id, index }) => id === one.id && index > one.index);
      if (end === 'none' || (end === 'refused' && isLast)) return [];
      return [{ ...one, isSettled: true, at: now() }];
    });
    return [...ends.values()].every((end) => end === undefined) ? entries : all;
  };

  /** Writes what was spent, without what is too old for any limit. */
  const save = async (next: Ledger): Promise<void> => {
    const from = now() - next.keep;
    const entries = next.entries.filter((one) => one.at > from || !one.isSettled);
    const isPruned = entries.length < next.entries.length && from > next.since;
    const kept = { ...next, entries, ...(isPruned && { since: from }) };
    await write(spentID, formatLedger(kept));
    ledger = kept;
  };

  /** Returns what counts for each limit, but one entry; or why it is not known. */
  const usesOf = (
    found: Ledger | undefined,
    { network, limits }: Pick<Spender, 'network' | 'limits'>,
    except?: Entry,
  ): readonly Use[] | PolicyFinding => {
    if (limits.length === 0) return [];
    if (!found) return unknownFinding(unknown ?? '');
    const time = now();
    const entries = found.entries.filter((one) => one !== except);
    const recent = limits.find(({ per }) => found.since > time - per);
    if (recent) return unknownFinding(`it is recorded only since ${dateText(found.since)}`);
    return limits.map((limit, i) => ({
      limit: { ...limit, path: `limits[${i}]` },
      groups: within(['limits', i], () => groupsOf(limit, network)),
      counted: entries
        .map((one) => ({ ...one, until: one.isSettled ? one.at + limit.per : undefined }))
        .filter(({ until }) => until === undefined || until > time),
    }));
  };

  const findingsOf = (
    uses: readonly Use[] | PolicyFinding,
    { network }: Pick<Spender, 'network'>,
    parts: readonly Part[],
  ): readonly PolicyFinding[] => {
    if (!isKnown(uses)) return [uses];
    return uses.flatMap(({ limit, groups, counted }) => {
      const sums = counted.map(({ until, parts }) => ({ until, by: amountsBy(groups, parts) }));
      return [...amountsBy(groups, parts)].flatMap(([group, wanted]) =>
        exceeded(
          limit,
          network,
          wanted,
          sums.map(({ until, by }) => ({ until, amount: by.get(group) ?? 0n })),
        ),
      );
    });
  };

  /** Changes the record, if there is one. */
  const change = (changed: (found: Ledger) => Ledger | undefined): Promise<void> =>
    alone(async () => {
      try {
        await readOnce();
        const next = ledger && changed(ledger);
        if (next) await save(next);
      } catch (e) {
        // Then it counts too much or too early, for which no payment fails.
        if (!isError(e)) throw e;
      }
    });

  return {
    spend: (of, draft, index) =>
      alone(async () => {
        const { id, account, limits } = of;
        const found = await known(of);
        if (!found && limits.length === 0) return;
        const before = found?.entries.find(isPending(id, index));
        const parts = atMost(before?.parts ?? [], partsOf(draft, account));
        const findings = findingsOf(usesOf(found, of, before), of, parts);
        if (findings.length > 0 || !found) throw refused(findings);
        const spent = new Set(consumedIDsOf(draft.unsignedTx).map(nameOf));
        const listed = draft.chain === 'C' ? [] : coins.lastOn(draft.chain);
        const names = (chain: UTXOChain) =>
          (chain === draft.chain && listed.length > 0
            ? ownIn(coins.left(listed), account)
            : found[chain]
          ).filter((name) => !spent.has(name));
        await save({
          ...found,
          keep: [found.keep, ...limits.map(({ per }) => per)].reduce((a, b) => (a > b ? a : b)),
          entries: [
            ...found.entries.filter((one) => one !== before),
            { id, index, isSettled: false, at: now(), parts },
          ],
          P: names('P'),
          X: names('X'),
        });
      }),
    refusalOf: (of, draft) =>
      alone(async () => {
        if (of.limits.length === 0) return undefined;
        const uses = usesOf(await known(of), of);
        const findings = findingsOf(uses, of, partsOf(draft, of.account));
        return findings.length > 0 ? refused(findings) : undefined;
      }),
    refusalsOf: (of, each, fee) =>
      alone(async () => {
        if (of.limits.length === 0) return each.map(() => undefined);
        const uses = usesOf(await known(of), of);
        const burned = burnedPart(fee, of.network);
        const isFree = fitting(uses);
        return each.map((parts) => {
          const all = merged([...parts, ...burned]);
          if (isFree(all, false)) return undefined;
          return refused(findingsOf(uses, of, all)) as AvalancheError<'Refused'>;
        });
      }),
    fit: (of, each, fee) =>
      alone(async () => {
        if (of.limits.length === 0) return each.map(() => true);
        const takes = fitting(usesOf(await known(of), of));
        if (!takes(burnedPart(fee, of.network), true)) return each.map(() => false);
        return each.map((parts) => takes(parts, true));
      }),
    settle: (id, index, tx, account) =>
      change((found) => {
        const one = found.entries.find(isPending(id, index));
        if (!one) return undefined;
        const accepted = { ...one, isSettled: true, at: now() };
        const entries = found.entries.map((of) => (of === one ? accepted : of));
        if (tx.chain === 'C') return { ...found, entries };
        const made = ownIn(coins.left(keptBy(tx)), account);
        return { ...found, entries, [tx.chain]: [...found[tx.chain], ...made] };
      }),
    giveUp: (id) =>
      change((found) => ({
        ...found,
        entries: found.entries.map((one) =>
          one.id === id && !one.isSettled ? { ...one, isSettled: true, at: now() } : one,
        ),
      })),
    forget: (id, from) =>
      change((found) => {
        const entries = found.entries.filter(
          (one) => one.id !== id || one.isSettled || one.index < from,
        );
        return entries.length < found.entries.length ? { ...found, entries } : undefined;
      }),
    remove: (id) =>
      alone(async () => {
        await readOnce();
        if (!ledger?.entries.some((one) => one.id === id)) return;
        const removed = (one: Entry): Entry => ({
          ...one,
          id: '',
          ...(!one.isSettled && { isSettled: true, at: now() }),
        });
        const entries = await resolved(ledger.entries);
        await save({
          ...ledger,
          entries: entries.map((one) => (one.id === id ? removed(one) : one)),
        });
      }),
    reset: (of, open) =>
      alone(async () => {
        const [P, X] = await Promise.all(
          chains.map(async (chain) => ownIn(coins.left(await listedOn(chain, of)), of.account)),
        );
        // A payment that was recorded may not be signed yet.
        const recorded = ledger?.entries.filter(({ id }) => isOpen(id)) ?? [];
        const entries = open.flatMap(({ id, steps }) =>
          steps.flatMap((txs, index): Entry[] => {
            if (recorded.some((one) => one.id === id && one.index === index)) return [];
            const parts = txs.map((tx) => partsOf(tx, of.account)).reduce(atMost, []);
            return parts.length > 0 ? [{ id, index, isSettled: false, at: now(), parts }] : [];
          }),
        );
        const { networkID } = of.network;
        await save({
          networkID,
          keep: leastKept,
          since: 0n,
          entries: [...recorded, ...entries],
          P: P!,
          X: X!,
        });
        unknown = undefined;
        isRead = isVerified = true;
      }),
  };
}

/** Returns the UTXOs that a transaction creates on its chain. */
const keptBy = ({ bytes, unsignedTx }: AnyTx) =>
  makesOf(unsignedTx).flatMap(({ output, why }, outputIndex) =>
    why === 'output' ? [{ txID: idOf(bytes), outputIndex, output }] : [],
  );

const unknownFinding = (why: string): PolicyFinding => ({
  code: 'SpentUnknown',
  path: 'limits',
  detail: `it is not known what was spent, so that the limits count as used up: ${why}. Look at what was paid; resetLimits() then counts from zero`,
});

/** What counts for a limit. */
interface Use {
  readonly limit: SpendingLimit & { readonly path: string };
  readonly groups: Groups;
  readonly counted: readonly {
    readonly until: bigint | undefined;
    readonly parts: readonly Part[];
  }[];
}
const isKnown = (uses: readonly Use[] | PolicyFinding): uses is readonly Use[] =>
  Array.isArray(uses);
const isPending =
  (id: string, index: number) =>
  (one: Entry): boolean =>
    one.id === id && one.index === index && !one.isSettled;
const burnedPart = (fee: bigint, { avaxAssetID }: Network): readonly Part[] =>
  fee > 0n ? [part(avaxAssetID, fee, [])] : [];

/** Creates a function that tests whether parts fit into what limits leave, and takes them from that if they do. */
function fitting(
  uses: readonly Use[] | PolicyFinding,
): (parts: readonly Part[], isTaken: boolean) => boolean {
  if (!isKnown(uses)) return () => false;
  const used = uses.map(({ groups, counted }) =>
    amountsBy(
      groups,
      counted.flatMap(({ parts }) => parts),
    ),
  );
  return (parts, isTaken) => {
    const next = uses.map(({ limit, groups }, i) => ({
      before: used[i]!,
      amount: limit.amount,
      more: amountsBy(groups, parts),
    }));
    const fits = next.every(({ before, amount, more }) =>
      [...more].every(([group, units]) => (before.get(group) ?? 0n) + units <= amount),
    );
    if (fits && isTaken)
      for (const { before, more } of next)
        for (const [group, units] of more) before.set(group, (before.get(group) ?? 0n) + units);
    return fits;
  };
}

/** Returns the names of the amounts of a limit to which a part adds: one for all, or one for each receiver. */
type Groups = (part: Part) => readonly string[];

function groupsOf({ assetID, to }: SpendingLimit, network: Network): Groups {
  const id =
    assetID === undefined ? network.avaxAssetID : within(['assetID'], () => idBytes(assetID));
  const asset = formatID(id);
  if (to === undefined) return (one) => (one.assetID === asset ? ['all'] : []);
  if (to === 'each') return (one) => (one.assetID === asset ? one.to : []);
  const keys = new Set(
    to.map((address, i) => within(['to', i], () => receiverKey(address, network))),
  );
  return (one) => (one.assetID === asset && one.to.some((key) => keys.has(key)) ? ['all'] : []);
}

/** Adds up parts by group. */
function amountsBy(groups: Groups, parts: readonly Part[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const one of parts)
    for (const group of groups(one)) sums.set(group, (sums.get(group) ?? 0n) + one.amount);
  return sums;
}

function receiverKey(address: Address, network: Network): string {
  if (typeof address !== 'string') return formatHex(bytesOf(address, 20));
  if (address.startsWith('0x')) return accountKey(formatHex(parseAccount(address)));
  return formatHex(parseAddress(address, network).bytes);
}

/** Returns the finding for an amount that does not fit into a limit. */
function exceeded(
  { amount, per, assetID, to, path }: SpendingLimit & { readonly path: string },
  network: Network,
  wanted: bigint,
  counted: readonly { readonly until: bigint | undefined; readonly amount: bigint }[],
): readonly PolicyFinding[] {
  const used = sumOf(counted.map((one) => one.amount));
  const left = used < amount ? amount - used : 0n;
  if (wanted <= left) return [];
  const ending = counted
    .flatMap((one) => (one.until === undefined ? [] : [{ ...one, until: one.until }]))
    .sort((a, b) => compareUint64(a.until, b.until));
  let usedAfter = used;
  const fits = ending.find((one) => {
    usedAfter -= one.amount;
    return usedAfter + wanted <= amount;
  });
  const text = (units: bigint) =>
    amountWithUnit(units, assetID === undefined ? network.avaxAssetID : idBytes(assetID), network);
  const whose = to === undefined ? '' : to === 'each' ? ' to one receiver' : ' to these receivers';
  const when =
    wanted > amount
      ? ': more than the limit ever allows'
      : fits
        ? ` until ${dateText(fits.until)}, from when it fits`
        : ', the rest is for payments that may still be accepted: resume them first';
  return [
    {
      code: 'LimitReached',
      path,
      detail: `${text(wanted)} would leave${whose}, ${text(left)} of ${text(amount)} in ${durationText(per)} is left${when}`,
      left,
      ...(wanted <= amount && fits && { until: fits.until }),
    },
  ];
}

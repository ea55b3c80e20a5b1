/** What the edited code made so far: drafts, their signatures, and what became of the transactions. */
import type { AnyTx, Draft } from 'avalanche-tx';
import { explain, explainError, textOf } from 'avalanche-tx/explain';
import type { Testnode } from 'avalanche-tx/testnode';
import { limits, type Transaction } from '../model/messages.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** What the panels show of, and the node that they follow. */
export const record: {
  readonly txs: Map<string, Mutable<Transaction>>;
  /** Of all chains, in the order in which they were used. */
  readonly addresses: Set<string>;
  node: Testnode | undefined;
  /** A snapshot of the node as it was made. */
  start: number;
  isHeld: boolean;
  /** Called after each change. */
  onChange: () => void;
} = {
  txs: new Map(),
  addresses: new Set(),
  node: undefined,
  start: 0,
  isHeld: false,
  onChange: () => {},
};

/** The same for a draft and the transaction that it becomes, whose keys may stand in another order. */
const keyOf = (unsigned: unknown): string =>
  JSON.stringify(unsigned, (_, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`;
    if (value instanceof Uint8Array) return Array.from(value).join();
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });

/** Short keys for messages. */
const keys = new Map<string, string>();
function shortKeyOf(unsigned: unknown): string {
  const key = keyOf(unsigned);
  const short = keys.get(key) ?? String(keys.size + 1);
  keys.set(key, short);
  return short;
}

const cut = (text: string): string =>
  text.length <= limits.text ? text : `${text.slice(0, limits.text - 1)}…`;

function add(of: Transaction): void {
  const found = record.txs.get(of.key);
  // What was submitted is not a draft again because it is signed once more.
  const isLater = found && !['draft', 'signed'].includes(found.status);
  record.txs.set(of.key, isLater ? { ...of, ...found } : { ...found, ...of });
  for (const key of record.txs.keys()) {
    if (record.txs.size <= limits.transactions) break;
    record.txs.delete(key);
  }
  record.onChange();
}

/** Whatever goes wrong here is not the edited code's fault. */
function quietly(step: () => void): void {
  try {
    step();
  } catch {
    // The panels show less then.
  }
}

export const recordDraft = (draft: Draft): void =>
  quietly(() => {
    const said = explain(draft);
    const signatures = said.credentials.flatMap((of) => of.signatures);
    recordAddresses(said.flows.flatMap(({ to }) => to?.addresses ?? []));
    const needed = signatures.length;
    const signed = signatures.filter(({ status }) => status !== 'missing').length;
    add({
      key: shortKeyOf(draft.unsignedTx),
      chain: said.chain,
      type: said.type,
      title: cut(said.title),
      text: cut(textOf(said)),
      signed,
      needed,
      status: signed === needed ? 'signed' : 'draft',
      txID: undefined,
      height: undefined,
      reason: undefined,
    });
  });

export const recordTx = (tx: AnyTx, more: Partial<Transaction> = {}): void =>
  quietly(() => {
    const key = shortKeyOf(tx.unsignedTx);
    const before = record.txs.get(key);
    const network = record.node?.network;
    const said = explain(tx, network ? { network } : {});
    const signatures = said.credentials.flatMap((of) => of.signatures).length;
    const needed = Math.max(before?.needed ?? 0, signatures);
    add({
      key,
      chain: said.chain,
      type: said.type,
      title: before?.title ?? cut(said.title),
      text: before?.text ?? cut(textOf(said)),
      needed,
      signed: needed,
      status: 'signed',
      txID: tx.txID,
      height: undefined,
      reason: undefined,
      ...more,
    });
    const added = record.txs.get(key);
    if (added && more.status !== undefined) Object.assign(added, more);
  });

/** Of what a block has. */
export function recordAccepted(txID: string, height: string): void {
  for (const tx of record.txs.values())
    if (tx.txID === txID && tx.status !== 'accepted')
      Object.assign(tx, { status: 'accepted', height, reason: undefined });
}

export const recordRefused = (tx: AnyTx, reason: string): void =>
  recordTx(tx, { status: 'refused', reason: cut(reason) });

/** Addresses whose balances are shown: P-…, X-… and accounts of the C-chain. */
export function recordAddresses(found: readonly unknown[]): void {
  for (const address of found)
    if (
      typeof address === 'string' &&
      /^(?:[PX]-[a-z0-9]{1,20}1[a-z0-9]{38,60}|0x[0-9a-fA-F]{40})$/.test(address) &&
      record.addresses.size < limits.balances
    )
      record.addresses.add(address);
  record.onChange();
}

export const explained = (e: unknown): string => cut(explainError(e));

/** Stores UTXOs by id and by address, for the ledgers and for `getUTXOs`. */
import type { Store } from '../history/ledger.ts';
import { compareBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import type { AnyUTXO } from '../tx/types.ts';
import { type Journal, record } from './journal.ts';

/** A UTXO in the list of one of its addresses. */
interface Link {
  readonly of: Entry;
  readonly address: string;
  newer: Link | undefined;
  older: Link | undefined;
}

interface Entry {
  /** CB58 of the id. */
  readonly id: string;
  readonly utxo: AnyUTXO;
  /** Counts up with each UTXO: dumps are in this order. */
  readonly order: number;
  readonly places: Link[];
}

/** The UTXOs of a chain, or those that one chain exported to another. A ledger writes to it as to a `Map`. */
export interface UTXOSet<U extends AnyUTXO = AnyUTXO> extends Store<U> {
  readonly size: () => number;
  /** All UTXOs, oldest first, with the CB58 of their ids. */
  readonly entries: () => readonly (readonly [id: string, utxo: U])[];
  /** The UTXOs of an address, newest first, as a node lists them. See `page`. */
  readonly ofAddress: (
    address: Uint8Array,
    from?: string,
  ) => Iterable<readonly [id: string, utxo: U]>;
}

/** The addresses that own a UTXO. */
export function ownersOf({ output }: AnyUTXO): readonly Uint8Array[] {
  const inner = output.type === 'stakeable.LockOut' ? output.output : output;
  return 'addresses' in inner ? inner.addresses : [];
}

/** Makes an empty set of UTXOs whose changes a journal records. */
export function newUTXOSet<U extends AnyUTXO>(journal: Journal): UTXOSet<U> {
  const all = new Map<string, Entry>();
  const newest = new Map<string, Link>();
  let order = 0;
  const link = (place: Link): void => {
    const { address, newer, older } = place;
    if (newer) newer.older = place;
    else newest.set(address, place);
    if (older) older.newer = place;
  };
  const unlink = ({ address, newer, older }: Link): void => {
    if (newer) newer.older = older;
    else if (older) newest.set(address, older);
    else newest.delete(address);
    if (older) older.newer = newer;
  };
  const insert = (entry: Entry): void => {
    all.set(entry.id, entry);
    entry.places.forEach(link);
    record(journal, () => remove(entry));
  };
  const remove = (entry: Entry): void => {
    all.delete(entry.id);
    entry.places.toReversed().forEach(unlink);
    // In reverse order every place finds the neighbours that it had.
    record(journal, () => insert(entry));
  };
  const set = (id: string, utxo: U): void => {
    const had = all.get(id);
    if (had) remove(had);
    const entry: Entry = { id, utxo, order: order++, places: [] };
    for (const address of new Set(ownersOf(utxo).map(formatHex)))
      entry.places.push({ of: entry, address, newer: undefined, older: newest.get(address) });
    insert(entry);
  };
  return {
    get: (id) => all.get(id)?.utxo as U | undefined,
    set,
    delete: (id) => {
      const had = all.get(id);
      if (had) remove(had);
    },
    size: () => all.size,
    entries: () =>
      [...all.values()].sort((a, b) => a.order - b.order).map(({ id, utxo }) => [id, utxo as U]),
    *ofAddress(address, from) {
      const key = formatHex(address);
      const start = from === undefined ? undefined : all.get(from);
      let place = start?.places.find((place) => place.address === key) ?? newest.get(key);
      for (; place; place = place.older) yield [place.of.id, place.of.utxo as U];
    },
  };
}

/** Where a page of UTXOs ends, and the next one begins. */
export interface Cursor {
  readonly address: Uint8Array;
  /** CB58 of the UTXO's id; undefined before the first. */
  readonly utxo: string | undefined;
}

/** One page. */
export interface UTXOPage<U extends AnyUTXO = AnyUTXO> {
  readonly utxos: readonly U[];
  readonly end: Cursor;
}

/**
 * Returns a page of UTXOs as a node does: addresses in byte order, and for each the newest UTXO first.
 * Source: avalanchego `vms/components/avax/utxo_fetching.go` `GetPaginatedUTXOs`, `chains/atomic/state.go`
 * `getKeys`.
 * @param inclusive Whether the page includes the UTXO of the cursor, as pages of exported UTXOs do.
 */
export function page<U extends AnyUTXO>(
  set: UTXOSet<U>,
  addresses: readonly Uint8Array[],
  range: { readonly start: Cursor; readonly limit: number; readonly inclusive: boolean },
): UTXOPage<U> {
  const { start, limit, inclusive } = range;
  const found = new Map<string, U>();
  let end = start;
  const unique = new Map(addresses.map((address) => [formatHex(address), address]));
  for (const address of [...unique.values()].sort(compareBytes)) {
    const order = compareBytes(address, start.address);
    if (order < 0) continue;
    const from = order === 0 ? start.utxo : undefined;
    // A node keeps the last UTXO of the address before if this address has none.
    end = { address, utxo: inclusive ? from : end.utxo };
    // The node looks at no more of an address than the page may have.
    let looked = 0;
    for (const [id, utxo] of set.ofAddress(address, from)) {
      if (!inclusive && id === from) continue;
      if (!inclusive && looked++ >= limit) break;
      end = { address, utxo: id };
      found.set(id, utxo);
      if (found.size >= limit) return { utxos: [...found.values()], end };
    }
  }
  return { utxos: [...found.values()], end };
}

/**
 * The state of a chain: how far it is read, its parts, and its ledger, in a LevelDB of its own. All of it changes with a part, in one
 * batch that is on the disk when `commit` returns, or not at all. What is written is what changed.
 *
 * Design rationale
 * - LevelDB, as the node itself uses: batches are atomic, reads are synchronous (the ledger's are), one process at a time has it open (a
 *   lock of the system, which a stopped process keeps), and it installs without a compiler. Beside LMDB it took a quarter of the disk and
 *   four fifths of the writes.
 * - Only UTXOs are read from the disk when they are needed. The other stores of the ledger are small: they are in memory.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AvalancheError, decode, encode, type Network, type Type } from 'avalanche-tx';
import {
  createLedger,
  type PLedger,
  type PStores,
  type Store,
  type XLedger,
} from 'avalanche-tx/history';
import { UTXO as PUTXO } from 'avalanche-tx/pchain';
import { UTXO as XUTXO } from 'avalanche-tx/xchain';
import { ClassicLevel } from 'classic-level';
import { IOError } from '../../shared/failures.ts';
import { formats } from './formats.ts';
import { byFirst, type Part } from './part.ts';
import { fromText, toText } from './plain.ts';
import type { Row } from './tables.ts';

type PLedgerUTXO = PUTXO | XUTXO;

type Database = ClassicLevel<string, Uint8Array>;

/** How far the containers of an index are read. */
export interface Position {
  /** The next container. */
  readonly next: bigint;
  /** Id of the container before; empty at the start. */
  readonly lastID: string;
}

/** How far a chain is read. */
export interface Progress {
  readonly feeds: { readonly [feed: string]: Position };
  /** Id of the last block; null at the start, and while X has vertices. */
  readonly lastBlock: string | null;
  /** The last row of blocks. */
  readonly height: bigint;
  readonly time: bigint | null;
}

const atStart: Progress = { feeds: {}, lastBlock: null, height: 0n, time: null };

/** A change of a store that is not in the database yet; null if the entry was deleted. */
type Change = readonly [store: string, key: string, value: Uint8Array | null];

/** UTXOs: those that changed since the last commit in memory, all others in the database. */
class UTXOs<U> implements Store<U> {
  readonly #db: Database;
  readonly #type: Type<U>;
  readonly #changed = new Map<string, U | undefined>();
  /** Those of them that are not in the database. */
  readonly #fresh = new Set<string>();
  constructor(db: Database, type: Type<U>) {
    this.#db = db;
    this.#type = type;
  }

  get(key: string): U | undefined {
    if (this.#changed.has(key)) return this.#changed.get(key);
    const found = this.#db.getSync(`utxos/${key}`);
    return found && decode(this.#type, found);
  }

  set(key: string, value: U): void {
    if (!this.#changed.has(key)) this.#fresh.add(key);
    this.#changed.set(key, value);
  }

  delete(key: string): void {
    if (this.#fresh.delete(key)) this.#changed.delete(key);
    else this.#changed.set(key, undefined);
  }

  *changes(): Generator<Change> {
    for (const [key, value] of this.#changed)
      yield ['utxos', key, value === undefined ? null : encode(this.#type, value)];
  }

  /** Forgets what changed: it is in the database now. */
  settle(): void {
    this.#changed.clear();
    this.#fresh.clear();
  }
}

/** A store in memory that notes what changes. */
class Kept<V> extends Map<string, V> {
  readonly dirty = new Set<string>();

  override set(key: string, value: V): this {
    this.dirty.add(key);
    return super.set(key, value);
  }

  override delete(key: string): boolean {
    this.dirty.add(key);
    return super.delete(key);
  }

  /** Adds an entry that is in the database. */
  load(key: string, value: V): void {
    super.set(key, value);
  }

  *changes(store: string): Generator<Change> {
    for (const key of this.dirty) {
      const value = this.get(key);
      yield [store, key, value === undefined ? null : Buffer.from(toText(value))];
    }
  }
}

type KeptStore = Exclude<keyof PStores, 'utxos'>;
/** The stores of a ledger besides its UTXOs: all of them, as the compiler sees to. */
const keptStores = Object.keys({
  current: true,
  pending: true,
  l1Validators: true,
  subnets: true,
  blockchains: true,
  supplies: true,
} satisfies { readonly [S in KeptStore]: true }) as readonly KeptStore[];

/** The values of a ledger that are in no store. */
const headOf = ({ network: _, chain: __, ...ledger }: PLedger | XLedger): object => {
  const rest: Record<string, unknown> = { ...ledger };
  for (const store of ['utxos', ...keptStores]) delete rest[store];
  return rest;
};

const damaged = (chain: string, why: string): AvalancheError =>
  new AvalancheError(
    'StoreFailed',
    `the state of ${chain} cannot be used: ${why}. avalanche-index repair makes it again from the tables`,
    { operation: 'read', reason: 'EIO' },
  );

const missing = (chain: string, path: string): AvalancheError =>
  new AvalancheError(
    'StoreFailed',
    `the state of ${chain} is missing: avalanche-index repair makes it again from the tables`,
    { operation: 'read', path, reason: 'ENOENT' },
  );

/** What is kept of a chain. */
export class ChainState {
  readonly #db: Database;
  readonly #chain: string;
  readonly #utxos: UTXOs<never>;
  readonly #kept: { readonly [S in KeptStore]: Kept<never> };
  progress: Progress = atStart;
  /** In the order of their containers. */
  parts: readonly Part[] = [];
  /** Parts that were merged, with the time in milliseconds. */
  replaced: ReadonlyMap<string, number> = new Map();
  /** Absent if reading did not begin at the genesis. */
  ledger: PLedger | XLedger | undefined;

  private constructor(db: Database, chain: string) {
    this.#db = db;
    this.#chain = chain;
    this.#utxos = new UTXOs(db, (chain === 'P' ? PUTXO : XUTXO) as Type<never>);
    this.#kept = Object.fromEntries(keptStores.map((name) => [name, new Kept()])) as never;
  }

  /**
   * Opens the state of a chain.
   * @param how.create Whether to begin one if there is none, or one that was never written to.
   * @throws {AvalancheError} `InUse`: another process has it open; `StoreFailed`: it is damaged or missing; `BadVersion`.
   */
  static async open(
    path: string,
    chain: 'P' | 'X' | 'C',
    { network, create }: { readonly network: Network; readonly create: boolean },
  ): Promise<ChainState> {
    // LevelDB writes CURRENT last: without it, a process was stopped while it made the database.
    const exists = existsSync(join(path, 'CURRENT'));
    if (!exists && !create) throw missing(chain, path);
    if (!exists) rmSync(path, { recursive: true, force: true });
    const db: Database = new ClassicLevel(path, {
      keyEncoding: 'utf8',
      valueEncoding: 'view',
      createIfMissing: create,
    });
    try {
      await db.open();
    } catch (e) {
      const { cause } = e as { readonly cause?: { readonly code?: string } };
      if (cause?.code === 'LEVEL_LOCKED')
        throw new AvalancheError('InUse', `another process uses ${path}`);
      throw damaged(chain, (cause as Error | undefined)?.message ?? String(e));
    }
    try {
      const state = new ChainState(db, chain);
      if ((await db.keys({ limit: 1 }).all()).length > 0) {
        await state.#load(network);
        return state;
      }
      if (!create) throw missing(chain, path);
      await db.batch([{ type: 'put', key: 'format', value: Buffer.from(formats.state) }], {
        sync: true,
      });
      return state;
    } catch (e) {
      await db.close();
      throw e;
    }
  }

  async #load(network: Network): Promise<void> {
    const format = this.#db.getSync('format');
    const found = format ? Buffer.from(format).toString() : 'none';
    if (found !== formats.state)
      throw new AvalancheError(
        'BadVersion',
        `the state has format ${found}, this version reads ${formats.state}: use the version of avalanche-index that wrote it, or repair`,
        { version: 0 },
      );
    const text = this.#db.getSync('progress');
    if (text) this.progress = fromText(Buffer.from(text).toString());
    const parts: Part[] = [];
    for await (const [, value] of this.#list('part')) parts.push(fromText(value));
    this.parts = parts.sort(byFirst);
    const replaced = new Map<string, number>();
    for await (const [key, value] of this.#list('replaced')) replaced.set(key, Number(value));
    this.replaced = replaced;
    const head = this.#db.getSync('ledger');
    if (!head) return;
    for (const store of keptStores)
      for await (const [key, value] of this.#list(store))
        this.#kept[store].load(key, fromText(value) as never);
    this.ledger = {
      chain: this.#chain,
      network,
      ...fromText<object>(Buffer.from(head).toString()),
      ...this.#stores(),
    } as PLedger | XLedger;
  }

  async *#list(store: string): AsyncGenerator<readonly [string, string]> {
    const range = { gte: `${store}/`, lt: `${store}0` };
    for await (const [key, value] of this.#db.iterator(range))
      yield [key.slice(store.length + 1), Buffer.from(value).toString()];
  }

  #stores(): Partial<PStores> {
    const utxos = this.#utxos as Store<never>;
    return this.#chain === 'P' ? { utxos, ...this.#kept } : { utxos };
  }

  /** Begins the ledger with the genesis. */
  begin(genesis: Uint8Array, network: Network): void {
    const stores = this.#stores();
    this.ledger =
      this.#chain === 'P'
        ? createLedger(genesis, { chain: 'P', network, stores })
        : createLedger(genesis, { chain: 'X', network, stores: stores as object });
  }

  /** What changed in the ledger since the last commit. */
  changes(): readonly Row<'ledger'>[] {
    if (!this.ledger) return [];
    const changed: Change[] = [...this.#utxos.changes()];
    for (const store of keptStores) changed.push(...this.#kept[store].changes(store));
    changed.push(['ledger', '', Buffer.from(toText(headOf(this.ledger)))]);
    return changed.map(([store, key, value]) => ({ store, key, value }));
  }

  /**
   * Writes a part, what changed in the ledger with it, and how far the chain is read.
   * @param changes As `changes` returns them.
   */
  async commit(part: Part, progress: Progress, changes: readonly Row<'ledger'>[]): Promise<void> {
    await this.#write([
      put(`part/${part.name}`, toText(part)),
      put('progress', toText(progress)),
      ...changes.map(entry),
    ]);
    this.#utxos.settle();
    for (const store of keptStores) this.#kept[store].dirty.clear();
    this.parts = [...this.parts, part];
    this.progress = progress;
  }

  /** Puts one part into the place of several. */
  async replace(old: readonly Part[], merged: Part): Promise<void> {
    const now = Date.now();
    await this.#write([
      ...old.flatMap(({ name }) => [remove(`part/${name}`), put(`replaced/${name}`, String(now))]),
      put(`part/${merged.name}`, toText(merged)),
    ]);
    this.parts = [...this.parts.filter((of) => !old.includes(of)), merged].sort(byFirst);
    this.replaced = new Map([...this.replaced, ...old.map(({ name }) => [name, now] as const)]);
  }

  /** Forgets a part that was replaced. */
  async forget(name: string): Promise<void> {
    await this.#write([remove(`replaced/${name}`)]);
    const replaced = new Map(this.replaced);
    replaced.delete(name);
    this.replaced = replaced;
  }

  /** Writes entries of the ledger as a part has them: for `repair`. */
  restore(rows: readonly Row<'ledger'>[]): Promise<void> {
    return this.#write(rows.map(entry));
  }

  /** The UTXOs of the ledger. */
  async *utxos(): AsyncGenerator<PLedgerUTXO> {
    const type = (this.#chain === 'P' ? PUTXO : XUTXO) as Type<PLedgerUTXO>;
    for await (const value of this.#db.values({ gte: 'utxos/', lt: 'utxos0' }))
      yield decode(type, value);
  }

  async #write(batch: readonly Step[]): Promise<void> {
    try {
      await this.#db.batch(batch as Step[], { sync: true });
    } catch (e) {
      const { cause = e } = e as { readonly cause?: unknown };
      throw new IOError(`the state of ${this.#chain} cannot be written`, cause as Error);
    }
  }

  close(): Promise<void> {
    return this.#db.close();
  }
}

type Step =
  | { readonly type: 'put'; readonly key: string; readonly value: Uint8Array }
  | { readonly type: 'del'; readonly key: string };

const put = (key: string, text: string): Step => ({ type: 'put', key, value: Buffer.from(text) });
const remove = (key: string): Step => ({ type: 'del', key });

/** The ledger's own values have no key. */
const entry = ({ store, key, value }: Row<'ledger'>): Step => {
  const at = key === '' ? store : `${store}/${key}`;
  return value === null ? remove(at) : { type: 'put', key: at, value };
};

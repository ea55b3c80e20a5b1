/** Indexes one chain: reads its containers in order, and writes them as parts with the ledger after each. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AvalancheError, type ChainName, isError, type Network } from 'avalanche-tx';
import { openContainer } from 'avalanche-tx/blocks';
import { onDisk } from './disk.ts';
import type { Container, Feed, Source } from './feed.ts';
import {
  byFirst,
  damagedPart,
  fileOf,
  mergeParts,
  type Part,
  partsFolder,
  readPart,
  writePart,
} from './part.ts';
import { addContainer, addGenesis, headOf, Names, type Reading } from './rows.ts';
import { ChainState, type Position, type Progress } from './state.ts';
import { emptyRows, fileNames, type Rows } from './tables.ts';

/** What to read of a chain, and where to write it. */
export interface ChainOptions {
  readonly out: string;
  readonly chain: ChainName;
  readonly network: Network;
  /** Absent without a ledger. */
  readonly genesis: Uint8Array | undefined;
  /** The first container; the last one, or as far as the node is. */
  readonly from: bigint;
  readonly to: bigint | undefined;
  readonly follow: boolean;
  /** Whether to write bytes of containers and transactions. */
  readonly bytes: boolean;
  /** The most containers in a part, and the most seconds that the first of them waits when the node has no more. */
  readonly partition: number;
  readonly every: number;
  /** Milliseconds between two looks at the end of an index, and before an attempt after a failure. */
  readonly interval: number;
  readonly pause: number;
  readonly signal: AbortSignal;
  readonly on: (event: ChainEvent) => void | Promise<void>;
}

/** What happens to a chain. */
export type ChainEvent =
  /** The parts that are whole now, and how far they reach. */
  | {
      readonly kind: 'parts';
      readonly chain: ChainName;
      readonly parts: readonly string[];
      readonly progress: Progress;
    }
  /** Containers that are read, and how many the node has. */
  | {
      readonly kind: 'read';
      readonly chain: ChainName;
      readonly feed: string;
      readonly next: bigint;
      readonly of: bigint;
      readonly bytes: number;
    }
  /** Why nothing comes now; undefined when it goes on. */
  | { readonly kind: 'waiting'; readonly chain: ChainName; readonly why: string | undefined };

/** A part ends with these bytes of containers at the latest: its rows are in memory, some ten times as large. */
const partBytes = 4 << 20;
/** Merged are this many parts of one level in a row, unless their files are as large as queries need. */
const mergedParts = 16;
const enoughBytes = 64 << 20;
/** Milliseconds for which files stay that a merge replaced: a query that began before may read them. */
const replacedStay = 3_600_000;
/** What an index that began late does not have. */
const first = 'first block';
/** How often doubtful data is asked for again. */
const rounds = 3;
const attempts = 5;

/** An error of what a node returned, which another attempt or another node may not give. */
class Doubtful {
  readonly error: AvalancheError;
  constructor(error: AvalancheError) {
    this.error = error;
  }
}

/** Errors that no other reply would change. */
const lasting: ReadonlySet<string> = new Set(['InUse', 'StoreFailed', 'BadVersion', 'Unsupported']);

/**
 * Indexes a chain until it is done, interrupted, or a person has to decide.
 * @param nodes The first is asked; the others if it fails, or returns what cannot be used.
 * @throws {AvalancheError} `Mismatch`: the nodes have another history; `Inconsistent`: what they return cannot be used, or they have less
 *   than was read; as the client, unless it follows; `StoreFailed`, `InUse`.
 */
export async function indexChain(
  nodes: readonly Source[],
  options: ChainOptions,
): Promise<Progress> {
  const state = await openState(options);
  try {
    return await new Run(nodes, options, state).toEnd();
  } finally {
    await state.close();
  }
}

export const statePath = (out: string, chain: ChainName): string => join(out, 'state', chain);

/** The names of the folders with parts of a chain. */
export const partNames = (out: string, chain: ChainName): readonly string[] =>
  existsSync(partsFolder(out))
    ? readdirSync(partsFolder(out)).filter((name) => name.startsWith(`${chain}-`))
    : [];

/** Opens the state of a chain, and removes what a run left that was killed. */
async function openState({ out, chain, network, genesis }: ChainOptions): Promise<ChainState> {
  const path = statePath(out, chain);
  const names = partNames(out, chain);
  const create = !names.some((name) => readPart(out, name));
  const state = await ChainState.open(path, chain, { network, create });
  try {
    verifyParts(out, state.parts);
    const known = new Set([...state.parts.map(({ name }) => name), ...state.replaced.keys()]);
    for (const name of names)
      if (!known.has(name)) rmSync(join(partsFolder(out), name), { recursive: true });
    if (state.parts.length === 0 && genesis && chain !== 'C') state.begin(genesis, network);
    return state;
  } catch (e) {
    await state.close();
    throw e;
  }
}

/**
 * Checks that the files of parts are there, with their lengths.
 * @throws {AvalancheError} `StoreFailed`.
 */
function verifyParts(out: string, parts: readonly Part[]): void {
  for (const part of parts) {
    const bytes = fileNames.reduce((sum, file) => {
      const found = statSync(fileOf(out, part, file), { throwIfNoEntry: false });
      return sum + (found?.size ?? Number.NaN);
    }, 0);
    if (bytes !== part.bytes) throw damagedPart(out, part);
  }
}

class Run {
  readonly #nodes: readonly Source[];
  readonly #options: ChainOptions;
  readonly #state: ChainState;
  readonly #reading: Reading;
  /** Rows that are in no part yet, of the containers from `#first` on. */
  #rows: Rows = emptyRows();
  #feed: Feed | undefined;
  #first = 0n;
  #at: Position = { next: 0n, lastID: '' };
  #since = 0;
  /** Bytes of containers: all, and those that are in parts. */
  #bytes = 0;
  #bytesBefore = 0;
  /** The node that is asked. */
  #node = 0;
  /** Whether the node was seen to have the last container. */
  #isSame = false;

  constructor(nodes: readonly Source[], options: ChainOptions, state: ChainState) {
    const { chain, network, bytes } = options;
    this.#nodes = nodes;
    this.#options = options;
    this.#state = state;
    this.#reading = {
      chain,
      network,
      ledger: state.ledger,
      lastBlock: state.progress.lastBlock ?? undefined,
      bytes,
      names: new Names(chain, network),
    };
  }

  get #source(): Source {
    return this.#nodes[this.#node % this.#nodes.length]!;
  }

  async toEnd(): Promise<Progress> {
    const { signal, follow, interval, on, chain } = this.#options;
    await this.#tell();
    let failures = 0;
    let before = -1n;
    while (!signal.aborted)
      try {
        const isAtEnd = await this.#readOn();
        if (failures > 0) await on({ kind: 'waiting', chain, why: undefined });
        failures = 0;
        if (isAtEnd && !follow) break;
        if (isAtEnd) await pause(interval, signal);
      } catch (e) {
        if (signal.aborted) break;
        const error = e instanceof Doubtful ? e.error : e;
        this.#isSame = false;
        failures = this.#at.next === before ? failures + 1 : 1;
        before = this.#at.next;
        const isLasting =
          !isError(error) ||
          lasting.has(error.code) ||
          (isError(error, 'Mismatch') && !(e instanceof Doubtful));
        if (isLasting || (!follow && failures >= (e instanceof Doubtful ? 1 : attempts))) {
          // What is read is kept, unless it is the disk that failed.
          if (isError(error) && !lasting.has(error.code)) await this.#commit();
          throw error;
        }
        this.#node++;
        await on({ kind: 'waiting', chain, why: error.message });
        await pause(Math.min(this.#options.pause * 2 ** (failures - 1), 60_000), signal);
      }
    await this.#commit();
    return this.#state.progress;
  }

  /** Reads as far as the node is. @returns Whether there is no more now. */
  async #readOn(): Promise<boolean> {
    const { signal, to, from, follow } = this.#options;
    const node = this.#source;
    const feeds = (this.#feeds ??= await node.feedsOf(this.#options.chain, signal));
    for (const feed of feeds) {
      const at = this.#positionIn(feed) ?? { next: from, lastID: '' };
      if (feed.length !== undefined && at.next >= feed.length) continue;
      if (this.#feed?.name !== feed.name) {
        await this.#commit();
        this.#feed = feed;
        this.#at = at;
        this.#first = at.next;
      }
      const count = await node.countOf(feed, signal);
      await this.#verifySame(node, feed, count);
      const end = to !== undefined && to + 1n < count ? to + 1n : count;
      for await (const page of node.containersOf(feed, this.#at.next, end, signal)) {
        for (const container of page) {
          if (signal.aborted) return true;
          await this.#add(feed, container);
          if (this.#isFull) await this.#commit();
        }
        await this.#report(end);
        if (follow && this.#isDue) await this.#commit();
      }
      await this.#report(end);
      if (this.#at.next < end) return false;
    }
    if (follow && this.#isDue) await this.#commit();
    return true;
  }
  #feeds: readonly Feed[] | undefined;

  get #isFull(): boolean {
    return (
      Number(this.#at.next - this.#first) >= this.#options.partition ||
      this.#bytes - this.#bytesBefore >= partBytes
    );
  }

  get #isDue(): boolean {
    return performance.now() - this.#since >= this.#options.every * 1000;
  }

  #positionIn(feed: Feed): Position | undefined {
    return this.#feed?.name === feed.name ? this.#at : this.#state.progress.feeds[feed.name];
  }

  /**
   * Checks that the node has the last container that was read.
   * @throws {AvalancheError} `Mismatch`: it has another one, and so have the other nodes; `Inconsistent`: it has fewer.
   */
  async #verifySame(node: Source, feed: Feed, count: bigint): Promise<void> {
    const { next, lastID } = this.#at;
    if (next === 0n || lastID === '') return;
    if (count < next)
      throw new AvalancheError(
        'Inconsistent',
        `the node has ${count} containers of ${feed.name}, ${next} are read: it has not caught up`,
      );
    if (this.#isSame) return;
    const { id } = await node.containerAt(feed, next - 1n, this.#options.signal);
    if (id !== lastID) {
      const error = new AvalancheError(
        'Mismatch',
        `container ${next - 1n} of ${feed.name} is ${lastID} in the folder and ${id} at the node: it is of another network, or has another history. Use the node from before, or another folder`,
        { found: id, expected: lastID },
      );
      if (++this.#others < this.#nodes.length) throw new Doubtful(error);
      throw error;
    }
    this.#others = 0;
    this.#isSame = true;
  }
  /** Nodes in a row that have another history. */
  #others = 0;

  /** Adds a container. What cannot be used is asked for again, from every node. */
  async #add(feed: Feed, given: Container): Promise<void> {
    const nodes = this.#nodes;
    const { signal, pause: wait } = this.#options;
    if (this.#isNewPart) this.#beginPart();
    let container = given;
    for (let asked = 0; ; asked++) {
      let reason: unknown;
      try {
        this.#verifyFirst(feed, container);
        addContainer(this.#rows, this.#reading, container);
        break;
      } catch (e) {
        if (!isError(e)) throw e;
        reason = e;
      }
      if (asked === rounds * nodes.length) {
        if (isError(reason, 'MissingState') && reason.context.what === first) throw reason;
        throw new Doubtful(this.#unusable(feed, container, reason as AvalancheError));
      }
      if (asked >= nodes.length) await pause(wait, signal);
      const again = nodes[asked % nodes.length]!.containerAt(feed, this.#at.next, signal);
      container = await again.catch((e: unknown) => {
        if (isError(e)) return container;
        throw e;
      });
    }
    this.#at = { next: this.#at.next + 1n, lastID: container.id };
    this.#bytes += container.bytes.length;
  }

  get #isNewPart(): boolean {
    return (
      this.#at.next === this.#first && fileNames.every((file) => this.#rows[file].length === 0)
    );
  }

  #beginPart(): void {
    const { genesis, from } = this.#options;
    this.#since = performance.now();
    if (genesis && from === 0n && this.#state.parts.length === 0)
      addGenesis(this.#rows, this.#reading, genesis);
  }

  /** @throws {AvalancheError} `MissingState`: the index of the node does not begin with the first block. */
  #verifyFirst({ name }: Feed, { index, bytes }: Container): void {
    if (
      index !== 0n ||
      this.#at.next !== 0n ||
      name === 'X/tx' ||
      'X/tx' in this.#state.progress.feeds
    )
      return;
    const { chain, network } = this.#options;
    const block = headOf(openContainer(bytes, { chain, network }));
    if (block?.height === 1n) return;
    throw new AvalancheError(
      'MissingState',
      `the index of the node begins with block ${block?.height}, not with the first one: it was not enabled from the beginning. Use a node that was bootstrapped with --index-enabled`,
      { what: first },
    );
  }

  #unusable(feed: Feed, { id }: Container, { code, message }: AvalancheError): AvalancheError {
    const nodes = this.#nodes.length === 1 ? 'the node was' : `${this.#nodes.length} nodes were`;
    const advice =
      code === 'Mismatch'
        ? 'Add another node with --url'
        : 'Update avalanche-tx-index, or add another node with --url';
    return new AvalancheError(
      'Inconsistent',
      `container ${this.#at.next} of ${feed.name}, ${id}, cannot be used: ${message}. ${nodes} asked ${rounds} times. Nothing after it is indexed. ${advice}`,
    );
  }

  /** Writes the rows as a part, and merges parts if there are enough of them. */
  async #commit(): Promise<void> {
    const feed = this.#feed;
    if (!feed || this.#at.next === this.#first) return;
    await this.#write(feed);
    await this.#tell();
    await tidyParts(this.#options.out, this.#state, () => this.#tell());
  }

  async #write(feed: Feed): Promise<void> {
    const { out, chain } = this.#options;
    const [rows, state] = [this.#rows, this.#state];
    const lastBlock = this.#reading.lastBlock ?? null;
    const last = rows.blocks.at(-1);
    const { height, time } = last ?? { height: 0n, time: null };
    const changes = state.changes();
    rows.ledger.push(...changes);
    const { next, lastID } = this.#at;
    const of = { feed: feed.name, first: this.#first, last: next - 1n, lastID };
    const part = await writePart(out, { ...of, lastBlock, height, time }, rows);
    const feeds = { ...state.progress.feeds, [feed.name]: this.#at };
    await onDisk(`the state of ${chain} cannot be written`, () =>
      state.commit(part, { feeds, lastBlock, height, time }, changes),
    );
    this.#rows = emptyRows();
    this.#first = next;
    this.#bytesBefore = this.#bytes;
  }

  async #tell(): Promise<void> {
    const { chain, on } = this.#options;
    const { parts, progress } = this.#state;
    await on({ kind: 'parts', chain, parts: parts.map(({ name }) => name), progress });
  }

  async #report(of: bigint): Promise<void> {
    const { chain, on } = this.#options;
    const { next } = this.#at;
    await on({ kind: 'read', chain, feed: this.#feed!.name, next, of, bytes: this.#bytes });
  }
}

/**
 * Merges parts, and removes the files that merges replaced some time ago.
 * @param merged Called after each merge.
 * @param least How many parts in a row are merged.
 */
export async function tidyParts(
  out: string,
  state: ChainState,
  merged: () => Promise<void>,
  least = mergedParts,
): Promise<void> {
  for (let run = mergeable(state.parts, least); run; run = mergeable(state.parts, least)) {
    await state.replace(run, await mergeParts(out, run));
    await merged();
  }
  for (const [name, at] of state.replaced) {
    if (Date.now() - at < replacedStay) continue;
    await onDisk('a replaced part cannot be removed', () =>
      rmSync(join(partsFolder(out), name), { recursive: true, force: true }),
    );
    await state.forget(name);
  }
}

/** The parts to merge next: the first of the last ones in a row that have one level. */
export function mergeable(
  parts: readonly Part[],
  least = mergedParts,
): readonly Part[] | undefined {
  for (const feed of new Set(parts.map((of) => of.feed))) {
    const own = parts.filter((of) => of.feed === feed && of.bytes < enoughBytes).sort(byFirst);
    const level = own.at(-1)?.level;
    const from = own.findLastIndex((of) => of.level !== level) + 1;
    if (own.length - from >= least) return own.slice(from, from + Math.max(least, mergedParts));
  }
  return undefined;
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal }).catch(() => {});

/**
 * `avalanche-tx index`: reads the containers of a node in order, and writes them as tables. What is whole is never written again; a run
 * that was stopped, by whatever, continues after the last whole partition. So the folder needs no journal: a partition is there or not.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AvalancheError, type ChainName, formatID, idOf } from 'avalanche-tx';
import type { NodeClient } from 'avalanche-tx/rpc';
import { within } from '../../../../src/errors/error.ts';
import { takeLease } from '../../../../src/filestore/lease.ts';
import { verifyFormat } from '../../../../src/schema/format.ts';
import { formats } from '../formats.ts';
import { beginLedger, dropLedgers, loadLedger, saveLedger } from './checkpoint.ts';
import { Partition, type PartitionNote, readNote, writeWhole, written } from './partition.ts';
import { addContainer, addGenesis, type Reading } from './rows.ts';
import { containersOf, countOf, type Feed, feedsOf, genesisOf } from './source.ts';

/** What to read, and where to write it. */
export interface IndexOptions {
  readonly out: string;
  readonly chains: readonly ChainName[];
  /** Index of the first container; from 0 on, there is a ledger of P and X. */
  readonly from: bigint;
  /** Index of the last container; the last of the node if omitted. */
  readonly to: bigint | undefined;
  /** Whether to go on with what the node accepts. */
  readonly follow: boolean;
  /** The genesis of a network that is neither mainnet, Fuji nor a test node. */
  readonly genesis: Uint8Array | undefined;
  /** Containers in a partition. */
  readonly partition: bigint;
  /** Ends the run. */
  readonly signal: AbortSignal;
  /** Milliseconds between two looks at the end of an index. */
  readonly interval?: number;
  readonly onProgress?: (progress: IndexProgress) => void;
  readonly warn: (line: string) => void;
}

/** How far a run is. */
export interface IndexProgress {
  readonly feed: string;
  /** Containers of the feed that are read, and that the node has. */
  readonly read: bigint;
  readonly of: bigint;
  /** Containers that this run has read, and their bytes. */
  readonly containers: number;
  readonly bytes: number;
  readonly errors: number;
}

/** What was asked for at the first run. Another folder is needed to ask for something else. */
interface Manifest {
  readonly format: 'avalanche-tx index';
  readonly version: number;
  readonly networkID: number;
  readonly avaxAssetID: string;
  readonly partition: string;
  readonly from: string;
  /** SHA-256 of the genesis; null without a ledger. */
  readonly genesisID: string | null;
}

/** Milliseconds after which the partition at the end is shown again. */
const showEvery = 10_000;

/** A feed, with what was read of it. */
interface Track {
  readonly feed: Feed;
  readonly reading: Reading;
  /** Whether no other feed of its chain is read before it. */
  readonly isFirst: boolean;
  /** The next container. */
  next: bigint;
  partition: Partition | undefined;
  first: bigint;
  lastID: string;
  /** The `next` that was shown last, and when to show the partition again. */
  shown: bigint | undefined;
  showAt: number;
}

/**
 * Runs the command.
 * @returns How far it came.
 * @throws {AvalancheError} As the client; `Mismatch`: the folder is of another network or node, or the node contradicts itself.
 */
export async function runIndex(node: NodeClient, options: IndexOptions): Promise<IndexProgress> {
  const { out, signal, to, follow, interval = 1000 } = options;
  const work = join(out, '.work');
  await written(() => mkdirSync(out, { recursive: true }));
  // Keeps other runs out of the folder.
  const lease = await takeLease(join(out, '.lock'));
  const progress = { feed: '', read: 0n, of: 0n, containers: 0, bytes: 0, errors: 0 };
  const tracks: Track[] = [];
  try {
    rmSync(work, { recursive: true, force: true });
    const context = await contextOf(node, options);
    for (const chain of options.chains) tracks.push(...(await tracksOf(node, chain, context)));
    for (;;) {
      let moved = false;
      for (const [i, track] of tracks.entries()) {
        const before = tracks[i - 1];
        if (before?.feed.chain === track.feed.chain && before.next < before.feed.length!) continue;
        const count = await countOf(node, track.feed, signal);
        const end = to !== undefined && to + 1n < count ? to + 1n : count;
        while (track.next < end && !signal.aborted) {
          moved = true;
          await readPartition(node, track, { ...context, end, progress });
        }
        if (track.isFirst && context.genesis && track.next === 0n)
          track.partition ??= await beginPartition(track, context);
        if (!signal.aborted) await show(track, context);
      }
      if (!follow || signal.aborted) break;
      if (!moved) await pause(interval, signal);
    }
    return progress;
  } catch (e) {
    if (signal.aborted) return progress;
    throw e;
  } finally {
    for (const { partition } of tracks) await partition?.drop();
    rmSync(work, { recursive: true, force: true });
    await lease.release();
  }
}

interface RunContext {
  readonly options: IndexOptions;
  readonly work: string;
  readonly ledgers: string;
  readonly genesis: Uint8Array | undefined;
  readonly network: Awaited<ReturnType<NodeClient['network']>>;
}

/** Reads or writes the manifest, and checks that the folder and the node belong together. */
async function contextOf(node: NodeClient, options: IndexOptions): Promise<RunContext> {
  const { out, from, partition, signal, warn } = options;
  const network = await node.network({ signal });
  const genesis = from === 0n ? await genesisOf(node, network, options.genesis, signal) : undefined;
  if (from === 0n && !genesis)
    warn(
      'note: without the genesis there are no genesis funds, rewards and L1 balances: pass --genesis FILE',
    );
  const manifest: Manifest = {
    format: 'avalanche-tx index',
    version: formats.index,
    networkID: network.networkID,
    avaxAssetID: formatID(network.avaxAssetID),
    partition: String(partition),
    from: String(from),
    genesisID: genesis ? formatID(idOf(genesis)) : null,
  };
  const path = join(out, 'manifest.json');
  if (existsSync(path)) {
    const found = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
    within(['manifest'], () =>
      verifyFormat(`${found.format} ${found.version}`, `${manifest.format} ${manifest.version}`),
    );
    for (const key of Object.keys(manifest) as (keyof Manifest)[])
      if (found[key] !== manifest[key])
        throw new AvalancheError(
          'Mismatch',
          `the folder has ${key} ${found[key]}, this run has ${manifest[key]}: use another folder`,
          { found: String(found[key]), expected: String(manifest[key]) },
        );
  } else
    await written(async () => {
      await writeWhole(`${path}.new`, `${JSON.stringify(manifest, undefined, 2)}\n`);
      renameSync(`${path}.new`, path);
    });
  const folders = { work: join(out, '.work'), ledgers: join(out, '.ledgers') };
  return { options, ...folders, genesis, network };
}

const placeOf = ({ out }: Pick<IndexOptions, 'out'>, { name }: Feed, first: bigint): string =>
  join(out, name.replace('/', '-'), String(first).padStart(12, '0'));

/** The feeds of a chain, each after its last whole partition. */
async function tracksOf(
  node: NodeClient,
  chain: ChainName,
  { options, genesis, network, ledgers }: RunContext,
): Promise<Track[]> {
  const reading: Reading = {
    chain,
    network,
    last: undefined,
    ledger: genesis && chain !== 'C' ? beginLedger(chain, genesis, network) : undefined,
  };
  const tracks: Track[] = [];
  for (const feed of await feedsOf(node, chain, options.signal)) {
    const { from, signal } = options;
    const track: Track = {
      feed,
      reading,
      next: from,
      partition: undefined,
      isFirst: tracks.length === 0,
      first: from,
      lastID: '',
      shown: undefined,
      showAt: 0,
    };
    tracks.push(track);
    const found = lastWhole(options, feed);
    if (!found) continue;
    const last = BigInt(found.first) + BigInt(found.containers) - 1n;
    const count = await countOf(node, feed, signal);
    if (count <= last)
      throw new AvalancheError(
        'Mismatch',
        `the node has ${count} containers of ${feed.name}, the folder has ${last + 1n}: it is another network, or the node has not caught up`,
        { found: String(count), expected: String(last + 1n) },
      );
    for await (const [of] of containersOf(node, feed, last, last + 1n, signal))
      if (of!.id !== found.lastID)
        throw new AvalancheError(
          'Mismatch',
          `container ${last} of ${feed.name} is ${found.lastID} in the folder, ${of!.id} at the node`,
          { found: of!.id, expected: found.lastID },
        );
    track.next = track.first = track.shown = last + 1n;
    reading.last = found.lastBlock ?? undefined;
    reading.ledger =
      reading.ledger && found.hasLedger ? loadLedger(ledgers, feed.name, last, network) : undefined;
  }
  return tracks;
}

/** The last whole partition of a feed. Those before it are whole too, as they are written in order. */
function lastWhole(options: IndexOptions, feed: Feed): PartitionNote | undefined {
  const folder = join(placeOf(options, feed, 0n), '..');
  if (!existsSync(folder)) return undefined;
  const firsts = readdirSync(folder)
    .filter((name) => /^\d{12}$/.test(name))
    .map(BigInt)
    .sort((a, b) => (a < b ? -1 : 1));
  let whole: PartitionNote | undefined;
  for (const [i, first] of firsts.entries()) {
    if (first !== options.from + BigInt(i) * options.partition)
      throw new AvalancheError(
        'Inconsistent',
        `${feed.name}: a partition is missing before container ${first}: begin again in another folder`,
      );
    if (i < firsts.length - 2) continue;
    const note = readNote(placeOf(options, feed, first));
    if (note?.isWhole) whole = note;
  }
  return whole;
}

/** Reads containers up to the end of a partition, or of the feed. */
async function readPartition(
  node: NodeClient,
  track: Track,
  of: RunContext & { readonly end: bigint; readonly progress: Mutable<IndexProgress> },
): Promise<void> {
  const { options, end, progress } = of;
  const { feed, reading } = track;
  const partition = (track.partition ??= await beginPartition(track, of));
  const whole = track.first + options.partition;
  const length = feed.length ?? whole;
  const wholeEnd = whole < length ? whole : length;
  const stop = wholeEnd < end ? wholeEnd : end;
  const report = () =>
    options.onProgress?.(Object.assign(progress, { feed: feed.name, read: track.next, of: end }));
  for await (const page of containersOf(node, feed, track.next, stop, options.signal))
    for (const container of page) {
      if (options.signal.aborted) return;
      if (!addContainer(partition.rows, reading, container)) progress.errors++;
      if (partition.isFull()) await partition.flush();
      track.next++;
      track.lastID = container.id;
      progress.containers++;
      progress.bytes += container.bytes.length;
      if (progress.containers % 256 === 0) report();
    }
  report();
  if (track.next < wholeEnd) return;
  const { ledger } = reading;
  const last = track.next - 1n;
  if (ledger) await written(() => saveLedger(of.ledgers, feed.name, last, ledger));
  await partition.finish(placeOf(options, feed, track.first), told(track, true));
  dropLedgers(of.ledgers, feed.name, last);
  track.partition = undefined;
  track.first = track.shown = track.next;
}

async function beginPartition(track: Track, { work, genesis }: RunContext): Promise<Partition> {
  const { feed, reading, next } = track;
  track.first = next;
  const partition = await Partition.begin(join(work, `${feed.name.replace('/', '-')}-${next}`));
  if (genesis && next === 0n && track.isFirst) addGenesis(partition.rows, reading, genesis);
  return partition;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const told = ({ feed, first, next, lastID, reading }: Track, isWhole: boolean) => ({
  feed: feed.name,
  first: String(first),
  containers: String(next - first),
  lastID,
  isWhole,
  lastBlock: reading.last ?? null,
  hasLedger: reading.ledger !== undefined,
});

/** Shows the partition at the end of a feed, if it has changed, at the end of a run and now and then before. */
async function show(track: Track, { options, work }: RunContext): Promise<void> {
  const { partition, feed, first, next } = track;
  if (!partition || next === track.shown) return;
  const now = performance.now();
  if (options.follow && now < track.showAt) return;
  track.showAt = now + showEvery;
  track.shown = next;
  await partition.show(
    join(work, `${feed.name.replace('/', '-')}-shown`),
    placeOf(options, feed, first),
    told(track, false),
  );
}

/** Waits, or until the run is to end. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });

/** Indexes the chains of a node into a folder: each in a thread of its own where the program is built, one manifest for all. */
import { mkdirSync } from 'node:fs';
import { AvalancheError, type ChainName, isError, type Network } from 'avalanche-tx';
import type { NodeClient } from 'avalanche-tx/rpc';
import { type ChainEvent, type ChainOptions, indexChain } from './chain.ts';
import { onDisk } from './disk.ts';
import { failureOf } from './failure.ts';
import { genesisOf, sourceOf } from './feed.ts';
import { checkFolder, checkSettings, ManifestWriter, settingsOf, withFolder } from './folder.ts';

/** What to index. */
export interface IndexOptions {
  readonly out: string;
  readonly chains: readonly ChainName[];
  readonly from: bigint;
  readonly to: bigint | undefined;
  readonly follow: boolean;
  /** The genesis of a network that is neither mainnet, Fuji nor a test node. */
  readonly genesis: Uint8Array | undefined;
  readonly bytes: boolean;
  readonly partition: number;
  readonly every: number;
  readonly signal: AbortSignal;
  readonly interval?: number;
  readonly pause?: number;
  readonly on?: (event: ChainEvent) => void;
  readonly warn: (line: string) => void;
  /** How a chain is run; in this thread if omitted. */
  readonly start?: StartChain;
}

/** Runs a chain, here or in a thread. */
export type StartChain = (nodes: readonly NodeClient[], options: ChainOptions) => Promise<unknown>;

const inThisThread: StartChain = (nodes, options) => indexChain(nodes.map(sourceOf), options);

/**
 * Runs until all chains are done, or one cannot go on. The others then end too, with what they read.
 * @throws {AvalancheError} As `indexChain`; `Mismatch`: the folder is of something else; `InUse`: another process writes to it.
 */
export async function runIndex(nodes: readonly NodeClient[], options: IndexOptions): Promise<void> {
  const {
    chains,
    from,
    signal,
    warn,
    start = inThisThread,
    interval = 1000,
    pause = 1000,
  } = options;
  const out = checkFolder(options.out);
  await onDisk('the folder cannot be made', () => mkdirSync(out, { recursive: true }));
  const ending = new AbortController();
  const end = () => ending.abort();
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  await withFolder(out, async (lease) => {
    const { network, genesis } = await identify(nodes, options);
    if (from === 0n && !genesis)
      warn(
        'note: without the genesis there are no genesis funds, stakes, rewards and L1 balances: pass --genesis FILE',
      );
    const settings = settingsOf(network, genesis, options);
    checkSettings(out, settings);
    const manifest = new ManifestWriter(out, settings, lease);
    const on = async (event: ChainEvent): Promise<void> => {
      if (event.kind === 'parts') await manifest.note(event.chain, event.parts, event.progress);
      options.on?.(event);
    };
    const { follow, to, bytes, partition, every } = options;
    const shared = { out, network, genesis, from, to, follow, bytes, partition, every };
    const ends = await Promise.allSettled(
      chains.map(async (chain) => {
        try {
          await start(nodes, { ...shared, chain, interval, pause, signal: ending.signal, on });
        } catch (e) {
          if (follow) end();
          throw e;
        }
      }),
    );
    const failed = ends.flatMap((of) => (of.status === 'rejected' ? [of.reason as unknown] : []));
    // A defect or a failing disk before what a node did.
    const [worst] = failed.sort((a, b) => failureOf(b).status - failureOf(a).status);
    if (worst !== undefined) throw worst;
  }).finally(() => {
    signal.removeEventListener('abort', end);
  });
}

/** The network of the nodes, and its genesis. The first that answers is asked; the others must be of the same. */
async function identify(
  nodes: readonly NodeClient[],
  { signal, from, genesis: given }: IndexOptions,
): Promise<{ readonly network: Network; readonly genesis: Uint8Array | undefined }> {
  let failure: unknown;
  for (const node of nodes)
    try {
      const network = await node.network({ signal });
      const genesis = from === 0n ? await genesisOf(node, network, given, signal) : undefined;
      return { network, genesis };
    } catch (e) {
      failure = e;
      if (!isError(e) || isError(e, 'Mismatch')) throw e;
    }
  throw failure ?? new AvalancheError('BadArgument', 'there is no node');
}

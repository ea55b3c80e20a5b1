/** Makes what is damaged again: keeps the whole parts of each chain, and makes the state from them. The next run reads the rest again. */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type ChainName, isError, type Network } from 'avalanche-tx';
import { partNames, statePath } from './chain.ts';
import { ManifestWriter, readManifest, type Settings, withFolder } from './folder.ts';
import { readTable } from './parquet.ts';
import { damagedFiles, fileOf, type Part, partsFolder, readPart } from './part.ts';
import { ChainState, type Progress } from './state.ts';

/** What was done for a chain. */
export interface Repaired {
  readonly chain: ChainName;
  /** Parts that stay, and that were removed. */
  readonly kept: number;
  readonly removed: readonly string[];
  /** The containers of each index from which the next run goes on. */
  readonly next: { readonly [feed: string]: bigint };
}

/**
 * Repairs a folder.
 * @param network Of the folder: ledgers have no network in them.
 * @throws {AvalancheError} `InUse`: a process writes to the folder.
 */
export async function repairFolder(out: string, network: Network): Promise<readonly Repaired[]> {
  return withFolder(out, async (lease) => {
    let settings: ReturnType<typeof readManifest>;
    try {
      settings = readManifest(out);
    } catch (e) {
      if (!isError(e)) throw e;
      // The next run writes it.
      rmSync(join(out, 'manifest.json'));
    }
    const chains = (['P', 'X', 'C'] as const).filter(
      (chain) => partNames(out, chain).length > 0 || existsSync(statePath(out, chain)),
    );
    const { chains: _, parts: __, ...own } = settings ?? {};
    const manifest = settings && new ManifestWriter(out, own as Settings, lease);
    const done: Repaired[] = [];
    for (const chain of chains) {
      const { progress, parts, ...of } = await repairChain(out, chain, network);
      await manifest?.note(chain, parts, progress);
      for (const name of of.removed) rmSync(join(partsFolder(out), name), { recursive: true });
      done.push(of);
    }
    return done;
  });
}

async function repairChain(
  out: string,
  chain: ChainName,
  network: Network,
): Promise<Repaired & { readonly progress: Progress; readonly parts: readonly string[] }> {
  const found = partNames(out, chain).flatMap((name) => readPart(out, name) ?? []);
  const kept: Part[] = [];
  // The X-chain accepted transactions before it had blocks.
  for (const feed of [`${chain}/tx`, `${chain}/block`]) {
    const own = found.filter((part) => part.feed === feed);
    let next = own.reduce<bigint | undefined>(
      (first, part) => (first === undefined || part.first < first ? part.first : first),
      undefined,
    );
    let isWhole = true;
    while (isWhole) {
      // The longest: others were merged into it.
      const here = own
        .filter(({ first }) => first === next)
        .sort((a, b) => Number(b.last - a.last));
      isWhole = false;
      for (const part of here) {
        if ((await damagedFiles(out, part)).length > 0) continue;
        kept.push(part);
        next = part.last + 1n;
        isWhole = true;
        break;
      }
    }
    // What follows a gap needs the ledger after it.
    if (own.some(({ last }) => next !== undefined && last >= next)) break;
  }
  const path = statePath(out, chain);
  // Beside the old one until it is whole: a run would take parts that its state does not list for a stopped run's, and remove them.
  const made = `${path}.new`;
  rmSync(made, { recursive: true, force: true });
  const state = await ChainState.open(made, chain, { network, create: true });
  const feeds: Record<string, Progress['feeds'][string]> = {};
  try {
    for (const part of kept) {
      for await (const rows of readTable('ledger', fileOf(out, part, 'ledger')))
        await state.restore(rows);
      feeds[part.feed] = { next: part.last + 1n, lastID: part.lastID };
      const { lastBlock, height, time } = part;
      await state.commit(part, { feeds: { ...feeds }, lastBlock, height, time }, []);
    }
  } finally {
    await state.close();
  }
  rmSync(path, { recursive: true, force: true });
  renameSync(made, path);
  const names = new Set(kept.map(({ name }) => name));
  const removed = readdirSync(partsFolder(out)).filter(
    (name) => name.startsWith(`${chain}-`) && !names.has(name),
  );
  const next = Object.fromEntries(Object.entries(feeds).map(([feed, { next }]) => [feed, next]));
  return { chain, kept: kept.length, removed, next, progress: state.progress, parts: [...names] };
}

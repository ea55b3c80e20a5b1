/** What is done with a folder that no run writes to: merging its parts, and making one with a ledger from several without. */
import { existsSync, mkdirSync } from 'node:fs';
import type { ChainName, Network } from 'avalanche-tx';
import { type ChainEvent, indexChain, statePath, tidyParts } from './chain.ts';
import type { Source } from './feed.ts';
import { checkSettings, ManifestWriter, readManifest, settingsOf, withFolder } from './folder.ts';
import { ChainState } from './state.ts';

/**
 * Merges the parts of a folder into as few as a run would in time.
 * @returns The number of parts before and after.
 */
export async function compactFolder(
  out: string,
  network: Network,
): Promise<{ readonly before: number; readonly after: number }> {
  return withFolder(out, async (lease) => {
    const found = readManifest(out);
    if (!found) return { before: 0, after: 0 };
    const { chains, parts, ...settings } = found;
    const manifest = new ManifestWriter(out, settings, lease);
    let after = 0;
    for (const chain of Object.keys(chains) as ChainName[]) {
      if (!existsSync(statePath(out, chain))) continue;
      const state = await ChainState.open(statePath(out, chain), chain, { network, create: false });
      const tell = (): Promise<void> => {
        const names = state.parts.map(({ name }) => name);
        return manifest.note(chain, names, state.progress);
      };
      try {
        await tidyParts(out, state, tell, 2);
        after += state.parts.length;
      } finally {
        await state.close();
      }
    }
    return { before: parts.length, after };
  });
}

/** What `join` reads, and where to. */
export interface JoinOptions {
  readonly out: string;
  readonly network: Network;
  readonly genesis: Uint8Array | undefined;
  readonly bytes: boolean;
  readonly partition: number;
  readonly signal: AbortSignal;
  readonly on?: (event: ChainEvent) => void;
}

/** Runs the ledgers over ranges, and writes all tables. It can be interrupted and goes on. */
export async function joinRanges(source: Source, options: JoinOptions): Promise<void> {
  const { out, network, genesis, signal, bytes } = options;
  mkdirSync(out, { recursive: true });
  await withFolder(out, async (lease) => {
    const settings = settingsOf(network, genesis, { from: 0n, bytes });
    checkSettings(out, settings);
    const manifest = new ManifestWriter(out, settings, lease);
    for (const chain of ['P', 'X', 'C'] as const) {
      if ((await source.feedsOf(chain, signal)).length === 0) continue;
      await indexChain([source], {
        ...options,
        chain,
        from: 0n,
        to: undefined,
        follow: false,
        every: 60,
        interval: 1000,
        pause: 0,
        on: async (event) => {
          if (event.kind === 'parts') await manifest.note(event.chain, event.parts, event.progress);
          options.on?.(event);
        },
      });
    }
  });
}

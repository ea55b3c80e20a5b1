/** What is done with a folder that no run writes to: merging its parts, and making one with a ledger from several without. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ChainName, Network } from 'avalanche-tx';
import { takeLease } from '../../../src/filestore/lease.ts';
import {
  type ChainEvent,
  indexChain,
  mergeable,
  removeReplaced,
  replacedStay,
  statePath,
} from './chain.ts';
import type { Source } from './feed.ts';
import { checkSettings, ManifestWriter, readManifest, settingsOf } from './folder.ts';
import { mergeParts } from './part.ts';
import { ChainState } from './state.ts';

/**
 * Merges the parts of a folder into as few as a run would in time.
 * @returns The number of parts before and after.
 */
export async function compactFolder(
  out: string,
  network: Network,
): Promise<{ readonly before: number; readonly after: number }> {
  const lease = await takeLease(join(out, '.lock'));
  try {
    const settings = readManifest(out);
    if (!settings) return { before: 0, after: 0 };
    const { chains, parts, ...of } = settings;
    const manifest = new ManifestWriter(out, of, () => lease.verify());
    const names = Object.keys(chains) as ChainName[];
    manifest.keep();
    let after = 0;
    for (const chain of names) {
      if (!existsSync(statePath(out, chain))) continue;
      const state = await ChainState.open(statePath(out, chain), chain, { network, isNew: false });
      try {
        for (let run = mergeable(state.parts, 2); run; run = mergeable(state.parts, 2)) {
          await state.replace(run, await mergeParts(out, run));
          await manifest.note(
            chain,
            state.parts.map(({ name }) => name),
            state.progress,
          );
        }
        await removeReplaced(out, state, replacedStay);
        after += state.parts.length;
      } finally {
        await state.close();
      }
    }
    return { before: parts.length, after };
  } finally {
    await lease.release();
  }
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
  const lease = await takeLease(join(out, '.lock'));
  try {
    const settings = settingsOf(network, genesis, { from: 0n, bytes });
    checkSettings(out, settings);
    const manifest = new ManifestWriter(out, settings, () => lease.verify());
    manifest.keep();
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
  } finally {
    await lease.release();
  }
}

/** One comparison: traffic, the index over HTTP, and what it says. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { listen } from '../../apps/cli/src/testnodehttp.ts';
import { connect } from '../../src/rpc/connect.ts';
import { testnodeServer } from '../../src/testnode/serve/server.ts';
import { type Comparison, compare } from './compare.ts';
import { keepContainers } from './kept.ts';
import { playOnLocalnode } from './localnode.ts';
import { chains } from './record.ts';
import { playOnTestnode } from './testnode.ts';

/** What to play. */
export interface PlayOptions {
  readonly seed: number;
  /** Containers. */
  readonly count: number;
  readonly node: 'testnode' | 'localnode';
  /** A file for the containers of the test node, which benchmarks read. */
  readonly keep: string | undefined;
}

/** How often the node is asked what the addresses have. */
const moments = 100;

const program = fileURLToPath(new URL('../../apps/index/dist/main.js', import.meta.url));
const say = (line: string): unknown => process.stderr.write(`${line}\n`);

/** Runs the program as it is built; in the end it says how far it read. */
async function index(...args: readonly string[]): Promise<void> {
  const started = performance.now();
  const { stderr } = await promisify(execFile)(process.execPath, [program, 'run', ...args]);
  say(`index: ${stderr.trim()} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}

/** Plays, indexes and compares. */
export async function runComparison({
  seed,
  count,
  node: kind,
  keep,
}: PlayOptions): Promise<Comparison> {
  const folder = mkdtempSync(join(tmpdir(), 'avalanche-tx-indexing-'));
  const out = join(folder, 'chain');
  // Several parts of each chain.
  const size = ['--partition', String(Math.max(64, Math.ceil(count / 20)))];
  try {
    if (kind === 'testnode') {
      const played = await playOnTestnode(seed, count, moments);
      const { node: testnode, types, refused, unbuilt } = played;
      for (const [type, times] of [...types].sort()) say(`${type.padEnd(44)} ${times}`);
      say(`${refused} refused, ${unbuilt} not built`);
      if (keep !== undefined) await keepContainers(testnode, keep);
      const server = await listen(
        { hostname: '127.0.0.1', port: 0 },
        testnodeServer(testnode).answer,
      );
      try {
        await index('--url', server.url, '--out', out, ...size);
        const { network, genesis } = testnode;
        const node = connect(server.url);
        return await compare({
          recorded: played,
          node,
          network,
          genesis,
          folder: out,
          chains,
        });
      } finally {
        await server.close();
      }
    }
    return await playOnLocalnode({ seed, count, moments }, async ({ recorded, url, genesis }) => {
      const file = join(folder, 'genesis.bin');
      writeFileSync(file, genesis);
      const which = ['--chains', 'P', '--chains', 'X', '--genesis', file];
      await index('--url', url, '--out', out, ...which, ...size);
      const node = connect(url);
      const network = await node.network();
      return compare({ recorded, node, network, genesis, folder: out, chains: ['P', 'X'] });
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

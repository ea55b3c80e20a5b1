/**
 * The long comparisons: everything that `npm test` does with a small seeded sample, with another seed and more of it. Random
 * builds, drafts that somebody changed, transactions with fields changed, prices and damaged inputs, each beside the node.
 *
 *     npm run compare -- --seed 77 [--size 10]     # needs Go; size 1 takes about two minutes on two cores
 *
 * The last line says the seed, the size, how long it took and what came of it.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { command } from './oracle.ts';

/** What runs: the comparisons with the node, and the random tests that need none. */
const files = [
  'test/generated.ci',
  'test/fuzz.ci',
  'test/rules/verdict.ci',
  'test/fee/prices.ci',
  'test/warp/damaged.ci',
  'test/builder/prandom.ci',
  'test/draft/mutants',
  'test/draft/draft.test',
  'test/rpc/fuzz',
  'test/properties',
  'test/mutations',
  'test/builder/peers',
  'test/builder/random',
  'test/explain/diff',
  'test/explain/flows',
  'test/explain/svg',
  'test/security/secrets',
];

await command(import.meta.url, async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      size: { type: 'string', default: '10' },
    },
  });
  const [seed, size] = [Number(values.seed), Number(values.size)];
  if (!Number.isSafeInteger(seed) || !(size > 0)) throw new Error('--seed and --size are numbers');
  const folder = mkdtempSync(join(tmpdir(), 'compare-'));
  const report = join(folder, 'results.json');
  const started = Date.now();
  try {
    const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
    const hour = '--testTimeout=3600000';
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const { status } = spawnSync(process.execPath, [vitest, 'run', hour, ...reporters, ...files], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      stdio: 'inherit',
      env: {
        ...process.env,
        CI: 'true', // what is missing fails
        ORACLE_SEED: String(seed),
        FC_SEED: String(seed),
        FC_NUM_RUNS: String(Math.ceil(2000 * size)),
        FUZZ_COUNT: String(Math.ceil(4000 * size)),
      },
    });
    const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(
      readFileSync(report, 'utf8'),
    ) as { readonly numPassedTests: number; readonly numFailedTests: number };
    const minutes = ((Date.now() - started) / 60_000).toFixed(1);
    console.log(
      `seed ${seed}, size ${size}, ${minutes} minutes: ${passed} passed, ${failed} failed`,
    );
    process.exitCode = status ?? 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
});

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { aliases } from './scripts/aliases.ts';

/** A test file's tier is its suffix: `*.ci.test.ts`, `*.nightly.test.ts`, and fast without one. */
const folders = ['test', 'apps/cli/test', 'apps/index/test'];
const ci = folders.map((folder) => `${folder}/**/*.ci.test.ts`);
const nightly = folders.map((folder) => `${folder}/**/*.nightly.test.ts`);

/** Without `--project` and the name of a file of another tier, the fast tests run, and only they. */
const isFastOnly = !process.argv.some((word) => /^--project\b|\.(?:ci|nightly)\b/.test(word));

const setupFiles = fileURLToPath(new URL('test/support/equality.ts', import.meta.url));

/** A tier in which the recorded nodes are real ones. */
const slow = (name: 'ci' | 'nightly', include: readonly string[]) => ({
  extends: true as const,
  test: {
    name,
    include: [...include],
    env: { LIVE_NODES: '1', TIER: process.env.TIER ?? name },
  },
});

export default defineConfig({
  resolve: { alias: [...aliases] },
  test: {
    maxWorkers: 2,
    // Against tests that never end. Machines with other work take several times as long as usual.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    setupFiles,
    // What was transformed once, by content; a change of package-lock.json empties it.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/vitest' },
    // .ci/run counts from the files.
    reporters: process.env.CI
      ? ['default', ['json', { outputFile: `test-results${isFastOnly ? '' : '.ci'}.json` }]]
      : ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: folders.map((folder) => `${folder}/**/*.test.ts`),
          exclude: [...ci, ...nightly],
          // In processes: a thread's port would be taken for that of the command line's workers.
          isolate: false,
          // A million errors are made and caught: half the frames of each are enough to find a place.
          execArgv: ['--stack-trace-limit=5'],
        },
      },
      ...(isFastOnly ? [] : [slow('ci', ci), slow('nightly', nightly)]),
    ],
  },
});

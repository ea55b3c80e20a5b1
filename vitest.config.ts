import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { recordedCurves } from './test/support/curves/plugin.ts';

/** Tests that start a node, a browser, Spark, bundlers or the command line as it is built. */
const e2e = ['test/e2e/**/*.test.ts', 'test/**/*.e2e.test.ts'];
/** Tests that ask avalanchego's own code, by the oracle. */
const oracle = ['test/**/*.oracle.test.ts'];

/**
 * Fast tests that put others in the place of modules. They load the source for themselves; all others load it once a process, which
 * takes a third less time.
 */
const mocking = readdirSync(fileURLToPath(new URL('test', import.meta.url)), {
  recursive: true,
  encoding: 'utf8',
})
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => join('test', name))
  .filter((path) =>
    /^vi\.mock\(/m.test(readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')),
  );

/** Against tests that never end. Machines with other work take several times as long as usual. */
const limits = { testTimeout: 600_000, hookTimeout: 600_000 };

const setupFiles = fileURLToPath(new URL('test/support/equality.ts', import.meta.url));

const fast = {
  ...limits,
  // A million errors are made and caught: half the frames of each are enough to find a place.
  execArgv: ['--stack-trace-limit=5'],
};

export default defineConfig({
  // What `imports` in package.json leads to in Node, in the source.
  resolve: {
    alias: { '#sha256': fileURLToPath(new URL('src/crypto/sha256/node.ts', import.meta.url)) },
  },
  test: {
    maxWorkers: 2,
    setupFiles,
    // .ci/run counts from the file.
    reporters: process.env.CI
      ? ['default', ['json', { outputFile: 'test-results.json' }]]
      : ['default'],
    projects: [
      {
        extends: true,
        plugins: [recordedCurves],
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: [...oracle, ...e2e, ...mocking],
          // In processes: a thread's port would be taken for that of the command line's workers.
          isolate: false,
          ...fast,
        },
      },
      {
        extends: true,
        plugins: [recordedCurves],
        test: { name: 'fast-mocking', include: mocking, ...fast },
      },
      {
        extends: true,
        test: {
          name: 'oracle',
          include: oracle,
          env: { LIVE_NODES: '1' },
          ...limits,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: e2e,
          env: { LIVE_NODES: '1' },
          ...limits,
        },
      },
    ],
  },
});

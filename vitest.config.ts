import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Tests that start a node, a browser or Spark. */
const e2e = ['test/e2e/**/*.test.ts', 'test/**/*.e2e.test.ts'];
/** Tests that ask avalanchego's own code, by the oracle. */
const oracle = ['test/**/*.oracle.test.ts'];

export default defineConfig({
  // What `imports` in package.json leads to in Node, in the source.
  resolve: {
    alias: { '#sha256': fileURLToPath(new URL('src/crypto/sha256/node.ts', import.meta.url)) },
  },
  test: {
    maxWorkers: 2,
    // .ci/run counts from the file.
    reporters: process.env.CI
      ? ['default', ['json', { outputFile: 'test-results.json' }]]
      : ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: [...oracle, ...e2e],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'oracle',
          include: oracle,
          env: { LIVE_NODES: '1' },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: e2e,
          env: { LIVE_NODES: '1' },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});

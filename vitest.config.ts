import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** These start the node, the oracle, a browser or Spark. */
const slow = [
  'test/browser.test.ts',
  'test/e2e/**/*.test.ts',
  'test/fuzz.test.ts',
  'test/localnode.test.ts',
  'test/oracle.test.ts',
  'test/spark.test.ts',
];

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
          exclude: slow,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: { name: 'slow', include: slow, testTimeout: 120_000, hookTimeout: 120_000 },
      },
    ],
  },
});

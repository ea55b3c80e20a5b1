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
  test: {
    maxWorkers: 2,
    // .ci/run counts from the file.
    reporters: process.env.CI
      ? ['default', ['json', { outputFile: 'test-results.json' }]]
      : ['default'],
    projects: [
      {
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: slow,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'slow', include: slow, testTimeout: 120_000, hookTimeout: 120_000 } },
    ],
  },
});

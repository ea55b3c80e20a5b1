/**
 * Mutation testing of one folder with its own tests, by hand before a release; `test/README.md` has the last counts.
 *
 *     npm install --no-save @stryker-mutator/core@9.6.1 @stryker-mutator/vitest-runner@9.6.1
 *     FOLDER=fee npx stryker run tools/stryker/stryker.config.mjs
 *
 * The 138 packages that it brings are not dependencies of the project. Version 10 needs Node 22.
 */
const folder = process.env.FOLDER;
if (!folder) throw new Error('FOLDER must be a folder of src/ and of test/, such as fee or rules');

export default {
  mutate: [`src/${folder}/**/*.ts`],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tools/stryker/vitest.config.ts', related: false },
  concurrency: 2,
  // Stryker rewrites these with the API of TypeScript 5, which TypeScript 7 does not have; vitest needs neither.
  tsconfigFile: 'none',
  disableTypeChecks: false,
  reporters: ['clear-text', 'progress'],
  ignorePatterns: [
    'dist',
    'site',
    'docs',
    'benchmarks',
    'api',
    'apps/inspector',
    'apps/playground',
  ],
};

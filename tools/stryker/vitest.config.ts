/** The fast tests of one folder, for Stryker: see `stryker.config.mjs` beside it. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { aliases } from '../../scripts/aliases.ts';

export default defineConfig({
  resolve: { alias: [...aliases] },
  test: {
    include: [`test/${process.env.FOLDER}/**/*.test.ts`],
    exclude: ['**/*.ci.test.ts', '**/*.nightly.test.ts'],
    setupFiles: fileURLToPath(new URL('../../test/support/equality.ts', import.meta.url)),
    testTimeout: 600_000,
  },
});

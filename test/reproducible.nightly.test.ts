import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('two builds of the same commit from clean clones are the same tarballs, byte for byte (M9)', () => {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const script = fileURLToPath(new URL('../scripts/reproducible.ts', import.meta.url));
  const told = execFileSync(process.execPath, ['--import', 'tsx', script], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(told).toMatch(
    /^[0-9a-f]{64} {2}avalanche-tx-\d.*\.tgz\n[0-9a-f]{64} {2}avalanche-tx-cli-\d.*\.tgz\n$/,
  );
});

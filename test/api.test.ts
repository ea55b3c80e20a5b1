/** The API report is written from the build, and never lost without one. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { testFolder } from './support/folder.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

it('is kept where the package is not built', () => {
  const folder = testFolder();
  cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'api'));
  writeFileSync(join(folder, 'api/avalanche-tx.md'), '# avalanche-tx\n');
  const script = join(folder, 'scripts/api.ts');
  const { status, stderr } = spawnSync('npx', ['tsx', script], { cwd: folder, encoding: 'utf8' });
  expect(readdirSync(join(folder, 'api'))).toEqual(['avalanche-tx.md']);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: 'The package is not built: npm run build\n',
  });
});

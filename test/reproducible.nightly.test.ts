/** Whoever builds a commit gets the tarballs that were published. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'reproducible-'));
afterAll(() => rmSync(place, { recursive: true }));

function run(cwd: string, command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { cwd, stdio: 'ignore', shell: process.platform === 'win32' });
}

/** The hashes of both tarballs of the current commit, built in a clean clone with the installed dependencies. */
function packed(name: string): Readonly<Record<string, string>> {
  const folder = join(place, name);
  const out = join(place, `${name}-packed`);
  run(root, 'git', 'clone', '--quiet', '--no-local', root, folder);
  symlinkSync(realpathSync(join(root, 'node_modules')), join(folder, 'node_modules'), 'junction');
  mkdirSync(out);
  run(folder, 'npm', 'pack', '--pack-destination', out);
  run(folder, 'npm', 'pack', './apps/cli', '--ignore-scripts', '--pack-destination', out);
  return Object.fromEntries(
    readdirSync(out).map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(out, file)))
        .digest('hex'),
    ]),
  );
}

it('two builds of a commit, in clones with different names, are the same tarballs', () => {
  const first = packed('one');
  expect(Object.keys(first)).toHaveLength(2);
  expect(packed('another-folder')).toEqual(first);
});

/**
 * Packs both packages of the current commit twice, from clean clones in folders of different names, and compares the tarballs byte for byte.
 * Prints their SHA-256 if they are the same, and fails otherwise with the files that differ. `npx tsx scripts/reproducible.ts`
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
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

const root = fileURLToPath(new URL('../', import.meta.url));

const run = (cwd: string, command: string, ...args: readonly string[]): void => {
  execFileSync(command, args, {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, npm_config_loglevel: 'error' },
  });
};

/** The tarballs of a commit by their names, from a clone in a new folder with the installed dependencies. */
function packed(folder: string, commit: string): ReadonlyMap<string, string> {
  run(root, 'git', 'clone', '--quiet', '--no-local', '--no-checkout', root, folder);
  run(folder, 'git', 'checkout', '--quiet', '--detach', commit);
  symlinkSync(realpathSync(join(root, 'node_modules')), join(folder, 'node_modules'), 'junction');
  const out = `${folder}-packed`;
  mkdirSync(out);
  // `npm pack` builds: `prepack` does, both packages at once.
  run(folder, 'npm', 'pack', '--pack-destination', out);
  const cli = join(folder, 'apps/cli');
  run(cli, 'npm', 'pack', '--ignore-scripts', '--pack-destination', out);
  return new Map(
    readdirSync(out).map((name) => [name, hashOf(readFileSync(join(out, name)))] as const),
  );
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The files of a folder by their path, as hashes. */
function filesOf(folder: string): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path.slice(folder.length), hashOf(readFileSync(path))];
      }),
  );
}

const place = mkdtempSync(join(tmpdir(), 'reproducible-'));
try {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const folders = ['one', 'another-folder'].map((name) => join(place, name));
  const [first, second] = folders.map((folder) => packed(folder, commit));
  if ([...first!].every(([name, hash]) => second!.get(name) === hash))
    for (const [name, hash] of first!) console.log(`${hash}  ${name}`);
  else {
    const [one, two] = folders
      .map((folder) =>
        ['dist', 'apps/cli/dist']
          .map((of) => join(folder, of))
          .flatMap((of) => (existsSync(of) ? [...filesOf(of)] : [])),
      )
      .map((files) => new Map(files));
    const names = [...new Set([...one!.keys(), ...two!.keys()])];
    const other = names.filter((name) => one!.get(name) !== two!.get(name));
    throw new Error(
      `two builds differ: ${other.join(', ') || 'the same files, packed differently'}`,
    );
  }
} finally {
  rmSync(place, { recursive: true });
}

/**
 * Packs the current commit twice, from clean clones in folders of different names, and compares the two tarballs byte for byte.
 * Prints their SHA-256 if they are the same, and fails otherwise with the files that differ. `npm run reproducible`
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

/** The tarball of a commit, from a clone in a new folder with the installed dependencies. */
function packed(folder: string, commit: string): string {
  run(root, 'git', 'clone', '--quiet', '--no-local', '--no-checkout', root, folder);
  run(folder, 'git', 'checkout', '--quiet', '--detach', commit);
  symlinkSync(realpathSync(join(root, 'node_modules')), join(folder, 'node_modules'), 'junction');
  const out = `${folder}-packed`;
  mkdirSync(out);
  // `npm pack` builds: `prepack` does.
  run(folder, 'npm', 'pack', '--pack-destination', out);
  const [file] = readdirSync(out);
  return join(out, file!);
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
  const tarballs = folders.map((folder) => packed(folder, commit));
  const [first, second] = tarballs.map((file) => hashOf(readFileSync(file)));
  if (first === second) console.log(`${first}  ${tarballs[0]!.split(/[\\/]/).at(-1)}`);
  else {
    const [one, two] = folders.map((folder) =>
      existsSync(join(folder, 'dist')) ? filesOf(join(folder, 'dist')) : new Map<string, string>(),
    );
    const names = [...new Set([...one!.keys(), ...two!.keys()])];
    const other = names.filter((name) => one!.get(name) !== two!.get(name));
    throw new Error(
      `two builds differ: ${other.join(', ') || 'the same files, packed differently'}`,
    );
  }
} finally {
  rmSync(place, { recursive: true });
}

/** The pages of `apps/`, built into a folder of their own and served on loopback. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Served } from './firefox.ts';
import { mediaType, withFiles } from './staticserver.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Builds the pages into a new folder. */
export function buildPages(): string {
  const folder = mkdtempSync(join(tmpdir(), 'avalanche-tx-pages-'));
  const args = ['--import', 'tsx', 'scripts/apps.ts', '--pages', folder];
  execFileSync(process.execPath, args, { cwd: root, stdio: 'pipe' });
  return folder;
}

export const removePages = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true });

/** The file of a path in a folder, if there is one: `/playground/` is `playground/index.html`. */
function pathIn(folder: string, path: string): string | undefined {
  const name = normalize(join(folder, path));
  const file = name.endsWith('/') ? join(name, 'index.html') : name;
  return file.startsWith(folder) && existsSync(file) && statSync(file).isFile() ? file : undefined;
}

/** A file in a folder as a server gives it. */
export function fileIn(folder: string, path: string): Served | undefined {
  const file = pathIn(folder, path);
  return file === undefined ? undefined : { type: mediaType(file), content: readFileSync(file) };
}

/** Serves a folder while the body runs. */
export const withPages = <T>(folder: string, body: (origin: string) => Promise<T>): Promise<T> =>
  withFiles((path) => pathIn(folder, path), body);

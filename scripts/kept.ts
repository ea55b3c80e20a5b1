/** Folders that are slow to make, kept by the content of what they are made of, outside the repository. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/** The user's folder for caches; the temporary one where there is no home. */
const cache = join(
  process.env.XDG_CACHE_HOME ?? (homedir() === '' ? tmpdir() : join(homedir(), '.cache')),
  'avalanche-tx-tests',
);

const week = 7 * 24 * 60 * 60 * 1000;

/** The files below paths of the repository, without what other tools made there. */
function filesBelow(path: string): readonly string[] {
  if (!existsSync(root + path)) return [];
  if (!statSync(root + path).isDirectory()) return [path];
  return readdirSync(root + path)
    .filter((name) => !/^(node_modules|cache)$/.test(name) && path !== 'site/.vitepress/dist')
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`));
}

function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of paths.flatMap(filesBelow)) hash.update(file).update(readFileSync(root + file));
  return hash.digest('hex').slice(0, 24);
}

/** Whether the process that a lock names still runs. */
function isHeld(lock: string): boolean {
  try {
    return process.kill(Number(readFileSync(lock, 'utf8')), 0);
  } catch {
    return false;
  }
}

/** Takes a lock, or says that another process has it. */
function takeLock(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!isHeld(lock)) rmSync(lock, { force: true });
    return false;
  }
}

/** Removes what nobody has used for a week. */
function tidy(name: string): void {
  for (const entry of readdirSync(cache).filter((of) => of.startsWith(`${name}-`))) {
    const path = join(cache, entry);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (mtimeMs < Date.now() - week) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * A folder that nobody changes. It is made once for all processes, and again when one of its sources changes.
 * @param sources Paths in the repository that the folder is made of: files, and folders with all that is in them.
 * @param make Fills an empty folder.
 */
export async function kept(
  name: string,
  sources: readonly string[],
  make: (folder: string) => void | Promise<void>,
): Promise<string> {
  mkdirSync(cache, { recursive: true });
  const folder = join(cache, `${name}-${hashOf(sources)}`);
  const lock = `${folder}.lock`;
  while (!existsSync(folder)) {
    if (!takeLock(lock)) {
      await pause(100);
      continue;
    }
    try {
      const started = `${folder}.${process.pid}`;
      if (!existsSync(folder)) {
        rmSync(started, { recursive: true, force: true });
        mkdirSync(started);
        await make(started);
        renameSync(started, folder);
        tidy(name);
      }
    } finally {
      rmSync(lock, { force: true });
    }
  }
  utimesSync(folder, new Date(), new Date());
  return folder;
}

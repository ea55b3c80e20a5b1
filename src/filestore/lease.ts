/**
 * A lock for a folder that ends with its owner: of several processes, also in other containers and on other machines, one has it.
 *
 * Design rationale
 * - The lock is the name of a folder: `free`, or `held-` and the owner's random number. It is taken, taken over and given back by one
 *   rename. Of two processes that rename the same name, the system lets one succeed; a lock file that is deleted and made again lets both
 *   (proper-lockfile issue 121).
 * - What the lock protects is inside that folder. An owner that was stopped and continues after another took over finds no such path any
 *   more: it cannot write, however late it continues, with no check that it could be stopped behind.
 * - A live owner changes its token, a file, every two seconds. An owner is gone if its token stays the same through six pauses of two
 *   seconds. Nobody compares times: clocks that are wrong or jump, and time stamps of a file server, change nothing. A machine that was
 *   asleep shortens one pause, not six.
 * - An owner in the same boot of the same kernel and the same PID namespace is seen itself: it is gone if no process has its PID, or one that
 *   began at another time. Numbers alone would not do: containers have a process 1 each.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AvalancheError } from '../errors/error.ts';
import { aText, checkArgument } from '../schema/check.ts';
import {
  codeOf,
  deleteFile,
  type Files,
  fileMode,
  folderMode,
  nodeFiles,
  readText,
  storeError,
  syncFolder,
  toCreate,
  toOverwrite,
  unlessMissing,
  verifyFolder,
  withFile,
  writeAll,
} from './files.ts';

/** A folder that this process has for itself, until `release` or until another process takes it over. */
export interface Lease {
  /** The folder. After a takeover it has another name, so that every path in it fails with `ENOENT`. */
  readonly folder: string;
  /**
   * Checks that no other process took the lease over.
   * @throws {AvalancheError} `InUse`: one did; `StoreFailed`: it cannot be checked.
   */
  verify(): Promise<void>;
  /** Gives the lease back, and removes its folder if there is nothing in it. */
  release(): Promise<void>;
}

/** How a process is known to others. */
export interface Self {
  readonly pid: number;
  readonly host: string;
  /** Kernel, boot and PID namespace; undefined where the system does not tell, such as on macOS and Windows. */
  readonly place: string | undefined;
  /** When the process began, as the kernel counts. */
  readonly start: string | undefined;
}

/** What tests change. */
export interface LeaseOptions {
  readonly files?: Files;
  /** Milliseconds between two changes of the token, and between two looks at it. */
  readonly pause?: number;
  readonly self?: Self;
}

/** Looks at an unchanged token after which its owner is gone. */
const looks = 6;
const free = 'free';
const held = /^held-([0-9a-f]{32})$/;

/** A name that nothing has. */
export const randomName = (): string => randomBytes(16).toString('hex');

/** PID, state and start of a process, from Linux; undefined if it cannot be read. */
function statOf(pid: number | 'self') {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { pid: Number.parseInt(text, 10), state, start: rest[18] };
  } catch {
    return undefined;
  }
}

/** How this process is known to others. */
export function thisProcess(): Self {
  const { pid } = process;
  const own = statOf('self');
  let place: string | undefined;
  // A container can see the processes of its host in /proc, whose numbers are others.
  if (own?.pid === pid)
    try {
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
      place = `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
    } catch {
      // Only time will tell.
    }
  return { pid, host: hostname(), place, start: own?.start };
}

/** Whether a process of this place still runs. */
function isRunning({ pid, start }: Self): boolean {
  try {
    process.kill(pid, 0);
  } catch (e) {
    if (codeOf(e) !== 'EPERM') return false;
  }
  const found = statOf(pid);
  // Z: it ended, and its parent did not look.
  return found === undefined || (found.start === start && !/[ZX]/.test(found.state ?? ''));
}

/** The owner that a token names. */
function ownerIn(token: string | undefined): Partial<Self> {
  try {
    const owner: unknown = JSON.parse(token ?? '');
    return typeof owner === 'object' && owner !== null ? owner : {};
  } catch {
    return {};
  }
}

function inUse(path: string, token: string | undefined): AvalancheError {
  const { pid, host } = ownerIn(token);
  const by = pid === undefined ? undefined : `process ${Number(pid)} on host ${String(host)}`;
  return new AvalancheError(
    'InUse',
    `${by ?? 'another process'} uses ${path}`,
    by === undefined ? {} : { by },
  );
}

/**
 * Takes a folder for this process, so that no other one uses it at the same time, also on another machine. If the owner is known to run, or
 * shows that it does, it is refused: at once in the same container or on the same machine, otherwise within seconds. The folder of an owner
 * that is gone is taken over, at once in the same container or on the same machine, otherwise after twelve seconds.
 * @param path The folder of the lock. It is made if it is missing; the one above it must exist.
 * @throws {AvalancheError} `InUse`: another process has it; `StoreFailed`: it cannot be read or written.
 */
export async function takeLease(path: string): Promise<Lease> {
  checkArgument(path, aText, 'path');
  return leaseOf(path);
}

/** As `takeLease`, with what tests change. */
export async function leaseOf(path: string, options: LeaseOptions = {}): Promise<Lease> {
  try {
    return await take(path, options);
  } catch (e) {
    throw storeError('lock', path, e);
  }
}

async function take(
  path: string,
  { files = nodeFiles, pause = 2000, self = thisProcess() }: LeaseOptions,
): Promise<Lease> {
  const owner = randomName();
  const folder = join(path, `held-${owner}`);
  const tokenOf = (of: string) => join(path, `token-${of}`);
  const token = tokenOf(owner);

  /** Whether the owner of a folder is gone; undefined if the folder is. @throws `InUse`: it is not. */
  const isAbandoned = async (name: string, of: string): Promise<boolean | undefined> => {
    const before = await readText(tokenOf(of), files);
    const known = ownerIn(before);
    if (self.place !== undefined && known.place === self.place && Number(known.pid) > 0) {
      if (isRunning(known as Self)) throw inUse(path, before);
      return true;
    }
    for (let look = 0; look < looks; look++) {
      await sleep(pause);
      const now = await readText(tokenOf(of), files);
      if ((await unlessMissing(files.lstat(join(path, name)))) === undefined) return undefined;
      if (now !== before && now !== undefined) throw inUse(path, now);
    }
    return true;
  };

  let doubles = 0;
  // Each turn is lost only to another process that has just taken, released or made the lock.
  for (let turn = 0; ; turn++) {
    if (turn === 1000)
      throw Object.assign(new Error('EBUSY: the lock changes all the time'), { code: 'EBUSY' });
    const names = await unlessMissing(files.readdir(path));
    if (names) await unlessMissing(verifyFolder(path, files));
    const [found, ...others] = names?.filter((name) => name === free || held.test(name)) ?? [];
    if (found === undefined) {
      await makeLock(path, files);
      continue;
    }
    if (others.length > 0) {
      // A name that changes while the folder is listed may be there twice.
      if (++doubles === 20)
        throw Object.assign(
          new Error(`EEXIST: has ${[found, ...others].join(' and ')}: keep one`),
          {
            code: 'EEXIST',
          },
        );
      continue;
    }
    const [, last] = held.exec(found) ?? [];
    if (last !== undefined) {
      if (!(await isAbandoned(found, last))) continue;
      await deleteFile(tokenOf(last), files);
    }
    const isTaken = await unlessMissing(files.rename(join(path, found), folder).then(() => true));
    if (isTaken) break;
  }

  let changes = 0;
  const text = () =>
    new TextEncoder().encode(`${JSON.stringify({ ...self, changes: changes++ })}\n`);
  let isLost = false;
  const lost = async (): Promise<AvalancheError> => {
    isLost = true;
    clearInterval(timer);
    const now = (await files.readdir(path).catch(() => [])).find((name) => held.test(name));
    const by = now && (await readText(tokenOf(held.exec(now)![1]!), files).catch(() => undefined));
    return inUse(path, by);
  };
  let isRenewing = false;
  const renew = async () => {
    if (isRenewing) return;
    isRenewing = true;
    try {
      const file = await files.open(token, toOverwrite);
      // It only gets longer.
      await withFile(file, () => writeAll(file, text()));
    } catch (e) {
      // Another error may be gone the next time; if not, another process may take over, which `verify` sees.
      if (codeOf(e) === 'ENOENT') clearInterval(timer);
    }
    isRenewing = false;
  };
  let timer: ReturnType<typeof setInterval> | undefined;

  const lease: Lease = {
    folder,
    async verify() {
      if (isLost) throw await lost();
      try {
        // Opening asks a file server, where a look at the folder may be answered from a cache.
        const file = await unlessMissing(files.open(token, toOverwrite));
        if (file === undefined) throw await lost();
        await file.close();
        if ((await unlessMissing(files.lstat(folder))) === undefined) throw await lost();
      } catch (e) {
        throw storeError('lock', path, e);
      }
    },
    async release() {
      clearInterval(timer);
      try {
        await deleteFile(token, files);
        await unlessMissing(files.rename(folder, join(path, free)));
      } catch (e) {
        throw storeError('unlock', path, e);
      }
      // Only empty folders can be removed.
      await files.rmdir(join(path, free)).catch(() => {});
      await files.rmdir(path).catch(() => {});
    },
  };

  try {
    const file = await files.open(token, toCreate, fileMode);
    await withFile(file, () => writeAll(file, text()));
    timer = setInterval(renew, pause);
    // It keeps no process alive.
    timer.unref?.();
    await lease.verify();
    await verifyFolder(folder, files);
    await removeUnfinished(path, files);
  } catch (e) {
    await lease.release().catch(() => {});
    throw e;
  }
  return lease;
}

const beginning = (path: string): string => `${basename(path)}.new-`;

/** Makes a lock that is free, in one step: of two processes that do, the second changes nothing. */
async function makeLock(path: string, files: Files): Promise<void> {
  const made = join(dirname(path), beginning(path) + randomName());
  await files.mkdir(made, { mode: folderMode });
  try {
    await files.mkdir(join(made, free), { mode: folderMode });
    // An empty one is of a process that ended while it released the lock. Windows replaces no folder.
    await files.rmdir(path).catch(() => {});
    await files.rename(made, path);
  } catch (e) {
    await files.rmdir(join(made, free)).catch(() => {});
    await files.rmdir(made).catch(() => {});
    const code = codeOf(e) ?? '';
    // Another process made the lock, or removed this one as unfinished. Windows says EPERM where a folder is there.
    if (['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(code)) return;
    if (code === 'EPERM' && (await unlessMissing(files.lstat(path))) !== undefined) return;
    throw e;
  }
  await syncFolder(dirname(path), files);
}

/** Removes locks that a process began to make when it was killed. */
async function removeUnfinished(path: string, files: Files): Promise<void> {
  for (const name of await files.readdir(dirname(path)))
    if (name.startsWith(beginning(path))) {
      await files.rmdir(join(dirname(path), name, free)).catch(() => {});
      await files.rmdir(join(dirname(path), name)).catch(() => {});
    }
}

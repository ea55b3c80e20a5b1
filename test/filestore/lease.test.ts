import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { isError } from '../../src/errors/error.ts';
import type { Files } from '../../src/filestore/files.ts';
import { openFileStore } from '../../src/filestore/filestore.ts';
import { type Lease, leaseOf, type Self, thisProcess } from '../../src/filestore/lease.ts';
import { randomOf } from '../../tools/fuzz/random.ts';
import { goodFiles } from '../support/faultyfiles.ts';
import { testFolder } from '../support/folder.ts';

const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(() => undefined).catch((e) => e);
const isInUse = async (call: Promise<unknown>) => isError(await failure(call), 'InUse');

/** A process that nobody else can see. */
const unseen: Self = { pid: 1, host: 'pod', place: undefined, start: undefined };
/** An owner that never shows that it lives, and one that others wait for no longer than some milliseconds. */
const stopped = { self: unseen, pause: 1e6, files: goodFiles };
const hasty = { self: unseen, pause: 0.1, files: goodFiles };
const newLock = (): string => join(testFolder(), 'lock');

describe('a lease', () => {
  it('is of one owner, and leaves nothing behind', async () => {
    const lock = newLock();
    const lease = await leaseOf(lock);
    await lease.verify();
    expect(await isInUse(leaseOf(lock))).toBe(true);
    await lease.release();
    expect(existsSync(lock)).toBe(false);
    await (await leaseOf(lock)).release();
    expect(readdirSync(join(lock, '..'))).toEqual([]);
  });

  it('keeps what is in its folder', async () => {
    const lock = newLock();
    const lease = await leaseOf(lock);
    writeFileSync(join(lease.folder, 'kept'), 'kept');
    await lease.release();
    const again = await leaseOf(lock);
    expect(readFileSync(join(again.folder, 'kept'), 'utf8')).toBe('kept');
    await again.release();
  });

  it('of an owner that shows that it lives is refused, though nobody can see the owner', async () => {
    const lock = newLock();
    const lease = await leaseOf(lock, { self: { ...unseen, pid: 7 }, pause: 1 });
    const e = await failure(leaseOf(lock, { self: unseen, pause: 100 }));
    expect(isError(e, 'InUse') && e.context.by).toBe('process 7 on host pod');
    await lease.verify();
    await lease.release();
  });

  it('shows that its owner lives, also if the disk took long for the first sign', async () => {
    const lock = newLock();
    const files: Files = {
      ...goodFiles,
      async open(path, flags, mode) {
        // Only what makes a file has a mode.
        if (mode !== undefined) await sleep(20);
        return goodFiles.open(path, flags, mode);
      },
    };
    const lease = await leaseOf(lock, { self: unseen, pause: 1, files });
    expect(await isInUse(leaseOf(lock, { self: unseen, pause: 100 }))).toBe(true);
    await lease.release();
  });

  it('of an owner that is gone is taken over', async () => {
    const lock = newLock();
    await leaseOf(lock, stopped);
    const lease = await leaseOf(lock, hasty);
    await lease.release();
    expect(existsSync(lock)).toBe(false);
  });

  it('of an owner that ended before it wrote its token is taken over', async () => {
    const lock = newLock();
    mkdirSync(join(lock, `held-${'0'.repeat(32)}`), { recursive: true });
    await (await leaseOf(lock, hasty)).release();
    expect(existsSync(lock)).toBe(false);
  });

  it('whose making was interrupted is made again, and the rest goes', async () => {
    const lock = newLock();
    mkdirSync(join(`${lock}.new-1`, 'free'), { recursive: true });
    mkdirSync(`${lock}.new-2`);
    mkdirSync(lock);
    const lease = await leaseOf(lock, hasty);
    await lease.release();
    expect(readdirSync(join(lock, '..'))).toEqual([]);
  });

  it('that somebody restored beside another is refused: one of the two must go', async () => {
    const lock = newLock();
    await leaseOf(lock, stopped);
    mkdirSync(join(lock, 'free'));
    const before = readdirSync(lock);
    expect(isError(await failure(leaseOf(lock, hasty)), 'StoreFailed')).toBe(true);
    expect(readdirSync(lock)).toEqual(before);
  });

  it('is not decided by any clock', async () => {
    const lock = newLock();
    const lease = await leaseOf(lock, { self: unseen, pause: 1 });
    const day = 86_400;
    for (const shift of [-day, day]) {
      const clock = vi
        .spyOn(Date, 'now')
        .mockImplementation(() => 1_800_000_000_000 + shift * 1000);
      try {
        const time = 1_800_000_000 + shift;
        for (const name of readdirSync(lock)) utimesSync(join(lock, name), time, time);
        expect(await isInUse(leaseOf(lock, { self: unseen, pause: 100 }))).toBe(true);
      } finally {
        clock.mockRestore();
      }
    }
    await lease.release();
    await leaseOf(lock, stopped);
    for (const name of readdirSync(lock)) utimesSync(join(lock, name), 4e9, 4e9);
    await (await leaseOf(lock, hasty)).release();
  });
});

describe('an owner in the same place', () => {
  // On other systems an owner is known by its token alone.
  const here: Self = { ...thisProcess(), place: thisProcess().place ?? 'a place' };
  const taken = async (self: Self) => {
    const lock = newLock();
    const lease = await leaseOf(lock, { ...stopped, self });
    return { lock, lease };
  };

  it('that runs is refused at once, however long it shows no life', async () => {
    const { lock, lease } = await taken(here);
    // It would wait a million milliseconds for another look.
    expect(await isInUse(leaseOf(lock, { ...stopped, self: here }))).toBe(true);
    await lease.release();
  });

  it('that ended is taken over at once', async () => {
    // Nobody has this number.
    const { lock } = await taken({ ...here, pid: 4_194_999 });
    await (await leaseOf(lock, { ...stopped, self: here })).release();
  });

  it('whose number a later process has is taken over at once', async () => {
    const { lock } = await taken({ ...here, start: `${here.start}1` });
    const isKnown = here.start !== undefined;
    await (await leaseOf(lock, { ...(isKnown ? stopped : hasty), self: here })).release();
  });

  it.each([
    ['another PID namespace', { place: 'boot pid:[2]' }],
    ['another boot', { place: 'other pid:[1]' }],
    ['a system that does not tell', { place: undefined }],
  ])('is not looked for in %s', async (_, other) => {
    // Its number is that of no process here: that says nothing.
    const owner = { ...here, place: 'boot pid:[1]', pid: 4_194_999 };
    const lock = newLock();
    const lease = await leaseOf(lock, { self: owner, pause: 1 });
    expect(await isInUse(leaseOf(lock, { self: { ...here, ...other }, pause: 100 }))).toBe(true);
    await lease.release();
  });
});

describe('an owner that was stopped while another took over', () => {
  it('writes, moves and removes nothing any more', async () => {
    const folder = testFolder();
    const store = await openFileStore(folder, stopped);
    for (const id of ['a', 'b']) await store.write(id, 'old', false);
    const other = await openFileStore(folder, { ...hasty, self: { ...unseen, pid: 8 } });
    await other.write('a', 'of the other', false);
    for (const call of [
      () => store.write('a', 'too late', true),
      () => store.write('c', 'too late', false),
      () => store.remove('a'),
      () => store.read('a'),
      () => store.read('none'),
      () => store.unfinished(),
    ]) {
      const e = await failure(call());
      expect(isError(e, 'InUse') && e.context.by).toBe('process 8 on host pod');
    }
    await store.close();
    expect(await other.read('a')).toBe('of the other');
    expect([...(await other.unfinished())].sort()).toEqual(['a', 'b']);
    await other.close();
  });

  it('at any call of a write: its record is there before the other one reads, or never', async () => {
    for (let place = 0; ; place++) {
      const folder = testFolder();
      let calls = -1;
      let other: Awaited<ReturnType<typeof openFileStore>> | undefined;
      let seen: string | undefined;
      /** Continues only after another process has taken over and read. */
      const stop = async () => {
        if (calls < 0 || calls++ !== place) return;
        other = await openFileStore(folder, hasty);
        seen = await other.read('a');
      };
      const store = await openFileStore(folder, { ...stopped, files: withPause(stop) });
      await store.write('a', 'old', false);
      calls = 0;
      const e = await failure(store.write('a', 'new', true));
      if (other === undefined) {
        expect(place).toBeGreaterThan(8);
        break;
      }
      expect(['old', 'new']).toContain(seen);
      if (e !== undefined) expect(isError(e, 'InUse'), String(e)).toBe(true);
      // What it did after the other had read was without effect.
      expect(await other.read('a')).toBe(seen);
      expect(e === undefined && seen === 'old').toBe(false);
      await other.close();
    }
  });
});

/** A file system that waits before each call. */
function withPause(pause: () => Promise<unknown>): Files {
  const waiting =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      await pause();
      return call(...args);
    };
  const entries = Object.entries(goodFiles).map(([name, call]) => [name, waiting(call as never)]);
  return {
    ...(Object.fromEntries(entries) as Files),
    open: waiting(async (...args: Parameters<Files['open']>) => {
      const file = await goodFiles.open(...args);
      return {
        ...file,
        write: waiting(file.write),
        sync: waiting(file.sync),
        close: waiting(file.close),
        readFile: waiting(file.readFile),
        stat: waiting(file.stat),
      };
    }),
  };
}

describe('of processes that want a lock at the same moment', () => {
  it.each(['new', 'free', 'stale'] as const)(
    'one gets a %s one, in every order of their calls',
    async (kind) => {
      const random = randomOf(`race ${kind}`);
      const jitter = withPause(async () => {
        for (let i = random.below(4); i > 0; i--) await setImmediate();
      });
      let taken = 0;
      for (let round = 0; round < 40; round++) {
        const lock = newLock();
        if (kind !== 'new') {
          const lease = await leaseOf(lock, stopped);
          writeFileSync(join(lease.folder, 'kept'), '');
          if (kind === 'free') await lease.release();
        }
        const owners: Lease[] = [];
        const results = await Promise.all(
          Array.from({ length: 4 }, async (_, i) => {
            const self = { ...unseen, pid: i + 1 };
            // Those that do not get it wait until the owner shows its life.
            const lease = await leaseOf(lock, { self, pause: 2, files: jitter }).catch((e) => {
              if (isError(e, 'InUse')) return undefined;
              throw e;
            });
            if (lease) owners.push(lease);
            return lease;
          }),
        );
        const valid: Lease[] = [];
        for (const lease of owners)
          if (!(await isInUse(lease.verify())) && existsSync(lease.folder)) valid.push(lease);
        expect(valid).toHaveLength(1);
        expect(readdirSync(lock).filter((name) => /^(free|held)/.test(name))).toHaveLength(1);
        if (kind !== 'new') expect(readdirSync(valid[0]!.folder)).toEqual(['kept']);
        taken += results.filter((of) => of !== undefined).length;
        for (const lease of owners) await lease.release();
      }
      expect(taken).toBeGreaterThanOrEqual(40);
    },
  );

  it('the one that comes second to a takeover changes nothing', async () => {
    const lock = newLock();
    const old = await leaseOf(lock, stopped);
    // The second one has decided that the owner is gone, and is stopped before its rename.
    let first: Lease | undefined;
    const files: Files = {
      ...goodFiles,
      async rename(from, to) {
        if (first === undefined && from === old.folder)
          first = await leaseOf(lock, { ...hasty, pause: 1 });
        return goodFiles.rename(from, to);
      },
    };
    expect(await isInUse(leaseOf(lock, { ...hasty, pause: 20, files }))).toBe(true);
    await first!.verify();
    await first!.release();
  });

  it('one that a person renamed by hand is still one', async () => {
    const lock = newLock();
    const lease = await leaseOf(lock, stopped);
    renameSync(lease.folder, join(lock, 'free'));
    const other = await leaseOf(lock, hasty);
    expect(await isInUse(lease.verify())).toBe(true);
    await lease.release();
    await other.verify();
    await other.release();
  });
});

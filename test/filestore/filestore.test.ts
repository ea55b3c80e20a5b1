import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileStore } from 'avalanche-tx/filestore';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isError } from '../../src/errors/error.ts';
import { fileNameOf, idOfFileName } from '../../src/filestore/names.ts';
import type { OpenPaymentStore } from '../../src/wallet/index.ts';
import { testFolder } from '../support/folder.ts';
import { thorough } from '../support/seeded.ts';
import { answersOf, hardIDs, rightAnswers } from '../support/stores.ts';

const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(() => undefined).catch((e) => e);

/** Where the folder of a lock has what it protects: under the name of its owner, or of nobody. */
const inside = (folder: string): string => {
  const lock = join(folder, 'payments-1');
  return join(lock, readdirSync(lock).find((name) => /^(free|held-\w+)$/.test(name))!);
};

describe('a file store', () => {
  it('does what every store must do', async () => {
    expect(await answersOf(fileStore(join(testFolder(), 'new', 'pay')))).toEqual(rightAnswers);
  });

  it('has files and folders that only their owner can read, whatever the umask', async () => {
    const folder = join(testFolder(), 'pay');
    const umask = process.umask(0);
    try {
      const store = await fileStore(folder).open();
      await store.write('a', 'record', false);
      await store.write('b', 'record', true);
      const modes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
        const stat = lstatSync(join(folder, name));
        return (stat.mode & 0o777).toString(8) + (stat.isFile() ? ' file' : ' folder');
      });
      expect(modes.sort()).toEqual([...Array(3).fill('600 file'), ...Array(4).fill('700 folder')]);
      expect((lstatSync(folder).mode & 0o777).toString(8)).toBe('700');
      await store.close();
    } finally {
      process.umask(umask);
    }
  });

  it('leaves the mode of a folder that exists, and what else is in it', async () => {
    const folder = testFolder();
    chmodSync(folder, 0o750);
    writeFileSync(join(folder, 'notes'), 'mine');
    const store = await fileStore(folder).open();
    await store.close();
    expect((lstatSync(folder).mode & 0o777).toString(8)).toBe('750');
    expect(readdirSync(folder).sort()).toEqual(['notes', 'payments-1']);
  });

  it.each([
    ['0', 'make it again with this version'],
    ['2', 'update avalanche-tx'],
  ])('refuses format %s and changes nothing', async (number, advice) => {
    const folder = testFolder();
    mkdirSync(join(folder, `payments-${number}`));
    const e = await failure(fileStore(folder).open());
    expect(isError(e, 'BadVersion') && e.detail).toContain(advice);
    expect(readdirSync(folder)).toEqual([`payments-${number}`]);
  });

  it('can be copied while it is open: the copy is taken over once its owner shows no life there', async () => {
    const folder = join(testFolder(), 'pay');
    const store = await fileStore(folder).open();
    await store.write('a', 'record', false);
    cpSync(folder, `${folder}2`, { recursive: true });
    // The owner is this process, which runs.
    expect(isError(await failure(fileStore(`${folder}2`).open()), 'InUse')).toBe(true);
    await store.close();
    expect(readdirSync(join(folder, 'payments-1'))).toEqual(['free']);
  });

  it('names who has it', async () => {
    const folder = testFolder();
    const store = await fileStore(folder).open();
    const e = await failure(fileStore(folder).open());
    expect(isError(e, 'InUse') && e.context.by).toMatch(
      new RegExp(`^process ${process.pid} on host `),
    );
    await store.close();
  });
});

describe('a record of a file store', () => {
  const whole = 'avalanche-tx payment 1 hash\nall of it\n';
  const withRecords = async (
    body: (store: OpenPaymentStore, path: string, folder: string) => Promise<void>,
  ) => {
    const folder = testFolder();
    const store = await fileStore(folder).open();
    for (const id of ['a', 'b']) await store.write(id, whole, false);
    await store.write('c', whole, true);
    const path = join(inside(folder), 'unfinished', 'id-a');
    expect(existsSync(path)).toBe(true);
    await body(store, path, folder);
    // The others are as they were, and the damaged one can be removed and written again.
    expect([await store.read('b'), await store.read('c')]).toEqual([whole, whole]);
    expect(await store.unfinished()).toContain('b');
    await store.remove('a');
    expect(existsSync(path)).toBe(false);
    expect([...(await store.unfinished())]).toEqual(['b']);
    await store.write('a', whole, false);
    expect(await store.read('a')).toBe(whole);
    await store.close();
  };

  it('that is torn is given as it is, and as that one only', () =>
    withRecords(async (store, path) => {
      for (const length of [0, 1, 20]) {
        writeFileSync(path, whole.slice(0, length));
        expect(await store.read('a')).toBe(whole.slice(0, length));
      }
    }));

  it('with flipped bytes is never given as the one that was written', () =>
    withRecords(async (store, path) => {
      for (let at = 0; at < whole.length; at++)
        for (const bit of [1, 0x80]) {
          const bytes = Buffer.from(whole);
          bytes[at]! ^= bit;
          writeFileSync(path, bytes);
          expect(await store.read('a')).not.toBe(whole);
        }
    }));

  it('that became a link is not read, and what it leads to is neither written nor removed', () =>
    withRecords(async (store, path, folder) => {
      const target = join(folder, 'secret');
      writeFileSync(target, 'secret');
      rmSync(path);
      symlinkSync(target, path);
      expect(await store.unfinished()).toContain('a');
      const e = await failure(store.read('a'));
      expect(isError(e, 'StoreFailed') && e.context).toMatchObject({
        operation: 'read',
        reason: 'ELOOP',
      });
      await store.write('a', whole, false);
      expect(await store.read('a')).toBe(whole);
      rmSync(path);
      symlinkSync(target, path);
      await store.remove('a');
      expect(readFileSync(target, 'utf8')).toBe('secret');
    }));

  it('is not read from a pipe, which would block for ever', async () => {
    const folder = testFolder();
    const store = await fileStore(folder).open();
    // A folder is no file either, and can be made everywhere.
    mkdirSync(join(inside(folder), 'unfinished', 'id-a'));
    const e = await failure(store.read('a'));
    expect(isError(e, 'StoreFailed')).toBe(true);
    await store.close();
  });

  it('has a name that others cannot have, on any file system', () => {
    const names = hardIDs.map(fileNameOf);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(hardIDs.length);
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 200 }), (text) => {
        const id = text.replace(/[^\x20-\x7e]/g, '~');
        const name = fileNameOf(id);
        expect(idOfFileName(name)).toBe(id);
        // No separator, no dot at an end, no device of Windows, nothing that it or a Mac would change, and room for an ending.
        expect(name).toMatch(/^(id|long)-[a-z0-9!#$%&'()+,;=@[\]^_{}-]+$/);
        expect(name.length).toBeLessThanOrEqual(235);
      }),
      thorough,
    );
  });

  it('is none if its name was not made here', () => {
    for (const name of [
      '.DS_Store',
      'id-',
      'id-A',
      'id-%41',
      'id-%zz',
      'id-a.txt',
      'long-a',
      'a',
      'new-1',
    ])
      expect(idOfFileName(name), name).toBeUndefined();
  });
});

describe('a link in place of', () => {
  const secretIn = (folder: string): string => {
    const secret = join(folder, 'elsewhere');
    mkdirSync(secret, { recursive: true });
    return secret;
  };
  const withStore = async () => {
    const root = testFolder();
    const folder = join(root, 'pay');
    const store = await fileStore(folder).open();
    await store.write('a', 'record', false);
    await store.close();
    return { root, folder };
  };
  const refused = async (folder: string, secret: string) => {
    const e = await failure(fileStore(folder).open());
    expect(isError(e, 'StoreFailed') && e.context.reason).toMatch(/^(ENOTDIR|ELOOP)$/);
    expect(readdirSync(secret, { recursive: true })).toEqual([]);
  };

  it('the folder is refused', async () => {
    const root = testFolder();
    const secret = secretIn(root);
    symlinkSync(secret, join(root, 'link'));
    await refused(join(root, 'link'), secret);
    symlinkSync(join(root, 'nowhere'), join(root, 'dangling'));
    expect(isError(await failure(fileStore(join(root, 'dangling')).open()), 'StoreFailed')).toBe(
      true,
    );
    expect(existsSync(join(root, 'nowhere'))).toBe(false);
  });

  it('the lock, what it protects, or a folder of records is refused', async () => {
    for (const part of ['', 'free', 'free/unfinished', 'free/finished']) {
      const { root, folder } = await withStore();
      const path = join(folder, 'payments-1', part);
      const secret = secretIn(root);
      renameSync(path, join(root, 'moved'));
      symlinkSync(secret, path);
      await refused(folder, secret);
    }
  });

  it('the token of an owner is refused', async () => {
    const { root, folder } = await withStore();
    const lock = join(folder, 'payments-1');
    const name = 'a'.repeat(32);
    renameSync(join(lock, 'free'), join(lock, `held-${name}`));
    const target = join(root, 'target');
    writeFileSync(target, 'target');
    symlinkSync(target, join(lock, `token-${name}`));
    await refused(folder, secretIn(root));
    expect(readFileSync(target, 'utf8')).toBe('target');
  });
});

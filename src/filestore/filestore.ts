/**
 * Payments in a folder. It has one folder, `payments-1`, whose number is that of the format. In it is the lease (`lease.ts`), and in the
 * folder of the owner `unfinished` and `finished` with a file for each payment: a start reads only what is not finished.
 */
import { join, resolve } from 'node:path';
import { isError } from '../errors/error.ts';
import { aText, checkArgument } from '../schema/check.ts';
import { verifyFormat } from '../schema/format.ts';
import {
  assertPaymentID,
  type OpenPaymentStore,
  type PaymentStore,
  storeClosed,
} from '../wallet/store.ts';
import {
  codeOf,
  deleteFile,
  type Files,
  folderMode,
  makeFolder,
  nodeFiles,
  readText,
  storeError,
  syncFolder,
  unlessMissing,
  verifyFolder,
  writeWhole,
} from './files.ts';
import { type Lease, type LeaseOptions, leaseOf, randomName } from './lease.ts';
import { fileNameOf, idOfFileName } from './names.ts';

const title = 'avalanche-tx payments ';
const format = 1;
const formatFolder = /^payments-(\d{1,9})$/;
/** How the files begin that are being written. */
const temporary = 'new-';

/**
 * Keeps payments in a folder, for Node, Bun and Deno. One process at a time has it, also among containers and machines that share the
 * folder: `docs/guides/stores.md` lists the file systems on which that holds. Files are readable for their owner alone, and links are
 * not followed. A write is on the disk when it is complete; a crash at any moment leaves the old record or the new one.
 * @param folder The folder, which is made if it is missing. It must be a folder itself, not a link to one. If it exists, nobody else should be
 *   able to write to it.
 * @example
 * const store = fileStore('/var/lib/pay');
 * typeof store.open; // 'function'
 */
export function fileStore(folder: string): PaymentStore {
  checkArgument(folder, aText, 'folder');
  return { open: () => openFileStore(folder) };
}

/** Opens a file store. */
export async function openFileStore(
  folder: string,
  options: LeaseOptions = {},
): Promise<OpenPaymentStore> {
  const root = resolve(folder);
  const { files = nodeFiles } = options;
  try {
    await makeFolder(root, files);
    for (const name of await files.readdir(root)) {
      const [, number] = formatFolder.exec(name) ?? [];
      if (number !== undefined) verifyFormat(`${title}${number}`, `${title}${format}`);
    }
    const lease = await leaseOf(join(root, `payments-${format}`), options);
    try {
      return await storeIn(root, lease, files);
    } catch (e) {
      await lease.release().catch(() => {});
      throw e;
    }
  } catch (e) {
    throw storeError('open', root, e);
  }
}

async function storeIn(root: string, lease: Lease, files: Files): Promise<OpenPaymentStore> {
  const unfinished = join(lease.folder, 'unfinished');
  const finished = join(lease.folder, 'finished');

  const isThere = async (path: string): Promise<boolean> =>
    (await unlessMissing(files.lstat(path))) !== undefined;
  /** Deletes a file durably. */
  const remove = async (path: string, folder: string): Promise<void> => {
    if (await deleteFile(path, files)) await syncFolder(folder, files);
  };

  for (const path of [unfinished, finished]) {
    await files.mkdir(path, { mode: folderMode }).catch((e) => {
      if (codeOf(e) !== 'EEXIST') throw e;
    });
    await verifyFolder(path, files);
  }
  await syncFolder(lease.folder, files);
  // What a crash left. A former owner that continues cannot use it any more, either.
  for (const name of await files.readdir(lease.folder))
    if (name.startsWith(temporary)) await deleteFile(join(lease.folder, name), files);
  // A record in both folders was written as finished, or not yet as unfinished: the finished one counts.
  for (const name of await files.readdir(unfinished))
    if (await isThere(join(finished, name))) await remove(join(unfinished, name), unfinished);

  let isOpen = true;
  let last: Promise<unknown> = Promise.resolve();
  /** Runs the steps one after another: a reader would miss a record that is moved meanwhile. */
  const run = async <T>(operation: string, step: () => Promise<T>): Promise<T> => {
    if (!isOpen) throw storeClosed(operation);
    const done = last.then(async () => {
      try {
        return await step();
      } catch (e) {
        if (isError(e)) throw e;
        // After a takeover every path is missing.
        await lease.verify().catch((lost) => {
          if (isError(lost, 'InUse')) throw lost;
        });
        throw storeError(operation, root, e);
      }
    });
    last = done.catch(() => {});
    return done;
  };

  return {
    unfinished: () =>
      run('read', async () => {
        const ids: string[] = [];
        for (const name of await files.readdir(unfinished)) {
          const id = idOfFileName(name);
          if (id !== undefined && !(await isThere(join(finished, name)))) ids.push(id);
        }
        return ids;
      }),
    async read(id) {
      assertPaymentID(id);
      const name = fileNameOf(id);
      return run('read', async () => {
        const record =
          (await readText(join(finished, name), files)) ??
          (await readText(join(unfinished, name), files));
        // After a takeover nothing is found, which does not mean that there is none.
        if (record === undefined) await lease.verify();
        return record;
      });
    },
    async write(id, record, isFinished) {
      assertPaymentID(id);
      const name = fileNameOf(id);
      const [to, from] = isFinished ? [finished, unfinished] : [unfinished, finished];
      return run('write', async () => {
        const unused = join(lease.folder, temporary + randomName());
        await writeWhole(join(to, name), record, unused, lease.verify, files);
        await remove(join(from, name), from);
      });
    },
    async remove(id) {
      assertPaymentID(id);
      const name = fileNameOf(id);
      return run('remove', async () => {
        await lease.verify();
        // The finished one counts, so it goes last.
        await remove(join(unfinished, name), unfinished);
        await remove(join(finished, name), finished);
      });
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await last;
      await lease.release();
    },
  };
}

/** Payments in a browser: IndexedDB has the records, and a Web Lock keeps other tabs and workers out. */
import { AvalancheError } from '../errors/error.ts';
import { aText, checkArgument } from '../schema/check.ts';
import { assertPaymentID, type OpenPaymentStore, type PaymentStore, storeClosed } from './store.ts';

/** The version of the database. A newer one is refused by the browser itself. */
const format = 1;
/** Records of payments that are not finished, and of those that are, by ID. */
const tables = ['unfinished', 'finished'] as const;

/** The error for what IndexedDB answered. */
const failed = (operation: string, error: DOMException | null): AvalancheError =>
  new AvalancheError(
    'StoreFailed',
    `the browser's database failed (${operation}): ${error?.message || error?.name || 'unknown'}`,
    { operation, reason: error?.name ?? 'unknown' },
    { cause: error },
  );

/** Takes a Web Lock. */
function takeLock(name: string): Promise<{ readonly isLost: () => boolean; release(): void }> {
  const { locks } = globalThis.navigator ?? {};
  if (locks === undefined || globalThis.indexedDB === undefined)
    throw new AvalancheError(
      'Unsupported',
      'needs IndexedDB and Web Locks: a browser, and a page over HTTPS or from localhost',
    );
  return new Promise((resolve, reject) => {
    let isLost = false;
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (lock === null)
          return reject(new AvalancheError('InUse', 'another tab or worker has the store'));
        return new Promise<void>((release) => resolve({ isLost: () => isLost, release }));
      })
      // Another script of this origin stole it.
      .catch((e: unknown) => {
        isLost = true;
        reject(e);
      });
  });
}

function openDatabase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, format);
    request.onupgradeneeded = () => {
      for (const table of tables) request.result.createObjectStore(table);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () =>
      reject(
        request.error?.name === 'VersionError'
          ? new AvalancheError(
              'BadVersion',
              'the store was written by a newer version: update avalanche-tx',
              { version: `newer than ${format}` },
            )
          : failed('open', request.error),
      );
    // It waits for a connection of a tab that has no lock: one of another program, or one that is closing.
    request.onblocked = () => reject(failed('open', new DOMException('is blocked', 'Blocked')));
  });
}

/**
 * Keeps payments in the browser, in an IndexedDB database of the page's origin. A write is complete when the browser says that it is on the
 * disk. Only one tab or worker can have the store; the browser gives it back when the tab closes or crashes. A browser may delete the
 * data of an origin when space runs out, unless `navigator.storage.persist()` was granted.
 * @param name Names the store within the origin: one per account.
 */
export function browserStore(name: string): PaymentStore {
  checkArgument(name, aText, 'name');
  return { open: () => openBrowserStore(name) };
}

async function openBrowserStore(name: string): Promise<OpenPaymentStore> {
  const title = `avalanche-tx payments ${name}`;
  const lock = await takeLock(title);
  let database: IDBDatabase;
  try {
    database = await openDatabase(title);
  } catch (e) {
    lock.release();
    throw e;
  }
  let isOpen = true;
  const running = new Set<Promise<unknown>>();

  /** Runs requests in one transaction, and resolves with the result of one of them when all of it is on the disk. */
  const transact = <T>(
    operation: 'read' | 'write' | 'remove',
    requests: (table: (name: (typeof tables)[number]) => IDBObjectStore) => () => T,
  ): Promise<T> => {
    const done = new Promise<T>((resolve, reject) => {
      if (!isOpen) throw storeClosed(operation);
      if (lock.isLost()) throw new AvalancheError('InUse', 'another script took the store');
      let transaction: IDBTransaction | undefined;
      try {
        const made =
          operation === 'read'
            ? database.transaction(tables)
            : database.transaction(tables, 'readwrite', { durability: 'strict' });
        transaction = made;
        made.onabort = () => reject(failed(operation, made.error));
        const result = requests((table) => made.objectStore(table));
        made.oncomplete = () => resolve(result());
      } catch (e) {
        transaction?.abort();
        // The database was closed: somebody deleted the data of the page.
        throw e instanceof DOMException ? failed(operation, e) : e;
      }
    });
    const settled = done.catch(() => {}).finally(() => running.delete(settled));
    running.add(settled);
    return done;
  };

  return {
    unfinished: () =>
      transact('read', (table) => {
        const keys = table('unfinished').getAllKeys();
        return () => keys.result as string[];
      }),
    async read(id) {
      assertPaymentID(id);
      return transact('read', (table) => {
        const found = tables.map((name) => table(name).get(id));
        return () => found.map(({ result }) => result as unknown).find((of) => of !== undefined);
      }).then((record) => (record === undefined ? undefined : String(record)));
    },
    async write(id, record, isFinished) {
      assertPaymentID(id);
      const [to, from] = isFinished ? (['finished', 'unfinished'] as const) : tables;
      await transact('write', (table) => {
        table(to).put(record, id);
        table(from).delete(id);
        return () => {};
      });
    },
    async remove(id) {
      assertPaymentID(id);
      await transact('remove', (table) => {
        for (const name of tables) table(name).delete(id);
        return () => {};
      });
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await Promise.all(running);
      database.close();
      lock.release();
    },
  };
}

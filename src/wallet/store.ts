/** Payment stores: where a wallet keeps its payments, so that they outlast the process. */
import { AvalancheError } from '../errors/error.ts';

/**
 * Where a wallet keeps its payments: one text per payment, by its ID. Use `memoryStore`, `browserStore`, or `fileStore` of
 * `avalanche-tx/filestore`; for a database, implement this interface (`docs/guides/stores.md` has one for Postgres).
 */
export interface PaymentStore {
  /**
   * Takes the store for this process until `close`. Only one process can have it.
   * @throws {AvalancheError} `InUse`: another process or tab has it; `StoreFailed`: it cannot be read or written; `BadVersion`: a newer
   *   version of the library wrote it.
   */
  open(): Promise<OpenPaymentStore>;
}

/**
 * A store that this process has. IDs are 1 to 200 characters of printable ASCII. Every method throws `StoreFailed` if the store cannot be
 * read or written, and `InUse` once another process has taken it over.
 */
export interface OpenPaymentStore {
  /** The IDs of the payments that are not finished, in any order. */
  unfinished(): Promise<readonly string[]>;
  /** The record of a payment, finished or not; undefined if there is none. It may be damaged: the wallet checks it. */
  read(id: string): Promise<string | undefined>;
  /**
   * Stores the record of a payment in place of the last one, whole or not at all. It survives a crash of the machine from the moment that
   * the promise resolves; if it rejects, the store has either the last record or this one.
   */
  write(id: string, record: string, isFinished: boolean): Promise<void>;
  /** Deletes the record of a payment, damaged or not. It is not an error if there is none. */
  remove(id: string): Promise<void>;
  /** Gives the store back, after the calls that are still running. A second call does nothing. */
  close(): Promise<void>;
}

/**
 * Checks the ID of a payment.
 * @throws {AvalancheError} `BadArgument`
 */
export function assertPaymentID(id: string): void {
  if (typeof id === 'string' && /^[\x20-\x7e]{1,200}$/.test(id)) return;
  const expected = 'text of 1 to 200 printable ASCII characters';
  throw new AvalancheError('BadArgument', `must be ${expected}`, { expected }).at('id');
}

/** The error of a method that is called after `close`. */
export const storeClosed = (operation: string): AvalancheError =>
  new AvalancheError('StoreFailed', 'the store is closed', { operation, reason: 'closed' });

/**
 * Keeps payments in memory: for tests, and for programs that need nothing after they end. The records last as long as the returned object,
 * so a second wallet can open it after the first is closed.
 * @example
 * const store = await memoryStore().open();
 * await store.write('withdrawal-4711', 'record', false);
 * await store.unfinished(); // ['withdrawal-4711']
 */
export function memoryStore(): PaymentStore {
  const records = new Map<string, { readonly record: string; readonly isFinished: boolean }>();
  let isTaken = false;
  return {
    async open() {
      if (isTaken)
        throw new AvalancheError('InUse', 'another wallet of this process has the store');
      isTaken = true;
      let isOpen = true;
      const verifyOpen = (operation: string) => {
        if (!isOpen) throw storeClosed(operation);
      };
      return {
        async unfinished() {
          verifyOpen('read');
          return [...records].flatMap(([id, { isFinished }]) => (isFinished ? [] : [id]));
        },
        async read(id) {
          verifyOpen('read');
          assertPaymentID(id);
          return records.get(id)?.record;
        },
        async write(id, record, isFinished) {
          verifyOpen('write');
          assertPaymentID(id);
          records.set(id, { record, isFinished });
        },
        async remove(id) {
          verifyOpen('remove');
          assertPaymentID(id);
          records.delete(id);
        },
        async close() {
          if (isOpen) isTaken = false;
          isOpen = false;
        },
      };
    },
  };
}

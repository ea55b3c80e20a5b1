/** Node's `Buffer`, which Ledger's libraries expect in the page before they load. */
import { Buffer } from 'buffer/';

export function provideBuffer(): void {
  (globalThis as { Buffer?: unknown }).Buffer ??= Buffer;
}

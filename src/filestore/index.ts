/** A payment store in a folder, and the lease of a folder, for Node, Bun and Deno: the only entry point that imports Node's modules. */

export type { PaymentStore } from '../wallet/store.ts';
export { fileStore } from './filestore.ts';
export { type Lease, takeLease } from './lease.ts';

import { sha256 as noble } from '@noble/hashes/sha2.js';

/** The 32 bytes of SHA-256: what ids, checksums and signatures are made from. */
export const sha256 = (bytes: Uint8Array): Uint8Array => noble(bytes);

/** SHA-256, from which ids, checksums and digests are made, by the platform's implementation: `#sha256` of the package's `imports`. */
import { toBytes } from '../errors/arguments.ts';
import { sha256 as ofPlatform } from './sha256/platform.ts';

/**
 * The 32 bytes of SHA-256. No part of a message stays in memory.
 * @param from Bytes of any kind.
 * @throws {AvalancheError} `BadArgument`: not bytes.
 * @example
 * sha256(new Uint8Array(0))[0]; // 0xe3
 */
export const sha256 = (from: Uint8Array): Uint8Array =>
  ofPlatform(from instanceof Uint8Array ? from : toBytes(from));

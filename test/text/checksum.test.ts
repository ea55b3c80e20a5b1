import { createHash } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checksumOf } from '../../src/text/cb58.ts';
import { seeded } from '../support/seeded.ts';

const tailOf = (hash: Uint8Array): number =>
  new DataView(hash.buffer, hash.byteOffset).getInt32(28);

it('the checksum is that of Node on every length around the ends of blocks', () => {
  for (let length = 0; length <= 260; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => i * 41 + length);
    expect(checksumOf(bytes)).toBe(tailOf(createHash('sha256').update(bytes).digest()));
  }
});

it('the checksum is that of noble on any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      expect(checksumOf(bytes)).toBe(tailOf(sha256(bytes)));
    }),
    seeded,
  );
});

import { createHash } from 'node:crypto';
import { sha256 as noble } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256, useSHA256 } from '../../src/crypto/hash.ts';
import { shortIDOfPublicKey } from '../../src/crypto/hash160.ts';
import { formatHex, parseHex } from '../../src/text/bytes.ts';
import { formatShortID } from '../../src/text/id.ts';
import { seeded } from '../support/seeded.ts';
import { thrown } from '../support/thrown.ts';
import { rows } from '../support/vectors.ts';

describe('sha256', () => {
  const ofNode = (bytes: Uint8Array) => `0x${createHash('sha256').update(bytes).digest('hex')}`;

  it('is Node’s on every length around the ends of blocks', () => {
    for (let length = 0; length <= 260; length++) {
      const bytes = Uint8Array.from({ length }, (_, i) => i * 41 + length);
      expect(formatHex(sha256(bytes))).toBe(ofNode(bytes));
    }
  });

  it('is Node’s on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
        expect(formatHex(sha256(bytes))).toBe(ofNode(bytes));
      }),
      seeded,
    );
  });
});

describe('useSHA256', () => {
  it('has messages of more than a block hashed by another', () => {
    useSHA256((bytes) => new Uint8Array(32).fill(bytes.length));
    try {
      expect(sha256(new Uint8Array(56))).toEqual(new Uint8Array(32).fill(56));
      expect(formatHex(sha256(new Uint8Array(55)))).toMatch(/^0x02779466cdec163811d078815c633f21/);
    } finally {
      useSHA256(noble);
    }
  });
});

describe('shortIDOfPublicKey', () => {
  it('is the node’s address of every key of the vectors', () => {
    const keys = rows('primitives').filter((row) => row.publicKeyHex !== undefined);
    expect(keys).toHaveLength(5);
    for (const { publicKeyHex, shortID } of keys) {
      expect(formatShortID(shortIDOfPublicKey(parseHex(publicKeyHex!)))).toBe(shortID);
    }
  });

  it.each([
    [32, 2],
    [65, 4],
    [33, 4],
  ])('refuses %i bytes that start with %i', (length, first) => {
    const key = new Uint8Array(length);
    key[0] = first;
    expect(thrown(() => shortIDOfPublicKey(key))).toMatchObject({ code: 'OutOfRange' });
  });
});

import * as crypto from 'node:crypto';
import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { sha256 } from '../../src/crypto/hash.ts';
import { shortIDOfPublicKey } from '../../src/crypto/secp256k1.ts';
import * as noble from '../../src/crypto/sha256/noble.ts';
import * as machine from '../../src/crypto/sha256/node.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
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

describe.each([
  ['Node, Bun and Deno', machine],
  ['everything else', noble],
])('the implementation for %s', (_, { sha256, hmacSha256 }) => {
  it('is the standard’s', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.uint8Array({ maxLength: 100 }),
        (bytes, key) => {
          expect(formatHex(sha256(bytes))).toBe(
            `0x${createHash('sha256').update(bytes).digest('hex')}`,
          );
          expect(formatHex(hmacSha256(key, bytes))).toBe(
            `0x${createHmac('sha256', key).update(bytes).digest('hex')}`,
          );
        },
      ),
      seeded,
    );
  });

  it('gives bytes of their own, not a Buffer', () => {
    for (const bytes of [
      sha256(new Uint8Array(99)),
      hmacSha256(new Uint8Array(9), new Uint8Array(9)),
    ])
      expect([bytes.constructor, bytes.buffer.byteLength]).toEqual([Uint8Array, 32]);
  });
});

describe('the implementation for a platform without crypto.hash', () => {
  it('is the same', async () => {
    const old = vi
      .spyOn(process, 'getBuiltinModule')
      .mockReturnValue({ ...crypto, hash: undefined } as never);
    try {
      // Another copy of the module: it keeps what it loaded.
      const copy = '../../src/crypto/sha256/node.ts?old';
      const { sha256 } = (await import(copy)) as typeof machine;
      for (const length of [55, 56, 1000]) {
        const bytes = new Uint8Array(length).fill(length);
        expect(sha256(bytes)).toEqual(machine.sha256(bytes));
      }
      expect(old).toHaveBeenCalled();
    } finally {
      old.mockRestore();
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

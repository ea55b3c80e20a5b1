import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { formatHex, parseHex } from '../../src/text/bytes.ts';
import { sha256 } from '../../src/text/hash.ts';
import { shortIDOfPublicKey } from '../../src/text/hash160.ts';
import { formatShortID } from '../../src/text/id.ts';
import { thrown } from '../support/thrown.ts';
import { rows } from '../support/vectors.ts';

describe('sha256', () => {
  it.each([0, 1, 55, 56, 64, 1000])('is Node’s on %i bytes', (length) => {
    const bytes = new Uint8Array(length).fill(7);
    expect(formatHex(sha256(bytes))).toBe(`0x${createHash('sha256').update(bytes).digest('hex')}`);
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

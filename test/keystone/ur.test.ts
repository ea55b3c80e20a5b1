import { UR, URDecoder, UREncoder } from '@ngraveio/bc-ur';
import { encode } from 'cborg';
import { describe, expect, it } from 'vitest';
import { formatUR, parseUR, urReader } from '../../src/keystone/ur.ts';
import { thrown } from '../support/thrown.ts';

/** Bytes that no other length has. */
const bytesOf = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => (i * 7 + (i >> 8) * 13 + length) & 255);
const type = 'avax-sign-request';
const theirs = (cbor: Uint8Array): UR => new UR(Buffer.from(cbor), type);

describe('a UR', () => {
  it('in one part is that of bc-ur', () => {
    for (const length of [1, 2, 3, 50, 200]) {
      const cbor = bytesOf(length);
      const [part, ...others] = formatUR({ type, cbor }, 200);
      expect(others).toEqual([]);
      expect(part).toBe(UREncoder.encodeSinglePart(theirs(cbor)).toUpperCase());
      expect(parseUR(part!.toLowerCase())).toEqual({ type, cbor });
    }
  });

  it('in several parts is read by bc-ur, in any order', () => {
    for (const [length, size] of [
      [201, 200],
      [1000, 100],
      [1001, 100],
      [3217, 90],
      [20_000, 200],
    ] as const) {
      const cbor = bytesOf(length);
      const parts = formatUR({ type, cbor }, size);
      expect(parts.length).toBe(Math.ceil(length / size));
      const decoder = new URDecoder();
      for (const part of [...parts].reverse()) decoder.receivePart(part);
      expect(decoder.isSuccess()).toBe(true);
      expect(Uint8Array.from(decoder.resultUR().cbor)).toEqual(cbor);
      expect(parseUR([...parts, ...parts].reverse())).toEqual({ type, cbor });
      expect(parseUR(parts.join('\n'))).toEqual({ type, cbor });
    }
  });

  it('of bc-ur is read from its mixed parts alone', () => {
    for (const [length, size] of [
      [150, 100],
      [500, 50],
      [1500, 100],
      [4000, 60],
    ] as const) {
      const cbor = bytesOf(length);
      const encoder = new UREncoder(theirs(cbor), size);
      for (let i = 0; i < encoder.fragmentsLength; i++) encoder.nextPart();
      const reader = urReader();
      let count = 0;
      while (!reader.add(encoder.nextPart()).done) expect(count++).toBeLessThan(2000);
      expect(parseUR(reader.parts)).toEqual({ type, cbor });
    }
  });

  it('of bc-ur is read from any half of its parts', () => {
    const cbor = bytesOf(2000);
    const encoder = new UREncoder(theirs(cbor), 100);
    const reader = urReader();
    const seen: number[] = [];
    for (let i = 0; ; i++) {
      const part = encoder.nextPart();
      if (i % 2 === 1) continue;
      const { received, total, done } = reader.add(part);
      seen.push(received);
      expect(total).toBe(20);
      if (done) break;
    }
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(20);
    expect(parseUR(reader.parts).cbor).toEqual(cbor);
  });

  it('says which parts are missing, misread or of another message', () => {
    const cbor = bytesOf(500);
    const parts = formatUR({ type, cbor }, 100);
    const failure = (texts: readonly string[]) => {
      const { code, path } = thrown(() => parseUR(texts));
      return [code, ...path];
    };
    expect(thrown(() => parseUR(parts.slice(1, 3)))).toMatchObject({
      code: 'MissingPart',
      path: ['parts'],
      context: { missing: [1, 4, 5], count: 5 },
      detail: 'of 5 parts 3 are missing',
    });
    expect(thrown(() => parseUR([]))).toMatchObject({ code: 'MissingPart', context: { count: 0 } });
    const swapped = parts[1]!.replace(/(..)(..)$/, '$2$1');
    expect(failure([parts[0]!, swapped])).toEqual(['BadChecksum', 'parts', 1]);
    expect(failure([parts[0]!, parts[1]!.slice(0, -2)])).toEqual(['BadChecksum', 'parts', 1]);
    expect(failure([parts[0]!, formatUR({ type, cbor: bytesOf(501) }, 100)[1]!])).toEqual([
      'Mismatch',
      'parts',
      1,
    ]);
    const [other] = formatUR({ type: 'avax-signature', cbor }, 100);
    expect(failure([parts[0]!, other!])).toEqual(['Mismatch', 'parts', 1]);
    expect(failure(['https://example.com'])).toEqual(['BadText', 'parts', 0]);
    expect(failure([''])).toEqual(['BadText', 'parts', 0]);
  });

  it('is refused if a part says something impossible', () => {
    const part = (...items: readonly unknown[]) => {
      const words = formatUR({ type: 'x', cbor: encode(items) }, 10_000)[0]!.slice(5);
      return `ur:x/${items[0]}-${items[1]}/${words}`;
    };
    const fragment = bytesOf(10);
    expect(urReader().add(part(1, 2, 20, 5, fragment))).toEqual({
      received: 1,
      total: 2,
      done: false,
    });
    for (const wrong of [
      part(1, 0, 10, 5, fragment),
      part(1, 1001, 10, 5, fragment),
      part(1, 4_000_000_000, 10, 5, fragment),
      part(1, 2, 21, 5, fragment),
      part(1, 2, 0, 5, fragment),
      part(1, 2, -1, 5, fragment),
      part(1, 2, 20, 5, 'text'),
      part(1, 2, 20, 5),
      part(1, 2, 20, 5, fragment).replace('/1-2/', '/2-2/'),
      part(1, 2, 20, 5, fragment).replace('/1-2/', '/1-3/'),
    ])
      expect(thrown(() => urReader().add(wrong)).code, wrong).toBe('BadText');
    const wrongSum = [part(1, 2, 20, 5, fragment), part(2, 2, 20, 5, fragment)];
    expect(thrown(() => parseUR(wrongSum)).code).toBe('BadChecksum');
    expect(thrown(() => formatUR({ type, cbor: bytesOf(2000) }, 1)).code).toBe('OutOfRange');
  });
});

import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { bytesOf, idBytes, nodeIDBytes } from '../../src/text/given.ts';
import { formatID, formatNodeID } from '../../src/text/id.ts';
import { thrown } from '../support/thrown.ts';

const id = Uint8Array.from({ length: 32 }, (_, i) => i);
const nodeID = id.subarray(3, 23);

describe('an argument that may be text or bytes', () => {
  it('is read from text, bytes, a Buffer, an ArrayBuffer and bytes of another realm', () => {
    const foreign = runInNewContext('Uint8Array.from({ length: 32 }, (_, i) => i)');
    expect(foreign).not.toBeInstanceOf(Uint8Array);
    for (const given of [formatID(id), id, Buffer.from(id), id.slice().buffer, foreign])
      expect(idBytes(given)).toEqual(id);
    for (const given of [formatNodeID(nodeID), nodeID]) expect(nodeIDBytes(given)).toEqual(nodeID);
    for (const given of ['0x000102', id.subarray(0, 3)])
      expect(bytesOf(given, 3)).toEqual(Uint8Array.of(0, 1, 2));
  });

  it('shares no memory with what was given', () => {
    const given = id.slice();
    const copies = [idBytes(given), bytesOf(given), bytesOf(given.buffer)];
    given.fill(9);
    for (const copy of copies) expect(copy).toEqual(id);
  });

  it('is refused with a typed error when it is neither, or too long or short', () => {
    const any = (f: (value: never) => unknown, value: unknown) =>
      thrown(() => f(value as never)).code;
    for (const value of [undefined, null, 5, {}, [1]])
      for (const f of [idBytes, nodeIDBytes, bytesOf]) expect(any(f, value)).toBe('BadArgument');
    expect(any(idBytes, id.subarray(1))).toBe('OutOfRange');
    expect(any(nodeIDBytes, id)).toBe('OutOfRange');
    expect(thrown(() => bytesOf('0x0102', 3)).detail).toBe('must have 3 bytes, got 2');
    expect(any(idBytes, '0x00')).toBe('BadText');
    expect(any(nodeIDBytes, formatID(id))).toBe('BadText');
    expect(any(bytesOf, '00')).toBe('BadText');
  });
});

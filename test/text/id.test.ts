import { describe, expect, it } from 'vitest';
import { formatCB58 } from '../../src/text/cb58.ts';
import {
  formatID,
  formatNodeID,
  formatShortID,
  parseID,
  parseNodeID,
  parseShortID,
} from '../../src/text/id.ts';
import { thrown } from '../support/thrown.ts';

const kinds = [
  { parse: parseID, format: formatID, length: 32, zero: '11111111111111111111111111111111LpoYY' },
  { parse: parseShortID, format: formatShortID, length: 20, zero: '111111111111111111116DBWJs' },
  {
    parse: parseNodeID,
    format: formatNodeID,
    length: 20,
    zero: 'NodeID-111111111111111111116DBWJs',
  },
];

describe.each(kinds)('$format.name and $parse.name', ({ parse, format, length, zero }) => {
  it('write and read zeros', () => {
    expect(format(new Uint8Array(length))).toBe(zero);
    expect(parse(zero)).toEqual(new Uint8Array(length));
  });

  it.each([0, length - 1, length + 1])('refuse %i bytes', (other) => {
    expect(thrown(() => format(new Uint8Array(other)))).toMatchObject({ code: 'OutOfRange' });
  });

  it('read each text anew or as before, whatever becomes of the bytes', () => {
    for (let i = 0; i < 2000; i++) {
      const bytes = new Uint8Array(length);
      bytes[0] = i % 300;
      bytes[i % length] = i % 7;
      const text = format(bytes);
      const found = parse(text);
      expect(found).toEqual(bytes);
      found.fill(255);
      expect(parse(text)).toEqual(bytes);
    }
  });

  it('refuse what is not text', () => {
    expect(thrown(() => parse(5 as never))).toMatchObject({ code: 'BadArgument' });
  });

  it('refuse a changed character', () => {
    expect(thrown(() => parse(zero.replace(/.$/, 'z')))).toMatchObject({ code: 'BadChecksum' });
  });
});

describe('formatID', () => {
  it('writes each id anew or as before, whatever becomes of the bytes', () => {
    const id = Buffer.alloc(32);
    for (const step of [1, 1, 7, 31]) {
      for (let i = 0; i < 2000; i++) {
        id.writeUInt32LE((i * step) % 600, i % 28);
        expect(formatID(id)).toBe(formatCB58(id));
      }
    }
  });
});

describe('formatShortID and formatNodeID', () => {
  it('write the same bytes apart', () => {
    const bytes = new Uint8Array(20).fill(7);
    expect(formatNodeID(bytes)).toBe(`NodeID-${formatShortID(bytes)}`);
    expect(formatShortID(bytes)).toBe(formatCB58(bytes));
  });
});

describe('parseID', () => {
  it('refuses a short id', () => {
    expect(thrown(() => parseID(formatShortID(new Uint8Array(20))))).toMatchObject({
      code: 'OutOfRange',
      detail: 'CB58 of 20 bytes, 32 are needed',
    });
  });
});

describe('parseNodeID', () => {
  it.each(['111111111111111111116DBWJs', 'nodeID-111111111111111111116DBWJs', ''])(
    'refuses %j, which has no prefix',
    (text) => {
      expect(thrown(() => parseNodeID(text))).toMatchObject({ code: 'BadText' });
    },
  );
});

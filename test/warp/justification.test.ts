import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isError } from '../../src/errors/error.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { formatID, parseID } from '../../src/text/id.ts';
import { decodeJustification, justificationOf, validationIDOf } from '../../src/warp/index.ts';
import { seeded } from '../support/seeded.ts';
import { thrown } from '../support/thrown.ts';
import { rows } from '../support/vectors.ts';

const vectors = rows('l1').filter(({ kind }) => kind === 'justification');
const subnetID = new Uint8Array(32).fill(0xd1);
const subnet = 'd1'.repeat(32);

describe('justification', () => {
  it.each(vectors.map((row, i) => [i, row] as const))('%i is what Go writes', (_, row) => {
    const { hex, subnetID: id, index, registerMessageHex: register } = row;
    const origin =
      register === undefined
        ? { subnetID: id!, index: index! }
        : { registerMessage: parseHex(register) };
    expect(formatHex(justificationOf(origin))).toBe(hex);
    expect(formatID(validationIDOf(origin))).toBe(row.validationID);
    const found = decodeJustification(parseHex(hex!));
    expect(found).toEqual(
      'registerMessage' in origin ? origin : { subnetID: parseID(origin.subnetID), index },
    );
    expect(formatHex(justificationOf(found))).toBe(hex);
  });

  it('leaves out an index of zero, and writes the others seven bits a byte', () => {
    const text = (index: number) => formatHex(justificationOf({ subnetID, index }));
    expect(text(0)).toBe(`0x0a220a20${subnet}`);
    expect(text(1)).toBe(`0x0a240a20${subnet}1001`);
    expect(text(300)).toBe(`0x0a250a20${subnet}10ac02`);
    expect(text(2 ** 32 - 1)).toBe(`0x0a280a20${subnet}10ffffffff0f`);
    expect(thrown(() => justificationOf({ subnetID, index: 2 ** 32 }))).toMatchObject({
      code: 'OutOfRange',
      path: ['index'],
    });
  });

  it('refuses a message that registers nobody', () => {
    expect(thrown(() => justificationOf({ registerMessage: new Uint8Array(42) }))).toMatchObject({
      path: ['registerMessage', 'l1Payload'],
    });
  });
});

describe('decodeJustification', () => {
  it.each([
    ['0x', 'Truncated', 0],
    ['0x18', 'UnknownTypeID', 0],
    ['0x0a', 'Truncated', 1],
    [`0x0a230a20${subnet}`, 'Truncated', 2],
    [`0x0a210a20${subnet}`, 'TrailingBytes', 2],
    [`0x0a220a1f${subnet}`, 'OutOfRange', 4],
    [`0x0aa2000a20${subnet}`, 'OutOfRange', 1],
    [`0x0a250a20${subnet}108100`, 'OutOfRange', 37],
    [`0x0a290a20${subnet}108080808010`, 'Truncated', 2],
    [`0x0a280a20${subnet}108080808010`, 'OutOfRange', 37],
    [`0x0a240a20${subnet}1801`, 'UnknownTypeID', 36],
    [`0x0a250a20${subnet}100101`, 'TrailingBytes', 38],
    [`0x0a221220${subnet}`, 'UnknownTypeID', 2],
  ])('%s: %s at %i', (hex, code, offset) => {
    const { code: found, offset: place, path } = thrown(() => decodeJustification(parseHex(hex)));
    expect({ found, place, path }).toEqual({ found: code, place: offset, path: ['justification'] });
  });

  it('reads an index of zero that is written out, as the official SDK does', () => {
    expect(decodeJustification(parseHex(`0x0a240a20${subnet}1000`))).toEqual({
      subnetID,
      index: 0,
    });
  });

  it('takes nothing that it does not write, but for a zero', () => {
    const samples = vectors.map(({ hex }) => parseHex(hex!));
    fc.assert(
      fc.property(
        fc.constantFrom(...samples),
        fc.nat(),
        fc.nat(255),
        fc.nat(2),
        (sample, place, byte, how) => {
          const at = place % sample.length;
          const bytes =
            how === 0
              ? Uint8Array.of(...sample.subarray(0, at), byte, ...sample.subarray(at))
              : how === 1
                ? Uint8Array.of(...sample.subarray(0, at), ...sample.subarray(at + 1))
                : sample.map((b, i) => (i === at ? byte : b));
          try {
            const found = decodeJustification(bytes);
            const written = formatHex(justificationOf(found));
            const zero = `0x0a240a20${written.slice(-64)}1000`;
            expect([written, zero]).toContain(formatHex(bytes));
          } catch (e) {
            if (!isError(e)) throw e;
          }
        },
      ),
      seeded,
    );
    expect(
      thrown(() => decodeJustification(Uint8Array.of(0x0a, ...new Uint8Array(400).fill(0x80)))),
    ).toMatchObject({ code: 'OutOfRange', offset: 1 });
  });
});

import { describe, expect, it } from 'vitest';
import { typeOf } from '../../src/chain/kinds.ts';
import { open } from '../../src/open/open.ts';
import { parseHex } from '../../src/text/hex.ts';
import { decode } from '../../src/wire/codec.ts';
import { change, cut, samples, Tally } from '../support/damage.ts';
import { thrown } from '../support/thrown.ts';
import { rows } from '../support/vectors.ts';

// tools/damaged.ts has every change, and prints the counts by code.
describe.each(['P', 'X', 'C'] as const)('open says of a damaged transaction of %s', (chain) => {
  const some = samples(chain)
    .filter(({ length }) => length > 200)
    .slice(0, 3);

  it('that it was one, wherever it is cut, and with few exceptions that it was cut', () => {
    const tally = new Tally();
    for (const whole of some) cut(chain, whole, tally);
    expect(tally.refused).toBeGreaterThan(500);
    expect(tally.share, tally.wrong.join('\n')).toBeGreaterThanOrEqual(0.95);
    expect(tally.byCode.get('Truncated')! / tally.refused).toBeGreaterThan(0.95);
  });

  it('that it was one, whichever byte is changed', () => {
    const tally = new Tally();
    for (const whole of some) change(chain, whole, tally, (byte) => [byte ^ 0x80, byte ^ 1]);
    expect(tally.refused).toBeGreaterThan(50);
    expect(tally.share, tally.wrong.join('\n')).toBeGreaterThanOrEqual(0.95);
  });
});

const row = rows('p-public').find(({ type }) => type === 'BaseTx')!;
const tx = parseHex(row.hex);
const messageOf = (bytes: Uint8Array): string => thrown(() => open(bytes)).detail;
const changed = (at: number, ...to: number[]): Uint8Array =>
  tx.map((byte, i) => to[i - at] ?? byte);

describe('the error of bytes that are nothing', () => {
  it('says how much of what is there', () => {
    expect(thrown(() => open(tx.subarray(0, 120)))).toMatchObject({
      code: 'Truncated',
      detail: expect.stringMatching(
        /^a P-chain transaction, cut after 120 bytes: the next field needs \d+$/,
      ),
    });
    expect(thrown(() => open(tx.subarray(0, 120), { chain: 'P', kind: 'tx' })).detail).toBe(
      messageOf(tx.subarray(0, 120)),
    );
    expect(open(row.unsignedHex).kind).toBe('unsignedTx');
  });

  it('names a type that only a later version may know, and its chain', () => {
    for (const typeID of [77, 99, 200])
      expect(thrown(() => open(changed(5, typeID)))).toMatchObject({
        code: 'UnknownTypeID',
        context: { found: typeID },
        detail: expect.stringMatching(
          /if the type is new, update avalanche-tx \(read as a P-chain transaction\)$/,
        ),
      });
    expect(messageOf(changed(2, 0xde, 0xad, 0xbe, 0xef))).not.toContain('update');
  });

  it('names two readings that are as plausible, and none where nothing speaks for any', () => {
    expect(messageOf(parseHex('0x00000000000100000005'))).toBe(
      'an X-chain transaction, or a C-chain transaction, cut after 10 bytes: the next field needs 32',
    );
    expect(messageOf(parseHex('0x00'))).toBe('need 2 bytes, 1 left');
  });

  it('does not take a transaction that was cut where a message could end for that message', () => {
    expect(messageOf(tx.subarray(0, 42))).toContain('a P-chain transaction, cut after 42 bytes');
  });

  it('names a UTXO without a chain, which it does not tell', () => {
    const utxo = parseHex(rows('p-utxos')[0]!.hex);
    expect(messageOf(utxo.subarray(0, 80))).toContain('a UTXO, cut after 80 bytes');
  });

  it('is of an impossible count, not of bytes that are missing', () => {
    const type = typeOf('P', 'tx')!;
    expect(thrown(() => decode(type, changed(42, 0, 0, 0, 200)))).toMatchObject({
      code: 'Truncated',
    });
    expect(thrown(() => decode(type, changed(42, 255)))).toMatchObject({ code: 'TooLong' });
  });
});

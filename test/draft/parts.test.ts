import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildBaseTx } from '../../src/builder/index.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import { isPart } from '../../src/draft/file.ts';
import { encodeDraft, formatDraftParts, parseDraftParts, sign } from '../../src/sign/index.ts';
import { concatBytes } from '../../src/text/bytes.ts';
import { encodeUTF8 } from '../../src/text/utf8.ts';
import { key, pState, trio, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { trusting } from '../support/trusting.ts';

const owner = { addresses: trio.map((k) => k.shortID), threshold: 2 };
const state = pState([utxo(1, 1_000_000n, { owner }), utxo(2, 1_000_000n, { owner })], {
  from: owner.addresses,
});
const draft = buildBaseTx(state, { outputs: [{ to: key(7).shortID, amount: 1_500_000n }] });
const half = sign(draft, trio[0], trusting);
const parts = formatDraftParts(half, { maxLength: 200 });

describe('toParts and fromParts', () => {
  it('carry a draft in parts of any length, in any order, some twice', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 50, max: 2000 }),
        fc.infiniteStream(fc.nat()),
        (maxLength, random) => {
          const texts = formatDraftParts(half, { maxLength: maxLength });
          expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(maxLength);
          for (const text of texts) expect(text).toMatch(/^[0-9A-Z:/]+$/);
          const mixed = [...texts, texts[0]!]
            .map((text) => [random.next().value!, text] as const)
            .sort(([a], [b]) => a - b)
            .map(([, text]) => text);
          expect(parseDraftParts(mixed)).toEqual(half);
        },
      ),
      { seed: 1, numRuns: 20 },
    );
    expect(parseDraftParts(formatDraftParts(half, { maxLength: 10_000 }))).toEqual(half);
    expect(formatDraftParts(half)).toEqual(formatDraftParts(half, { maxLength: 500 }));
  });

  it('list what is missing', () => {
    const some = parts.filter((_, i) => i !== 1 && i !== 3);
    expect(thrown(() => parseDraftParts(some))).toMatchObject({
      code: 'MissingPart',
      context: { missing: [2, 4], count: parts.length },
    });
    expect(thrown(() => parseDraftParts([])).code).toBe('MissingPart');
  });

  it('refuse parts of another draft, with their place', () => {
    const others = formatDraftParts(draft, { maxLength: 200 });
    expect(thrown(() => parseDraftParts([parts[0]!, others[1]!, ...parts]))).toMatchObject({
      code: 'Mismatch',
      path: ['parts', 1],
    });
    const longer = formatDraftParts(half, { maxLength: 220 });
    expect(thrown(() => parseDraftParts([parts[0]!, longer[1]!])).code).toBe('Mismatch');
    expect(thrown(() => parseDraftParts([parts[0]!, 'no part']))).toMatchObject({
      code: 'BadText',
      path: ['parts', 1],
    });
  });

  it('refuse parts that are well each, and together not the draft of their digest', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
    const [, head, body] = /^(.*:)(.*)$/.exec(parts[0]!)!;
    const bits = Array.from(body!, (of) => alphabet.indexOf(of).toString(2).padStart(5, '0'));
    const bytes = Uint8Array.from(bits.join('').match(/.{8}/g)!, (byte) => Number(`0b${byte}`));
    // The last four are the checksum of all before.
    const content = bytes.slice(0, -4);
    content[50]! ^= 1;
    const checksum = sha256(concatBytes(encodeUTF8(head!), content)).subarray(0, 4);
    const forged = Array.from(concatBytes(content, checksum), (byte) =>
      byte.toString(2).padStart(8, '0'),
    );
    const groups = forged.join('').match(/.{1,5}/g)!;
    const text = groups.map((group) => alphabet[Number(`0b${group.padEnd(5, '0')}`)]).join('');
    expect(thrown(() => parseDraftParts([head! + text, ...parts.slice(1)]))).toMatchObject({
      code: 'BadChecksum',
      path: ['parts'],
      detail: expect.stringContaining('do not belong to one draft'),
    });
  });

  it('refuse every part of which one character was misread', () => {
    fc.assert(
      fc.property(
        fc.nat(parts.length - 1),
        fc.nat(199),
        fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567:/01'),
        (which, place, character) => {
          const part = parts[which]!;
          const at = place % part.length;
          const misread = part.slice(0, at) + character + part.slice(at + 1);
          fc.pre(misread !== part);
          const { code } = thrown(() =>
            parseDraftParts(parts.map((p, i) => (i === which ? misread : p))),
          );
          // With the digit before the colon misread, it is a part of another format.
          expect(['BadText', 'BadChecksum', 'BadVersion']).toContain(code);
        },
      ),
      { seed: 1, numRuns: 500 },
    );
    for (const length of [0, 10, 20, 40, -1])
      expect(['BadText', 'BadChecksum']).toContain(
        thrown(() => parseDraftParts([parts[0]!.slice(0, length)])).code,
      );
  });

  it('of a later format are refused with what to do', () => {
    const later = parts.map((part) => part.replace('AVAXTX1:', 'AVAXTX2:'));
    expect(isPart(later[0]!)).toBe(true);
    const { code, message } = thrown(() => parseDraftParts(later));
    expect(code).toBe('BadVersion');
    expect(message).toContain('has format 2, this version reads format 1: update avalanche-tx');
  });

  it('are read with spaces and lines around them', () => {
    expect(parseDraftParts(parts.map((part) => ` ${part}\n`))).toEqual(half);
  });

  it('need room for something', () => {
    expect(thrown(() => formatDraftParts(half, { maxLength: Number.NaN })).code).toBe(
      'BadArgument',
    );
    for (const maxLength of [0, 38, -1])
      expect(thrown(() => formatDraftParts(half, { maxLength: maxLength })).code).toBe(
        'OutOfRange',
      );
    expect(encodeDraft(half).length).toBeGreaterThan(200);
  });
});

import { describe, expect, it } from 'vitest';
import { parseHex } from '../src/text/hex.ts';
import { difference, ourAnswer } from '../tools/fuzz/compare.ts';
import { minimise } from '../tools/fuzz/minimise.ts';
import type { NodeAnswer } from '../tools/fuzz/node.ts';
import { type Disagreement, fuzz } from '../tools/fuzz/run.ts';
import { targets } from '../tools/fuzz/targets.ts';
import { describeWithGo } from './support/go.ts';
import { runs, seedOr } from './support/seeded.ts';
import { rows } from './support/vectors.ts';

/** More of them: `npm run fuzz`. */
const count = runs(2000);
const seed = seedOr(20261121);

describeWithGo('decode --stream, beside the node', () => {
  it(`says the same of ${count} good and damaged inputs`, async () => {
    const found: Disagreement[] = [];
    const table = await fuzz({ count, seed, onDisagreement: (one) => found.push(one) });
    expect(found).toEqual([]);
    expect(table.length).toBe(targets.length);
    for (const row of table)
      expect(row, 'some of both, and all the same').toMatchObject({
        accepted: expect.toSatisfy((n: number) => n > 0),
        refused: expect.toSatisfy((n: number) => n > 0),
        disagreements: 0,
      });
  });
});

describe('difference', () => {
  const target = targets.find(({ chain, kind }) => chain === 'P' && kind === 'tx')!;
  const [row] = rows('p-public');
  const { hex, id: txID, json, network } = row!;
  const input = { bytes: parseHex(hex), network };
  const short = { bytes: input.bytes.subarray(1), network };
  const of = (node: Partial<NodeAnswer>, bytes = input) =>
    difference(target, bytes, { ok: true, hex, txID, json, ...node }, ourAnswer(target, bytes));

  it('is none where both say the same', () => {
    expect(of({})).toBeUndefined();
    expect(of({ ok: false }, short)).toBeUndefined();
  });

  it.each([
    ['verdict', of({ ok: false })],
    ['verdict', of({}, short)],
    ['bytes', of({ hex: `${hex}00` })],
    ['id', of({ txID: '11111111111111111111111111111111LpoYY' })],
    ['json', of({ json: `${json} ` })],
    ['json', of({ json: null })],
    ['kind of error', difference(target, input, { ok: false }, '{"thrown":"TypeError"}')],
  ])('is the %s', (aspect, found) => expect(found).toBe(aspect));
});

describe('minimise', () => {
  it('keeps what it takes, zeroes what can be anything, and drops the rest', async () => {
    const bytes = Uint8Array.from({ length: 500 }, (_, i) => i % 251);
    const less = await minimise(
      bytes,
      async (b) => b.includes(7) && b.at(-1) !== 7 && b.length > 2,
    );
    expect([...less].sort()).toEqual([0, 0, 7]);
  });

  it('gives up after so many tries', async () => {
    let tries = 0;
    await minimise(new Uint8Array(1000), async () => tries++ < 0, 50);
    expect(tries).toBe(50);
  });
});

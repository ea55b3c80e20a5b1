/** A draft disabled `explain`: by a warning whose code is a name of every object, by many warnings; and spoke with its voice. */

import { describe, expect, it } from 'vitest';
import { buildBaseTx } from '../../src/builder/index.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { explain, svgOf } from '../../src/explain/index.ts';
import { warnings } from '../../src/explain/warningcodes.ts';
import { avax } from '../../src/text/amount.ts';
import { differences } from '../support/differences.ts';
import { key, pState, utxo } from '../support/state.ts';

const outputs = [{ to: key(9).shortID, amount: avax('1') }];
const sound = buildBaseTx(pState([utxo(1, avax('5'))]), { outputs });
const saying = (list: readonly object[]): Draft =>
  ({ ...sound, warnings: list }) as unknown as Draft;

describe('warnings of a draft', () => {
  it.each([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    ...Object.keys(warnings).filter((code) => code !== 'DustBurned' && code !== 'LeftBehind'),
  ])('with the code %j are what its maker says, and no more', (code) => {
    const told = explain(saying([{ code, detail: 'The fee is 0 AVAX.' }]));
    expect(told.warnings).toEqual([
      {
        code: 'MakerSays',
        level: 'note',
        text: `According to the draft: ${JSON.stringify(`${code}: The fee is 0 AVAX.`)}.`,
      },
    ]);
  });

  it.each(['DustBurned', 'LeftBehind'])('with the code %s are quoted', (code) => {
    const [told] = explain(saying([{ code, detail: 'x". Warning: "y' }])).warnings;
    expect(told).toMatchObject({ code });
    expect(told!.text).toMatch(/^According to the draft, .*"x\\". Warning: \\"y"\.$/);
  });

  it('overflow no stack, and bury nothing', () => {
    const many = Array.from({ length: 300_000 }, (_, i) => ({ code: `A${i}`, detail: String(i) }));
    const draft = saying(many);
    const told = explain(draft, { maxFee: 0n });
    expect(told.warnings[0]).toMatchObject({ code: 'FeeTooHigh' });
    expect(told.warnings).toHaveLength(22);
    expect(told.warnings.at(-1)!.text).toContain('299,980 more');
    expect(svgOf(told).length).toBeLessThan(20_000);
    expect(differences({ type: 'BaseTx', outputs }, draft, { own: [key(1).shortID] })).toEqual([]);
  });
});

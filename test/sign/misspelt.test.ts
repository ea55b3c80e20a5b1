/** Low: limits and policies that are misspelt, in options of signing and in intents that a policy allows, are errors and not left out. */
import { describe, expect, it } from 'vitest';
import { buildBaseTx, type Intent } from '../../src/builder/index.ts';
import { digestsOf, finalize, policyOf, sign } from '../../src/sign/index.ts';
import { key, pState, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const to = key(2).shortID;
const draft = buildBaseTx(pState([utxo(1, 10_000_000_000n)]), { outputs: [{ to, amount: 5n }] });
const signed = sign(draft, key(1));

describe('a misspelt key', () => {
  it('is an error of whatever signs, with the key that may be meant', () => {
    for (const [what, run, path] of [
      ['sign', () => sign(draft, key(1), { maxfee: 1n } as object), ['options', 'maxfee']],
      ['digestsOf', () => digestsOf(draft, { maxfee: 1n } as object), ['options', 'maxfee']],
      ['finalize', () => finalize(signed, { Policy: {} } as object), ['options', 'Policy']],
    ] as const) {
      const e = thrown(run);
      expect(e, what).toMatchObject({ code: 'BadArgument', path });
      expect(e.message, what).toContain('did you mean');
    }
  });

  it('is an error in an intent that a policy is to allow, at any depth', () => {
    const type = 'BaseTx' as const;
    for (const [intent, path] of [
      [{ type, outputs: [{ to, amount: 5n, assetId: to }] }, ['outputs', 0, 'assetId']],
      [{ type, outputs: [{ to, amount: 5n, stakeableUntill: 5n }] }, ['outputs', 0]],
      [{ type, outputs: [{ to, amount: 5n }], maxFee: 1n }, ['maxFee']],
      [{ type, ouputs: [{ to, amount: 5n }] }, ['ouputs']],
    ] as const) {
      const e = thrown(() => policyOf(intent as unknown as Intent));
      expect(e.code).toBe('BadArgument');
      expect(e.path.slice(0, 1 + path.length)).toEqual(['intent', ...path]);
    }
    const e = thrown(() => policyOf({ type, outputs: [] }, { own: [to] } as object));
    expect(e.message).toContain('known keys: change, maxFee, state, least');
  });
});

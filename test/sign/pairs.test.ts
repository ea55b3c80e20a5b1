/** Two of three: every pair signs in turn, in either order, or the first is told who can be second. */
import { describe, expect, it } from 'vitest';
import { buildBaseTx } from '../../src/builder/index.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { fuji } from '../../src/network/known.ts';
import { chooseSigners, finalize, formatDraft, parseDraft } from '../../src/sign/index.ts';
import { signReviewed as sign } from '../support/reviewed.ts';
import { key, pState, trio, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const addresses = trio.map(({ shortID }) => shortID);
const nameOf = (n: number): string => trio[n]!.address('P', fuji);
const owner = { addresses, threshold: 2 };
const coin = utxo(1, 5_000_000n, { owner });
const known = { own: [owner], utxos: [coin] };

const built = (...signers: readonly number[]): Draft =>
  buildBaseTx(
    pState([coin], { from: addresses, own: addresses }),
    { outputs: [{ to: key(9).shortID, amount: 1n }] },
    signers.length > 0 ? { signers: signers.map((n) => addresses[n]!) } : {},
  );
/** As it travels between two machines. */
const carried = (draft: Draft): Draft => parseDraft(formatDraft(draft));
const secondsOf = ({ missing }: Draft): readonly string[] =>
  missing.flatMap(({ candidates }) =>
    candidates.map((of) =>
      trio.find(({ shortID }) => shortID.join() === of.join())!.address('P', fuji),
    ),
  );

const pairs = [0, 1, 2].flatMap((a) =>
  [0, 1, 2].filter((b) => b !== a).map((b) => [a, b] as const),
);

describe.each(pairs)('signers %i and then %i', (a, b) => {
  const third = 3 - a - b;

  it.each([
    ['the builder was told', () => built(b, a)],
    [
      'the draft was made anew for',
      () =>
        chooseSigners(
          built(a, third),
          [a, b].map((n) => addresses[n]!),
        ).draft,
    ],
  ])('sign what %s', (_, make) => {
    const half = sign(carried(make()), trio[a]!, known);
    expect(secondsOf(half)).toEqual([nameOf(b)]);
    const error = thrown(() => sign(carried(half), trio[third]!, known));
    expect(error).toMatchObject({
      code: 'MissingSigner',
      context: { missing: [{ need: 1, addresses: [nameOf(b)] }] },
    });
    expect(error.message).toContain(nameOf(third));
    expect(error.message).toContain('others were chosen');
    expect(finalize(sign(carried(half), trio[b]!, known)).chain).toBe('P');
  });

  it('sign a draft for which the builder chose, or the first is told who was chosen', () => {
    const draft = built();
    const chosen = secondsOf(draft);
    expect(chosen).toHaveLength(2);
    const first = (): Draft => sign(carried(draft), trio[a]!, known);
    if (!chosen.includes(nameOf(a))) {
      expect(thrown(first)).toMatchObject({ context: { missing: [{ addresses: chosen }] } });
      return;
    }
    const [second] = secondsOf(first());
    expect(chosen.filter((of) => of !== nameOf(a))).toEqual([second]);
    if (second === nameOf(b)) expect(sign(first(), trio[b]!, known).missing).toEqual([]);
    else expect(thrown(() => sign(first(), trio[b]!, known)).message).toContain(second);
  });
});

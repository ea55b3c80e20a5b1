/** What a review can be compared with: an intent, a draft, a policy, or an expectation written by hand. */

import { describe, expect, it } from 'vitest';
import { buildBaseTx, type Intent } from '../../src/builder/index.ts';
import { explain, findingText, review } from '../../src/explain/index.ts';
import { open } from '../../src/index.ts';
import { mainnet } from '../../src/network/known.ts';
import { finalize, type Policy, policyOf, sign } from '../../src/sign/index.ts';
import { avax } from '../../src/text/amount.ts';
import { key, now, pState, utxo } from '../support/state.ts';
import {
  alice,
  coin,
  honest,
  mallory,
  outputs,
  own,
  pays,
  shop,
  thefts,
} from '../support/thefts.ts';
import { thrown } from '../support/thrown.ts';

const codesOf = (found: readonly { readonly code: string }[]) => found.map(({ code }) => code);
const dearer = buildBaseTx(pState([coin]), { outputs: [{ to: shop.shortID, amount: avax('2') }] });
const cheaper = buildBaseTx(pState([coin]), {
  outputs: [{ to: shop.shortID, amount: avax('0.5') }],
});

describe('a review expects', () => {
  it('of an intent exactly what it says', () => {
    expect(review(honest, { own, expect: pays })).toEqual([]);
    expect(codesOf(review(cheaper, { own, expect: pays }))).toEqual(['NotDone']);
    expect(codesOf(review(dearer, { own, expect: pays }))).toEqual(['ReceiverAmountDiffers']);
  });

  it('of a draft at most what it does', () => {
    expect(review(honest, { own, expect: honest })).toEqual([]);
    expect(review(cheaper, { own, expect: honest })).toEqual([]);
    expect(codesOf(review(dearer, { own, expect: honest }))).toEqual([
      'ReceiverAmountTooHigh',
      'AmountTooHigh',
    ]);
  });

  it('of a signed transaction the same', () => {
    const tx = finalize(sign(honest, alice));
    const facts = { own, utxos: [coin] };
    for (const expected of [pays, honest, policyOf(pays), policyOf(honest)])
      expect(review(tx, { ...facts, expect: expected })).toEqual([]);
    const more = finalize(sign(dearer, alice));
    for (const expected of [pays, honest, policyOf(pays), policyOf(honest)])
      expect(review(more, { ...facts, expect: expected })).not.toEqual([]);
  });

  it.each(thefts)('of a policy what the policy says: %s', (_, intent, theft) => {
    const policies = [policyOf(intent), policyOf(honest), policyOf({ network: 'fuji' })];
    for (const policy of policies) {
      const found = codesOf(review(theft, { own, time: now, expect: policy }));
      expect(found).not.toEqual([]);
      expect(found).toEqual(codesOf(policy.findings(theft, { own, time: now })));
    }
    expect(codesOf(review(theft, { own, expect: intent }))).toEqual(
      codesOf(policyOf(intent).findings(theft, { own })),
    );
    expect(codesOf(review(theft, { own, expect: honest }))).toEqual(
      codesOf(policyOf(honest).findings(theft, { own })),
    );
  });

  it('of a policy its limits of time, device and network too', () => {
    const rules = policyOf(honest).rules;
    const tx = finalize(sign(honest, alice));
    const found = (more: object, time = honest.time) => {
      const policy = policyOf({ ...rules, ...more });
      const context = { own, utxos: [coin], time, expect: policy };
      return [honest, tx].map((subject) => codesOf(review(subject, context)));
    };
    expect(found({ until: honest.time + 1n })).toEqual([[], []]);
    expect(found({ until: honest.time })).toEqual([['Expired'], ['Expired']]);
    // A transaction does not contain the time when it was built, and a device displays drafts.
    expect(found({ maxAge: 5n })).toEqual([[], ['Expired']]);
    expect(found({ maxAge: 5n }, honest.time + 6n)).toEqual([['Expired'], ['Expired']]);
    expect(found({ device: '1.4.4' })[1]).toEqual(['NotDisplayed']);
    expect(found({ network: 'mainnet', to: [], own: [] })).toEqual([
      ['NetworkNotAllowed'],
      ['NetworkNotAllowed'],
    ]);
    expect(found({ network: mainnet, to: [], own: [] })).toEqual([
      ['NetworkNotAllowed'],
      ['NetworkNotAllowed'],
    ]);
    const limited = policyOf({ ...rules, until: 1n });
    expect(thrown(() => review(honest, { own, expect: limited }))).toMatchObject({
      code: 'MissingState',
    });
  });

  it('nothing else', () => {
    const tx = finalize(sign(honest, alice));
    const mine: Policy = { findings: () => [] };
    for (const [wrong, code, path] of [
      [mine, 'BadArgument', ['context', 'expect']],
      [{}, 'BadArgument', ['context', 'expect']],
      [[], 'BadArgument', ['context', 'expect']],
      [null, 'BadArgument', ['context', 'expect']],
      ['BaseTx', 'BadArgument', ['context', 'expect']],
      [{ network: 'fuji' }, 'BadArgument', ['context', 'expect']],
      [Promise.resolve(pays), 'BadArgument', ['context', 'expect']],
      [tx, 'BadArgument', ['context', 'expect']],
      [{ terms: null }, 'BadArgument', ['context', 'expect', 'exact']],
      [{ exact: true, terms: [null] }, 'BadArgument', ['context', 'expect', 'terms', 0]],
      [() => undefined, 'BadArgument', ['context', 'expect']],
      [{ type: 'BaseTx' }, 'BadArgument', ['context', 'expect', 'outputs']],
      [{ type: 'BaseTx', outputs: [null] }, 'BadArgument', ['context', 'expect', 'outputs', 0]],
      [{ ...pays, type: 'BaseTX' }, 'Unsupported', ['context', 'expect', 'type']],
      [open('0x000000000013000000006553f10000000000'), 'BadArgument', ['context', 'expect']],
      [
        { kind: 'unsignedTx', type: 'platformvm.BaseTx' },
        'Unsupported',
        ['context', 'expect', 'type'],
      ],
    ] as const)
      expect(thrown(() => review(honest, { own, expect: wrong as never }))).toMatchObject({
        code,
        path,
      });
  });
});

describe('a policy', () => {
  it('is made of rules, an intent or a draft, each with its own options', () => {
    for (const [make, option] of [
      [() => policyOf(pays as Intent, { own } as never), 'own'],
      [() => policyOf(honest, { change: alice.shortID } as never), 'change'],
      [() => policyOf(honest, { to: [] } as never), 'to'],
      [
        () =>
          (policyOf as (...given: readonly unknown[]) => Policy)(
            { network: 'fuji' },
            { maxFee: 1n },
          ),
        'maxFee',
      ],
    ] as const)
      expect(thrown(make)).toMatchObject({ code: 'BadArgument', path: ['options', option] });
    expect(thrown(() => policyOf({ type: 'BaseTX' } as never))).toMatchObject({
      code: 'Unsupported',
      path: ['intent', 'type'],
    });
    // Rules with a wrong key are no intent.
    expect(thrown(() => policyOf({ network: 'fuji', type: 'BaseTx' } as never))).toMatchObject({
      code: 'BadArgument',
      path: ['policy', 'type'],
    });
  });

  it('of an intent names who may receive the change, and the highest fee', () => {
    const change = mallory.shortID;
    const paid = buildBaseTx(pState([coin]), { outputs }, { change });
    expect(codesOf(policyOf(pays).findings(paid, { own }))).toEqual(['ReceiverNotAllowed']);
    expect(policyOf(pays, { change }).findings(paid, { own })).toEqual([]);
    const policy = policyOf(pays, { change, maxFee: 1n });
    expect(codesOf(policy.findings(paid, { own }))).toEqual(['FeeTooHigh']);
    expect(codesOf(review(paid, { own, expect: policy }))).toEqual(['FeeTooHigh']);
  });
});

it('a finding in words has the units of the explained assets', () => {
  const [finding] = review(dearer, { own, expect: pays });
  expect(findingText(finding!, explain(dearer, { own }))).toEqual({
    path: 'outputs[0].amount',
    meant: '1 AVAX',
    found: '2 AVAX',
  });
  // AVAX is named even where the transaction moves none.
  const nothing = open('0x000000000013000000006553f10000000000');
  const told = { ...explain(nothing), network: 'fuji' };
  expect(findingText(finding!, told).meant).toBe('1 AVAX');
});

it('coins of others are no difference in a comparison with a draft that spends other coins', () => {
  const other = buildBaseTx(pState([utxo(5, avax('7'))]), { outputs });
  expect(review(other, { own: [key(1).shortID], expect: honest })).toEqual([]);
});

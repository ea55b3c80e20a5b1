/** What a caller gives a builder is checked by the declaration of the intent: unknown keys, missing parts and wrong types, with their path. */
import { describe, expect, it } from 'vitest';
import {
  build,
  buildBaseTx,
  buildImportTx,
  formatIntent,
  type Intent,
  parseIntent,
} from '../../src/builder/index.ts';
import { intents } from '../../src/builder/intents/table.ts';
import { policyOf, sign } from '../../src/sign/index.ts';
import { avax } from '../../src/text/amount.ts';
import { fullBuilds } from '../support/fullbuilds.ts';
import { key, pState, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const state = pState([utxo(1, avax('1'))]);
const to = key(2).shortID;

describe('an argument of a builder', () => {
  it.each<[string, unknown, string, readonly (string | number)[], string]>([
    [
      'a number for an amount',
      { outputs: [{ to, amount: 5 }] },
      'BadArgument',
      ['outputs', 0, 'amount'],
      "must be a bigint, got number: avax('5') or 5n",
    ],
    [
      'a misspelt key',
      { outputs: [{ to, amount: 5n, assetId: to }] },
      'BadArgument',
      ['outputs', 0, 'assetId'],
      'is not a known key: did you mean assetID? Known keys: to, amount, assetID, stakeableUntil',
    ],
    [
      'a missing part',
      { outputs: [{ amount: 5n }] },
      'BadArgument',
      ['outputs', 0, 'to'],
      'is missing',
    ],
    [
      'an owner without addresses',
      { outputs: [{ to: { threshold: 1 }, amount: 5n }] },
      'BadArgument',
      ['outputs', 0, 'to', 'addresses'],
      'is missing',
    ],
    [
      'no list',
      { outputs: { to, amount: 5n } },
      'BadArgument',
      ['outputs'],
      'must be a list, got an object: put it into [ ]',
    ],
    ['nothing', undefined, 'BadArgument', [], 'must be an object, got undefined'],
    ['bytes', to, 'BadArgument', [], 'must be an object, got bytes'],
  ])('%s', (_, intent, code, path, detail) => {
    const e = thrown(() => buildBaseTx(state, intent as never));
    expect(e).toMatchObject({ code, path, detail });
  });

  it('is an option of its type', () => {
    const pay = (options: unknown) => () =>
      buildBaseTx(state, { outputs: [{ to, amount: 5n }] }, options as never);
    expect(thrown(pay({ maxFee: 1 }))).toMatchObject({
      code: 'BadArgument',
      path: ['options', 'maxFee'],
    });
    expect(thrown(pay({ include: [{ txID: to }] }))).toMatchObject({
      code: 'BadArgument',
      path: ['options', 'include', 0, 'outputIndex'],
    });
    expect(thrown(pay({ strategy: 'cheap' }))).toMatchObject({
      code: 'BadArgument',
      path: ['options', 'strategy'],
    });
    expect(thrown(() => buildImportTx(state, { from: 'X' }, null as never))).toMatchObject({
      code: 'BadArgument',
      path: ['options'],
    });
  });

  it('may be a whole UTXO where one is named', () => {
    const coin = utxo(1, avax('1'));
    const draft = buildBaseTx(state, { outputs: [{ to, amount: 5n }] }, { include: [coin] });
    expect(draft.unsignedTx.inputs).toHaveLength(1);
  });

  it.each(fullBuilds)('is checked for each field of the intent: $name', (of) => {
    const { state: from, intent, options } = of;
    const { fields = [] } = intents[intent.type];
    expect(fields.length).toBeGreaterThan(0);
    for (const { key: name } of fields) {
      const wrong = { ...intent, [name]: Symbol.iterator } as unknown as Intent;
      expect(thrown(() => build(from, wrong, options))).toMatchObject({
        code: 'BadArgument',
        path: [name],
      });
    }
  });
});

it('a type of intent that nothing builds has a suggestion', () => {
  const typed = (type: string) =>
    thrown(() => build(pState([]), { type, outputs: [] } as never)).message;
  expect(typed('AddPermisionlessDelegatorTx')).toContain(
    'did you mean AddPermissionlessDelegatorTx?',
  );
  expect(typed('BaseTX')).toContain('did you mean BaseTx?');
  expect(typed('Nonsense')).toContain('none of BaseTx, ImportTx');
});

it('an intent may name its chain, which must be that of the state, the file and the policy', () => {
  const intent = { type: 'BaseTx', chain: 'P', outputs: [{ to, amount: 5n }] } as const;
  const draft = build(state, intent);
  expect(draft.chain).toBe('P');
  expect(sign(draft, key(1), { policy: policyOf(intent) }).missing).toEqual([]);
  const text = formatIntent({ intent, options: {} }, 'P');
  const { chain: _, ...rest } = intent;
  expect(text).toBe(formatIntent({ intent: rest, options: {} }, 'P'));
  const named = text.replace('{', '{"chain":"P",');
  expect(parseIntent(named, 'P')).toEqual(parseIntent(text, 'P'));
  for (const wrong of [
    () => build(state, { ...intent, chain: 'X' }),
    () => parseIntent(named, 'X'),
    () => formatIntent({ intent, options: {} }, 'X'),
  ])
    expect(thrown(wrong)).toMatchObject({ code: 'WrongChain', path: ['chain'] });
  const other = { ...intent, chain: 'Q' } as unknown as Intent;
  for (const wrong of [() => build(state, other), () => policyOf(other)])
    expect(thrown(wrong)).toMatchObject({
      code: 'BadArgument',
      message: expect.stringContaining('P, X or C'),
    });
});

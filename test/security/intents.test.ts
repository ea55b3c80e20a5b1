/** H3: the comparison with an intent was empty for drafts that give everything away; an omitted receiver means the owner that was spent. */

import { describe, expect, it } from 'vitest';
import { exampleNames } from '../../examples/intents/index.ts';
import {
  build,
  buildBaseTx,
  buildImportTx,
  type Draft,
  type Intent,
} from '../../src/builder/index.ts';
import { explain } from '../../src/explain/index.ts';
import { fuji } from '../../src/network/known.ts';
import { avax } from '../../src/text/amount.ts';
import { differences } from '../support/differences.ts';
import { addressesIn, changedAt, example } from '../support/examples.ts';
import { key, pState, utxo, xState } from '../support/state.ts';

const [victim, mallory, shop] = [key(1), key(2), key(9)];
const own = [victim.shortID];
const outputs = [{ to: shop.shortID, amount: avax('1') }];
const intent: Intent = { type: 'BaseTx', outputs };
const [mine, dust] = [utxo(1, avax('100')), utxo(2, 1_000_000n, { owner: mallory.shortID })];
const everyone = { from: [victim.shortID, mallory.shortID] };
const shared = { addresses: [victim.shortID, mallory.shortID], threshold: 1 };
const hers = expect.stringContaining(mallory.address('P', fuji)) as string;

describe('the comparison of', () => {
  it('change to somebody who pays a little', () => {
    const stolen = buildBaseTx(
      pState([mine, dust], everyone),
      { outputs: [{ to: shop.shortID, amount: avax('1') }] },
      { change: mallory.shortID, strategy: 'sweep' },
    );
    expect(differences(intent, stolen, { own })).toMatchObject([{ kind: 'unproven', found: hers }]);
    expect(differences(intent, stolen, { utxos: [mine, dust] })).toMatchObject([
      { kind: 'unmeant', found: hers },
    ]);
    expect(differences(intent, stolen, { own, utxos: [mine, dust] })).toMatchObject([
      { kind: 'unmeant', found: hers },
    ]);
    const { warnings } = explain(stolen, { own });
    expect(warnings.map(({ code }) => code)).toContain('ChangeClaimed');
  });

  it('change to the co-owner of C1', () => {
    const lie = utxo(1, avax('100'), { owner: shared });
    const stolen = buildBaseTx(pState([lie], everyone), { outputs }, { change: shared });
    expect(differences(intent, stolen, { own })).toMatchObject([{ kind: 'unproven' }]);
    expect(differences(intent, stolen)).toMatchObject([{ kind: 'unproven' }]);
    const kinds = differences(intent, stolen, { own, utxos: [mine] }).map(({ kind }) => kind);
    expect(kinds).toEqual(['disproved', 'unmeant']);
  });

  it('coins that are said to be the attacker’s', () => {
    const lie = utxo(1, avax('100'), { owner: mallory.shortID });
    const stolen = buildBaseTx(pState([lie], { from: [mallory.shortID] }), { outputs });
    for (const context of [{}, { own }])
      expect(differences(intent, stolen, context)).toMatchObject([
        { kind: 'unproven', found: hers },
      ]);
    expect(differences(intent, stolen, { utxos: [mine] }).map(({ kind }) => kind)).toEqual([
      'disproved',
      'unmeant',
    ]);
  });

  it('a stake that returns to the attacker, where the intent has no stakeReturnOwner', () => {
    const { type, ...meant } = example('P.AddPermissionlessDelegatorTx').intent as Extract<
      Intent,
      { type: 'AddPermissionlessDelegatorTx' }
    >;
    const { stakeReturnOwner: _, ...plain } = meant;
    const stolen = build(
      pState([mine, dust], everyone),
      { type, ...plain, stakeReturnOwner: mallory.shortID },
      { strategy: 'sweep', change: victim.shortID },
    );
    const found = differences({ type, ...plain }, stolen, { own });
    expect(found).toMatchObject([{ kind: 'unproven', found: hers }]);
    expect(differences({ type, ...plain }, stolen, { own, utxos: [mine, dust] })).toMatchObject([
      { kind: 'unmeant', found: hers },
    ]);
    const honest = build(pState([mine]), { type, ...plain });
    expect(differences({ type, ...plain }, honest, { own })).toEqual([]);
  });

  it('an import without a receiver', () => {
    const waiting = pState([], { imports: { C: [mine] } });
    const stolen = buildImportTx(waiting, { from: 'C', to: mallory.shortID });
    const meant: Intent = { type: 'ImportTx', from: 'C' };
    for (const context of [{}, { own }, { own, utxos: [mine] }])
      expect(differences(meant, stolen, context)).toMatchObject([{ kind: 'unmeant', found: hers }]);
    const honest = buildImportTx(waiting, { from: 'C' });
    expect(differences(meant, honest, { own })).toEqual([]);
    expect(differences(meant, honest, { utxos: [mine] })).toEqual([]);
    expect(differences(meant, honest)).toMatchObject([{ kind: 'unproven' }]);
  });

  it.each([
    ['of what mainnet asks', fuji],
    [
      'of whatever a draft says that mainnet asks',
      { ...fuji, xFees: { txFee: avax('500'), createAssetTxFee: avax('500') } },
    ],
    [
      'of whatever a draft says of a network that nobody knows',
      {
        ...fuji,
        networkID: 777,
        xFees: { txFee: avax('500'), createAssetTxFee: avax('500') },
      },
    ],
  ])('and warning of a fee of 500 AVAX on X, without a ceiling: H2, %s', (_, network) => {
    const coin = utxo(1, avax('1000')) as never;
    const honest = buildBaseTx(xState([coin]), { outputs });
    const { unsignedTx } = honest as Draft & {
      readonly unsignedTx: { outputs: readonly object[] };
    };
    const at = unsignedTx.outputs.findIndex((of) => addressesIn(of)[0]!.join() === own[0]!.join());
    const less = changedAt(honest, ['unsignedTx', 'outputs', at, 'output', 'amount'], avax('499'));
    const draft = {
      ...less,
      network,
      unsignedTx: { ...less.unsignedTx, networkID: network.networkID },
    } as Draft;
    const isKnown = network.networkID !== 777;
    // Nobody knows what an intent of AVAX means on a network that only the draft knows.
    if (!isKnown)
      expect(differences(intent, draft, { own })).toMatchObject([{ code: 'NetworkClaimed' }]);
    const context = isKnown ? { own } : { own, network };
    const [found] = differences(intent, draft, context).filter(
      ({ path }) => path === 'options.maxFee',
    );
    if (isKnown) expect(found).toMatchObject({ kind: 'different', found: '500 AVAX' });
    // Whoever gives the network knows what it asks.
    else expect(found).toBeUndefined();
    expect(explain(draft).warnings.map(({ code }) => code)).toContain(
      isKnown ? 'FeeTooHigh' : 'AssetLost',
    );
  });
});

describe('an omitted receiver means the owner that was spent, and', () => {
  it.each(exampleNames)('is that in %s only if it is own or proven', (name) => {
    const { draft, intent: meant } = example(name);
    expect(differences(meant, draft, { own: addressesIn(draft.slots), least: {} })).toEqual([]);
    const utxos = draft.slots.flatMap((slot) => ('utxo' in slot ? [slot.utxo] : []));
    expect(differences(meant, draft, { utxos, least: {} })).toEqual([]);
    const claimed = differences(meant, draft);
    expect(claimed.every(({ kind }) => kind === 'unproven')).toBe(true);
    const back = explain(draft).flows.filter(({ why }) => why === 'change');
    expect(claimed.length).toBeGreaterThanOrEqual(back.length);
  });
});

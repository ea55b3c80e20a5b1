/** What an intent leaves to its builder has a range, and a draft outside of it is found: `max` means everything, and not just any amount. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intentLike } from '../../examples/intents/index.ts';
import {
  type BuildOptions,
  build,
  buildBaseTx,
  buildImportTxs,
  buildOperationTx,
  type Intent,
} from '../../src/builder/index.ts';
import { declarationOf } from '../../src/builder/intents/table.ts';
import type { UTXO as XUTXO } from '../../src/chain/xchain/tx.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { type FindingCode, review } from '../../src/explain/index.ts';
import { fuji } from '../../src/network/known.ts';
import { expectationOf } from '../../src/review/intents.ts';
import type { Known } from '../../src/review/known.ts';
import { hasWord } from '../../src/schema/collection.ts';
import { checkPolicy } from '../../src/sign/allow.ts';
import {
  chooseSigners,
  combineDrafts,
  evmAddressOf,
  formatDraft,
  type Policy,
  parseDraft,
  policyOf,
  type Signer,
  sign,
  signWith,
} from '../../src/sign/index.ts';
import type { CState, PState, State, UTXOState } from '../../src/state/state.ts';
import { avax, wei } from '../../src/text/amount.ts';
import { formatID } from '../../src/text/id.ts';
import { days } from '../../src/text/time.ts';
import { utxoKey } from '../../src/tx/order.ts';
import { rightUTXO } from '../support/assets.ts';
import { buildCase, cases, signers } from '../support/intents.ts';
import { seedOr, tier } from '../support/seeded.ts';
import { asset, key, lockedUTXO, now, pState, utxo, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const [me, other, bob] = [key(1), key(2), key(9)];
const own = [me, other].flatMap((of) => [of.shortID, evmAddressOf(of)]);
const gold = asset(7);
const native = formatID(fuji.avaxAssetID);
const to = bob.shortID;

const asRead = (draft: Draft): Draft => parseDraft(formatDraft(draft));

const coins = [1, 2, 3, 4].map((n) => utxo(n, avax('10')));
const golds = [11, 12, 13, 14].map((n) => utxo(n, 100n, { assetID: gold }));
const pFunds = pState([...coins, ...golds], { imports: { X: coins, C: coins } });
const xFunds = xState([...coins, ...golds] as XUTXO[], {
  imports: { P: [...coins, ...golds] as XUTXO[] },
});
const cFunds: CState = {
  chain: 'C',
  network: fuji,
  from: [me.shortID],
  own: [me.shortID],
  time: now,
  baseFee: wei(25_000_000_000n),
  accounts: [
    { address: evmAddressOf(me), nonce: 1n, balance: wei(10n ** 19n + 5n) },
    { address: evmAddressOf(other), nonce: 2n, balance: wei(10n ** 19n) },
  ],
  imports: { P: coins, X: coins },
};

/** An intent of an open amount, over a state, and the same with an amount. */
interface Open {
  readonly state: State;
  readonly asset?: Uint8Array;
  readonly of: (amount: bigint | 'max') => Intent;
  /** The least that a node accepts. */
  readonly little: bigint;
}
const end = now + days(30);
/** A stake that returns to the change owner. */
function staked(amount: bigint | 'max', name: Staking): Intent {
  const { stakeReturnOwner: _, ...rest } = intentLike(`P.${name}`);
  return { ...rest, amount, ...('end' in rest && { end }) } as Intent;
}
type Staking =
  | 'AddPermissionlessValidatorTx'
  | 'AddPermissionlessDelegatorTx'
  | 'AddAutoRenewedValidatorTx';
const opens: { readonly [name: string]: Open } = {
  'BaseTx on P': {
    state: pFunds,
    of: (amount) => ({ type: 'BaseTx', outputs: [{ to, amount }] }),
    little: 1n,
  },
  'BaseTx on X': {
    state: xFunds,
    of: (amount) => ({ type: 'BaseTx', outputs: [{ to, amount }] }),
    little: 1n,
  },
  'BaseTx of another asset on P': {
    state: pFunds,
    asset: gold,
    of: (amount) => ({ type: 'BaseTx', outputs: [{ to, amount, assetID: gold }] }),
    little: 1n,
  },
  'BaseTx of another asset on X': {
    state: xFunds,
    asset: gold,
    of: (amount) => ({
      type: 'BaseTx',
      outputs: [
        { to: other.shortID, amount: 5n, assetID: gold },
        { to, amount, assetID: gold },
      ],
    }),
    little: 1n,
  },
  'ExportTx on P': {
    state: pFunds,
    of: (amount) => ({ type: 'ExportTx', to: 'C', outputs: [{ to, amount }] }),
    little: 1n,
  },
  'ExportTx on X': {
    state: xFunds,
    of: (amount) => ({ type: 'ExportTx', to: 'P', outputs: [{ to, amount }] }),
    little: 1n,
  },
  'ExportTx on C': {
    state: cFunds,
    of: (amount) => ({ type: 'ExportTx', to: 'P', outputs: [{ to, amount }] }),
    little: 1n,
  },
  AddPermissionlessValidatorTx: {
    state: pFunds,
    of: (amount) => staked(amount, 'AddPermissionlessValidatorTx'),
    little: avax('1'),
  },
  AddPermissionlessDelegatorTx: {
    state: pFunds,
    of: (amount) => staked(amount, 'AddPermissionlessDelegatorTx'),
    little: avax('1'),
  },
  AddAutoRenewedValidatorTx: {
    state: pFunds,
    of: (amount) => staked(amount, 'AddAutoRenewedValidatorTx'),
    little: avax('1'),
  },
};

/** The state without some of its funds. */
const withFewer = (state: State): State =>
  state.chain === 'C'
    ? { ...state, accounts: state.accounts.slice(1) }
    : ({
        ...state,
        utxos: (state as PState).utxos.filter((_, i) => i % 2 === 0),
      } as State);

const codes = (
  intent: Intent,
  draft: Draft,
  more: Parameters<typeof review>[1] = {},
): readonly FindingCode[] =>
  review(draft, { own, expect: intent, ...more }).map(({ code }) => code);

describe.each(Object.entries(opens))('max in a %s', (_, { state, of, little, asset: id }) => {
  const intent = of('max');
  const plain = (from: State, meant: Intent, options: BuildOptions = {}): Draft =>
    from.chain === 'C'
      ? build(from, meant)
      : build(from, meant, { change: me.shortID, ...options });
  const honest = plain(state, intent);

  it('is what an honest build does, by the build itself, a state or a least amount', () => {
    expect(codes(intent, honest)).toEqual([]);
    expect(codes(intent, asRead(honest))).toEqual(['NotConfirmed']);
    for (const draft of [honest, asRead(honest)]) {
      expect(codes(intent, draft, { state })).toEqual([]);
      expect(codes(intent, draft, { least: {} })).toEqual([]);
    }
  });

  it('is not a little of it, whoever of the reader gets the rest, and whoever confirms', () => {
    const small = plain(state, of(little));
    const drafts =
      state.chain === 'C'
        ? [small]
        : [
            small,
            plain(state, of(little), { change: other.shortID }),
            plain(state, of(little), { strategy: 'sweep' }),
          ];
    for (const draft of drafts.flatMap((one) => [one, asRead(one)])) {
      const returns = state.chain === 'C' ? 'NotConfirmed' : 'AmountLeft';
      expect(codes(intent, draft)).toEqual([returns]);
      const isLeft = returns === 'AmountLeft' ? [returns] : [];
      expect(codes(intent, draft, { state })).toEqual(
        isLeft.length > 0 ? isLeft : ['AmountTooLow'],
      );
      expect(codes(intent, draft, { least: {} })).toEqual(isLeft);
      expect(checkPolicy(draft, policyOf(intent), { own }).map(({ code }) => code)).toEqual([
        returns,
      ]);
    }
  });

  it('is not half of the coins', () => {
    const half = plain(withFewer(state), intent);
    // It was everything for whoever built it here.
    expect(codes(intent, half)).toEqual([]);
    expect(codes(intent, asRead(half))).toEqual(['NotConfirmed']);
    for (const draft of [half, asRead(half)])
      expect(codes(intent, draft, { state })).toEqual(['AmountTooLow']);
    const [found] = review(honest, {
      own,
      expect: intent,
      least: { [id ? formatID(id) : 'AVAX']: 1n << 60n },
    });
    expect(found).toMatchObject({ code: 'AmountTooLow', meant: { amount: 1n << 60n } });
    const exactly = { least: { [id ? formatID(id) : native]: found!.found!.amount! } };
    expect(codes(intent, asRead(honest), exactly)).toEqual([]);
    expect(codes(intent, asRead(half), exactly)).toEqual(['AmountTooLow']);
  });

  it('is not all but a few crumbs', () => {
    if (intent.type !== 'BaseTx') return;
    const crumbs = [1n, 2n, 3n].map((amount) => ({
      to: me.shortID,
      amount,
      ...(id && { assetID: id }),
    }));
    const draft = build(state, { ...intent, outputs: [...intent.outputs, ...crumbs] });
    for (const by of [{}, { state }, { least: {} }])
      expect(new Set(codes(intent, asRead(draft), by))).toEqual(new Set(['AmountLeft']));
  });

  it('is signed if it was built here, and else only with a state or a least amount', () => {
    const keys = [me, other];
    const policy = policyOf(intent);
    const isSigned = (draft: Draft) => draft.missing.length === 0;
    expect(isSigned(sign(honest, keys, { policy, own }))).toBe(true);
    expect(thrown(() => sign(asRead(honest), keys, { policy, own })).code).toBe('Refused');
    for (const by of [{ state }, { least: {} }])
      expect(isSigned(sign(asRead(honest), keys, { policy: policyOf(intent, by), own }))).toBe(
        true,
      );
  });
});

describe('everything that fits', () => {
  const intent: Intent = { type: 'BaseTx', outputs: [{ to, amount: 'max' }] };
  const many = Array.from({ length: 1_500 }, (_, i) => utxo(i, avax('0.1') + BigInt(i)));

  it.each([
    ['P', pState(many)],
    ['X', xState(many as XUTXO[])],
  ])('is the most valuable coins on %s, where not all fit', (_, state: UTXOState) => {
    const full = asRead(build(state, intent));
    expect(full.slots.length).toBeLessThan(1_000);
    expect(codes(intent, full, { state })).toEqual([]);
    const cheap = { ...state, utxos: state.utxos.slice(0, 1_400) } as UTXOState;
    expect(codes(intent, asRead(build(cheap, intent)), { state })).toEqual(['AmountTooLow']);
  });

  it.each([
    ['P', pFunds],
    ['X', xFunds],
    ['C', cFunds],
  ] as const)(
    'on %s may go to a receiver of fixed amounts as well, in any order',
    (chain, state) => {
      const most = avax(chain === 'C' ? '19' : '39');
      for (const fixed of [avax('1'), avax('15'), most - avax('0.5')])
        for (const parts of [[fixed], [fixed / 2n, fixed - fixed / 2n]])
          for (const isFirst of [true, false]) {
            const max = { to, amount: 'max' as const };
            const given = parts.map((amount) => ({ to, amount }));
            const outputs = isFirst ? [max, ...given] : [...given, max];
            const meant = (list: typeof outputs): Intent => ({
              type: 'ExportTx',
              to: 'P',
              outputs: list,
            });
            const of = (list: typeof outputs): Intent =>
              chain === 'P' ? { type: 'BaseTx', outputs: list } : meant(list);
            const draft = build(state, of(outputs));
            expect(codes(of(outputs), draft)).toEqual([]);
            // Without one of the fixed amounts it is not what was meant, whatever else goes there.
            expect(codes(of([...outputs, { to: other.shortID, amount: 3n }]), draft)).toContain(
              'NotDone',
            );
          }
    },
  );

  it('is less with a lower ceiling of the fee, which the reader gives as well', () => {
    const state = pState(many);
    const draft = asRead(build(state, intent, { maxFee: 100_000n }));
    expect(codes(intent, draft, { state, maxFee: 100_000n })).toEqual([]);
    expect(codes(intent, draft, { state })).toEqual(['AmountTooLow']);
  });

  it('includes what another coin could pay the fee for', () => {
    const meant: Intent = { type: 'BaseTx', outputs: [{ to, amount: 'max', assetID: gold }] };
    const most = [4_000n, 5_000n, 6_000n, 7_000n, 8_000n, 9_000n, 10_000n].flatMap((fee) => {
      const [first, ...others] = golds;
      const state = pState([utxo(1, fee), first!]);
      try {
        return { draft: build(state, meant), state: pState([...state.utxos, ...others]) };
      } catch {
        return [];
      }
    })[0]!;
    expect(most.draft.change).toEqual([]);
    const draft = asRead(most.draft);
    // Nothing pays for more of it, until there is another coin.
    expect(codes(meant, draft, { state: most.state })).toEqual([]);
    const rich = pState([...most.state.utxos, utxo(2, avax('1'))]);
    expect(codes(meant, draft, { state: rich })).toEqual(['AmountTooLow']);
  });

  it('is not nothing, with the coin burned as a fee', () => {
    const small = pState([utxo(1, 9_000n)]);
    const draft = build(small, intent);
    const { fee, unsignedTx } = draft;
    const nothing = {
      ...draft,
      unsignedTx: { ...unsignedTx, outputs: [] },
      fee: { ...fee, total: 9_000n },
    } as Draft;
    for (const by of [{}, { state: small }, { least: {} }])
      expect(codes(intent, nothing, by)).toEqual(['AmountTooLow']);
  });

  it('is judged too if the expectation of the intent is wrapped or changed', () => {
    const small = asRead(buildBaseTx(pFunds, { outputs: [{ to, amount: 1n }] }));
    const of = expectationOf(intent);
    for (const expected of [
      of,
      (known: Known) => of(known),
      (known: Known) => ({ ...of(known), maxFee: 5_000_000n }),
    ])
      expect(review(small, { own, expect: expected }).map(({ code }) => code)).toEqual([
        'AmountLeft',
      ]);
  });

  it('is confirmed by no state of another chain or network', () => {
    const draft = asRead(build(pFunds, intent));
    for (const state of [xFunds, cFunds, { ...pFunds, network: { ...fuji, networkID: 1 } }])
      expect(codes(intent, draft, { state })).toEqual(['NotConfirmed']);
  });

  it('of a stake includes what can only be staked; with only that, the rest may return', () => {
    const locked = lockedUTXO(31, avax('20'), now + days(90));
    const state = pState([...coins, locked]);
    const meant = staked('max', 'AddPermissionlessDelegatorTx');
    expect(codes(meant, asRead(build(state, meant)), { state })).toEqual([]);
    const without = build(state, meant, { locked: 'never' });
    expect(codes(meant, without)).toEqual([]);
    expect(codes(meant, asRead(without), { state })).toEqual(['AmountTooLow']);
    const only = build(state, meant, { locked: 'only', change: me.shortID });
    expect(codes(meant, only)).toEqual([]);
    expect(codes(meant, asRead(only))).toEqual(['NotConfirmed']);
    expect(codes(meant, asRead(only), { least: { AVAX: avax('20') } })).toEqual([]);
    expect(codes(meant, asRead(only), { state })).toEqual(['AmountTooLow']);
  });

  it('in random cases: whoever leaves out coins is found, and whoever leaves out none is not', () => {
    let [left, whole] = [0, 0];
    const numRuns = tier === 'nightly' ? 20_000 : 400;
    const random = fc.tuple(
      cases.filter(({ intent: { type, ...fields }, state }) =>
        hasWord(declarationOf(type, state.chain)!, fields, 'max'),
      ),
      fc.infiniteStream(fc.boolean()),
    );
    const everyone = signers.flatMap((of) => [of.shortID, evmAddressOf(of)]);
    for (const [{ state, intent: meant, options }, keeps] of fc.sample(random, {
      numRuns,
      seed: seedOr(41),
    })) {
      const context = {
        own: everyone,
        expect: meant,
        ...(options.change && { change: options.change }),
      };
      const keep = () => keeps.next().value!;
      const fewer =
        state.chain === 'C'
          ? { ...state, accounts: state.accounts.filter(keep) }
          : ({ ...state, utxos: (state as PState).utxos.filter(keep) } as State);
      const [all, some] = [state, fewer].map((from) => {
        try {
          return buildCase({ state: from, intent: meant, options });
        } catch {
          return null;
        }
      });
      if (!all) continue;
      const found = (draft: Draft) => review(asRead(draft), { ...context, state });
      expect(found(all)).toEqual([]);
      whole++;
      if (!some) continue;
      const amountOf = (draft: Draft) =>
        review(draft, {
          ...context,
          least: Object.fromEntries([native, formatID(gold)].map((id) => [id, (1n << 64n) - 1n])),
        }).map(({ found: of }) => ({ amount: of!.amount!, isAVAX: of!.asset === native }));
      const [most, less] = [amountOf(all), amountOf(some)];
      expect(less.length).toBeGreaterThan(0);
      // Other inputs may cost a higher fee, which is no amount left out.
      const isLess = less.some(
        ({ amount, isAVAX }, i) => amount + (isAVAX ? 200_000n : 0n) < most[i]!.amount,
      );
      if (isLess) {
        expect(found(some).map(({ code }) => code)).toContain('AmountTooLow');
        expect(review(asRead(some), context).map(({ code }) => code)).toContain('NotConfirmed');
        left++;
      }
    }
    expect(whole).toBeGreaterThan(numRuns / 4);
    expect(left).toBeGreaterThan(numRuns / 40);
  });
});

describe('an import', () => {
  it.each([
    ['P', pFunds, 'X'],
    ['X', xFunds, 'P'],
    ['C', cFunds, 'P'],
  ] as const)(
    'to %s means any of what is pending; with a state, all that fits',
    (_, state, from) => {
      const intent: Intent = {
        type: 'ImportTx',
        from,
        ...(state.chain === 'C' && { to: evmAddressOf(me) }),
      };
      const all = asRead(build(state, intent));
      const few = { ...state, imports: { [from]: coins.slice(1) } } as State;
      const part = asRead(build(few, intent));
      for (const draft of [all, part]) expect(codes(intent, draft)).toEqual([]);
      expect(codes(intent, all, { state })).toEqual([]);
      expect(codes(intent, part, { state })).toEqual(['AmountTooLow']);
      expect(codes(intent, part, { least: { AVAX: avax('35') } })).toEqual(['AmountTooLow']);
      expect(codes(intent, part, { least: { AVAX: avax('25') } })).toEqual([]);
      const unread = { ...state, imports: {} } as State;
      expect(codes(intent, part, { state: unread })).toEqual([]);
    },
  );

  it('in several transactions is that of what the earlier ones left', () => {
    const many = Array.from({ length: 900 }, (_, i) => utxo(i, avax('0.1')));
    const state = pState([], { imports: { X: many } });
    const intent: Intent = { type: 'ImportTx', from: 'X' };
    const drafts = buildImportTxs(state, { from: 'X' });
    expect(drafts.length).toBeGreaterThan(1);
    const spent = new Set<string>();
    for (const draft of drafts) {
      const rest = { X: many.filter((one) => !spent.has(utxoKey(one))) };
      expect(codes(intent, asRead(draft), { state: { ...state, imports: rest } })).toEqual([]);
      for (const slot of draft.slots) if ('utxo' in slot) spent.add(utxoKey(slot.utxo));
    }
  });
});

describe('an NFT that only the funds determine', () => {
  const nft = (n: number, payload: string) =>
    rightUTXO(n, 'nftfx.TransferOutput', { groupID: 1, payload });
  const intent: Intent = {
    type: 'OperationTx',
    operations: [{ type: 'transferNFT', assetID: gold, to }],
  };
  const [coin] = xState([utxo(1, avax('1')) as XUTXO]).utxos;
  const state = xState([coin!, nft(2, 'common'), nft(3, 'common')]);

  it('is confirmed by the build, or by a state in which there is one kind', () => {
    const { type: _, ...fields } = intent as Extract<Intent, { type: 'OperationTx' }>;
    const draft = buildOperationTx(state, fields);
    expect(codes(intent, draft)).toEqual([]);
    expect(codes(intent, asRead(draft))).toEqual(['NotConfirmed']);
    expect(codes(intent, asRead(draft), { least: {} })).toEqual(['NotConfirmed']);
    expect(codes(intent, asRead(draft), { state })).toEqual([]);
    const both = xState([...state.utxos, nft(4, 'rare')]);
    expect(codes(intent, asRead(draft), { state: both })).toEqual(['NotConfirmed']);
    const rare = buildOperationTx(both, {
      operations: [{ type: 'transferNFT', assetID: gold, to, payload: 'rare', groupID: 1 }],
    });
    for (const one of [rare, asRead(rare)])
      for (const by of [{}, { state }, { state: both }])
        expect(codes(intent, one, by)).toEqual(['NotConfirmed']);
  });
});

describe('the mark of a build', () => {
  const intent: Intent = { type: 'BaseTx', outputs: [{ to, amount: 'max' }] };

  it('says that everything was meant, and only of the same bytes', () => {
    // Exactly all there is, but meant as an amount.
    const fee = build(pFunds, intent).fee.total;
    const draft = buildBaseTx(pFunds, { outputs: [{ to, amount: avax('40') - fee }] });
    expect(codes(intent, draft)).toEqual(['NotConfirmed']);
    const ofGold = buildBaseTx(pFunds, {
      outputs: [
        { to, amount: 'max', assetID: gold },
        { to, amount: avax('1') },
      ],
    });
    expect(
      codes(
        {
          type: 'BaseTx',
          outputs: [
            { to, amount: 'max' },
            { to, amount: 400n, assetID: gold },
          ],
        },
        ofGold,
      ),
    ).toEqual(['AmountLeft']);
    const whole = build(pFunds, intent);
    expect(codes(intent, structuredClone(whole))).toEqual(['NotConfirmed']);
  });

  it('counts for each of several signers, and for a policy that asks others', async () => {
    const policy = policyOf(intent);
    const both: Policy = { findings: (draft, facts) => policy.findings(draft, facts) };
    const draft = build(pFunds, intent);
    for (const one of [policy, both]) {
      const signer: Signer = {
        sign: async (asked, options) => sign(asked, me, { ...options, policy: one }),
      };
      expect((await signWith(draft, signer, { policy: one, own })).missing).toEqual([]);
      await expect(signWith(asRead(draft), signer, { policy: one, own })).rejects.toMatchObject({
        code: 'Refused',
      });
    }
  });

  it('stays when it is signed, by other signers too, and combined', () => {
    const owners = { addresses: [me.shortID, other.shortID], threshold: 1 };
    const shared = [1, 2].map((n) => utxo(n, avax('3'), { owner: owners }));
    const state = pState(shared, { from: [me.shortID, other.shortID] });
    const draft = build(state, intent);
    const { draft: chosen } = chooseSigners(draft, [other.shortID]);
    expect(codes(intent, chosen)).toEqual([]);
    for (const by of [me, other]) {
      const signed = sign(draft, by, { policy: policyOf(intent), own });
      expect(codes(intent, signed)).toEqual([]);
      expect(codes(intent, combineDrafts(signed, asRead(signed)))).toEqual([]);
      expect(codes(intent, asRead(signed))).toEqual(['NotConfirmed']);
    }
  });
});

/** Amounts of each receiver, and what counts as the signer's own. */
import { describe, expect, it } from 'vitest';
import {
  build,
  buildAddPermissionlessDelegatorTx,
  buildBaseTx,
  buildCreateAssetTx,
  buildCreateSubnetTx,
  buildIncreaseL1ValidatorBalanceTx,
} from '../../src/builder/index.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { formatAddress } from '../../src/network/address.ts';
import { fuji } from '../../src/network/known.ts';
import { checkPolicy } from '../../src/sign/allow.ts';
import {
  type PolicyRules,
  policyOf,
  type ReceiverRule,
  type SignerKnowledge,
  sign,
} from '../../src/sign/index.ts';
import { avax } from '../../src/text/amount.ts';
import { compareBytes } from '../../src/text/bytes.ts';
import { formatID, formatNodeID } from '../../src/text/id.ts';
import { days } from '../../src/text/time.ts';
import { fullBuilds } from '../support/fullbuilds.ts';
import { asset, key, lockedUTXO, now, pState, utxo, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const [me, bob, carol] = [key(1), key(2), key(3)];
const gold = asset(5);
const goldID = formatID(gold);
const open: PolicyRules = { network: 'fuji', inputs: 'claimed', amounts: { AVAX: avax('100') } };
const codes = (
  draft: Draft,
  rules: Partial<PolicyRules>,
  facts: SignerKnowledge = { own: [me.shortID] },
) => checkPolicy(draft, policyOf({ ...open, ...rules }), facts).map(({ code }) => code);

const state = pState([utxo(1, avax('10'))]);
const pays = (toBob: bigint, toCarol: bigint) =>
  buildBaseTx(state, {
    outputs: [
      { to: bob.shortID, amount: toBob },
      { to: carol.shortID, amount: toCarol },
    ],
  });

describe('amounts of a receiver', () => {
  const to = [
    { to: bob.shortID, amounts: { AVAX: 5n } },
    { to: carol.shortID, amounts: { AVAX: 90n } },
  ];

  it('are the most that it gets: nobody moves amounts between named payees', () => {
    expect(codes(pays(5n, 90n), { to })).toEqual([]);
    expect(codes(pays(4n, 90n), { to })).toEqual([]);
    expect(codes(pays(90n, 5n), { to: [bob.shortID, carol.shortID] })).toEqual([]);
    const policy = policyOf({ ...open, to });
    expect(checkPolicy(pays(90n, 5n), policy, { own: [me.shortID] })).toMatchObject([
      {
        code: 'ReceiverAmountTooHigh',
        path: expect.stringMatching(/^unsignedTx\.outputs\[\d\]\.output$/),
        detail: expect.stringContaining('gets 0.00000009 AVAX'),
      },
    ]);
    expect(thrown(() => sign(pays(90n, 5n), me, { policy, utxos: state.utxos }))).toMatchObject({
      code: 'Refused',
    });
  });

  it('are added up over outputs, and over rules of the same receiver', () => {
    const twice = buildBaseTx(state, {
      outputs: [
        { to: bob.shortID, amount: 3n },
        { to: bob.shortID, amount: 4n },
      ],
    });
    const rule = (AVAX: bigint) => ({ to: bob.shortID, amounts: { AVAX } });
    expect(codes(twice, { to: [rule(7n)] })).toEqual([]);
    expect(codes(twice, { to: [rule(6n)] })).toEqual(['ReceiverAmountTooHigh']);
    expect(codes(twice, { to: [rule(6n), rule(1n)] })).toEqual([]);
    // Without a limit the other one would limit nothing.
    expect(thrown(() => codes(twice, { to: [rule(6n), bob.shortID] }))).toMatchObject({
      code: 'Duplicate',
      path: ['policy', 'to', 1],
    });
  });

  it('are of each asset: of one that is not named, nothing', () => {
    const x = xState([utxo(1, avax('1')), utxo(2, 50n, { assetID: gold })]);
    const draft = buildBaseTx(x, {
      outputs: [
        { to: bob.shortID, amount: 30n, assetID: gold },
        { to: bob.shortID, amount: 9n },
      ],
    });
    const amounts = { AVAX: avax('1'), [goldID]: 30n };
    const given = (of: Record<string, bigint>) =>
      codes(draft, { amounts, to: [{ to: bob.shortID, amounts: of }] });
    expect(given({ AVAX: 9n, [goldID]: 30n })).toEqual([]);
    expect(given({ AVAX: 9n, [goldID]: 29n })).toEqual(['ReceiverAmountTooHigh']);
    const each = [{ AVAX: 9n }, { [goldID]: 30n }].map((of) => ({ to: bob.shortID, amounts: of }));
    expect(codes(draft, { amounts, to: each })).toEqual([]);
    expect(given({ AVAX: 9n })).toEqual(['ReceiverAmountTooHigh']);
    expect(given({})).toEqual(['ReceiverAmountTooHigh', 'ReceiverAmountTooHigh']);
    const single = buildBaseTx(xState([utxo(1, avax('1')), utxo(2, 1n, { assetID: gold })]), {
      outputs: [{ to: bob.shortID, amount: 1n, assetID: gold }],
    });
    const policy = policyOf({ ...open, to: [bob.shortID] });
    expect(checkPolicy(single, policy, { own: [me.shortID] })).toEqual([
      { code: 'AmountTooHigh', path: 'unsignedTx', detail: `1 of ${goldID}, at most 0` },
    ]);
    const avaxID = formatID(fuji.avaxAssetID);
    expect(thrown(() => given({ AVAX: 9n, [avaxID]: 10n }))).toMatchObject({
      code: 'Duplicate',
      path: ['policy', 'to', 0, 'amounts', avaxID],
    });
    expect(thrown(() => codes(draft, { amounts: { ...amounts, [avaxID]: 9n } }))).toMatchObject({
      code: 'Duplicate',
      path: ['policy', 'amounts', avaxID],
    });
    expect(thrown(() => given({ gold: 1n })).path).toEqual(['policy', 'to', 0, 'amounts', 'gold']);
  });

  it('tell locks apart, and a say from an amount', () => {
    const until = now + days(30);
    const locked = buildBaseTx(state, {
      outputs: [{ to: bob.shortID, amount: 7n, stakeableUntil: until }],
    });
    const rule = { to: bob.shortID, amounts: { AVAX: 7n } };
    expect(codes(locked, { to: [rule] })).toEqual(['ReceiverNotAllowed']);
    expect(codes(locked, { to: [{ ...rule, stakeableUntil: until }] })).toEqual([]);
    const subnet = buildCreateSubnetTx(state, { owner: bob.shortID });
    expect(codes(subnet, { to: [{ to: bob.shortID, amounts: {} }] })).toEqual([]);
  });

  it('limit the balance of a validation', () => {
    const id = formatID(asset(7));
    const fill = buildIncreaseL1ValidatorBalanceTx(state, {
      validationID: id,
      balance: avax('1'),
    });
    const rules = { authorities: [id] };
    const given = (AVAX: bigint) => codes(fill, { ...rules, to: [{ to: id, amounts: { AVAX } }] });
    expect(given(avax('1'))).toEqual([]);
    expect(given(avax('0.9'))).toEqual(['ReceiverAmountTooHigh']);
  });

  it('are found with the locks and addresses of whoever gets them', () => {
    const until = now + days(30);
    const draft = buildBaseTx(state, {
      outputs: [
        {
          to: { addresses: [bob.shortID], threshold: 1, locktime: 9n },
          amount: 7n,
          stakeableUntil: until,
        },
      ],
    });
    expect(checkPolicy(draft, policyOf(open), { own: [me.shortID] })).toMatchObject([
      {
        code: 'ReceiverNotAllowed',
        detail: `${bob.address('P', fuji)}, locked until 1 Jan 1970 00:00:09 UTC, only to stake until 14 Feb 2027 08:00 UTC`,
      },
    ]);
  });

  it('can be bound to places', () => {
    const delegate = (stakeReturnOwner: Uint8Array) =>
      buildAddPermissionlessDelegatorTx(pState([utxo(1, avax('100'))]), {
        nodeID: formatNodeID(new Uint8Array(20).fill(3)),
        amount: avax('25'),
        end: now + days(15),
        rewardsOwner: bob.shortID,
        stakeReturnOwner,
      });
    const found = (rewards: Uint8Array, stake: Uint8Array, returned = carol.shortID) =>
      codes(delegate(returned), {
        nodeIDs: [formatNodeID(new Uint8Array(20).fill(3))],
        fields: { 'validator.start': {}, 'validator.end': {}, 'validator.weight': {} },
        to: [
          { to: rewards, at: ['rewardsOwner'] },
          { to: stake, at: ['stake'] },
        ],
      });
    expect(found(bob.shortID, carol.shortID)).toEqual([]);
    expect(found(carol.shortID, bob.shortID)).toEqual(['ReceiverNotAllowed', 'ReceiverNotAllowed']);
    // A receiver may have a rule for each of its places.
    expect(found(bob.shortID, bob.shortID, bob.shortID)).toEqual([]);
  });

  it('know no other keys', () => {
    const wrong = (of: object) => thrown(() => codes(pays(1n, 1n), { to: [of as never] }));
    expect(wrong({ to: bob.shortID, amount: 1n })).toMatchObject({
      code: 'BadArgument',
      path: ['policy', 'to', 0, 'amount'],
    });
    const owner = { addresses: [bob.shortID], threshold: 1, stakeableUntil: 1n };
    expect(wrong(owner)).toMatchObject({
      code: 'BadArgument',
      path: ['policy', 'to', 0, 'stakeableUntil'],
    });
    expect(wrong({ to: 'P-avax1' }).path).toEqual(['policy', 'to', 0, 'to']);
  });
});

describe('a full policy', () => {
  const timed = { addresses: [carol.shortID], threshold: 1, locktime: now + 100n };
  const team = { addresses: [bob.shortID, carol.shortID].sort(compareBytes), threshold: 2 };
  const draft = buildBaseTx(state, {
    outputs: [
      { to: bob.shortID, amount: 5n },
      { to: bob.shortID, amount: 6n },
      { to: timed, amount: 7n },
      { to: team, amount: 8n },
    ],
  });

  it('adds up what each receiver gets, and writes owners as intents do', () => {
    const { rules } = policyOf(draft, { own: [me.shortID] });
    const sums = Object.fromEntries(
      rules.to!.map((of) => {
        const { to, amounts } = of as ReceiverRule;
        return [
          typeof to === 'string' ? 'bob' : 'locktime' in to ? 'timed' : 'team',
          { to, amounts },
        ];
      }),
    );
    expect(sums).toEqual({
      bob: { to: bob.address('P', fuji), amounts: { AVAX: 11n } },
      timed: {
        to: { addresses: [carol.address('P', fuji)], threshold: 1, locktime: now + 100n },
        amounts: { AVAX: 7n },
      },
      team: {
        to: { addresses: team.addresses.map((of) => formatAddress(of, 'P', fuji)), threshold: 2 },
        amounts: { AVAX: 8n },
      },
    });
  });

  it('limits the balance of each validator of a new L1 by its own', () => {
    const converts = (first: bigint, second: bigint) =>
      fullBuilds
        .filter(({ name }) => name === 'P ConvertSubnetToL1Tx converts')
        .map(({ state, intent, options }) => {
          const { validators } = intent as { readonly validators: readonly object[] };
          const balances = [first, second];
          return build(
            state,
            {
              ...intent,
              validators: validators.map((of, i) => ({ ...of, balance: balances[i] })),
            } as unknown as typeof intent,
            options,
          );
        })[0]!;
    // A transaction has its validators in the order of their node IDs.
    const { rules } = policyOf(converts(avax('2'), avax('1')));
    const by = rules.to!.flatMap((of) => {
      const { at, amounts } = of as ReceiverRule;
      return at?.[0]?.endsWith('.remainingBalanceOwner') ? [[at[0], amounts]] : [];
    });
    expect(by).toEqual([
      ['validators[0].remainingBalanceOwner', { AVAX: avax('1') }],
      ['validators[1].remainingBalanceOwner', { AVAX: avax('2') }],
    ]);
  });
});

describe('first outputs of a new asset', () => {
  const x = xState([utxo(1, avax('2'))]);
  const make = (toBob: bigint, payload = 'text') =>
    buildCreateAssetTx(x, {
      name: 'gold',
      symbol: 'AU',
      denomination: 0,
      initial: {
        fungible: {
          holders: [
            { to: bob.shortID, amount: toBob },
            { to: carol.shortID, amount: 10n - toBob },
          ],
          minters: [carol.shortID],
        },
        nfts: [{ groupID: 2, holders: [{ to: bob.shortID, payload }], minters: [carol.shortID] }],
      },
    });
  const policy = policyOf(make(3n), { own: [me.shortID] });
  const found = (draft: Draft, rules: Partial<PolicyRules> = {}) =>
    checkPolicy(draft, policyOf({ ...policy.rules, inputs: 'claimed', ...rules }), {}).map(
      ({ code }) => code,
    );

  it('are items of the asset `created`', () => {
    expect(policy.rules.items).toMatchObject([
      { assetID: 'created', type: 'secp256k1fx.MintOutput', units: 1n },
      { assetID: 'created', type: 'secp256k1fx.TransferOutput', to: [{ amounts: {} }] },
      { assetID: 'created', type: 'secp256k1fx.TransferOutput' },
      { type: 'nftfx.MintOutput', units: 1n, groupID: 2 },
      { type: 'nftfx.TransferOutput', units: 1n, groupID: 2, payload: '0x74657874' },
    ]);
    expect(found(make(3n))).toEqual([]);
  });

  it('count a property as one unit', () => {
    const draft = buildCreateAssetTx(x, {
      name: 'deeds',
      symbol: 'DEED',
      denomination: 0,
      initial: { properties: { holders: [bob.shortID, carol.shortID] } },
    });
    expect(policyOf(draft, { own: [me.shortID] }).rules.items).toMatchObject([
      { assetID: 'created', type: 'propertyfx.OwnedOutput', units: 1n },
      { assetID: 'created', type: 'propertyfx.OwnedOutput', units: 1n },
    ]);
  });

  it('are findings without an item, and if units go to somebody else', () => {
    expect(found(make(3n), { items: [], to: [bob.shortID, carol.shortID] })).toEqual([
      'ItemNotAllowed',
      'ItemNotAllowed',
      'ItemNotAllowed',
      'ItemNotAllowed',
      'ItemNotAllowed',
    ]);
    expect(found(make(4n))).toContain('ItemNotAllowed');
    // Of two rules that have too few units, the one that allows the receivers.
    const [first, ...others] = policy.rules.items!;
    const few = { ...first!, units: 0n };
    expect(found(make(3n), { items: [{ ...few, to: [bob.shortID] }, few, ...others] })).toEqual([
      'ItemNotAllowed',
    ]);
    expect(found(make(7n))).not.toEqual([]);
    expect(found(make(3n, 'other'))).toEqual(['ReceiverAmountTooHigh', 'ItemNotAllowed']);
  });

  it('can be counted with the amounts of `to`', () => {
    const items = policy.rules.items!.map(({ to: _, ...of }) => of);
    const to = (created: bigint) => [
      { to: bob.shortID, amounts: { created } },
      { to: carol.shortID, amounts: { created: 7n } },
    ];
    expect(found(make(3n), { items, to: to(4n) })).toEqual([]);
    // An NFT is one of the asset.
    expect(found(make(3n), { items, to: to(3n) })).toEqual(['ReceiverAmountTooHigh']);
  });
});

describe('own outputs', () => {
  const past = now - days(5);
  const owner = (locktime: bigint) => ({ addresses: [me.shortID], threshold: 1, locktime });

  it('are change up to a locktime that an input is proven to have had, and no later', () => {
    const coins = [utxo(1, avax('3'), { owner: owner(past) })];
    const made = buildBaseTx(
      pState(coins),
      { outputs: [{ to: bob.shortID, amount: 5n }] },
      { change: owner(past) },
    );
    const own = [me.shortID];
    const rules = { to: [bob.shortID], own };
    expect(codes(made, rules, { own, utxos: coins })).toEqual([]);
    expect(codes(made, { to: [bob.shortID] }, { own, utxos: coins })).toEqual([]);
    // What only the draft says is no reason: it could say a locktime that is not over.
    expect(codes(made, rules, { own })).toEqual(['ReceiverNotAllowed']);
    expect(codes(made, { to: [bob.shortID] }, { own })).toEqual(['ReturnsLocked']);
    const later = buildBaseTx(
      pState(coins),
      { outputs: [{ to: bob.shortID, amount: 5n }] },
      { change: owner(now + 1n) },
    );
    expect(codes(later, rules, { own, utxos: coins })).toEqual(['ReceiverNotAllowed']);
    expect(codes(later, { ...rules, own: [owner(now + 1n)] }, { own, utxos: coins })).toEqual([]);
  });

  it('are not locked anew beside what was locked', () => {
    const until = now + days(30);
    const lock = (amount: bigint) =>
      buildBaseTx(pState([lockedUTXO(1, avax('1'), until), utxo(2, avax('9'))]), {
        outputs: [{ to: me.shortID, amount, stakeableUntil: until }],
      });
    expect(codes(lock(avax('5')), {})).toEqual(['ReturnsLocked']);
    expect(codes(lock(avax('5')), { to: [{ to: me.shortID, stakeableUntil: until }] })).toEqual([]);
  });
});

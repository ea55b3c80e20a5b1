import { describe, expect, it } from 'vitest';
import {
  build,
  buildBaseTx,
  buildImportTx,
  buildTransferSubnetOwnershipTx,
  type Intent,
} from '../../src/builder/index.ts';
import type { EVMInput } from '../../src/chain/cchain/tx.ts';
import type { UnsignedTx, UTXO } from '../../src/chain/pchain/tx.ts';
import type { UnsignedTx as XUnsignedTx } from '../../src/chain/xchain/tx.ts';
import { type Explainable, type ExplainContext, explain } from '../../src/explain/index.ts';
import { type WarningCode, warnings } from '../../src/explain/warningcodes.ts';
import { fuji } from '../../src/network/known.ts';
import type { Network } from '../../src/network/network.ts';
import { finalize, sign } from '../../src/sign/index.ts';
import { outputOwners } from '../../src/state/owner.ts';
import { avax } from '../../src/text/amount.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { days } from '../../src/text/time.ts';
import { encodeUTF8 } from '../../src/text/utf8.ts';
import { amountOf } from '../../src/tx/output.ts';
import { addressesIn, changedAt, example } from '../support/examples.ts';
import { parent, spending } from '../support/parents.ts';
import { asset, key, lockedUTXO, now, pState, trio, utxo } from '../support/state.ts';
import { base, spend, xBase } from '../support/tx.ts';

const [me, other] = [key(1), key(9)];
const shop = { addresses: [other.shortID], threshold: 1 };
const twoOfThree = { addresses: trio.map((k) => k.shortID), threshold: 2 };

/** An output for an owner on P of Fuji. */
const output = (
  amount: bigint,
  more: { owner?: object; assetID?: Uint8Array; until?: bigint } = {},
) => {
  const {
    owner = { addresses: [me.shortID], threshold: 1 },
    assetID = fuji.avaxAssetID,
    until,
  } = more;
  const inner = amountOf(amount, outputOwners(owner as typeof twoOfThree, fuji.chains.P, fuji));
  return {
    assetID,
    output:
      until === undefined
        ? inner
        : { type: 'stakeable.LockOut' as const, locktime: until, output: inner },
  };
};
const unsigned = (value: UnsignedTx | XUnsignedTx): Explainable =>
  ({ kind: 'unsignedTx', chain: value.type.startsWith('avm') ? 'X' : 'P', value }) as Explainable;
const baseTx = (
  utxos: readonly UTXO[],
  outputs: readonly ReturnType<typeof output>[],
  more: object = {},
) =>
  unsigned({
    type: 'platformvm.BaseTx',
    ...base(
      utxos.map((of) => spend(of)),
      outputs,
    ),
    ...more,
  });

const coin = utxo(1, avax('5'));
const context: ExplainContext = { network: fuji, time: now, utxos: [coin] };
const codes = (of: Explainable, more: ExplainContext = {}): readonly WarningCode[] =>
  explain(of, { ...context, ...more }).warnings.map(({ code }) => code);

const fair = [output(avax('4.99'))];
const staking = example('P.AddPermissionlessDelegatorTx').draft.unsignedTx as UnsignedTx;
const ending = (end: bigint) => {
  if (staking.type !== 'platformvm.AddPermissionlessDelegatorTx') throw new Error(staking.type);
  return unsigned({ ...staking, validator: { ...staking.validator, end } });
};
const created = example('X.CreateAssetTx').draft;
const registered = example('P.RegisterL1ValidatorTx').draft;
const shared = utxo(3, avax('5'), { owner: twoOfThree });
const late = utxo(5, avax('5'), {
  owner: { addresses: [me.shortID], threshold: 1, locktime: now + days(30) },
});
const locked = lockedUTXO(4, avax('5'), now + days(30));
const built = buildBaseTx(pState([coin]), { outputs: [{ to: other.shortID, amount: avax('1') }] });
const signed = finalize(sign(built, me));

const custom: Network = {
  ...fuji,
  networkID: 777,
  name: 'custom',
  hrp: 'custom',
  avaxAssetID: asset(9),
};
/** A draft that brings the parameters of its network. */
const ofAnotherNetwork = {
  ...changedAt(built, ['unsignedTx', 'networkID'], 777),
  network: custom,
};

/** A draft that says of a coin of mine that it is of somebody else. */
const relabelled = buildBaseTx(
  pState([utxo(1, avax('5'), { owner: other.shortID })], { from: [other.shortID] }),
  { outputs: [{ to: key(8).shortID, amount: avax('1') }] },
);
const theirs = utxo(2, avax('5'), { owner: other.shortID });
const rich = utxo(6, avax('100'));
const delegation = (intent: object) =>
  build(pState([rich]), {
    ...(example('P.AddPermissionlessDelegatorTx').intent as object),
    ...intent,
  } as Intent);
const imported = (to: typeof me) =>
  buildImportTx(pState([], { imports: { C: [coin] } }), { from: 'C', to: to.shortID });
const l1 = example('P.ConvertSubnetToL1Tx').draft;
const stranger = { threshold: 1, addresses: [other.shortID] };
const converted = changedAt(l1, ['unsignedTx', 'validators', 0], {
  ...(l1.unsignedTx as unknown as { validators: readonly object[] }).validators[0],
  remainingBalanceOwner: stranger,
  deactivationOwner: stranger,
});
const given = example('P.TransferSubnetOwnershipTx').draft;
const subnet = parent('P', {
  type: 'platformvm.CreateSubnetTx',
  ...spending(),
  owner: outputOwners(me.shortID, fuji.chains.P, fuji),
});
const sponsored = buildTransferSubnetOwnershipTx(
  pState([coin], {
    authorities: { [formatID(subnet.txID)]: { addresses: [me.shortID], threshold: 1 } },
  }),
  { subnetID: formatID(subnet.txID), owner: other.shortID },
);
const exported = example('C.ExportTx').draft;
const [debit] = (exported.unsignedTx as unknown as { inputs: readonly EVMInput[] }).inputs;
const [account, nonce] = [formatHex(debit!.address), debit!.nonce];
const together = buildBaseTx(pState([shared], { from: trio.map((k) => k.shortID) }), {
  outputs: [{ to: other.shortID, amount: avax('1') }],
});
const hidden = (own: boolean) => ({
  path: 'outputs[0]',
  receiver: { addresses: [other.shortID], threshold: 1, locktime: 0n, own },
});

/** What each warning is for; and the same without what it warns of. */
const cases: {
  readonly [code in WarningCode]: readonly [
    Explainable,
    ExplainContext,
    Explainable?,
    ExplainContext?,
  ];
} = {
  NetworkNotAllowed: [baseTx([coin], fair, { blockchainID: asset(3) }), {}],
  NetworkClaimed: [ofAnotherNetwork, {}, ofAnotherNetwork, { network: custom }],
  StillLocked: [
    baseTx([late], fair),
    { utxos: [late] },
    baseTx([late], fair),
    { utxos: [late], time: now + days(31) },
  ],
  UnknownNetwork: [baseTx([coin], fair, { networkID: 777 }), {}],
  UnknownOwners: [baseTx([coin], fair), { utxos: [] }],
  Unfunded: [baseTx([coin], [output(avax('5.1'))]), {}],
  FeeTooHigh: [baseTx([coin], [output(avax('4'))]), {}],
  AssetLost: [
    baseTx([coin, utxo(2, 7n, { assetID: asset(7) })], fair),
    { utxos: [coin, utxo(2, 7n, { assetID: asset(7) })] },
  ],
  LockLost: [baseTx([coin, locked], fair), { utxos: [coin, locked] }],
  Unlocks: [baseTx([locked], fair), { utxos: [locked] }],
  ChangeElsewhere: [
    buildBaseTx(
      pState([coin]),
      { outputs: [{ to: other.shortID, amount: avax('1') }] },
      { change: key(8).shortID },
    ),
    {},
    built,
    {},
  ],
  WeakenedOwner: [
    baseTx([shared], fair),
    { utxos: [shared], own: [me.shortID] },
    baseTx([shared], [output(avax('4.99'), { owner: twoOfThree })]),
    { utxos: [shared] },
  ],
  AnybodyCanSpend: [
    baseTx(
      [coin],
      [{ ...fair[0]!, output: { ...fair[0]!.output, threshold: 0, addresses: [] } as never }],
    ),
    {},
  ],
  PaysLocked: [
    baseTx(
      [coin],
      [
        output(avax('4.99'), {
          owner: { addresses: [other.shortID], threshold: 1, locktime: now + days(400) },
        }),
      ],
    ),
    {},
  ],
  ReturnsLocked: [
    baseTx(
      [coin],
      [
        output(avax('4.99'), {
          owner: { addresses: [me.shortID], threshold: 1, locktime: now + days(3) },
        }),
      ],
    ),
    {},
    baseTx(
      [coin],
      [
        output(avax('4.99'), {
          owner: { addresses: [other.shortID], threshold: 1, locktime: now + days(3) },
        }),
      ],
    ),
    {},
  ],
  MemoRefused: [baseTx([coin], fair, { memo: encodeUTF8('hello') }), {}],
  StakingOver: [ending(now - 1n), {}],
  StakingPeriod: [ending(now + 60n), {}],
  MessageExpired: [registered, { time: now + days(2) }, registered, {}],
  NonCanonical: [baseTx([coin], fair, { outputs: [output(3n), output(2n)] }), {}],
  AssetNameNotUnique: [created, {}],
  WrongSignature: [signed, { utxos: [utxo(1, avax('5'), { owner: other.shortID })] }, signed, {}],
  NodesOnly: [unsigned({ type: 'platformvm.AdvanceTimeTx', time: now }), {}],
  Refused: [baseTx([coin], [output(0n)]), {}],
  Careless: [
    unsigned({
      type: 'avm.ExportTx',
      ...xBase([spend(coin) as never], []),
      destinationChain: fuji.chains.C.blockchainID,
      exportedOutputs: [output(1n, { assetID: asset(7) }) as never],
    }),
    {},
  ],
  DustBurned: [
    build(pState([utxo(1, 2_000_000n)], { feeState: { price: 10n } }), {
      type: 'BaseTx',
      outputs: [{ to: other.shortID, amount: 1_958_000n }],
    }),
    {},
  ],
  LeftBehind: [
    build(pState([utxo(1, avax('1')), utxo(2, 1n), utxo(3, avax('1'))]), {
      type: 'BaseTx',
      outputs: [{ to: other.shortID, amount: 'max' }],
    }),
    {},
  ],
  Contradicted: [relabelled, { utxos: [coin] }, relabelled, { utxos: [] }],
  ChangeGrows: [
    baseTx(
      [coin, theirs],
      [output(avax('9.99'), { owner: { addresses: [other.shortID], threshold: 1 } })],
    ),
    { utxos: [coin, theirs] },
    baseTx(
      [coin, theirs],
      [
        output(avax('4.99')),
        output(avax('5'), { owner: { addresses: [other.shortID], threshold: 1 } }),
      ],
    ),
    { utxos: [coin, theirs] },
  ],
  StakeElsewhere: [
    delegation({ stakeReturnOwner: other.shortID, rewardsOwner: me.shortID }),
    { own: [me.shortID] },
    delegation({ rewardsOwner: me.shortID }),
    {},
  ],
  RewardsElsewhere: [
    delegation({ rewardsOwner: other.shortID }),
    { own: [me.shortID] },
    delegation({ rewardsOwner: me.shortID }),
    {},
  ],
  ImportElsewhere: [imported(other), {}, imported(me), {}],
  RefundElsewhere: [converted, {}, converted, { own: addressesIn(converted) }],
  AuthorityElsewhere: [converted, {}, converted, { own: addressesIn(converted) }],
  AuthorityChange: [given, {}, given, { own: addressesIn(given) }],
  LaterNonce: [
    exported,
    { nonces: { [account]: nonce - 1n } },
    exported,
    { nonces: { [account]: nonce } },
  ],
  UsedNonce: [exported, { nonces: { [account]: nonce + 1n } }, exported, {}],
  ForeignInputs: [built, { own: [other.shortID] }, built, { own: [me.shortID] }],
  ChangeClaimed: [
    together,
    { own: [trio[0].shortID] },
    together,
    { own: [trio[0].shortID], utxos: [shared] },
  ],
  ItemBurned: [
    unsigned({
      type: 'avm.OperationTx',
      ...xBase([spend(coin) as never], fair as never),
      operations: [
        {
          assetID: asset(7),
          inputIDs: [{ txID: asset(8), outputIndex: 0 }],
          operation: { type: 'propertyfx.BurnOperation', signatureIndices: [0] },
        },
      ],
    } as never),
    {},
  ],
  ChangeToOwn: [
    buildBaseTx(
      pState([coin]),
      { outputs: [{ to: other.shortID, amount: avax('1') }] },
      { change: key(8).shortID },
    ),
    { own: [me.shortID, key(8).shortID] },
    built,
    { own: [me.shortID, key(8).shortID] },
  ],
  ChangeableAuthority: [sponsored, { evidence: [subnet] }, sponsored, {}],
  HiddenReceiver: [
    built,
    { device: { hidden: [hidden(false)] } },
    built,
    { device: { hidden: [hidden(true)] } },
  ],
  DeviceDiffers: [
    built,
    { device: { hidden: [{ path: 'memo' }] } },
    built,
    { device: { hidden: [] } },
  ],
  BlindSigning: [
    built,
    { device: { hidden: [], unreadable: 'too many outputs' } },
    built,
    { device: { hidden: [] } },
  ],
  UnusableEvidence: [
    built,
    { evidence: [{ chain: 'P', bytes: Uint8Array.of(0, 1) }], utxos: [] },
    built,
    {},
  ],
  MakerSays: [{ ...built, warnings: [{ code: 'HugeFee', detail: 'none' }] as never }, {}],
};

describe('warnings', () => {
  it.each(Object.entries(cases))(
    '%s',
    (code, [of, more, sound = baseTx([coin], fair), soundly = {}]) => {
      expect(codes(of, more)).toContain(code);
      expect(codes(sound, soundly)).not.toContain(code);
    },
  );

  it('say nothing of a sound transaction', () => {
    expect(codes(baseTx([coin], fair))).toEqual([]);
    expect(codes(signed)).toEqual([]);
    expect(codes(baseTx([coin], fair), { maxFee: avax('0.01') })).toEqual([]);
  });

  it('do not say that a lock is lost which comes back whole', () => {
    const back = output(avax('5'), { until: now + days(30) });
    expect(codes(baseTx([coin, locked], [...fair, back]), { utxos: [coin, locked] })).not.toContain(
      'LockLost',
    );
    expect(codes(baseTx([coin, locked], fair), { utxos: [coin, locked] })).toContain('LockLost');
  });

  it('fill in all that they say', () => {
    for (const [of, more] of Object.values(cases))
      for (const { text } of explain(of, { ...context, ...more }).warnings) {
        expect(text).not.toMatch(/[{}]|undefined|: \.$/);
        expect(text).toMatch(/\.$/);
      }
    expect(Object.keys(cases).sort()).toEqual(Object.keys(warnings).sort());
  });

  it('count the credentials of what is signed', () => {
    const twice = { ...signed, credentials: [...signed.credentials, ...signed.credentials] };
    expect(explain(twice as Explainable, context).warnings).toEqual([
      {
        code: 'Refused',
        level: 'caution',
        text: 'Nodes will reject it: has 2 credentials, 1 are needed.',
        path: 'credentials',
      },
    ]);
  });

  it('compare a fee with what the caller bears', () => {
    const of = baseTx([coin], fair);
    expect(explain(of, { ...context, maxFee: avax('0.001') }).warnings).toEqual([
      { code: 'FeeTooHigh', level: 'danger', text: 'The fee is 0.01 AVAX, above 0.001 AVAX.' },
    ]);
  });

  const mine = (locktime: bigint) => ({ addresses: [me.shortID], threshold: 1, locktime });
  const kept = (more: object) => baseTx([coin], [output(avax('4.99'), more)]);
  const rewarded = (locktime: bigint) => delegation({ rewardsOwner: mine(locktime) });
  it.each<[WarningCode, Explainable, Explainable, ExplainContext?, ExplainContext?]>([
    ['ReturnsLocked', kept({ owner: mine(now + 1n) }), kept({ owner: mine(now) })],
    ['PaysLocked', rewarded(now + 1n), rewarded(now)],
    ['ReturnsLocked', kept({ until: now + 1n }), kept({ until: now })],
    ['StakingOver', ending(now), ending(now + 1n)],
    [
      'StillLocked',
      baseTx([late], fair),
      baseTx([late], fair),
      { utxos: [late], time: now + days(30) - 1n },
      { utxos: [late], time: now + days(30) },
    ],
  ])('%s begins at the second that it is for', (code, first, last, more, soundly) => {
    expect(codes(first, more)).toContain(code);
    expect(codes(last, soundly)).not.toContain(code);
  });

  it('of locks that are over are not given of what a node has accepted, nor before the time of its block', () => {
    const paid = baseTx([coin], [output(avax('4.99'), { owner: { ...shop, locktime: now } })]);
    const of = (more: ExplainContext) => {
      const { time: _, ...rest } = context;
      return explain(paid, { ...rest, ...more }).warnings.map(({ code }) => code);
    };
    expect(of({})).toContain('PaysLocked');
    expect(of({ accepted: true })).not.toContain('PaysLocked');
    expect(of({ accepted: true, time: now - 1n })).toContain('PaysLocked');
  });

  it('of the maker are told one by one up to 20, the others counted', () => {
    const maker = (count: number) => {
      const said = Array.from({ length: count }, (_, i) => ({
        code: 'HugeFee',
        detail: `no ${i}`,
      }));
      return codes({ ...built, warnings: said as never }).filter((code) => code === 'MakerSays');
    };
    expect([20, 21, 22].map((count) => maker(count).length)).toEqual([20, 21, 21]);
  });
});

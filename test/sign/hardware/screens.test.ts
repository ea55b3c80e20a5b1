/** What a Ledger displays of each type of transaction, and what it does not. */
import { describe, expect, it } from 'vitest';
import { type ExampleName, exampleNames } from '../../../examples/intents/index.ts';
import {
  buildAddPermissionlessDelegatorTx,
  buildBaseTx,
  buildCreateChainTx,
  buildOperationTx,
} from '../../../src/builder/index.ts';
import type { DraftOf } from '../../../src/draft/draft.ts';
import { fuji } from '../../../src/network/known.ts';
import { layoutOf } from '../../../src/sign/hardware/ledgerapp.ts';
import { hdWallet } from '../../../src/sign/hd/hd.ts';
import {
  type Draft,
  hiddenReceivers,
  type LedgerScreens,
  type LedgerScreensOptions,
  ledgerScreens,
} from '../../../src/sign/index.ts';
import { avax } from '../../../src/text/amount.ts';
import { formatHex } from '../../../src/text/hex.ts';
import { formatID, formatNodeID } from '../../../src/text/id.ts';
import { days } from '../../../src/text/time.ts';
import { Message, unsignedMessageBytesOf } from '../../../src/warp/message.ts';
import { decode } from '../../../src/wire/codec.ts';
import { example } from '../../support/examples.ts';
import { asset, key, lockedUTXO, now, pState, utxo, xState } from '../../support/state.ts';

const drafts = new Map(exampleNames.map((name) => [name, example(name).draft] as const));
const linesOf = ({ screens }: LedgerScreens) =>
  screens.map(({ title, text }) => `${title}|${text}`);
const hiddenOf = ({ hidden }: LedgerScreens) =>
  hidden.map(({ path, as, receiver }) =>
    [path, ...(as ? [as] : []), ...(receiver ? [receiver.own ? 'own' : 'receiver'] : [])].join(
      ': ',
    ),
  );
const of = (name: ExampleName, options?: LedgerScreensOptions) =>
  ledgerScreens(drafts.get(name)!, options);

const me = 'fuji10xcqpzrky6eff2g52qdye53xkk9jxkvrcsn24p';
const node = 'NodeID-6Jswqk47s9PUcyCc88MMVwzgvHQxfLnA';

describe('ledgerScreens', () => {
  it('has the titles, texts and order of the app', () => {
    expect(linesOf(of('P.AddPermissionlessDelegatorTx'))).toEqual([
      'AddPermlessDelega|Transaction',
      'Transfer|4999.99987624 AVAX to ',
      `Address|${me}`,
      'Transfer|75 AVAX to ',
      `Address|${me}`,
      'Funds locked|75 AVAX until 2028-02-19 08:00:00 UTC',
      `Validator|${node}`,
      'SubnetID|Primary Subnet',
      'Start time|1970-01-01 00:00:00 UTC',
      'End time|2027-03-01 00:00:00 UTC',
      'Total stake(AVAX)|25',
      'Stake|25 AVAX to ',
      `Address|${me}`,
      'Funds locked|25 AVAX until 2028-02-19 08:00:00 UTC',
      `Rewards to|${me}`,
      'Fee(AVAX)|0.00012376',
    ]);
    expect(linesOf(of('P.ImportTx'))).toEqual([
      'ImportTx|Importing in P-Chain',
      'Amount|1.99995865 AVAX to ',
      `Address|${me}`,
      'From |C Chain',
      'Fee|0.00004135',
    ]);
    expect(linesOf(of('C.ImportTx'))).toEqual([
      'ImportTx|Importing in C-Chain',
      'Amount|1.49971925',
      'To|0x5050a4f4b3f9338c3472dcc01a87c76a144b3c9c',
      'From |P Chain',
      'Fee|0.00028075',
    ]);
    expect(linesOf(of('X.CreateAssetTx'))).toEqual([
      'CreateAsset|Transaction',
      'Asset Name|Test Token',
      'Asset symbol|TEST',
      'Denomination|2',
      'Fee(AVAX)|0.01',
    ]);
  });

  it('says of a conversion that most of it is not displayed', () => {
    const review = of('P.ConvertSubnetToL1Tx');
    expect(linesOf(review)).toEqual([
      'ConvertSubnetToL1|Transaction',
      `Chain ID|${formatHex(asset(3))}`,
      `Validator|${formatHex(new Uint8Array(20).fill(0x11))}`,
      'Fee(AVAX)|0.00026956',
      `Validator|${node}`,
      'Validator|NodeID-BcktgV7EjHmxEwQDFFhhztzNqZnE4rMt',
    ]);
    expect(hiddenOf(review)).toEqual(
      expect.arrayContaining([
        'subnetID',
        'validators[0].weight',
        'validators[1].balance',
        'validators[1].signer',
        'outputs[0].output: receiver',
        'validators[0].remainingBalanceOwner: receiver',
        'validators[1].deactivationOwner: receiver',
        expect.stringMatching(/^address: .*Validator/),
        expect.stringMatching(/^chainID: .*hex/),
      ]),
    );
  });

  it('says what a warp message hides', () => {
    const review = of('P.RegisterL1ValidatorTx');
    expect(linesOf(review).slice(-2)).toEqual([
      'Rem Addr|0x79b000887626b294a914501a4cd226b58b235983',
      'Disabler|0x79b000887626b294a914501a4cd226b58b235983',
    ]);
    expect(hiddenOf(review)).toEqual(
      expect.arrayContaining(['message.expiry', 'message.subnetID', 'message.blsPublicKey']),
    );
    // Without the signatures of the subnet's validators it says the same.
    const draft = drafts.get('P.RegisterL1ValidatorTx')! as DraftOf<'P', 'RegisterL1ValidatorTx'>;
    const message = unsignedMessageBytesOf(decode(Message, draft.unsignedTx.message));
    const unsigned = { ...draft, unsignedTx: { ...draft.unsignedTx, message } };
    expect(hiddenOf(ledgerScreens(unsigned))).toEqual(hiddenOf(review));
    expect(linesOf(of('P.SetL1ValidatorWeightTx')).slice(1, -1)).toEqual([
      `Validator|${formatHex(asset(10))}`,
      'Nonce|1',
      'Weight|20',
    ]);
  });

  it.each<ExampleName>([
    'P.AddSubnetValidatorTx',
    'P.ConvertSubnetToL1Tx',
    'P.CreateChainTx',
    'P.CreateSubnetTx',
    'P.DisableL1ValidatorTx',
    'P.ExportTx',
    'P.IncreaseL1ValidatorBalanceTx',
    'P.RegisterL1ValidatorTx',
    'P.RemoveSubnetValidatorTx',
    'P.SetAutoRenewedValidatorConfigTx',
    'P.SetL1ValidatorWeightTx',
    'X.CreateAssetTx',
  ])('says that %s hides the outputs of the base transaction', (name) => {
    expect(hiddenReceivers(of(name, { app: '1.4.20' }))).toContainEqual(
      expect.objectContaining({
        path: 'outputs[0].output',
        receiver: expect.objectContaining({ threshold: 1, locktime: 0n, own: false }),
      }),
    );
  });

  it('reads two more types with a newer app', () => {
    for (const type of ['AddAutoRenewedValidatorTx', 'SetAutoRenewedValidatorConfigTx'] as const) {
      const name = `P.${type}` as const;
      expect(of(name)).toMatchObject({
        screens: [],
        unreadable: expect.stringContaining(type),
      });
      expect(of(name, { app: '1.4.20' }).unreadable).toBeUndefined();
    }
    expect(of('P.TransferSubnetOwnershipTx', { app: '1.4.20' })).toMatchObject({
      screens: [],
      unreadable: 'transactions of type platformvm.TransferSubnetOwnershipTx',
      hidden: [{ path: 'outputs[0].output' }, { path: 'newOwner' }],
    });
  });
});

describe('the layouts', () => {
  const simple = (display: unknown): display is string => typeof display === 'string';
  it.each([...drafts])('say of %s what its screens do', (_, draft) => {
    const layout = layoutOf(draft.unsignedTx, '1.4.20');
    if (!layout) return;
    const { screens } = ledgerScreens(draft, { app: '1.4.20', expert: true });
    const tx = draft.unsignedTx as unknown as Readonly<
      Record<string, { readonly length?: number }>
    >;
    for (const [field, display] of Object.entries(layout.fields)) {
      const has = screens.some(({ path = '' }) => path.split(/[.[]/)[0] === field);
      if (!simple(display) || tx[field]?.length === 0 || screens.length === 0) continue;
      const isShown = ['shown', 'expert', 'outputs', 'owner'].includes(display);
      expect([field, has]).toEqual([field, isShown]);
    }
  });
});

const account = hdWallet(new Uint8Array(16).fill(1)).account();
const [zero] = account.addresses('P', fuji, { count: 1 });
const [change] = account.addresses('P', fuji, { count: 1, change: true });
const more = {
  from: [zero!.shortID],
  paths: { [zero!.address]: zero!.path, [change!.address]: change!.path },
};
const to = key(7).shortID;
const mine = { change: change!.shortID };
const rich = pState([utxo(1, avax('50'), { owner: zero!.shortID })], more);
const subnetID = formatID(asset(9));
const subnets = {
  ...rich,
  authorities: { [subnetID]: { addresses: [zero!.shortID], threshold: 1 } },
};

describe('outputs to the device itself', () => {
  it('are not displayed, unless there is only one', () => {
    const draft = buildBaseTx(rich, { outputs: [{ to, amount: 5n }] }, mine);
    const titles = (options?: LedgerScreensOptions) =>
      ledgerScreens(draft, options).screens.map(({ title }) => title);
    expect(titles()).toEqual(['P-Chain', 'Amount', 'Address', 'Amount', 'Address', 'Fee(AVAX)']);
    expect(titles({ account })).toEqual(['P-Chain', 'Amount', 'Address', 'Fee(AVAX)']);
    expect(hiddenOf(ledgerScreens(draft, { account }))).toEqual(['outputs[1].output: own']);
    const alone = buildBaseTx(rich, { outputs: [{ to: zero!.shortID, amount: 'max' }] }, mine);
    expect(ledgerScreens(alone, { account }).screens).toHaveLength(4);
  });

  it('are never displayed by types that stake', () => {
    const draft = buildAddPermissionlessDelegatorTx(
      rich,
      {
        nodeID: formatNodeID(new Uint8Array(20).fill(5)),
        end: now + days(30),
        amount: avax('30'),
        rewardsOwner: to,
      },
      mine,
    );
    const { screens, hidden } = ledgerScreens(draft, { account });
    expect(screens.filter(({ title }) => /Transfer|^Stake/.test(title))).toEqual([]);
    expect(hidden.map(({ path, receiver }) => [path, receiver?.own])).toEqual([
      ['outputs[0].output', true],
      ['stake[0].output', true],
    ]);
  });

  it('are not those of whom the draft says so', () => {
    const draft = buildBaseTx(rich, { outputs: [{ to, amount: 5n }] }, mine);
    const stranger = hdWallet(new Uint8Array(16)).account();
    expect(hiddenReceivers(ledgerScreens(draft, { account: stranger }))).toEqual([]);
    expect(ledgerScreens(draft, { account: stranger }).screens).toHaveLength(6);
    const believed = ledgerScreens(draft, { account: { path: account.path } });
    expect(hiddenOf(believed)).toEqual(['outputs[1].output: receiver']);
  });
});

describe('hidden fields', () => {
  it('are other assets, thresholds and locks of what is displayed', () => {
    const gold = asset(7);
    const x = xState([utxo(1, avax('1')), utxo(2, 500n, { assetID: gold })], {});
    const until = now + 1000n;
    const shared = { addresses: [to, key(8).shortID], threshold: 1, locktime: until };
    const draft = buildBaseTx(x, {
      outputs: [
        { to: shared, amount: 5n },
        { to, amount: 500n, assetID: gold },
      ],
      memo: 'hello',
    });
    const review = ledgerScreens(draft);
    expect(linesOf(review)).toContain('Transfer|0.0000005 AVAX to ');
    const outputs = draft.unsignedTx as {
      readonly outputs: readonly { readonly assetID: Uint8Array }[];
    };
    const golden = outputs.outputs.findIndex(({ assetID }) => assetID[0] === 7);
    const lockedAt = [0, 1, 2].find((i) => i !== golden && i !== draft.change[0]!.outputIndex);
    expect(hiddenOf(review).sort()).toEqual(
      [
        'memo',
        `outputs[${golden}].assetID: As AVAX, with 9 decimals.`,
        `outputs[${lockedAt}].output.locktime`,
        `outputs[${lockedAt}].output.threshold`,
      ].sort(),
    );
  });

  it('are the economics of a subnet, but in expert mode', () => {
    const base = drafts.get('P.RemoveSubnetValidatorTx')! as Draft & { chain: 'P' };
    const { networkID, blockchainID, inputs, memo } = base.unsignedTx as Extract<
      typeof base.unsignedTx,
      { type: 'platformvm.RemoveSubnetValidatorTx' }
    >;
    const unsignedTx = {
      type: 'platformvm.TransformSubnetTx' as const,
      networkID,
      blockchainID,
      outputs: [],
      inputs,
      memo,
      subnetID: asset(9),
      assetID: asset(7),
      initialSupply: 1n,
      maximumSupply: 2n,
      minConsumptionRate: 3n,
      maxConsumptionRate: 4n,
      minValidatorStake: 5n,
      maxValidatorStake: 6n,
      minStakeDuration: 7,
      maxStakeDuration: 8,
      minDelegationFee: 20_000,
      minDelegatorStake: 9n,
      maxValidatorWeightFactor: 5,
      uptimeRequirement: 800_000,
      subnetAuthorization: { type: 'secp256k1fx.Input' as const, signatureIndices: [0] },
    };
    const draft: Draft = { ...base, unsignedTx, change: [] };
    const plain = ledgerScreens(draft);
    expect(plain.screens.map(({ title }) => title)).toEqual([
      'TransformSubnet',
      'SubnetID',
      'AssetId',
      'Fee(AVAX)',
    ]);
    expect(plain.hidden).toHaveLength(12);
    const expert = ledgerScreens(draft, { expert: true });
    expect(linesOf(expert).slice(4)).toEqual([
      'Initial supply|1',
      'Maximum supply|2',
      'Min consumption|3',
      'Max consumption|4',
      'Min valid. stake|5',
      'Max valid. stake|6',
      'Min stake time|7',
      'Max stake time|8',
      'Min delegate fee|2%',
      'Min delega. stake|9',
      'Max weight fact.|5',
      'Uptime req.|80%',
    ]);
    expect(expert.hidden).toEqual([]);
  });
});

describe('what the app cannot display', () => {
  const why = (draft: Draft) => ledgerScreens(draft).unreadable;

  it('is more than 64 outputs, or 255 screens', () => {
    const send = (count: number, each: number) =>
      buildBaseTx(rich, {
        outputs: Array.from({ length: count }, () => ({
          to: {
            addresses: Array.from({ length: each }, (_, k) => key(k + 10).shortID),
            threshold: 1,
          },
          amount: 1_000_000n,
        })),
      });
    expect(why(send(63, 1))).toBeUndefined();
    expect(why(send(64, 1))).toBe('more than 64 outputs');
    expect(why(send(50, 4))).toBeUndefined();
    expect(why(send(51, 4))).toBe('more than 255 screens');
  });

  it('is names that are not ASCII, and long addresses of managers', () => {
    const chain = buildCreateChainTx(subnets, {
      subnetID,
      name: 'x',
      vm: 'subnetevm',
      genesis: new Uint8Array(9),
    });
    expect(why(chain)).toBeUndefined();
    const named = { ...chain.unsignedTx, chainName: 'ü' } as typeof chain.unsignedTx;
    expect(why({ ...chain, unsignedTx: named })).toMatch(/ASCII/);
    const convert = drafts.get('P.ConvertSubnetToL1Tx')!;
    const long = { ...convert.unsignedTx, address: new Uint8Array(33) } as never;
    expect(why({ ...convert, unsignedTx: long } as Draft)).toMatch(/32 bytes/);
  });

  it('is a lock after 2368, and a locked export', () => {
    const state = (until: bigint) => ({
      ...pState([lockedUTXO(1, avax('50'), until), utxo(2, avax('1'))]),
    });
    const stake = (until: bigint) =>
      buildAddPermissionlessDelegatorTx(state(until), {
        nodeID: formatNodeID(new Uint8Array(20).fill(5)),
        end: now + days(30),
        amount: avax('30'),
        rewardsOwner: to,
      });
    expect(linesOf(ledgerScreens(stake(12_591_244_799n)))).toContain(
      'Funds locked|30 AVAX until 2368-12-31 23:59:59 UTC',
    );
    expect(why(stake(12_591_244_800n))).toMatch(/2368/);
    const staking = drafts.get('P.AddPermissionlessDelegatorTx')! as DraftOf<
      'P',
      'AddPermissionlessDelegatorTx'
    >;
    const timed = (times: object) => {
      const validator = { ...staking.unsignedTx.validator, ...times };
      return why({ ...staking, unsignedTx: { ...staking.unsignedTx, validator } });
    };
    expect(timed({ start: 12_591_244_799n, end: 12_591_244_799n })).toBeUndefined();
    for (const late of ['start', 'end'])
      expect(timed({ [late]: 12_591_244_800n })).toBe('times after the year 2368');
    const out = drafts.get('P.ExportTx')! as Extract<Draft, { chain: 'P' }>;
    const locked = (stake(now + days(90)).unsignedTx as { readonly stake: unknown }).stake;
    expect(why({ ...out, unsignedTx: { ...out.unsignedTx, outputs: locked } as never })).toMatch(
      /locked/,
    );
  });

  it('is an owner whose threshold exceeds the addresses, wherever it stands', () => {
    const changed = (name: ExampleName, change: (tx: never) => object): string | undefined => {
      const draft = drafts.get(name)!;
      return why({
        ...draft,
        unsignedTx: { ...draft.unsignedTx, ...change(draft.unsignedTx as never) },
      } as Draft);
    };
    const owner = { type: 'secp256k1fx.OutputOwners', locktime: 0n, addresses: [key(1).shortID] };
    for (const [name, field] of [
      ['P.CreateSubnetTx', 'owner'],
      ['P.AddPermissionlessDelegatorTx', 'rewardsOwner'],
      ['P.AddPermissionlessValidatorTx', 'validationRewardsOwner'],
    ] as const) {
      expect(changed(name, () => ({ [field]: { ...owner, threshold: 1 } }))).toBeUndefined();
      expect(changed(name, () => ({ [field]: { ...owner, threshold: 2 } }))).toBe(
        'an owner whose threshold exceeds its addresses',
      );
    }
    const outputs = ({ outputs: [first] }: { outputs: { output: object }[] }) => ({
      outputs: [{ ...first!, output: { ...first!.output, threshold: 9 } }],
    });
    expect(changed('P.BaseTx', outputs)).toMatch(/threshold/);
    expect(changed('X.BaseTx', outputs)).toMatch(/threshold/);
    expect(
      changed('P.ConvertSubnetToL1Tx', ({ validators }: { validators: object[] }) => ({
        validators: validators.map((one) => ({
          ...one,
          deactivationOwner: { type: 'message.PChainOwner', threshold: 5, addresses: [] },
        })),
      })),
    ).toMatch(/threshold/);
  });

  it('is the owner of a new subnet with a locktime, at whose fee the app stops', () => {
    const draft = drafts.get('P.CreateSubnetTx')! as DraftOf<'P', 'CreateSubnetTx'>;
    const { owner } = draft.unsignedTx;
    const locked = { ...draft.unsignedTx, owner: { ...owner, locktime: now + days(1) } };
    expect(why(draft)).toBeUndefined();
    expect(why({ ...draft, unsignedTx: locked })).toBe('the owner of a new subnet with a locktime');
  });

  it('is amounts and fees that its sums cannot hold', () => {
    const draft = drafts.get('P.BaseTx')! as DraftOf<'P', 'BaseTx'>;
    const [input] = draft.unsignedTx.inputs;
    const [output] = draft.unsignedTx.outputs;
    const [inside, outside] = [input!.input, output!.output];
    if (!('amount' in inside) || !('amount' in outside)) throw new Error('not plain');
    const of = (ins: readonly bigint[], outs: readonly bigint[]) =>
      why({
        ...draft,
        unsignedTx: {
          ...draft.unsignedTx,
          inputs: ins.map((amount) => ({ ...input!, input: { ...inside, amount } })),
          outputs: outs.map((amount) => ({ ...output!, output: { ...outside, amount } })),
        },
      });
    const most = 2n ** 64n - 1n;
    expect(of([most], [most])).toBeUndefined();
    expect(of([most, 1n], [most])).toBe('amounts whose sum exceeds a uint64');
    expect(of([most], [most, 1n])).toBe('amounts whose sum exceeds a uint64');
    expect(of([5n], [6n])).toBe('outputs that exceed the inputs');
  });

  it('is a stake whose outputs differ from its weight', () => {
    const draft = drafts.get('P.AddPermissionlessDelegatorTx')! as DraftOf<
      'P',
      'AddPermissionlessDelegatorTx'
    >;
    const { validator } = draft.unsignedTx;
    const other = { ...validator, weight: validator.weight + 1n };
    expect(why({ ...draft, unsignedTx: { ...draft.unsignedTx, validator: other } })).toBe(
      'a stake whose outputs differ from its weight',
    );
  });

  it('is every operation but the transfer of an NFT', () => {
    const art = asset(5);
    const output = {
      type: 'nftfx.TransferOutput' as const,
      groupID: 3,
      payload: new TextEncoder().encode('a'.repeat(60)),
      locktime: 0n,
      threshold: 1,
      addresses: [key(1).shortID],
    };
    const x = xState([utxo(1, avax('1')), { ...utxo(2, 1n), assetID: art, output }]);
    const move = buildOperationTx(x, {
      operations: [{ type: 'transferNFT', assetID: art, groupID: 3, to }],
    });
    expect(linesOf(ledgerScreens(move)).slice(3)).toEqual([
      'Op. Type:|NFTTransferOperation',
      'GroupID: |3',
      `Payload: |${'a'.repeat(50)}...`,
      expect.stringMatching(/^Owner: \|1[02-9ac-hj-np-z]{38}$/),
      'Fee(AVAX)|0.001',
    ]);
    const at = 'operations[0].operation';
    expect(
      ledgerScreens(move)
        .screens.slice(3, -1)
        .map(({ path }) => path),
    ).toEqual([
      ...[`${at}.type`, `${at}.output.groupID`, `${at}.output.payload`],
      `${at}.output.addresses[0]`,
    ]);
    expect(why(drafts.get('X.OperationTx')!)).toMatch(/^a propertyfx/);
  });

  it.each([25, 26, 60])('is what of a payload of %i bytes goes beyond 50 digits', (length) => {
    const output = {
      type: 'nftfx.TransferOutput' as const,
      groupID: 3,
      payload: new Uint8Array(length).fill(0xab),
      locktime: 0n,
      threshold: 1,
      addresses: [key(1).shortID],
    };
    const x = xState([utxo(1, avax('1')), { ...utxo(2, 1n), assetID: asset(5), output }]);
    const move = buildOperationTx(x, {
      operations: [{ type: 'transferNFT', assetID: asset(5), groupID: 3, to }],
    });
    const rest = length > 25 ? '...' : '';
    expect(linesOf(ledgerScreens(move))).toContain(`Payload: |0x${'ab'.repeat(25)}${rest}`);
  });

  it('is a blockchain that the app does not know', () => {
    const out = drafts.get('P.ExportTx')! as Extract<Draft, { chain: 'P' }>;
    const elsewhere = { ...out.unsignedTx, destinationChain: asset(2) } as never;
    expect(why({ ...out, unsignedTx: elsewhere })).toMatch(/blockchain/);
    expect(why({ ...out, network: { ...fuji, networkID: 76 } })).toBeUndefined();
    expect(why({ ...out, network: { ...fuji, networkID: 77 } })).toBe('network 77');
  });
});

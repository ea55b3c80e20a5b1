import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  chainOf,
  type ExampleName,
  exampleOf,
  intentLike,
  stateOf,
} from '../../examples/intents/index.ts';
import {
  build,
  buildAddPermissionlessDelegatorTx,
  buildBaseTx,
  buildCreateAssetTx,
  buildCreateSubnetTx,
  buildExportTx,
  buildImportTx,
  buildIncreaseL1ValidatorBalanceTx,
  buildTransferSubnetOwnershipTx,
} from '../../src/builder/index.ts';
import { parseIntent } from '../../src/builder/intentfile.ts';
import type { TransferableOutput as PTransferableOutput } from '../../src/chain/pchain/components.ts';
import type { Draft, Policy } from '../../src/draft/draft.ts';
import { fuji } from '../../src/network/known.ts';
import { checkPolicy } from '../../src/sign/allow.ts';
import {
  evmAddressOf,
  finalize,
  type PolicyRules,
  policyCodes,
  policyOf,
  type SignerKnowledge,
  sign,
} from '../../src/sign/index.ts';
import type { CState } from '../../src/state/state.ts';
import { parseState } from '../../src/state/statefile.ts';
import { avax, wei } from '../../src/text/amount.ts';
import { formatID, formatNodeID } from '../../src/text/id.ts';
import { days, unix } from '../../src/text/time.ts';
import { asset, key, lockedUTXO, now, pState, trio, utxo, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const [me, you, thief] = [key(1), key(2), key(9)];
const nodeID = formatNodeID(new Uint8Array(20).fill(3));
const state = pState([utxo(1, avax('100'))]);
const pay = buildBaseTx(state, {
  outputs: [
    { to: you.shortID, amount: 5n },
    { to: thief.shortID, amount: 7n },
  ],
});

/** What other tests are about: allowed here. */
const open: PolicyRules = {
  network: 'fuji',
  inputs: 'claimed',
  to: [you.shortID, thief.shortID],
  amounts: { AVAX: 2n ** 64n, [formatID(asset(5))]: 2n ** 64n },
  nodeIDs: [nodeID],
  chains: ['P', 'X', 'C'],
  authorities: [formatID(new Uint8Array(32).fill(7))],
  fields: Object.fromEntries(['start', 'end', 'weight'].map((field) => [`validator.${field}`, {}])),
};
const mine = { own: [me.shortID] };
const judge = (draft: Draft, rules: Partial<PolicyRules>, more: SignerKnowledge = {}) =>
  checkPolicy(draft, policyOf({ ...open, ...rules }), { ...mine, ...more });
const codes = (draft: Draft, rules: Partial<PolicyRules>, more: SignerKnowledge = {}) =>
  judge(draft, rules, more).map(({ code }) => code);
/** Where somebody gets something who is not allowed to. */
const receivers = (draft: Draft) =>
  judge(draft, { to: [] }).flatMap(({ code, path }) =>
    code === 'ReceiverNotAllowed' ? [path] : [],
  );

describe('check', () => {
  it('finds nothing where all is allowed', () => {
    const policy: PolicyRules = {
      network: 'fuji',
      to: [you.address('P', fuji), thief.shortID],
      maxFee: avax('0.01'),
      amounts: { AVAX: 12n + pay.fee.total },
      types: ['platformvm.BaseTx'],
      maxAge: 10n,
      until: now + 11n,
    };
    const facts = { ...mine, time: now + 10n };
    expect(checkPolicy(pay, policyOf(policy), facts)).toEqual([]);
    expect(finalize(sign(pay, me), { policy: policyOf(policy), ...facts }).txID).toBe(
      finalize(sign(pay, me)).txID,
    );
  });

  it('names each receiver that is not', () => {
    const found = judge(pay, { to: [you.address('X', fuji)] });
    expect(found).toEqual([
      {
        code: 'ReceiverNotAllowed',
        path: expect.stringMatching(/^unsignedTx\.outputs\[\d\]\.output$/),
        detail: thief.address('P', fuji),
      },
    ]);
    expect(thrown(() => judge(pay, { to: ['P-avax1'] })).path).toEqual(['policy', 'to', 0]);
    expect(
      thrown(() => judge(pay, { to: ['P-avax1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqxpdk7q'] })).code,
    ).toBe('WrongNetwork');
  });

  it('takes whole owners: all addresses, threshold and locks', () => {
    const owner = { addresses: [you.shortID, thief.shortID], threshold: 1 };
    const draft = buildBaseTx(state, { outputs: [{ to: owner, amount: 5n }] });
    expect(codes(draft, { to: [you.shortID] })).toEqual(['ReceiverNotAllowed']);
    expect(codes(draft, { to: [you.shortID, thief.shortID] })).toEqual(['ReceiverNotAllowed']);
    expect(codes(draft, { to: [owner] })).toEqual([]);
    for (const other of [{ threshold: 2 }, { locktime: now + 5n }])
      expect(codes(draft, { to: [{ ...owner, ...other }] })).toEqual(['ReceiverNotAllowed']);
    const locked = { to: owner, stakeableUntil: now + 5n };
    expect(codes(draft, { to: [locked] })).toEqual(['ReceiverNotAllowed']);
  });

  it('sees rewards, owners of subnets and assets, exports and accounts', () => {
    const end = now + days(15);
    const delegate = buildAddPermissionlessDelegatorTx(state, {
      nodeID,
      amount: avax('25'),
      end,
      rewardsOwner: thief.shortID,
    });
    expect(receivers(delegate)).toEqual(['unsignedTx.rewardsOwner']);
    const subnet = buildCreateSubnetTx(state, { owner: thief.shortID });
    expect(receivers(subnet)).toEqual(['unsignedTx.owner']);
    const x = xState([utxo(1, avax('1'))]);
    const named = buildCreateAssetTx(x, {
      name: 'gold',
      symbol: 'AU',
      denomination: 0,
      initial: { fungible: { holders: [{ to: thief.shortID, amount: 5n }] } },
    });
    expect(receivers(named)).toEqual(['unsignedTx.initialStates[0].outputs[0]']);
    const out = buildExportTx(state, { to: 'X', outputs: [{ to: thief.shortID, amount: 5n }] });
    expect(receivers(out)).toEqual(['unsignedTx.exportedOutputs[0].output']);
    const c: CState = {
      chain: 'C',
      network: fuji,
      from: [me.shortID],
      time: now,
      accounts: [],
      baseFee: wei(25_000_000_000n),
      imports: { P: [utxo(1, avax('1'))] },
    };
    const toAccount = buildImportTx(c, { from: 'P', to: evmAddressOf(thief) });
    expect(judge(toAccount, { to: [thief.shortID] })).toMatchObject([
      { code: 'ReceiverNotAllowed', path: 'unsignedTx.outputs[0]', detail: evmAddressOf(thief) },
    ]);
    expect(codes(toAccount, { to: [evmAddressOf(thief)] })).toEqual([]);
  });

  it.each<[string, readonly string[]]>([
    ['P.RegisterL1ValidatorTx', ['message.remainingBalanceOwner', 'message.disableOwner']],
    [
      'P.ConvertSubnetToL1Tx',
      [
        'address',
        ...[0, 1].flatMap((i) => [
          `validators[${i}].remainingBalanceOwner`,
          `validators[${i}].deactivationOwner`,
        ]),
      ],
    ],
    ['P.IncreaseL1ValidatorBalanceTx', ['validationID']],
    ['P.TransferSubnetOwnershipTx', ['newOwner']],
    [
      'P.AddAutoRenewedValidatorTx',
      [
        'stake[0].output',
        'stake[1].output.output',
        'validationRewardsOwner',
        'delegationRewardsOwner',
        'validatorAuthority',
      ],
    ],
    [
      'X.OperationTx',
      [
        'operations[1].operation.mintOutput',
        'operations[1].operation.transferOutput',
        'operations[2].operation.outputs[0]',
        'operations[2].operation.outputs[1]',
        'operations[3].operation.mintOutput',
        'operations[3].operation.ownedOutput',
        'operations[4].operation.output',
      ],
    ],
    ['P.DisableL1ValidatorTx', []],
  ])('sees every owner that a %s names', (name, places) => {
    const read = (path: string) =>
      readFileSync(new URL(`../../examples/intents/${path}.json`, import.meta.url), 'utf8');
    const { intent, options } = parseIntent(read(name), name[0] as 'P');
    const draft = build(parseState(read(`states/${name[0]}`)), intent, options);
    const found = judge(draft, { network: draft.network.networkID, to: [], own: [] });
    expect(
      found
        .filter(({ code }) => code === 'ReceiverNotAllowed')
        .map(({ path }) => path)
        // The change is not the policy’s either.
        .filter((path) => !/^unsignedTx\.outputs/.test(path)),
    ).toEqual(places.map((place) => `unsignedTx.${place}`));
  });

  it('lets nothing that returns to the owner of all inputs count as given', () => {
    const stake = buildAddPermissionlessDelegatorTx(state, {
      nodeID,
      amount: avax('25'),
      end: now + days(15),
      rewardsOwner: me.shortID,
    });
    expect(codes(stake, { to: [] })).toEqual([]);
    expect(codes(stake, { amounts: { AVAX: avax('25') + stake.fee.total } })).toEqual([]);
    expect(codes(stake, { amounts: { AVAX: avax('24') } })).toEqual(['AmountTooHigh']);
    const locked = { addresses: [me.shortID], threshold: 1, locktime: now + days(1) };
    const lock = buildBaseTx(state, { outputs: [{ to: locked, amount: 5n }] });
    expect(codes(lock, { to: [] })).toEqual(['ReturnsLocked']);
  });

  it('is not fooled by change to somebody who adds an input', () => {
    const both = pState([utxo(1, avax('9')), utxo(2, 10_000n, { owner: thief.shortID })], {
      from: [me.shortID, thief.shortID],
    });
    const draft = buildBaseTx(
      both,
      { outputs: [{ to: you.shortID, amount: 5n }] },
      { change: thief.shortID, strategy: 'sweep' },
    );
    expect(draft.slots.length).toBe(2);
    // That the draft calls it change decides nothing: whom `to` names may get it.
    expect(codes(draft, {})).toEqual([]);
    expect(codes(draft, { to: [you.shortID] })).toEqual(['ChangeClaimed']);
    expect(codes(draft, { to: [you.shortID], own: [me.shortID] })).toEqual(['ReceiverNotAllowed']);
    expect(codes(draft, { own: [thief.address('P', fuji)] })).toEqual([]);
  });

  it('is not fooled by who pays the fee of what somebody else authorizes', () => {
    const subnetID = formatID(new Uint8Array(32).fill(7));
    const paid = pState([utxo(1, avax('1'), { owner: thief.shortID })], {
      from: [thief.shortID],
      authorities: { [subnetID]: { addresses: [me.shortID], threshold: 1 } },
    });
    const draft = buildTransferSubnetOwnershipTx(paid, { subnetID, owner: thief.shortID });
    const policy = policyOf({ ...open, inputs: 'proven', to: [you.shortID] });
    expect(checkPolicy(draft, policy, { ...mine, utxos: paid.utxos })).toMatchObject([
      { code: 'ReceiverNotAllowed', path: 'unsignedTx.newOwner' },
    ]);
    expect(codes(draft, { to: [you.shortID], own: [thief.shortID] })).toEqual([]);
  });

  it('is not fooled by a lock on what returns', () => {
    const until = now + days(20000);
    const draft = buildBaseTx(state, {
      outputs: [{ to: me.shortID, amount: avax('99'), stakeableUntil: until }],
    });
    const { outputs } = draft.unsignedTx as { outputs: readonly PTransferableOutput[] };
    const outputIndex = outputs.findIndex(({ output }) => output.type === 'stakeable.LockOut');
    const { assetID, output } = outputs[outputIndex]!;
    if (output.type !== 'stakeable.LockOut') throw new Error('not locked');
    const locked = { outputIndex, assetID, output: output.output, stakeableUntil: until };
    const posing = { ...draft, change: [locked] };
    for (const own of [undefined, [me.shortID]]) {
      const policy = { to: [], ...(own && { own }) };
      const code = own ? 'ReceiverNotAllowed' : 'ReturnsLocked';
      expect(codes(draft, policy)).toEqual([code]);
      expect(codes(posing, policy)).toEqual([code]);
    }
    const owned = pState([lockedUTXO(1, avax('9'), until), utxo(2, avax('1'))]);
    const stake = buildAddPermissionlessDelegatorTx(owned, {
      nodeID,
      amount: avax('8'),
      end: now + days(15),
      rewardsOwner: me.shortID,
    });
    expect(stake.change.some(({ stakeableUntil }) => stakeableUntil === until)).toBe(true);
    expect(codes(stake, { to: [] })).toEqual([]);
  });

  it('lets the balance of a validation that is named be filled, and an L1 be managed', () => {
    const validationID = formatID(new Uint8Array(32).fill(7));
    const fill = buildIncreaseL1ValidatorBalanceTx(state, { validationID, balance: avax('1') });
    expect(codes(fill, { to: [me.shortID] })).toEqual(['ReceiverNotAllowed']);
    expect(codes(fill, { to: [validationID] })).toEqual([]);
  });

  it('counts what leaves by asset, and lets none leave that is not named', () => {
    const gold = asset(5);
    const x = xState([utxo(1, avax('1')), utxo(2, 50n, { assetID: gold })]);
    const draft = buildBaseTx(x, {
      outputs: [
        { to: you.shortID, amount: 30n, assetID: gold },
        { to: you.shortID, amount: 9n },
      ],
    });
    const id = formatID(gold);
    const avax9 = 9n + draft.fee.total;
    expect(codes(draft, { amounts: { AVAX: avax9, [id]: 30n } })).toEqual([]);
    expect(codes(draft, { amounts: { AVAX: avax9, [id]: 29n } })).toEqual(['AmountTooHigh']);
    expect(codes(draft, { amounts: { [formatID(fuji.avaxAssetID)]: avax9 } })).toEqual([
      'AmountTooHigh',
    ]);
    expect(codes(draft, { amounts: { AVAX: avax9 - 1n, [id]: 30n } })).toEqual(['AmountTooHigh']);
    expect(thrown(() => judge(draft, { amounts: { gold: 1n } })).path).toEqual([
      'policy',
      'amounts',
      'gold',
    ]);
  });

  it('knows types, fee and time', () => {
    expect(judge(pay, { types: ['platformvm.ExportTx'] })).toEqual([
      { code: 'TypeNotAllowed', path: 'unsignedTx.type', detail: 'platformvm.BaseTx' },
    ]);
    expect(codes(pay, { maxFee: pay.fee.total })).toEqual([]);
    expect(codes(pay, { maxFee: pay.fee.total - 1n })).toEqual(['FeeTooHigh']);
    expect(judge(pay, { maxAge: 60n }, { time: now + 61n })).toEqual([
      {
        code: 'Expired',
        path: 'time',
        detail: '1 minute 1 second old, at most 1 minute is allowed',
      },
    ]);
    expect(codes(pay, { maxAge: 60n }, { time: now - 61n })).toEqual(['Expired']);
    // In a signer that runs for long, a policy ends by the clock of each check.
    const ending = policyOf({ network: 'fuji', until: now });
    const codesAt = (time: bigint) =>
      checkPolicy(pay, ending, { ...mine, time }).map(({ code }) => code);
    expect(codesAt(now - 1n)).not.toContain('Expired');
    expect(codesAt(now)).toContain('Expired');
    expect(thrown(() => judge(pay, { maxAge: 1n }))).toMatchObject({
      code: 'MissingState',
      path: ['time'],
      context: { what: 'time' },
    });
    expect(thrown(() => policyOf({} as PolicyRules))).toMatchObject({
      code: 'BadArgument',
      path: ['policy', 'network'],
      detail: 'is missing',
    });
  });

  it('names amounts with their units, and times, durations and shares as people read them', () => {
    const details = (name: ExampleName, rules: Omit<PolicyRules, 'network'> | Policy = {}) => {
      const { intent, options } = exampleOf(name);
      const state = stateOf(chainOf(name));
      const policy = 'findings' in rules ? rules : policyOf({ network: 'fuji', ...rules });
      const knowledge = { ...('from' in state && { own: state.from }), time: now };
      return checkPolicy(build(state, intent, options), policy, knowledge).map(
        ({ code, path, detail }) => `${code} ${path.replace('unsignedTx.', '')}: ${detail}`,
      );
    };
    expect(
      details('P.AddAutoRenewedValidatorTx', { amounts: { AVAX: avax('1') }, maxFee: 1n }),
    ).toEqual(
      expect.arrayContaining([
        'FeeTooHigh fee: 0.00016756 AVAX, at most 0.000000001 AVAX',
        'AmountTooHigh unsignedTx: 2000.00016756 AVAX, at most 1 AVAX',
        'FieldNotAllowed period: 14 days',
        'FieldNotAllowed delegationShares: 2%',
      ]),
    );
    expect(details('P.AddPermissionlessDelegatorTx')).toContain(
      'FieldNotAllowed validator.end: 1 Mar 2027 00:00 UTC',
    );
    const less = intentLike('P.AddAutoRenewedValidatorTx', { amount: avax('1999') });
    expect(details('P.AddAutoRenewedValidatorTx', policyOf(less))).toContain(
      'FieldNotAllowed stake: 2000 AVAX',
    );
    const lower = intentLike('P.IncreaseL1ValidatorBalanceTx', { balance: avax('0.4') });
    expect(details('P.IncreaseL1ValidatorBalanceTx', policyOf(lower)).join()).toContain('0.5 AVAX');
    expect(details('P.BaseTx', { until: unix('2020-01-01T00:00:00Z') })).toContain(
      'Expired time: it was good until 1 Jan 2020 00:00 UTC',
    );
  });

  it('takes a field by its value, one of a list, or a range with both its ends', () => {
    const draft = buildAddPermissionlessDelegatorTx(state, {
      nodeID,
      amount: avax('25'),
      end: now + days(20),
      rewardsOwner: me.shortID,
    });
    const says = (rule: NonNullable<PolicyRules['fields']>[string]) =>
      judge(draft, { fields: { ...open.fields, 'validator.end': rule } }).map(({ path }) => path);
    const end = now + days(20);
    const refused = ['unsignedTx.validator.end'];
    expect([end, String(end), [1n, end], { min: end }, { max: end }].map(says)).toEqual(
      Array.from({ length: 5 }, () => []),
    );
    expect(says({ min: end, max: end })).toEqual([]);
    const wrong = [end + 1n, [1n, end + 1n], { min: end + 1n }, { max: end - 1n }];
    expect(wrong.map(says)).toEqual(wrong.map(() => refused));
    expect(says({ min: end - 9n, max: end - 1n })).toEqual(refused);
    expect(says({ min: end + 1n, max: end + 9n })).toEqual(refused);
  });

  it('says which address of a receiver is not one', () => {
    const to = [{ addresses: [me.shortID, 'P-fuji1bad'], threshold: 1 }];
    expect(thrown(() => judge(pay, { to })).path).toEqual(['policy', 'to', 0, 'addresses', 1]);
    const item = { assetID: 'created', type: 'nftfx.MintOutput', units: 1n, to };
    expect(thrown(() => judge(pay, { items: [item] })).path).toEqual([
      ...['policy', 'items', 0, 'to', 0, 'addresses', 1],
    ]);
  });

  it('keeps its own copy of the bytes of an address', () => {
    const address = me.shortID.slice();
    const policy = policyOf({ ...open, own: [address] });
    const before = checkPolicy(pay, policy, mine);
    address.set(thief.shortID);
    expect(before).toEqual([]);
    expect(checkPolicy(pay, policy, mine)).toEqual(before);
  });

  it('takes bounds for numbers only', () => {
    const draft = buildCreateAssetTx(xState([utxo(1, avax('1'))]), {
      name: 'gold',
      symbol: 'AU',
      denomination: 0,
      initial: { fungible: { holders: [{ to: me.shortID, amount: 5n }] } },
    });
    const found = (fields: NonNullable<PolicyRules['fields']>) =>
      judge(draft, { fields }).map(({ path }) => path);
    expect(found({ name: {}, symbol: 'AU', denomination: { max: 0 } })).not.toContain(
      'unsignedTx.name',
    );
    expect(found({ name: { min: 0 }, symbol: 'AU', denomination: { max: 0 } })).toContain(
      'unsignedTx.name',
    );
  });

  it('lets the owner of all inputs receive, if their owner is proven', () => {
    const shared = { addresses: [me, you].map((k) => k.shortID), threshold: 2 };
    const funds = pState([utxo(1, avax('9'), { owner: shared })], {
      from: [me.shortID, you.shortID],
    });
    const draft = buildExportTx(funds, { to: 'X', outputs: [{ to: shared, amount: 5n }] });
    const found = (utxos: typeof funds.utxos) =>
      checkPolicy(draft, policyOf({ ...open, to: [] }), { ...mine, utxos }).map(({ code }) => code);
    expect(found(funds.utxos)).toEqual([]);
    expect(found([])).toContain('ReceiverNotAllowed');
  });

  it('knows no other keys', () => {
    expect(thrown(() => judge(pay, { maxfee: 1n } as never))).toMatchObject({
      code: 'BadArgument',
      path: ['policy', 'maxfee'],
    });
  });

  it('judges no draft that lies', () => {
    const lie = { ...pay, fee: { ...pay.fee, total: pay.fee.total - 1n } };
    expect(thrown(() => judge(lie, {})).path[0]).toBe('draft');
    const change = [{ ...pay.change[0]!, outputIndex: pay.change[0]!.outputIndex ? 0 : 1 }];
    expect(thrown(() => judge({ ...pay, change }, {})).code).toBe('Mismatch');
  });
});

describe('finalize with a policy', () => {
  it('throws all findings', () => {
    const policy: PolicyRules = { ...open, to: [], maxFee: 1n };
    const { code, context, message } = thrown(() =>
      finalize(sign(pay, me), { policy: policyOf(policy), own: [me.shortID] }),
    );
    expect(code).toBe('Refused');
    expect(context).toEqual({ findings: judge(pay, policy) });
    expect(message).toMatch(/ReceiverNotAllowed at unsignedTx.outputs\[\d\].output.*, and 2 more/);
    for (const { code: found } of judge(pay, policy))
      expect(Object.keys(policyCodes)).toContain(found);
  });

  it('allows a fee above 0.1 AVAX where only the policy has a limit', () => {
    const dear = pState([utxo(1, avax('100'))], { feeState: { price: 1_000_000n } });
    const draft = buildBaseTx(
      dear,
      { outputs: [{ to: you.shortID, amount: 5n }] },
      { maxFee: avax('9') },
    );
    const signed = (options: object) => sign(draft, me, { ...mine, ...options }).missing;
    expect(draft.fee.total > avax('0.1')).toBe(true);
    expect(thrown(() => signed({})).code).toBe('Refused');
    expect(signed({ policy: policyOf({ ...open, maxFee: avax('9') }) })).toEqual([]);
  });

  it('minds everything that the policy is silent of', () => {
    const owner = { addresses: trio.map((k) => k.shortID), threshold: 2 };
    const shared = pState([utxo(1, avax('9'), { owner })], { from: owner.addresses });
    const draft = buildBaseTx(shared, { outputs: [{ to: thief.shortID, amount: 5n }] });
    const own = owner.addresses;
    const silent = checkPolicy(draft, policyOf({ network: 5 }), { own });
    expect(silent.map(({ code }) => code)).toEqual(['ReceiverNotAllowed', 'AmountTooHigh']);
    const policy = policyOf({ network: 5, to: [thief.shortID], amounts: { AVAX: avax('1') } });
    expect(finalize(sign(draft, trio, { policy }), { policy, own })).toEqual(
      finalize(sign(draft, trio)),
    );
  });
});

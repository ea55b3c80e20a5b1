/** Every limit of staking on the primary network: one below it, at it, and one above, of every type that has it. */
import { describe, expect, it } from 'vitest';
import { primaryNetworkID } from '../../src/chain/base.ts';
import { fuji } from '../../src/network/known.ts';
import type { AnyUnsignedTx, Facts } from '../../src/rules/index.ts';
import { amountOf } from '../../src/tx/output.ts';
import {
  AVAX,
  at,
  auth,
  beforeDurango,
  day,
  delegation,
  me,
  nodeID,
  pBase,
  permissioned,
  stakeOf,
  validatorIs,
} from '../support/ruletx.ts';
import { asset, now } from '../support/state.ts';
import { ruleSays } from '../support/verdict.ts';

const { staking } = fuji;
const signer = {
  type: 'signer.ProofOfPossession' as const,
  publicKey: new Uint8Array(48),
  proofOfPossession: new Uint8Array(96),
};
const rewards = { validationRewardsOwner: me, delegationRewardsOwner: me };

/** What a limit is of. */
interface Terms {
  readonly weight?: bigint;
  readonly seconds?: bigint;
  readonly shares?: number;
}

const validatorOf = (start: bigint, { weight = 1n, seconds = 0n }: Terms) => ({
  nodeID,
  start,
  end: start + seconds,
  weight,
});

/** Transactions that stake, and the time at which they do. */
const types: Readonly<Record<string, readonly [make: (of: Terms) => AnyUnsignedTx, time: bigint]>> =
  {
    AddValidatorTx: [
      (of) => ({
        type: 'platformvm.AddValidatorTx',
        ...pBase,
        validator: validatorOf(beforeDurango + 9n, of),
        stake: stakeOf(of.weight ?? 1n),
        rewardsOwner: me,
        shares: of.shares ?? 0,
      }),
      beforeDurango,
    ],
    AddDelegatorTx: [
      (of) => ({
        type: 'platformvm.AddDelegatorTx',
        ...pBase,
        validator: validatorOf(beforeDurango + 9n, of),
        stake: stakeOf(of.weight ?? 1n),
        rewardsOwner: me,
      }),
      beforeDurango,
    ],
    AddPermissionlessValidatorTx: [
      (of) => ({
        type: 'platformvm.AddPermissionlessValidatorTx',
        ...pBase,
        validator: validatorOf(now, of),
        subnetID: primaryNetworkID,
        signer,
        stake: stakeOf(of.weight ?? 1n),
        ...rewards,
        shares: of.shares ?? 0,
      }),
      now,
    ],
    AddPermissionlessDelegatorTx: [(of) => delegation({ validator: validatorOf(now, of) }), now],
    AddSubnetValidatorTx: [(of) => permissioned(validatorOf(now, of)), now],
    AddAutoRenewedValidatorTx: [
      (of) => ({
        type: 'platformvm.AddAutoRenewedValidatorTx',
        ...pBase,
        nodeID,
        signer,
        stake: stakeOf(of.weight ?? 1n),
        ...rewards,
        validatorAuthority: me,
        delegationShares: of.shares ?? 0,
        autoCompoundRewardShares: 0,
        period: of.seconds ?? 0n,
      }),
      now,
    ],
    SetAutoRenewedValidatorConfigTx: [
      (of) => ({
        type: 'platformvm.SetAutoRenewedValidatorConfigTx',
        ...pBase,
        txID: asset(1),
        autoCompoundRewardShares: 0,
        period: of.seconds ?? 0n,
        auth,
      }),
      now,
    ],
  };

const isHelicon = now >= fuji.upgrades.helicon;
const own = isHelicon ? staking.heliconMinStakeDuration : staking.minStakeDuration;
const { minStakeDuration: long, maxStakeDuration: most } = staking;
const { minValidatorStake, maxValidatorStake, minDelegatorStake, minDelegationFee } = staking;

type Limit = readonly [
  type: string,
  rule: string,
  least: bigint,
  most: bigint | undefined,
  path: string,
];

const limits: Readonly<Record<string, readonly Limit[]>> = {
  seconds: [
    ['AddValidatorTx', 'duration', long, most, 'validator.end'],
    ['AddDelegatorTx', 'duration', long, most, 'validator.end'],
    ['AddPermissionlessValidatorTx', 'duration', own, most, 'validator.end'],
    ['AddPermissionlessDelegatorTx', 'duration', long, most, 'validator.end'],
    ['AddSubnetValidatorTx', 'duration', long, most, 'validator.end'],
    ['AddAutoRenewedValidatorTx', 'period', own, most, 'period'],
    ['SetAutoRenewedValidatorConfigTx', 'period', own, most, 'period'],
  ],
  weight: [
    [
      'AddValidatorTx',
      'stake of a validator',
      minValidatorStake,
      maxValidatorStake,
      'validator.weight',
    ],
    [
      'AddPermissionlessValidatorTx',
      'stake of a validator',
      minValidatorStake,
      maxValidatorStake,
      'validator.weight',
    ],
    [
      'AddAutoRenewedValidatorTx',
      'stake of a validator',
      minValidatorStake,
      maxValidatorStake,
      'stake',
    ],
    ['AddDelegatorTx', 'stake of a delegator', minDelegatorStake, undefined, 'validator.weight'],
    [
      'AddPermissionlessDelegatorTx',
      'stake of a delegator',
      minDelegatorStake,
      undefined,
      'validator.weight',
    ],
    ['AddSubnetValidatorTx', 'weight', 1n, undefined, 'validator.weight'],
    ['AddValidatorTx', 'weight', 1n, undefined, 'validator.weight'],
    ['AddDelegatorTx', 'weight', 1n, undefined, 'validator.weight'],
    ['AddPermissionlessValidatorTx', 'weight', 1n, undefined, 'validator.weight'],
    ['AddPermissionlessDelegatorTx', 'weight', 1n, undefined, 'validator.weight'],
  ],
  shares: [
    ['AddValidatorTx', 'delegation fee', BigInt(minDelegationFee), 1_000_000n, 'shares'],
    [
      'AddPermissionlessValidatorTx',
      'delegation fee',
      BigInt(minDelegationFee),
      1_000_000n,
      'shares',
    ],
    [
      'AddAutoRenewedValidatorTx',
      'delegation fee',
      BigInt(minDelegationFee),
      1_000_000n,
      'delegationShares',
    ],
    ['AddValidatorTx', 'shares', 0n, 1_000_000n, 'shares'],
    ['AddPermissionlessValidatorTx', 'shares', 0n, 1_000_000n, 'shares'],
    ['AddAutoRenewedValidatorTx', 'delegationShares', 0n, 1_000_000n, 'delegationShares'],
  ],
};

describe.each(Object.entries(limits))('limits of %s', (key, list) => {
  it.each(list)('%s: %s', (type, rule, least, highest, path) => {
    const [make, time] = types[type]!;
    const says = (value: bigint, facts: Partial<Facts> = {}) =>
      ruleSays(
        make({ [key]: key === 'shares' ? Number(value) : value }),
        at({ time, ...facts }),
        rule,
      );
    const refused = `OutOfRange ${path}`;
    expect(says(least)).toBe('ok');
    // A period of 0 ends the renewal.
    if (least > 0n) expect(says(least - 1n)).toBe(refused);
    expect(says(highest ?? 2n ** 64n - 1n)).toBe('ok');
    if (highest !== undefined) expect(says(highest + 1n)).toBe(refused);
  });
});

describe('before Durango', () => {
  it.each(['AddValidatorTx', 'AddDelegatorTx'])('%s starts after the block', (type) => {
    const [make, time] = types[type]!;
    const tx = make({ seconds: 30n * day });
    // It starts nine seconds later.
    expect(ruleSays(tx, at({ time }), 'start')).toBe('ok');
    expect(ruleSays(tx, at({ time: time + 8n }), 'start')).toBe('ok');
    expect(ruleSays(tx, at({ time: time + 9n, network: late }), 'start')).toBe(
      'OutOfRange validator.start',
    );
  });

  const late = { ...fuji, upgrades: { ...fuji.upgrades, durango: beforeDurango + 100n } };

  it('a delegator starts and ends with its validator', () => {
    const [make, time] = types.AddDelegatorTx!;
    const says = (start: bigint, end: bigint) =>
      ruleSays(
        make({ seconds: 30n * day }),
        at({ time, validators: () => validatorIs({ start, end }) }),
        'validator',
      );
    const start = beforeDurango + 9n;
    const end = start + 30n * day;
    expect(says(start, end)).toBe('ok');
    expect(says(start + 1n, end)).toBe('OutOfRange validator.start');
    expect(says(start, end - 1n)).toBe('OutOfRange validator.end');
  });

  it('stakes nothing but AVAX', () => {
    const [make, time] = types.AddValidatorTx!;
    const other = { assetID: asset(7), output: amountOf(1n, me) };
    const says = (...stake: readonly (typeof other)[]) =>
      ruleSays({ ...make({}), stake } as AnyUnsignedTx, at({ time }), 'stake');
    expect(says({ ...other, assetID: AVAX })).toBe('ok');
    expect(says(...stakeOf(1n), other)).toBe('Mismatch stake[1].assetID');
    expect(says()).toBe('ok');
  });
});

it('what is not known of a message leaves the rules on its contents open', () => {
  const unreadable: AnyUnsignedTx = {
    type: 'platformvm.SetL1ValidatorWeightTx',
    ...pBase,
    message: new Uint8Array(3),
  };
  const rulesOfWeight = ['nonce', 'manager', 'remaining validators', 'total weight'];
  expect(rulesOfWeight.map((rule) => ruleSays(unreadable, at(), rule))).toEqual(
    rulesOfWeight.map(() => '? signers'),
  );
  const registering: AnyUnsignedTx = {
    ...unreadable,
    type: 'platformvm.RegisterL1ValidatorTx',
    balance: 1n,
    proofOfPossession: new Uint8Array(96),
  };
  const about = ['manager', 'expiry', 'new registration', 'registered key'];
  const rulesOfRegistration = [...about, 'new validator', 'total weight'];
  expect(rulesOfRegistration.map((rule) => ruleSays(registering, at(), rule))).toEqual(
    rulesOfRegistration.map(() => '? signers'),
  );
  for (const tx of [unreadable, registering]) {
    expect(ruleSays(tx, at(), 'warp signature')).toMatch(/^Truncated message/);
    expect(ruleSays(tx, at(), 'message')).toMatch(/^Truncated message/);
  }
});

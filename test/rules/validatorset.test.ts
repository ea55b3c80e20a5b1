import { describe, expect, it } from 'vitest';
import { primaryNetworkID } from '../../src/chain/base.ts';
import { fuji } from '../../src/network/known.ts';
import {
  type AnyUnsignedTx,
  checkTx,
  completeList,
  type FactLookup,
  type Facts,
  nodeKeyOf,
  type StakeFacts,
  type SubnetFacts,
  type TxOf,
  type ValidatorFacts,
} from '../../src/rules/index.ts';
import { maxWeightOn } from '../../src/rules/pchain/validatorset.ts';
import { formatNodeID } from '../../src/text/id.ts';
import {
  AVAX,
  at,
  auth,
  beforeDurango,
  day,
  delegation,
  max,
  me,
  newChain,
  nodeID,
  pBase,
  permissioned,
  stakeOf,
  subnetID,
  transformation,
  validatorIs,
} from '../support/ruletx.ts';
import { asset, now, trio } from '../support/state.ts';
import { ruleSays } from '../support/verdict.ts';

describe('validators', () => {
  const subnets: FactLookup<SubnetFacts> = () => ({ transformation, manager: null, owner: me });
  const validators = (more?: Partial<ValidatorFacts>) => ({ validators: () => validatorIs(more) });

  it('are not added twice', () => {
    const says = (facts: Partial<Facts>) => ruleSays(permissioned(), at(facts), 'new validator');
    expect(says({ validators: () => null })).toBe('ok');
    expect(says(validators())).toBe('Duplicate validator.nodeID');
    expect(says({})).toBe('? validators');
    const byKey = new Map([[nodeKeyOf(subnetID, nodeID), validatorIs()]]);
    expect(says({ validators: completeList(byKey) })).toBe('Duplicate validator.nodeID');
    // The owner's validators are gone at their end.
    expect(says(validators({ permissioned: true, end: now }))).toBe('ok');
    expect(says(validators({ permissioned: true, end: now + 1n }))).toBe(
      'Duplicate validator.nodeID',
    );
    expect(says(validators({ end: now }))).toBe('Duplicate validator.nodeID');
  });

  it('of a subnet are within their time on the primary network', () => {
    const says = (more: object, of: Partial<ValidatorFacts>, facts: Partial<Facts> = {}) =>
      ruleSays(
        permissioned(more),
        at({ ...validators(of), ...facts }),
        'validator of the primary network',
      );
    const end = now + 20n * day;
    expect(says({ end }, { end })).toBe('ok');
    expect(says({ end: end + 1n }, { end })).toBe('OutOfRange validator.end');
    // Go reads the seconds as an int64: it would end before it starts.
    expect(says({ end: max }, { end: max })).toBe('OutOfRange validator.end');
    expect(says({}, { start: now })).toBe('ok');
    expect(says({}, { start: now + 1n })).toBe('OutOfRange validator.start');
    expect(says({}, {}, { validators: () => null })).toBe('NotFound validator.nodeID');
    expect(says({}, {}, { validators: undefined })).toBe('? validators');
    // Before Durango it starts when it says.
    const early = { time: beforeDurango };
    const period = { start: beforeDurango + 10n, end: beforeDurango + 20n * day };
    const during = { start: beforeDurango + 10n, end: beforeDurango + 20n * day };
    expect(says(period, during, early)).toBe('ok');
    expect(says({ ...period, start: period.start - 1n }, during, early)).toBe(
      'OutOfRange validator.start',
    );
  });

  it('start in the future before Durango', () => {
    const says = (start: bigint, time: bigint) =>
      ruleSays(permissioned({ start }), at({ time }), 'start');
    expect(says(beforeDurango, beforeDurango)).toBe('OutOfRange validator.start');
    expect(says(beforeDurango + 1n, beforeDurango)).toBe('ok');
    // Go reads the seconds as an int64.
    expect(says(max, beforeDurango)).toBe('OutOfRange validator.start');
    const wrapped = permissioned({ start: max, end: 20n * day });
    expect(ruleSays(wrapped, at({ time: beforeDurango }), 'duration')).toBe('ok');
    expect(says(0n, fuji.upgrades.durango)).toBe('ok');
    const lasts = (seconds: bigint) =>
      ruleSays(
        permissioned({ start: beforeDurango + 5n, end: beforeDurango + 5n + seconds }),
        at({ time: beforeDurango }),
        'duration',
      );
    const { minStakeDuration: least, maxStakeDuration: most } = fuji.staking;
    expect([least - 1n, least, most, most + 1n].map(lasts)).toEqual([
      'OutOfRange validator.end',
      'ok',
      'ok',
      'OutOfRange validator.end',
    ]);
  });

  it('of elastic subnets have the bounds of the subnet', () => {
    const tx = (more: object = {}): TxOf<'platformvm.AddPermissionlessValidatorTx'> => ({
      type: 'platformvm.AddPermissionlessValidatorTx',
      ...pBase,
      validator: { nodeID, start: 0n, end: now + 500n, weight: 10n },
      subnetID,
      signer: { type: 'signer.Empty' },
      stake: stakeOf(10n, asset(7)),
      validationRewardsOwner: me,
      delegationRewardsOwner: me,
      shares: 30_000,
      ...more,
    });
    const says = (rule: string, more: object = {}, facts: Partial<Facts> = { subnets }) =>
      ruleSays(tx(more), at(facts), rule);
    const weighing = (weight: bigint) => ({ validator: { ...tx().validator, weight } });
    const ending = (end: bigint) => ({ validator: { ...tx().validator, end } });
    const weights = [4n, 5n, 500n, 501n].map((n) => says('stake of a validator', weighing(n)));
    expect(weights).toEqual([
      'OutOfRange validator.weight',
      'ok',
      'ok',
      'OutOfRange validator.weight',
    ]);
    const ends = [99n, 100n, 1000n, 1001n].map((n) => says('duration', ending(now + n)));
    expect(ends).toEqual(['OutOfRange validator.end', 'ok', 'ok', 'OutOfRange validator.end']);
    expect(says('delegation fee', { shares: 29_999 })).toBe('OutOfRange shares');
    expect(says('delegation fee')).toBe('ok');
    expect(says('staked asset')).toBe('ok');
    expect(says('staked asset', { stake: stakeOf(10n) })).toBe('Mismatch stake[0].assetID');
    expect(says('BLS key')).toBe('ok');
    const plain = () => ({ transformation: null, manager: null });
    expect(says('duration', {}, { subnets: plain })).toBe('NotFound subnetID');
    expect(says('duration', {}, { subnets: () => null })).toBe('NotFound subnetID');
    expect(says('duration', {}, { subnets: () => ({}) })).toBe('? subnets');
    // They validate the primary network; those of the primary network itself need not.
    expect(says('validator of the primary network', {}, { validators: () => null })).toBe(
      'NotFound validator.nodeID',
    );
    const primary = { subnetID: primaryNetworkID };
    expect(says('validator of the primary network', primary, {})).toBe('ok');
    expect(says('staked asset', primary)).toBe('Mismatch stake[0].assetID');
  });
});

describe('delegations', () => {
  const says = (rule: string, of: Partial<ValidatorFacts>, more: object = {}, facts = {}) =>
    ruleSays(delegation(more), at({ validators: () => validatorIs(of), ...facts }), rule);
  const weighing = (weight: bigint) => ({ validator: { ...delegation().validator, weight } });

  it('are to a validator, within its time', () => {
    const end = now + 20n * day;
    expect(says('validator', { end })).toBe('ok');
    expect(says('validator', { end: end - 1n })).toBe('OutOfRange validator.end');
    expect(says('validator', { start: now + 1n })).toBe('OutOfRange validator.start');
    expect(says('validator', {}, {}, { validators: () => null })).toBe('NotFound validator.nodeID');
  });

  it('make at most five times its own weight, and no more than a validator may have', () => {
    const weigh = (weight: bigint, of: Partial<ValidatorFacts> = {}) =>
      says('delegated weight', of, weighing(weight));
    expect(weigh(400n)).toBe('ok');
    expect(weigh(401n)).toBe('OutOfRange validator.weight');
    const delegators = [{ start: now - 5n, end: now + day, weight: 100n }];
    expect(weigh(300n, { delegators })).toBe('ok');
    expect(weigh(301n, { delegators })).toBe('OutOfRange validator.weight');
    const most = fuji.staking.maxValidatorStake;
    expect(weigh(1n, { weight: most - 1n })).toBe('ok');
    expect(weigh(1n, { weight: most })).toBe('OutOfRange validator.weight');
    expect(weigh(1n, { weight: most + 1n })).toBe('OutOfRange validator.weight');
    expect(weigh(1n, { delegators: undefined })).toBe('? validators');
    // Go reads the seconds as an int64: what starts later does not meet it.
    const later = { delegators: [{ start: now + day, end: now + 2n * day, weight: 400n }] };
    const until = (end: bigint) => ({ validator: { ...delegation().validator, end, weight: 1n } });
    expect(says('delegated weight', later, until(now + 20n * day))).toBe(
      'OutOfRange validator.weight',
    );
    expect(says('delegated weight', later, until(max))).toBe('ok');
  });

  it('to a subnet: by its factor, and not to a validator of its owner', () => {
    const inSubnet = { ...weighing(100n), subnetID };
    const subnets = () => ({ transformation });
    expect(says('delegated weight', {}, inSubnet, { subnets })).toBe('ok');
    expect(says('delegated weight', {}, { ...weighing(101n), subnetID }, { subnets })).toBe(
      'OutOfRange validator.weight',
    );
    expect(says('stake of a delegator', {}, { ...weighing(6n), subnetID }, { subnets })).toBe(
      'OutOfRange validator.weight',
    );
    expect(says('stake of a delegator', {}, { ...weighing(7n), subnetID }, { subnets })).toBe('ok');
    expect(says('permissionless validator', { permissioned: true }, inSubnet)).toBe(
      'NotAllowed validator.nodeID',
    );
    expect(says('permissionless validator', {}, inSubnet)).toBe('ok');
    expect(says('permissionless validator', { permissioned: true })).toBe('ok');
  });

  it('count at every moment: pending ones from their start, all until their end', () => {
    const most = (delegators: readonly StakeFacts[], from: bigint, to: bigint) =>
      maxWeightOn({ weight: 1n }, delegators, 100n, from, to);
    const current = { start: 50n, end: 200n, weight: 10n };
    expect(most([], 100n, 300n)).toBe(1n);
    expect(most([current], 100n, 300n)).toBe(11n);
    expect(most([current], 200n, 300n)).toBe(11n);
    expect(most([current], 201n, 300n)).toBe(1n);
    const pending = { start: 200n, end: 250n, weight: 100n };
    // At 200 one starts before the other ends.
    expect(most([current, pending], 100n, 300n)).toBe(111n);
    expect(most([current, pending], 100n, 200n)).toBe(111n);
    expect(most([current, pending], 100n, 199n)).toBe(11n);
    expect(most([current, { ...pending, start: 201n }], 100n, 300n)).toBe(101n);
    expect(most([{ ...pending, start: 100n }], 100n, 150n)).toBe(101n);
    expect(most([{ ...pending, start: 101n }], 100n, 100n)).toBe(1n);
    expect(() => most([{ ...current, weight: max }], 100n, 300n)).toThrow('OutOfRange');
  });
});

describe('subnets', () => {
  it('that are elastic or L1s are immutable', () => {
    const says = (of: SubnetFacts | null | undefined) =>
      ruleSays(newChain, at({ subnets: () => of }), 'mutable subnet');
    const manager = { chainID: asset(2), address: nodeID };
    expect(says({ transformation: null, manager: null })).toBe('ok');
    expect(says({ transformation, manager: null })).toBe('NotAllowed subnetID');
    expect(says({ transformation: null, manager })).toBe('NotAllowed subnetID');
    expect(says({ manager })).toBe('NotAllowed subnetID');
    expect(says({ transformation: null })).toBe('? subnets');
    expect(says({ manager: null })).toBe('? subnets');
    expect(says(null)).toBe('? subnets');
  });

  it('are changed by their owner', () => {
    const says = (of: SubnetFacts | null | undefined) =>
      ruleSays(newChain, at({ subnets: () => of }), 'authorization');
    expect(says({ owner: me })).toBe('ok');
    expect(says({ owner: { ...me, threshold: 2, addresses: trio.map((k) => k.shortID) } })).toBe(
      'MissingSigner subnetAuthorization.signatureIndices',
    );
    expect(says({ owner: { ...me, locktime: now } })).toBe('ok');
    expect(says({ owner: { ...me, locktime: now + 1n } })).toBe('Locked subnetAuthorization');
    expect(says({})).toBe('? subnets');
    expect(says(null)).toBe('NotFound subnetAuthorization');
    const odd = { ...newChain, subnetAuthorization: me };
    expect(ruleSays(odd, at(), 'authorization')).toBe('UnknownTypeID subnetAuthorization.type');
  });

  it('let go only those whom their owner let in', () => {
    const tx: AnyUnsignedTx = {
      type: 'platformvm.RemoveSubnetValidatorTx',
      ...pBase,
      nodeID,
      subnetID,
      subnetAuthorization: auth,
    };
    const says = (validators: Facts['validators']) =>
      ruleSays(tx, at({ validators }), 'removable validator');
    expect(says(() => validatorIs({ permissioned: true }))).toBe('ok');
    expect(says(() => validatorIs())).toBe('NotAllowed nodeID');
    expect(says(() => null)).toBe('NotFound nodeID');
    expect(says(undefined)).toBe('? validators');
    const { findings } = checkTx(tx, at({ validators: () => null }));
    expect(findings.find(({ rule }) => rule === 'removable validator')!.detail).toContain(
      `${formatNodeID(nodeID)} as a validator of the subnet`,
    );
  });

  it('become elastic within the bounds of the network', () => {
    const { maxStakeDuration } = fuji.staking;
    const says = (seconds: bigint) =>
      ruleSays({ ...transformation, maxStakeDuration: Number(seconds) }, at(), 'longest stake');
    expect(says(maxStakeDuration)).toBe('ok');
    expect(says(maxStakeDuration + 1n)).toBe('OutOfRange maxStakeDuration');
    const elastic = (more: object) => ruleSays({ ...transformation, ...more }, at(), 'elasticity');
    expect(elastic({})).toBe('ok');
    const bounds: readonly (readonly [keyof typeof transformation, bigint | number, object?])[] = [
      ['initialSupply', 0n],
      ['initialSupply', 2001n],
      ['minConsumptionRate', 3n],
      ['maxConsumptionRate', 1_000_001n],
      ['minValidatorStake', 0n],
      ['minValidatorStake', 501n],
      ['maxValidatorStake', 2001n],
      ['minStakeDuration', 0],
      ['minStakeDuration', 1001],
      ['minDelegationFee', 1_000_001],
      ['minDelegatorStake', 0n],
      ['maxValidatorWeightFactor', 0],
      ['uptimeRequirement', 1_000_001],
    ];
    for (const [field, value] of bounds)
      expect(elastic({ [field]: value })).toBe(`OutOfRange ${field}`);
    const edges = {
      initialSupply: 2000n,
      minConsumptionRate: 1_000_000n,
      maxConsumptionRate: 1_000_000n,
      minValidatorStake: 2000n,
      maxValidatorStake: 2000n,
      minStakeDuration: 1000,
      minDelegationFee: 1_000_000,
      uptimeRequirement: 1_000_000,
    };
    expect(elastic(edges)).toBe('ok');
    expect(elastic({ initialSupply: 1n, minValidatorStake: 1n, minDelegatorStake: 1n })).toBe('ok');
    expect(elastic({ minStakeDuration: 1, maxValidatorWeightFactor: 1 })).toBe('ok');
    expect(elastic({ initialSupply: 4n })).toBe('OutOfRange minValidatorStake');
    expect(elastic({ assetID: AVAX })).toBe('OutOfRange assetID');
    expect(elastic({ assetID: new Uint8Array(32) })).toBe('OutOfRange assetID');
  });
});

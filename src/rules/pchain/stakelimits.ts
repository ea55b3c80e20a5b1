/** Rules of a stake: amount, delegation fee and asset within the limits of the primary network or an elastic subnet. */
import { primaryNetworkID } from '../../chain/base.ts';
import type { TransferableOutput, Validator } from '../../chain/pchain/components.ts';
import type { ErrorContexts } from '../../errors/contexts.ts';
import { AvalancheError, within } from '../../errors/error.ts';
import { equalBytes } from '../../text/bytes.ts';
import { formatID } from '../../text/id.ts';
import { maxUint64 } from '../../text/uint64.ts';
import { verifyOutputOrder } from '../../tx/order.ts';
import { addUint64, outOfRange, percentDenominator, verifyOutputs } from '../components.ts';
import { type Facts, find, need } from '../facts.ts';
import type { Rule } from '../verdict.ts';
import { verifyWeight } from './authorization.ts';
import type { BasePTx } from './shared.ts';

/** A transaction that stakes on a node for a period. */
export type StakingTx = BasePTx & {
  readonly validator: Validator;
  readonly stake: readonly TransferableOutput[];
};

/** Limits of the primary network or an elastic subnet. */
export interface Bounds {
  readonly assetID: Uint8Array;
  readonly minValidatorStake: bigint;
  readonly maxValidatorStake: bigint;
  readonly minDelegatorStake: bigint;
  readonly minDelegationFee: number;
  readonly minStakeDuration: bigint;
  readonly maxStakeDuration: bigint;
  readonly maxWeightFactor: bigint;
}

/**
 * Maximum total weight of a validator, as a multiple of its own. Source: avalanchego
 * `vms/platformvm/txs/executor/staker_tx_verification.go`.
 */
const maxValidatorWeightFactor = 5n;

/** Returns the subnet that a transaction stakes in. */
export const subnetOf = (tx: object): Uint8Array =>
  'subnetID' in tx ? (tx.subnetID as Uint8Array) : primaryNetworkID;

/** Tests whether a transaction stakes in the primary network. */
export const isPrimary = (tx: object): boolean => equalBytes(subnetOf(tx), primaryNetworkID);

/**
 * Returns the limits for a stake. Source: avalanchego `vms/platformvm/txs/executor/staker_tx_verification_helpers.go`
 * `getValidatorRules`, `getDelegatorRules`.
 */
export function boundsOf(tx: object, { network, subnets }: Facts): Bounds {
  const { staking, avaxAssetID } = network;
  if (isPrimary(tx))
    return { ...staking, assetID: avaxAssetID, maxWeightFactor: maxValidatorWeightFactor };
  const id = formatID(subnetOf(tx));
  return within(['subnetID'], () => {
    const { transformation } = find(subnets, id, 'subnets', `subnet ${id}`);
    const found = need(transformation, 'subnets', `how subnet ${id} was transformed`);
    if (found === null) throw new AvalancheError('NotFound', `subnet ${id} is not elastic`);
    return {
      ...found,
      minStakeDuration: BigInt(found.minStakeDuration),
      maxStakeDuration: BigInt(found.maxStakeDuration),
      maxWeightFactor: BigInt(found.maxValidatorWeightFactor),
    };
  });
}

/** The unit of a stake, for errors: the primary network stakes AVAX. */
export const stakeUnit = (tx: object): Pick<ErrorContexts['OutOfRange'], 'unit'> =>
  isPrimary(tx) ? { unit: 'nAVAX' } : {};

/** Checks that a value is in its range. */
export function verifyRange<T extends bigint | number>(
  value: T,
  min: T,
  max: T,
  path: readonly string[],
  facts: Pick<ErrorContexts['OutOfRange'], 'unit' | 'since'> = {},
): void {
  if (value >= min && value <= max) return;
  const after =
    facts.since !== undefined ? ' seconds after the start' : facts.unit === 'nAVAX' ? ' nAVAX' : '';
  const isOpen = max === maxUint64;
  throw new AvalancheError(
    'OutOfRange',
    `must be ${isOpen ? `at least ${min}` : `${min} to ${max}`}${after}, got ${value}`,
    { value, min, ...(!isOpen && { max }), ...facts },
  ).at(...path);
}

/** Rule: a validator has a weight above 0. */
export const weight: Rule<BasePTx & { readonly validator: Pick<Validator, 'weight'> }> = {
  name: 'weight',
  check: ({ tx }) => {
    verifyWeight(tx.validator.weight);
  },
};

/** Rule: a validator's own stake is within its limits. */
export const validatorStake: Rule<StakingTx> = {
  name: 'stake of a validator',
  check: ({ tx, facts }) => {
    const { minValidatorStake: least, maxValidatorStake: most } = boundsOf(tx, facts);
    verifyRange(tx.validator.weight, least, most, ['validator', 'weight'], stakeUnit(tx));
  },
};

/** Rule: the validator's share of its delegators' rewards is within its limits. */
export const delegationFee: Rule<StakingTx & { readonly shares: number }> = {
  name: 'delegation fee',
  check: ({ tx, facts }) => {
    verifyRange(tx.shares, boundsOf(tx, facts).minDelegationFee, percentDenominator, ['shares'], {
      unit: 'millionths',
    });
  },
};

/** Rule: the staked asset is that of the network or subnet. */
export const stakedAsset: Rule<StakingTx> = {
  name: 'staked asset',
  check: ({ tx, facts }) => {
    verifyStakedAsset(tx.stake, boundsOf(tx, facts).assetID);
  },
};

function verifyStakedAsset(stake: StakingTx['stake'], assetID: Uint8Array): void {
  const i = stake.findIndex((output) => !equalBytes(output.assetID, assetID));
  if (i >= 0)
    throw new AvalancheError(
      'Mismatch',
      `${formatID(stake[i]!.assetID)}, must be ${formatID(assetID)}`,
    ).at('stake', i, 'assetID');
}

/**
 * Rule: stake outputs are well-formed, sorted, and of one asset. Source: avalanchego `vms/platformvm/txs/add_validator_tx.go` and
 * similar files.
 */
export const stake = (isAVAX: boolean): Rule<BasePTx & Pick<StakingTx, 'stake'>> => ({
  name: 'stake',
  check: ({ tx: { stake }, facts }) => {
    const [first] = stake;
    if (!isAVAX && !first) throw outOfRange('must not be empty', 'stake');
    within(['stake'], () => {
      verifyOutputs(stake);
      stakeOf(stake);
    });
    verifyStakedAsset(stake, isAVAX ? facts.network.avaxAssetID : first!.assetID);
    within(['stake'], () => verifyOutputOrder(stake));
  },
});

/**
 * Returns the staked amount, locked or not.
 * @throws {AvalancheError} `OutOfRange`: not a uint64.
 */
export const stakeOf = (stake: StakingTx['stake']): bigint =>
  stake.reduce(
    (sum, { output }) =>
      addUint64(sum, output.type === 'stakeable.LockOut' ? output.output.amount : output.amount),
    0n,
  );

/** Rule: the weight equals the sum of the stake. */
export const stakedWeight: Rule<StakingTx> = {
  name: 'staked weight',
  check: ({ tx: { stake, validator } }) => {
    const sum = stakeOf(stake);
    if (sum !== validator.weight)
      throw new AvalancheError('Mismatch', `is ${validator.weight}, ${sum} is staked`).at(
        'validator',
        'weight',
      );
  },
};

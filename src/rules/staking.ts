import { primaryNetworkID } from '../chain/base.ts';
import type { TransformSubnetTx } from '../chain/pchain/subnets.ts';
import { guarded } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import type { Network } from '../network/network.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { maxUint64 } from '../text/uint64.ts';
import { outOfRange } from './components.ts';
import { isActive, type UnsignedTx } from './context.ts';
import { stakeOf } from './pchain.ts';

/** The validator that a transaction needs: the one delegated to, or the node’s own on the primary network. */
export interface StakedValidator {
  /** Unix seconds. */
  readonly start: bigint;
  /** Unix seconds; of an auto-renewed validator when its period ends. */
  readonly end: bigint;
  /** Its own weight. */
  readonly weight: bigint;
  /** Most weight on it while the delegation lasts, its own and delegations before: `weight` if not given. */
  readonly maxWeight?: bigint;
}

/** What bounds of staking depend on. */
export interface StakingState {
  readonly network: Network;
  /** Unix seconds of the chain. */
  readonly time: bigint;
  /** Without it no period and weight are compared with it. */
  readonly validator?: StakedValidator;
  /** How an elastic subnet was made, if the transaction is about one. */
  readonly transformation?: TransformSubnetTx;
}

/** Multiples of its own weight that may be on a validator. Source: avalanchego `vms/platformvm/txs/executor/staker_tx_verification.go`. */
const maxValidatorWeightFactor = 5n;

interface Bounds {
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
 * Checks stake, period, fee and asset of a staking transaction against what the network or an elastic subnet allows, and against
 * the validator if that is given; other transactions pass. A period counts from `time` on; before Durango from its start.
 * Source: avalanchego `vms/platformvm/txs/executor/staker_tx_verification.go` and `…_helpers.go`.
 * @throws {AvalancheError} `OutOfRange` with path, context `found`, `least`, `most`; `Mismatch`: another asset; `MissingState`: no
 *   `transformation` of an elastic subnet.
 */
export const verifyStaking = /* @__PURE__ */ guarded(function verifyStaking(
  tx: UnsignedTx,
  state: StakingState,
): void {
  const { staking } = state.network;
  switch (tx.type) {
    case 'platformvm.AddValidatorTx':
    case 'platformvm.AddPermissionlessValidatorTx': {
      const subnetID = subnetOf(tx);
      const isPrimary = equalBytes(subnetID, primaryNetworkID);
      const bounds = boundsOf(subnetID, state);
      const { minValidatorStake, maxValidatorStake, minDelegationFee } = bounds;
      verifyBounds(
        tx.validator.weight,
        minValidatorStake,
        maxValidatorStake,
        'validator',
        'weight',
      );
      verifyBounds(tx.shares, minDelegationFee, 1_000_000, 'shares');
      const hasShortPeriods = isPrimary && tx.type === 'platformvm.AddPermissionlessValidatorTx';
      verifyPeriod(tx.validator, hasShortPeriods ? ownPeriods(bounds, state) : bounds, state);
      verifyStakedAsset(tx.stake, bounds.assetID);
      if (!isPrimary) verifyWithin(tx.validator, state);
      break;
    }
    case 'platformvm.AddDelegatorTx':
    case 'platformvm.AddPermissionlessDelegatorTx': {
      const bounds = boundsOf(subnetOf(tx), state);
      verifyBounds(tx.validator.weight, bounds.minDelegatorStake, maxUint64, 'validator', 'weight');
      verifyPeriod(tx.validator, bounds, state);
      verifyStakedAsset(tx.stake, bounds.assetID);
      verifyWithin(tx.validator, state);
      verifyDelegation(tx.validator.weight, bounds, state);
      break;
    }
    case 'platformvm.AddSubnetValidatorTx':
      verifyPeriod(tx.validator, staking, state);
      verifyWithin(tx.validator, state);
      break;
    case 'platformvm.AddAutoRenewedValidatorTx': {
      const bounds = ownPeriods(staking, state);
      const { minValidatorStake, maxValidatorStake, minDelegationFee } = staking;
      verifyBounds(stakeOf(tx.stake), minValidatorStake, maxValidatorStake, 'stake');
      verifyBounds(tx.delegationShares, minDelegationFee, 1_000_000, 'delegationShares');
      verifyBounds(tx.period, bounds.minStakeDuration, bounds.maxStakeDuration, 'period');
      break;
    }
    case 'platformvm.SetAutoRenewedValidatorConfigTx': {
      const { minStakeDuration, maxStakeDuration } = ownPeriods(staking, state);
      if (tx.period !== 0n) verifyBounds(tx.period, minStakeDuration, maxStakeDuration, 'period');
      break;
    }
    case 'platformvm.TransformSubnetTx':
      verifyBounds(BigInt(tx.maxStakeDuration), 0n, staking.maxStakeDuration, 'maxStakeDuration');
      break;
  }
});

const subnetOf = (tx: object): Uint8Array =>
  'subnetID' in tx ? (tx.subnetID as Uint8Array) : primaryNetworkID;

function boundsOf(subnetID: Uint8Array, { network, transformation }: StakingState): Bounds {
  const { staking, avaxAssetID } = network;
  if (equalBytes(subnetID, primaryNetworkID))
    return { ...staking, assetID: avaxAssetID, maxWeightFactor: maxValidatorWeightFactor };
  if (!transformation || !equalBytes(transformation.subnetID, subnetID))
    throw new AvalancheError(
      'MissingState',
      `the transformation of subnet ${formatID(subnetID)} is needed`,
      { what: 'subnet', id: formatID(subnetID) },
    ).at('subnetID');
  return {
    ...transformation,
    minStakeDuration: BigInt(transformation.minStakeDuration),
    maxStakeDuration: BigInt(transformation.maxStakeDuration),
    maxWeightFactor: BigInt(transformation.maxValidatorWeightFactor),
  };
}

interface Periods {
  readonly minStakeDuration: bigint;
  readonly maxStakeDuration: bigint;
}

/** Of validators of the primary network: shorter from Helicon on (ACP-273), not of delegators. */
const ownPeriods = (bounds: Periods, { network, time }: StakingState): Periods =>
  isActive('helicon', network, time)
    ? { ...bounds, minStakeDuration: network.staking.heliconMinStakeDuration }
    : bounds;

function verifyBounds<T extends bigint | number>(
  found: T,
  least: T,
  most: T,
  ...at: readonly string[]
): void {
  if (found >= least && found <= most) return;
  throw new AvalancheError('OutOfRange', `must be ${least} to ${most}, got ${found}`, {
    value: found,
    min: least,
    max: most,
    ...(at.at(-1) === 'period' && { unit: 'seconds' }),
  }).at(...at);
}

interface Period {
  readonly start: bigint;
  readonly end: bigint;
}

/** Go reads the seconds as an int64. */
const seconds = (uint64: bigint): bigint => BigInt.asIntN(64, uint64);

/** When it starts, as far as that counts. */
function startOf({ start }: Period, { network, time }: StakingState): bigint {
  if (isActive('durango', network, time)) return time;
  if (seconds(start) <= time)
    throw outOfRange(`${start}, after ${time} before Durango`, 'validator', 'start');
  return seconds(start);
}

function verifyPeriod(period: Period, bounds: Periods, state: StakingState): void {
  const since = startOf(period, state);
  const value = seconds(period.end) - since;
  const { minStakeDuration: min, maxStakeDuration: max } = bounds;
  if (value < min || value > max)
    throw new AvalancheError(
      'OutOfRange',
      `must be ${min} to ${max} seconds after the start, got ${value}`,
      { value, min, max, unit: 'seconds', since },
    ).at('validator', 'end');
}

function verifyStakedAsset(
  stake: readonly { readonly assetID: Uint8Array }[],
  assetID: Uint8Array,
): void {
  const i = stake.findIndex((output) => !equalBytes(output.assetID, assetID));
  if (i >= 0)
    throw new AvalancheError('Mismatch', `must be ${formatID(assetID)}, the asset that is staked`, {
      expected: formatID(assetID),
    }).at('stake', i, 'assetID');
}

/** Source: avalanchego `vms/platformvm/txs/validator.go` `BoundedBy`. */
function verifyWithin(period: Period, state: StakingState): void {
  const { validator } = state;
  if (!validator) return;
  const start = startOf(period, state);
  if (start < validator.start)
    throw outOfRange(`${start}, the validator starts at ${validator.start}`, 'validator', 'start');
  verifyBounds(seconds(period.end), start, validator.end, 'validator', 'end');
}

function verifyDelegation(weight: bigint, bounds: Bounds, { validator }: StakingState): void {
  if (!validator) return;
  const byFactor = bounds.maxWeightFactor * validator.weight;
  const most = byFactor < bounds.maxValidatorStake ? byFactor : bounds.maxValidatorStake;
  const before = validator.maxWeight ?? validator.weight;
  verifyBounds(weight, 0n, most > before ? most - before : 0n, 'validator', 'weight');
}

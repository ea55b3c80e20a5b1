/** Stakers of a ledger: how they begin, change and leave, with their rewards and the supply. */
import { primaryNetworkID } from '../chain/base.ts';
import type { AddAutoRenewedValidatorTx } from '../chain/pchain/index.ts';
import { AvalancheError } from '../errors/error.ts';
import { potentialRewardOf } from '../fee/rewards.ts';
import type { Network } from '../network/network.ts';
import { compareBytes, equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { maxUint64 } from '../text/uint64.ts';
import { unlocked } from '../tx/output.ts';
import { missing, type PWork, put, type StakerWhy } from './changes.ts';
import {
  isPermissioned,
  isValidator,
  lookupOf,
  nextChangeOf,
  nodeKey,
  type PLedger,
  type Staker,
  type StakerTx,
} from './ledger.ts';

/** A transaction that adds a staker for a time that it states. */
type TimedStakerTx = Exclude<StakerTx, AddAutoRenewedValidatorTx>;

/**
 * Returns the staker that a transaction adds, with the start and end that it states.
 * @throws {AvalancheError} `OutOfRange`: it stakes nothing.
 */
export function stakerOf(tx: TimedStakerTx, txID: Uint8Array): Staker {
  if ('stake' in tx) verifyStakes(tx.stake);
  const { nodeID, weight, start, end } = tx.validator;
  const times = { startTime: start, endTime: end };
  return { ...newStaker, txID, tx, nodeID, subnetID: subnetOf(tx), weight, ...times };
}

/**
 * Returns the auto-renewed validator that a transaction adds, in its first period.
 * @throws {AvalancheError} `OutOfRange`: it stakes nothing.
 */
export function renewedStakerOf(
  tx: AddAutoRenewedValidatorTx,
  txID: Uint8Array,
  startTime: bigint,
): Staker {
  verifyStakes(tx.stake);
  return {
    ...newStaker,
    txID,
    tx,
    nodeID: tx.nodeID,
    subnetID: primaryNetworkID,
    weight: tx.stake.reduce((sum, { output }) => sum + unlocked(output).amount, 0n),
    startTime,
    endTime: startTime + tx.period,
    renewal: {
      nextPeriod: tx.period,
      autoCompoundRewardShares: tx.autoCompoundRewardShares,
      accruedValidationRewards: 0n,
      accruedDelegateeRewards: 0n,
    },
  };
}

const newStaker = { potentialReward: 0n, accruedDelegateeReward: 0n } as const;

function verifyStakes({ length }: readonly unknown[]): void {
  if (length === 0)
    throw new AvalancheError('OutOfRange', 'must stake more than 0', { value: 0n, min: 1n }).at(
      'stake',
    );
}

const subnetOf = (tx: TimedStakerTx): Uint8Array =>
  'subnetID' in tx
    ? tx.subnetID
    : 'subnetID' in tx.validator
      ? tx.validator.subnetID
      : primaryNetworkID;

/**
 * Adds a staker that begins now, with its potential reward, and adds the reward to the supply.
 * @throws {AvalancheError} `MissingState`: the subnet is not elastic; as `potentialRewardOf`.
 */
export const begin = (work: PWork, staker: Staker): void =>
  putCurrent(work, withReward(work, staker), 'current');

/**
 * Returns the staker with its potential reward, and adds the reward to the supply.
 * Source: avalanchego `vms/platformvm/txs/executor/state_changes.go` `GetRewardsCalculator`.
 */
export function withReward(work: PWork, staker: Staker): Staker {
  if (isPermissioned(staker)) return staker;
  const { ledger } = work;
  const { subnetID, weight: amount, startTime: start, endTime: end } = staker;
  const supply = supplyOf(ledger, subnetID);
  const { total } = potentialRewardOf(
    { amount, start, end, supply },
    rewardRulesOf(ledger, subnetID),
  );
  put(work, ledger.supplies, formatID(subnetID), supply + total);
  return { ...staker, potentialReward: total };
}

/** Subtracts a reward that is not paid from the supply. */
export const withdraw = (work: PWork, { subnetID, potentialReward: reward }: Staker): void =>
  put(work, work.ledger.supplies, formatID(subnetID), supplyOf(work.ledger, subnetID) - reward);

function supplyOf({ supplies }: PLedger, subnetID: Uint8Array): bigint {
  const supply = supplies.get(formatID(subnetID));
  if (supply === undefined) throw missing('supply of subnet', subnetID);
  return supply;
}

/** The network with the reward parameters of a subnet. ACP-285 applies to the primary network only. */
function rewardRulesOf({ network, subnets }: PLedger, subnetID: Uint8Array): Network {
  if (equalBytes(subnetID, primaryNetworkID)) return network;
  const rules = subnets.get(formatID(subnetID))?.transformation?.tx;
  if (!rules) throw missing('transformation of subnet', subnetID);
  const { minConsumptionRate, maxConsumptionRate, maximumSupply: supplyCap } = rules;
  return {
    ...network,
    upgrades: { ...network.upgrades, helicon: maxUint64 },
    staking: { ...network.staking, minConsumptionRate, maxConsumptionRate, supplyCap },
  };
}

/** Adds or replaces a current staker. */
export function putCurrent(work: PWork, staker: Staker, reason: StakerWhy): void {
  const key = formatID(staker.txID);
  put(work, work.ledger.current, key, staker);
  if (isValidator(staker)) lookupOf(work.ledger).validators.set(nodeKey(staker), key);
  if (isPermissioned(staker)) noteChange(work.ledger, staker.endTime);
  work.stakers.push({ staker, why: reason });
}

/** Adds a staker that begins later. */
export function putPending(work: PWork, staker: Staker): void {
  put(work, work.ledger.pending, formatID(staker.txID), staker);
  noteChange(work.ledger, staker.startTime);
  work.stakers.push({ staker, why: 'pending' });
}

function noteChange(ledger: PLedger, time: bigint): void {
  const lookup = lookupOf(ledger);
  if (time < lookup.nextChange) lookup.nextChange = time;
}

/** Removes a current staker. */
export function leave(work: PWork, staker: Staker, reason: StakerWhy): void {
  put(work, work.ledger.current, formatID(staker.txID), undefined);
  if (isValidator(staker)) lookupOf(work.ledger).validators.delete(nodeKey(staker));
  work.stakers.push({ staker, why: reason });
}

/**
 * Returns the current validator of a node in a subnet.
 * @throws {AvalancheError} `MissingState`.
 */
export function validatorOn(ledger: PLedger, place: Pick<Staker, 'subnetID' | 'nodeID'>): Staker {
  const key = nodeKey(place);
  const staker = ledger.current.get(lookupOf(ledger).validators.get(key) ?? '');
  if (!staker) throw missing('validator', key);
  return staker;
}

/**
 * Removes a current or pending validator of a permissioned subnet.
 * @throws {AvalancheError} `MissingState`.
 */
export function removeFromSubnet(
  work: PWork,
  place: { readonly subnetID: Uint8Array; readonly nodeID: Uint8Array },
): void {
  const { pending } = work.ledger;
  const key = nodeKey(place);
  if (lookupOf(work.ledger).validators.has(key)) {
    leave(work, validatorOn(work.ledger, place), 'removed');
    return;
  }
  const staker = [...pending.values()].find((p) => isPermissioned(p) && nodeKey(p) === key);
  if (!staker) throw missing('validator', key);
  put(work, pending, formatID(staker.txID), undefined);
  work.stakers.push({ staker, why: 'removed' });
}

/**
 * Removes permissioned validators that have ended, and begins pending stakers: validators before delegators, with rewards in the
 * node's order, since each reward lowers the next.
 * Source: avalanchego `vms/platformvm/txs/executor/state_changes.go` `advanceTimeTo`.
 */
export function advanceStakers(work: PWork, time: bigint): void {
  const { ledger } = work;
  const lookup = lookupOf(ledger);
  if (time < lookup.nextChange) return;
  for (const staker of [...ledger.current.values()])
    if (isPermissioned(staker) && staker.endTime <= time) leave(work, staker, 'ended');
  const due = [...ledger.pending.values()].filter(({ startTime }) => startTime <= time);
  const begun = due.sort(byBegin).map((staker) => withReward(work, staker));
  for (const { txID } of due) put(work, ledger.pending, formatID(txID), undefined);
  for (const staker of begun) if (isValidator(staker)) putCurrent(work, staker, 'current');
  for (const staker of begun) if (!isValidator(staker)) putCurrent(work, staker, 'current');
  lookup.nextChange = nextChangeOf(ledger);
}

/** Source: avalanchego `vms/platformvm/txs/priorities.go`. */
const priorityOf = ({ tx, subnetID }: Staker): number => {
  const [primary, elastic] = priorities[tx.type];
  return equalBytes(subnetID, primaryNetworkID) ? primary : elastic;
};

/** Priorities in the primary network, and in subnets. */
const priorities: { readonly [T in StakerTx['type']]: readonly [number, number] } = {
  'platformvm.AddDelegatorTx': [1, 1],
  'platformvm.AddValidatorTx': [2, 4],
  'platformvm.AddAutoRenewedValidatorTx': [2, 4],
  'platformvm.AddPermissionlessValidatorTx': [2, 4],
  'platformvm.AddPermissionlessDelegatorTx': [3, 5],
  'platformvm.AddSubnetValidatorTx': [6, 6],
};

/** Source: avalanchego `vms/platformvm/state/staker.go` `Less`. */
const byBegin = (a: Staker, b: Staker): number =>
  Number(a.startTime - b.startTime) ||
  priorityOf(a) - priorityOf(b) ||
  compareBytes(a.txID, b.txID);

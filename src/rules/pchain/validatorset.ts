/**
 * Rules about other validators of the node: whether it validates already, whether its validator covers the period, and its total
 * weight.
 */
import { primaryNetworkID } from '../../chain/base.ts';
import type { Validator } from '../../chain/pchain/components.ts';
import { AvalancheError, within } from '../../errors/error.ts';
import { formatNodeID } from '../../text/id.ts';
import { compareUint64, maxUint64 } from '../../text/uint64.ts';
import { addUint64, outOfRange } from '../components.ts';
import {
  ask,
  type Facts,
  given,
  need,
  nodeKeyOf,
  type StakeFacts,
  timeOf,
  type ValidatorFacts,
} from '../facts.ts';
import type { Rule } from '../verdict.ts';
import type { BasePTx } from './shared.ts';
import {
  boundsOf,
  isPrimary,
  type StakingTx,
  stakeUnit,
  subnetOf,
  verifyRange,
} from './stakelimits.ts';
import { seconds, startOf } from './stakeperiod.ts';

type OnNode = BasePTx & { readonly validator: Validator };

/** Returns the validator on a node of a subnet, or `null` if there is none. A permissioned validator counts until its end. */
export function validatorOn(
  facts: Facts,
  subnetID: Uint8Array,
  nodeID: Uint8Array,
): ValidatorFacts | null {
  const what = `whether ${formatNodeID(nodeID)} validates`;
  const found = ask(facts.validators, nodeKeyOf(subnetID, nodeID), 'validators', what);
  const isOver = found?.permissioned && found.end <= timeOf(facts);
  return isOver ? null : found;
}

function requireValidator(facts: Facts, subnetID: Uint8Array, nodeID: Uint8Array): ValidatorFacts {
  return within(['validator', 'nodeID'], () => {
    const found = validatorOn(facts, subnetID, nodeID);
    if (found) return found;
    throw new AvalancheError('NotFound', `${formatNodeID(nodeID)} does not validate`);
  });
}

/** Rule: the node is not yet a validator. */
export const notYetValidator = <T extends BasePTx>(
  nodeOf: (tx: T) => { readonly subnetID: Uint8Array; readonly nodeID: Uint8Array },
  ...path: readonly string[]
): Rule<T> => ({
  name: 'new validator',
  check: ({ tx, facts }) => {
    const { subnetID, nodeID } = nodeOf(tx);
    within(path, () => {
      if (validatorOn(facts, subnetID, nodeID))
        throw new AvalancheError('Duplicate', `${formatNodeID(nodeID)} validates already`);
    });
  },
});

/** Source: avalanchego `vms/platformvm/txs/validator.go` `BoundedBy`. */
function verifyWithin(
  { validator: staked }: OnNode,
  validator: ValidatorFacts,
  facts: Facts,
): void {
  const from = startOf(staked, facts);
  if (from < validator.start)
    throw outOfRange(`${from}, the validator starts at ${validator.start}`, 'validator', 'start');
  verifyRange(seconds(staked.end), from, validator.end, ['validator', 'end'], { unit: 'time' });
}

/**
 * Rule: a subnet validator validates the primary network for the whole period. Source: as `duration`,
 * `verifySubnetValidatorPrimaryNetworkRequirements`.
 */
export const primaryValidator: Rule<OnNode> = {
  name: 'validator of the primary network',
  check: ({ tx, facts }) => {
    verifyWithin(tx, requireValidator(facts, primaryNetworkID, tx.validator.nodeID), facts);
  },
};

/** Rule: the node is a validator for the whole period of the delegation. */
export const delegatedValidator: Rule<StakingTx> = {
  name: 'validator',
  check: ({ tx, facts }) => {
    verifyWithin(tx, requireValidator(facts, subnetOf(tx), tx.validator.nodeID), facts);
  },
};

/** Rule: only validators with a stake can be delegated to. */
export const permissionless: Rule<StakingTx> = {
  name: 'permissionless validator',
  check: ({ tx, facts }) => {
    if (isPrimary(tx)) return;
    const { nodeID } = tx.validator;
    const { permissioned } = given(
      () => requireValidator(facts, subnetOf(tx), nodeID),
      'validators',
      'the validator',
    );
    if (permissioned)
      throw new AvalancheError(
        'NotAllowed',
        'the owner of the subnet added it: nobody can delegate to it',
      ).at('validator', 'nodeID');
  },
};

/** Rule: the weight of a delegation is at least the minimum. */
export const delegatorStake: Rule<StakingTx> = {
  name: 'stake of a delegator',
  check: ({ tx, facts }) => {
    const { minDelegatorStake } = boundsOf(tx, facts);
    verifyRange(
      tx.validator.weight,
      minDelegatorStake,
      maxUint64,
      ['validator', 'weight'],
      stakeUnit(tx),
    );
  },
};

/** Rule: the total weight of the validator never exceeds its limit. Source: as `duration`, `overDelegated`. */
export const delegatedWeight: Rule<StakingTx> = {
  name: 'delegated weight',
  check: ({ tx: delegation, facts }) => {
    const { validator: tx } = delegation;
    const found = given(
      () => requireValidator(facts, subnetOf(delegation), tx.nodeID),
      'validators',
      'the validator',
    );
    const { maxWeightFactor, maxValidatorStake } = boundsOf(delegation, facts);
    const byFactor = maxWeightFactor * found.weight;
    const most = byFactor < maxValidatorStake ? byFactor : maxValidatorStake;
    const delegators = need(found.delegators, 'validators', 'the delegations to the validator');
    const now = timeOf(facts);
    const before = maxWeightOn(found, delegators, now, startOf(tx, facts), seconds(tx.end));
    const free = most > before ? most - before : 0n;
    verifyRange(tx.weight, 0n, free, ['validator', 'weight']);
  },
};

/**
 * Returns the highest total weight of a validator during a period, including all delegations. Source: avalanchego
 * `vms/platformvm/txs/executor/staker_tx_verification_helpers.go` `GetMaxWeight`.
 * @param now Unix seconds; delegations that start later are pending.
 */
export function maxWeightOn(
  validator: Pick<StakeFacts, 'weight'>,
  delegators: readonly StakeFacts[],
  now: bigint,
  from: bigint,
  to: bigint,
): bigint {
  const isPending = ({ start }: StakeFacts) => start > now;
  let weight = delegators
    .filter((delegator) => !isPending(delegator))
    .reduce((sum, delegator) => addUint64(sum, delegator.weight), validator.weight);
  const changes = [
    ...delegators
      .filter(isPending)
      .map((delegator) => ({ time: delegator.start, by: delegator.weight })),
    ...delegators.map((delegator) => ({ time: delegator.end, by: -delegator.weight })),
  ]
    // At equal times, starts count before ends: the sort is stable.
    .sort((a, b) => compareUint64(a.time, b.time));
  let most = 0n;
  for (const { time, by: delta } of changes) {
    if (time > to) break;
    if (time >= from && weight > most) most = weight;
    weight = addUint64(weight, delta);
  }
  return weight > most ? weight : most;
}

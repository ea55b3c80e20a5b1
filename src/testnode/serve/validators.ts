/** Validators as `platform.getCurrentValidators` lists them. Source: avalanchego `vms/platformvm/service.go`. */
import type { ChainName } from '../../chain/declared.ts';
import { balanceOf, type L1Validator, type Staker } from '../../history/ledger.ts';
import type { ResultInput } from '../../rpc/methods.ts';
import { compareBytes, equalBytes } from '../../text/bytes.ts';
import { formatID, formatNodeID, parseID } from '../../text/id.ts';
import { l1ValidatorsOf } from '../reads.ts';
import type { World } from '../world.ts';
import { addressOn } from './chains.ts';
import { emptyID } from './params.ts';

type Owner = {
  readonly locktime?: bigint;
  readonly threshold: number;
  readonly addresses: readonly Uint8Array[];
};

const ownerAnswer = (world: World, { locktime = 0n, threshold, addresses }: Owner) => ({
  locktime,
  threshold,
  addresses: addresses.map((bytes) => addressOn(world, 'P' satisfies ChainName, bytes)),
});

const stakerAnswer = ({ txID, startTime, endTime, weight, nodeID }: Staker) => ({
  txID,
  startTime,
  endTime,
  weight,
  nodeID: formatNodeID(nodeID),
});

/** A validator of an L1. */
export function l1ValidatorAnswer(world: World, validator: L1Validator) {
  const { nodeID, weight, startTime, validationID, publicKey, minNonce } = validator;
  return {
    nodeID: formatNodeID(nodeID),
    weight,
    startTime,
    validationID: formatID(validationID),
    publicKey,
    remainingBalanceOwner: ownerAnswer(world, validator.remainingBalanceOwner),
    deactivationOwner: ownerAnswer(world, validator.deactivationOwner),
    minNonce,
    balance: balanceOf(world.P.ledger, validator),
  };
}

/** Who receives the rewards of a validator, and the share that it keeps of its delegators' rewards. */
function termsOf({ tx }: Staker) {
  if (tx.type === 'platformvm.AddValidatorTx')
    return { validation: tx.rewardsOwner, delegation: tx.rewardsOwner, shares: tx.shares };
  if ('validationRewardsOwner' in tx)
    return {
      validation: tx.validationRewardsOwner,
      delegation: tx.delegationRewardsOwner,
      shares: 'delegationShares' in tx ? tx.delegationShares : tx.shares,
    };
  return undefined;
}

const percent = (parts: number): string => (parts / 10_000).toFixed(4);

interface Delegations {
  readonly delegators: readonly Staker[];
  /** Whether they are listed, and not only counted. */
  readonly isListed: boolean;
}

function validatorAnswer(
  world: World,
  staker: Staker,
  { delegators, isListed }: Delegations,
): ResultInput<'platform.getCurrentValidators'>['validators'][number] {
  const terms = termsOf(staker);
  if (!terms) return { ...stakerAnswer(staker), kind: 'permissioned' };
  const { tx, renewal, potentialReward, accruedDelegateeReward, subnetID } = staker;
  const isPrimary = formatID(subnetID) === emptyID;
  const signer = 'signer' in tx && 'publicKey' in tx.signer ? tx.signer : undefined;
  return {
    ...stakerAnswer(staker),
    kind: 'permissionless',
    validationRewardOwner: ownerAnswer(world, terms.validation),
    delegationRewardOwner: ownerAnswer(world, terms.delegation),
    potentialReward,
    accruedDelegateeReward,
    delegationFee: percent(terms.shares),
    ...(isPrimary && { uptime: '100.0000', connected: true }),
    ...(signer && {
      signer: { publicKey: signer.publicKey, proofOfPossession: signer.proofOfPossession },
    }),
    ...(renewal &&
      'validatorAuthority' in tx && {
        validatorAuthority: ownerAnswer(world, tx.validatorAuthority),
        nextPeriod: renewal.nextPeriod,
        autoCompoundRewardShares: renewal.autoCompoundRewardShares,
      }),
    delegatorCount: BigInt(delegators.length),
    delegatorWeight: delegators.reduce((sum, { weight }) => sum + weight, 0n),
    ...(isListed && { delegators: delegators.map((of) => delegatorAnswer(world, of)) }),
  };
}

function delegatorAnswer(world: World, staker: Staker) {
  const { tx, potentialReward } = staker;
  const owner =
    tx.type === 'platformvm.AddDelegatorTx'
      ? tx.rewardsOwner
      : tx.type === 'platformvm.AddPermissionlessDelegatorTx'
        ? tx.rewardsOwner
        : undefined;
  return {
    ...stakerAnswer(staker),
    ...(owner && { rewardOwner: ownerAnswer(world, owner) }),
    potentialReward,
  };
}

const isDelegator = ({ tx }: Staker): boolean =>
  tx.type === 'platformvm.AddDelegatorTx' || tx.type === 'platformvm.AddPermissionlessDelegatorTx';

/** The validators of a subnet, or those that are named. */
export function currentValidators(
  world: World,
  subnetID: string,
  nodeIDs: readonly string[],
): ResultInput<'platform.getCurrentValidators'> {
  const id = parseID(subnetID);
  const isWanted = (nodeID: Uint8Array) =>
    nodeIDs.length === 0 || nodeIDs.includes(formatNodeID(nodeID));
  const stakers = world.P.stakers.ending.filter(
    (of) => equalBytes(of.subnetID, id) && isWanted(of.nodeID),
  );
  const byNode = new Map<string, Staker[]>();
  for (const staker of stakers.filter(isDelegator)) {
    const node = formatNodeID(staker.nodeID);
    byNode.set(node, [...(byNode.get(node) ?? []), staker]);
  }
  const isL1 = world.P.ledger.subnets.get(subnetID)?.conversion !== undefined;
  const isListed = new Set(nodeIDs).size === 1;
  const validators = stakers
    .filter((of) => !isDelegator(of))
    .map((of) =>
      isL1
        ? { ...stakerAnswer(of), kind: 'permissioned' as const }
        : validatorAnswer(world, of, {
            delegators: byNode.get(formatNodeID(of.nodeID)) ?? [],
            isListed,
          }),
    );
  // A node goes through its database, whose keys are the nodeIDs.
  const l1 = [...l1ValidatorsOf(world, id)]
    .filter(({ nodeID }) => isWanted(nodeID))
    .sort((a, b) => compareBytes(a.nodeID, b.nodeID))
    .map((of) => ({ ...l1ValidatorAnswer(world, of), kind: 'l1' as const }));
  return { validators: [...validators, ...l1] };
}

import { primaryNetworkID } from '../chain/base.ts';
import {
  AddPermissionlessDelegatorTx,
  AddPermissionlessValidatorTx,
} from '../chain/pchain/staking.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { type Address, type Owner, outputOwners } from '../state/owner.ts';
import type { PState } from '../state/state.ts';
import type { NAVAX } from '../text/amount.ts';
import { type IDLike, idBytes, type NodeIDLike, nodeIDBytes } from '../text/given.ts';
import { isAmount, readAssetID } from './intent.ts';
import { pBuilder } from './pbuilder.ts';
import { field, type NodePOP, readPercent, readProof, readTime } from './read.ts';
import { amountOfStake } from './stake.ts';
import { ownerIn } from './subnet.ts';

/** What all stakes say. */
export interface Staked {
  /** nAVAX, or units of the subnet’s asset; `max`: all that can be staked in one transaction, less the fee. */
  readonly amount: NAVAX | 'max';
  /** Gets back what is staked of funds that are not locked; without it, whoever gets change. Locked funds go back to their owners. */
  readonly stakeReturn?: Owner | Address;
}

/** A subnet with a token of its own; without it the primary network is meant. */
interface Elastic {
  /** CB58 or 32 bytes. */
  readonly subnetID?: IDLike;
  /** The asset that is staked there: CB58 or 32 bytes. */
  readonly assetID?: IDLike;
}

/** Validates the primary network, or an elastic subnet. */
export interface AddPermissionlessValidatorIntent extends Staked, Elastic {
  /** As `info.getNodeID` gives it; of an elastic subnet’s validator only the `nodeID` counts. */
  readonly node: NodePOP;
  /** Unix seconds when the stake comes back. */
  readonly end: bigint;
  /** What the validator keeps of its delegators’ rewards: `2%`. */
  readonly delegationFee: string;
  /** Receive the rewards. */
  readonly rewards: Owner | Address;
  /** Gets what the validator keeps; as `rewards` if not given. */
  readonly delegationRewards?: Owner | Address;
}

/** Adds to the stake of a validator of the primary network, or of an elastic subnet. */
export interface AddPermissionlessDelegatorIntent extends Staked, Elastic {
  /** `NodeID-…` or 20 bytes. */
  readonly nodeID: NodeIDLike;
  /** Unix seconds when the stake comes back: not after the validator’s end. */
  readonly end: bigint;
  /** Receives the reward. */
  readonly rewards: Owner | Address;
}

/** The keys of `Staked` and of `Elastic`. */
export const stakedKeys = ['amount', 'stakeReturn'] as const;
const elasticKeys = ['subnetID', 'assetID'] as const;

/** The stake that an intent means, and the subnet. */
export const readStake = (
  { network, time }: PState,
  intent: Staked & Elastic,
  end: bigint | undefined,
) => {
  const { amount, stakeReturn, subnetID } = intent;
  if (amount !== 'max' && !isAmount(amount))
    throw new AvalancheError(
      'OutOfRange',
      `must be an amount greater than 0, got ${String(amount)}`,
    ).at('amount');
  if ((subnetID === undefined) !== (intent.assetID === undefined))
    throw new AvalancheError('OutOfRange', 'an elastic subnet needs its assetID').at(
      subnetID === undefined ? 'subnetID' : 'assetID',
    );
  const assetID = readAssetID(intent.assetID ?? network.avaxAssetID);
  const returnTo =
    stakeReturn === undefined
      ? undefined
      : within(['stakeReturn'], () => outputOwners(stakeReturn, network.chains.P, network));
  return {
    stake: { assetID, amount, end: end ?? time, returnTo },
    subnetID: subnetID === undefined ? primaryNetworkID : field({ subnetID }, 'subnetID', idBytes),
  };
};

/**
 * A draft that starts a validation.
 * @throws {AvalancheError} As `buildBaseTx`; `OutOfRange`: stake, period or fee outside what the network allows, context has
 *   `found`, `least` and `most`; `Ambiguous`: `stakeReturn` must be named.
 */
export const buildAddPermissionlessValidatorTx = /* @__PURE__ */ pBuilder(
  AddPermissionlessValidatorTx,
  [...stakedKeys, ...elasticKeys, 'node', 'end', 'delegationFee', 'rewards', 'delegationRewards'],
  (intent: AddPermissionlessValidatorIntent, state) => {
    const end = field(intent, 'end', readTime);
    const { stake, subnetID } = readStake(state, intent, end);
    const nodeID = field(intent, 'node', (node) => field(node, 'nodeID', nodeIDBytes));
    const signer = intent.subnetID
      ? ({ type: 'signer.Empty' } as const)
      : field(intent, 'node', readProof);
    const shares = field(intent, 'delegationFee', readPercent);
    const { validationRewardsOwner, delegationRewardsOwner } = rewardsIn(intent, state);
    return {
      stake,
      fields: (outputs) => ({
        validator: { nodeID, start: 0n, end, weight: amountOfStake(outputs) },
        subnetID,
        signer,
        stake: outputs,
        validationRewardsOwner,
        delegationRewardsOwner,
        shares,
      }),
    };
  },
);

/** The owners of what a validator earns itself, and of its share of what delegators earn. */
export function rewardsIn(
  {
    rewards,
    delegationRewards = rewards,
  }: Pick<AddPermissionlessValidatorIntent, 'rewards' | 'delegationRewards'>,
  state: PState,
) {
  return {
    validationRewardsOwner: ownerIn({ rewards }, 'rewards', state),
    delegationRewardsOwner: ownerIn({ delegationRewards }, 'delegationRewards', state),
  };
}

/**
 * A draft that delegates to a validator.
 * @throws {AvalancheError} As `buildAddPermissionlessValidatorTx`.
 */
export const buildAddPermissionlessDelegatorTx = /* @__PURE__ */ pBuilder(
  AddPermissionlessDelegatorTx,
  [...stakedKeys, ...elasticKeys, 'nodeID', 'end', 'rewards'],
  (intent: AddPermissionlessDelegatorIntent, state) => {
    const end = field(intent, 'end', readTime);
    const { stake, subnetID } = readStake(state, intent, end);
    const nodeID = field(intent, 'nodeID', nodeIDBytes);
    const rewardsOwner = ownerIn(intent, 'rewards', state);
    return {
      stake,
      fields: (outputs) => ({
        validator: { nodeID, start: 0n, end, weight: amountOfStake(outputs) },
        subnetID,
        stake: outputs,
        rewardsOwner,
      }),
    };
  },
);

import { primaryNetworkID } from '../chain/base.ts';
import {
  AddPermissionlessDelegatorTx,
  AddPermissionlessValidatorTx,
} from '../chain/pchain/staking.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { outputOwners } from '../state/owner.ts';
import type { PState } from '../state/state.ts';
import { idBytes, nodeIDBytes } from '../text/given.ts';
import { isAmount, readAssetID } from './intent.ts';
import {
  AddPermissionlessDelegatorIntent,
  AddPermissionlessValidatorIntent,
} from './intents/staking.ts';
import { pBuilder } from './pbuilder.ts';
import { field, readPercent, readProof, readTime } from './read.ts';
import { amountOfStake } from './stake.ts';
import { ownerIn } from './subnet.ts';

/** What all stakes say. */
export type Staked = Pick<AddPermissionlessValidatorIntent, 'amount' | 'stakeReturn'>;
type Elastic = Pick<AddPermissionlessValidatorIntent, 'subnetID' | 'assetID'>;

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
  AddPermissionlessValidatorIntent,
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
  AddPermissionlessDelegatorIntent,
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

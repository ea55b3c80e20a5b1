/** Builders for staking on the primary network: validators, delegators, and validators whose periods renew themselves. */
import { primaryNetworkID } from '../chain/base.ts';
import {
  AddAutoRenewedValidatorTx,
  AddPermissionlessDelegatorTx,
  AddPermissionlessValidatorTx,
  SetAutoRenewedValidatorConfigTx,
} from '../chain/pchain/staking.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { outputOwners } from '../state/owner.ts';
import type { PState } from '../state/state.ts';
import { idBytes, nodeIDBytes } from '../text/given.ts';
import { authorization, inputOfAuth } from './authority.ts';
import { readAmount, readAssetID } from './intent.ts';
import {
  AddAutoRenewedValidatorIntent,
  AddPermissionlessDelegatorIntent,
  AddPermissionlessValidatorIntent,
  SetAutoRenewedValidatorConfigIntent,
} from './intents/staking.ts';
import { field, readPercent, readProof, readTime, readUint64 } from './intentvalues.ts';
import { pBuilder } from './ppay.ts';
import { amountOfStake } from './stakeplan.ts';
import { ownerIn } from './subnets.ts';

/** The fields that the intents of all stakes have. */
export type Staked = Pick<AddPermissionlessValidatorIntent, 'amount' | 'stakeReturnOwner'>;
type Elastic = Pick<AddPermissionlessValidatorIntent, 'subnetID' | 'assetID'>;

/** Reads the stake and the subnet of an intent. */
const readStake = (
  { network, time }: PState,
  intent: Staked & Elastic,
  end: bigint | undefined,
) => {
  const { amount, stakeReturnOwner, subnetID } = intent;
  if (amount !== 'max') readAmount(amount);
  if ((subnetID === undefined) !== (intent.assetID === undefined))
    throw new AvalancheError('OutOfRange', 'an elastic subnet needs its assetID').at(
      subnetID === undefined ? 'subnetID' : 'assetID',
    );
  const assetID = readAssetID(intent.assetID ?? network.avaxAssetID);
  const returnTo =
    stakeReturnOwner === undefined
      ? undefined
      : within(['stakeReturnOwner'], () =>
          outputOwners(stakeReturnOwner, network.chains.P, network),
        );
  return {
    stake: { assetID, amount, end: end ?? time, returnTo },
    subnetID: subnetID === undefined ? primaryNetworkID : field({ subnetID }, 'subnetID', idBytes),
  };
};

/**
 * Builds a draft that adds a validator of the primary network or an elastic subnet.
 * @throws {AvalancheError} As `buildBaseTx`; `OutOfRange`: stake, period or fee outside the network's limits, context has
 *   `found`, `least` and `most`; `Ambiguous`: `stakeReturnOwner` must be named.
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

/** Returns the owners of a validator's own rewards, and of its share of delegators' rewards. */
function rewardsIn(
  {
    rewardsOwner,
    delegationRewardsOwner = rewardsOwner,
  }: Pick<AddPermissionlessValidatorIntent, 'rewardsOwner' | 'delegationRewardsOwner'>,
  state: PState,
) {
  return {
    validationRewardsOwner: ownerIn({ rewardsOwner }, 'rewardsOwner', state),
    delegationRewardsOwner: ownerIn({ delegationRewardsOwner }, 'delegationRewardsOwner', state),
  };
}

/**
 * Builds a draft that delegates to a validator.
 * @throws {AvalancheError} As `buildAddPermissionlessValidatorTx`.
 */
export const buildAddPermissionlessDelegatorTx = /* @__PURE__ */ pBuilder(
  AddPermissionlessDelegatorTx,
  AddPermissionlessDelegatorIntent,
  (intent: AddPermissionlessDelegatorIntent, state) => {
    const end = field(intent, 'end', readTime);
    const { stake, subnetID } = readStake(state, intent, end);
    const nodeID = field(intent, 'nodeID', nodeIDBytes);
    const rewardsOwner = ownerIn(intent, 'rewardsOwner', state);
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

/**
 * Builds a draft that adds an auto-renewed validator.
 * @throws {AvalancheError} As `buildAddPermissionlessValidatorTx`; `WrongUpgrade`: before Helicon.
 */
export const buildAddAutoRenewedValidatorTx = /* @__PURE__ */ pBuilder(
  AddAutoRenewedValidatorTx,
  AddAutoRenewedValidatorIntent,
  (intent: AddAutoRenewedValidatorIntent, state) => {
    const period = field(intent, 'period', readUint64);
    const { stake } = readStake(state, intent, state.time + period);
    const nodeID = field(intent, 'node', (node) => field(node, 'nodeID', nodeIDBytes));
    const signer = field(intent, 'node', readProof);
    const shares = field(intent, 'delegationFee', readPercent);
    const compound = field(intent, 'autoCompound', readPercent);
    const rewards = rewardsIn(intent, state);
    const validatorAuthority = ownerIn(intent, 'validatorAuthority', state);
    return {
      stake,
      fields: (outputs) => ({
        nodeID,
        signer,
        stake: outputs,
        ...rewards,
        validatorAuthority,
        delegationShares: shares,
        autoCompoundRewardShares: compound,
        period,
      }),
    };
  },
);

/**
 * Builds a draft that changes the terms of an auto-renewed validator, or stops it.
 * @throws {AvalancheError} As `buildBaseTx`; `MissingSigner`: the state’s `authorities` do not have the transaction;
 *   `WrongUpgrade`: before Helicon.
 */
export const buildSetAutoRenewedValidatorConfigTx = /* @__PURE__ */ pBuilder(
  SetAutoRenewedValidatorConfigTx,
  SetAutoRenewedValidatorConfigIntent,
  (intent: SetAutoRenewedValidatorConfigIntent, state, options) => {
    const txID = field(intent, 'txID', idBytes);
    const compound = field(intent, 'autoCompound', readPercent);
    const period = field(intent, 'period', (seconds) => {
      if (seconds === 'stop') return 0n;
      if (seconds === 0n)
        throw new AvalancheError(
          'OutOfRange',
          "must be at least 1 second, got 0: to stop the validator after its current period, use 'stop'",
          { value: 0n, min: 1n },
        );
      return readUint64(seconds);
    });
    const auth = authorization(state, options, txID);
    return {
      fields: { txID, auth: inputOfAuth(auth), autoCompoundRewardShares: compound, period },
      auth,
    };
  },
);

import { SetAutoRenewedValidatorConfigTx } from '../chain/pchain/autorenewed.ts';
import { AddAutoRenewedValidatorTx } from '../chain/pchain/staking.ts';
import type { Address, Owner } from '../state/owner.ts';
import { type IDLike, idBytes, nodeIDBytes } from '../text/given.ts';
import { authorization, inputOfAuth } from './authority.ts';
import { pBuilder } from './pbuilder.ts';
import { field, type NodePOP, readPercent, readProof, readUint64 } from './read.ts';
import { readStake, rewardsIn, type Staked, stakedKeys } from './staking.ts';
import { ownerIn } from './subnet.ts';

/** Validates the primary network period after period, until told to stop (ACP-236). */
export interface AddAutoRenewedValidatorIntent extends Staked {
  /** As `info.getNodeID` gives it. */
  readonly node: NodePOP;
  /** Seconds that a period lasts. */
  readonly period: bigint;
  /** What the validator keeps of its delegators’ rewards: `2%`. */
  readonly delegationFee: string;
  /** What of the reward is staked again each period: `30%`. */
  readonly autoCompound: string;
  /** Receive the rewards. */
  readonly rewards: Owner | Address;
  /** Gets what the validator keeps; as `rewards` if not given. */
  readonly delegationRewards?: Owner | Address;
  /** Who may change or end it. */
  readonly authority: Owner | Address;
}

/** Other terms for an auto-renewed validation, from its next period on. */
export interface SetAutoRenewedValidatorConfigIntent {
  /** The transaction that began it: CB58 or 32 bytes. */
  readonly txID: IDLike;
  /** What of the reward is staked again each period: `30%`. */
  readonly autoCompound: string;
  /** Seconds; `stop`: it ends with the period that runs. */
  readonly period: bigint | 'stop';
}

/**
 * A draft that starts an auto-renewed validation.
 * @throws {AvalancheError} As `buildAddPermissionlessValidatorTx`; `WrongUpgrade`: before Helicon.
 */
export const buildAddAutoRenewedValidatorTx = /* @__PURE__ */ pBuilder(
  AddAutoRenewedValidatorTx,
  [
    ...stakedKeys,
    'node',
    'period',
    'delegationFee',
    'autoCompound',
    'rewards',
    'delegationRewards',
    'authority',
  ],
  (intent: AddAutoRenewedValidatorIntent, state) => {
    const period = field(intent, 'period', readUint64);
    const { stake } = readStake(state, intent, state.time + period);
    const nodeID = field(intent, 'node', (node) => field(node, 'nodeID', nodeIDBytes));
    const signer = field(intent, 'node', readProof);
    const shares = field(intent, 'delegationFee', readPercent);
    const compound = field(intent, 'autoCompound', readPercent);
    const rewards = rewardsIn(intent, state);
    const validatorAuthority = ownerIn(intent, 'authority', state);
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
 * A draft that changes the terms of an auto-renewed validation, or ends it.
 * @throws {AvalancheError} As `buildBaseTx`; `MissingSigner`: the state’s `authorities` do not have the transaction;
 *   `WrongUpgrade`: before Helicon.
 */
export const buildSetAutoRenewedValidatorConfigTx = /* @__PURE__ */ pBuilder(
  SetAutoRenewedValidatorConfigTx,
  ['txID', 'autoCompound', 'period'],
  (intent: SetAutoRenewedValidatorConfigIntent, state, options) => {
    const txID = field(intent, 'txID', idBytes);
    const compound = field(intent, 'autoCompound', readPercent);
    const period = field(intent, 'period', (of) => (of === 'stop' ? 0n : readUint64(of)));
    const auth = authorization(state, options, txID);
    return {
      fields: { txID, auth: inputOfAuth(auth), autoCompoundRewardShares: compound, period },
      auth,
    };
  },
);

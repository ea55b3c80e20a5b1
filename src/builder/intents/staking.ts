/** Validators and delegators of the primary network and of elastic subnets. */
import { orWord } from '../../schema/collection.ts';
import { id, nodeID, string } from '../../schema/leaf.ts';
import { argument } from '../../schema/object.ts';
import { optional, type Value } from '../../schema/schema.ts';
import { unixTime } from '../../schema/time.ts';
import { integer, max, maxAVAX, node, owner } from '../intentvalues.ts';

export const AddPermissionlessValidatorIntent = /* @__PURE__ */ argument({
  /** Id and BLS key of the node, as `info.getNodeID` returns them. For an elastic subnet only the `nodeID` is used. */
  node,
  /** Stake in nAVAX (`avax('2000')`), or in units of the subnet's asset; `max`: all that fits into one transaction, less the fee. */
  amount: max,
  /** Unix seconds when the staking period ends and the stake returns: `unix('2027-01-31T00:00:00Z')`, or `state.time + days(14)`. */
  end: unixTime,
  /** Share of delegators' rewards that the validator keeps, such as `2%`. */
  delegationFee: string,
  /** Receives the rewards. */
  rewardsOwner: owner,
  /** Receives the validator's share of delegators' rewards; as `rewardsOwner` if omitted. */
  delegationRewardsOwner: optional(owner),
  /** Receives the stake of unlocked funds when it returns; the change owner if omitted. Locked funds return to their owners. */
  stakeReturnOwner: optional(owner),
  /** An elastic subnet, CB58 or 32 bytes; the primary network if omitted. */
  subnetID: optional(id),
  /** The asset that the elastic subnet stakes: CB58 or 32 bytes. */
  assetID: optional(id),
});
/** Adds a validator of the primary network or an elastic subnet. */
export interface AddPermissionlessValidatorIntent
  extends Value<typeof AddPermissionlessValidatorIntent> {}

export const AddPermissionlessDelegatorIntent = /* @__PURE__ */ argument({
  /** The validator: `NodeID-…` or 20 bytes. */
  nodeID,
  /** Stake in nAVAX (`avax('2000')`), or in units of the subnet's asset; `max`: all that fits into one transaction, less the fee. */
  amount: max,
  /**
   * Unix seconds when the staking period ends and the stake returns, not after the validator's end: `unix('2027-01-31T00:00:00Z')`, or
   * `state.time + days(14)`.
   */
  end: unixTime,
  /** Receives the rewards. */
  rewardsOwner: owner,
  /** Receives the stake of unlocked funds when it returns; the change owner if omitted. Locked funds return to their owners. */
  stakeReturnOwner: optional(owner),
  /** An elastic subnet, CB58 or 32 bytes; the primary network if omitted. */
  subnetID: optional(id),
  /** The asset that the elastic subnet stakes: CB58 or 32 bytes. */
  assetID: optional(id),
});
/** Delegates to a validator of the primary network or an elastic subnet. */
export interface AddPermissionlessDelegatorIntent
  extends Value<typeof AddPermissionlessDelegatorIntent> {}

export const AddAutoRenewedValidatorIntent = /* @__PURE__ */ argument({
  /** Id and BLS key of the node, as `info.getNodeID` returns them. */
  node,
  /** Stake in nAVAX (`avax('2000')`); `max`: all that fits into one transaction, less the fee. */
  amount: maxAVAX,
  /** Length of a staking period in seconds: `days(14)`. */
  period: integer,
  /** Share of delegators' rewards that the validator keeps, such as `2%`. */
  delegationFee: string,
  /** Share of the reward that is staked again each period, such as `30%`. */
  autoCompound: string,
  /** Receives the rewards. */
  rewardsOwner: owner,
  /** Can change the terms or stop the validator. */
  validatorAuthority: owner,
  /** Receives the validator's share of delegators' rewards; as `rewardsOwner` if omitted. */
  delegationRewardsOwner: optional(owner),
  /** Receives the stake of unlocked funds when it returns; the change owner if omitted. Locked funds return to their owners. */
  stakeReturnOwner: optional(owner),
});
/** Adds a validator of the primary network that renews each period until it is stopped (ACP-236). */
export interface AddAutoRenewedValidatorIntent
  extends Value<typeof AddAutoRenewedValidatorIntent> {}

export const SetAutoRenewedValidatorConfigIntent = /* @__PURE__ */ argument({
  /** The transaction that added the validator: CB58 or 32 bytes. */
  txID: id,
  /** Share of the reward that is staked again each period, such as `30%`. */
  autoCompound: string,
  /** Length of a staking period in seconds (`days(14)`); `stop`: ends with the current period. */
  period: orWord('stop', integer),
});
/** Changes the terms of an auto-renewed validator from its next period on. */
export interface SetAutoRenewedValidatorConfigIntent
  extends Value<typeof SetAutoRenewedValidatorConfigIntent> {}

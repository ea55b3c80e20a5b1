/** Validators and delegators of the primary network and of elastic subnets. */
import { orWord } from '../../schema/collection.ts';
import { id, nodeID, string } from '../../schema/leaf.ts';
import { argument } from '../../schema/object.ts';
import { optional, type Value } from '../../schema/schema.ts';
import { unixTime } from '../../schema/time.ts';
import { integer, max, maxAVAX, node, owner } from '../fields.ts';

export const AddPermissionlessValidatorIntent = /* @__PURE__ */ argument({
  /** As `info.getNodeID` gives it; of an elastic subnet's validator only the `nodeID` counts. */
  node,
  /** nAVAX, or units of the subnet's asset; `max`: all that can be staked in one transaction, less the fee. */
  amount: max,
  /** Unix seconds when the stake comes back. */
  end: unixTime,
  /** What the validator keeps of its delegators' rewards: `2%`. */
  delegationFee: string,
  /** Receives the rewards. */
  rewards: owner,
  /** Receives what the validator keeps; as `rewards` if omitted. */
  delegationRewards: optional(owner),
  /** Receives the stake of funds that are not locked; whoever receives change, if omitted. Locked funds return to their owners. */
  stakeReturn: optional(owner),
  /** An elastic subnet, CB58 or 32 bytes; the primary network if omitted. */
  subnetID: optional(id),
  /** The asset that the elastic subnet stakes: CB58 or 32 bytes. */
  assetID: optional(id),
});
/** Validates the primary network, or an elastic subnet. */
export interface AddPermissionlessValidatorIntent
  extends Value<typeof AddPermissionlessValidatorIntent> {}

export const AddPermissionlessDelegatorIntent = /* @__PURE__ */ argument({
  /** The validator: `NodeID-…` or 20 bytes. */
  nodeID,
  /** nAVAX, or units of the subnet's asset; `max`: all that can be staked in one transaction, less the fee. */
  amount: max,
  /** Unix seconds when the stake comes back: not after the validator's end. */
  end: unixTime,
  /** Receives the rewards. */
  rewards: owner,
  /** Receives the stake of funds that are not locked; whoever receives change, if omitted. Locked funds return to their owners. */
  stakeReturn: optional(owner),
  /** An elastic subnet, CB58 or 32 bytes; the primary network if omitted. */
  subnetID: optional(id),
  /** The asset that the elastic subnet stakes: CB58 or 32 bytes. */
  assetID: optional(id),
});
/** Adds to the stake of a validator of the primary network, or of an elastic subnet. */
export interface AddPermissionlessDelegatorIntent
  extends Value<typeof AddPermissionlessDelegatorIntent> {}

export const AddAutoRenewedValidatorIntent = /* @__PURE__ */ argument({
  /** As `info.getNodeID` gives it. */
  node,
  /** nAVAX; `max`: all that can be staked in one transaction, less the fee. */
  amount: maxAVAX,
  /** Seconds of a period. */
  period: integer,
  /** What the validator keeps of its delegators' rewards: `2%`. */
  delegationFee: string,
  /** What of the reward is staked again each period: `30%`. */
  autoCompound: string,
  /** Receives the rewards. */
  rewards: owner,
  /** Can change or end it. */
  authority: owner,
  /** Receives what the validator keeps; as `rewards` if omitted. */
  delegationRewards: optional(owner),
  /** Receives the stake of funds that are not locked; whoever receives change, if omitted. Locked funds return to their owners. */
  stakeReturn: optional(owner),
});
/** Validates the primary network period after period, until told to stop (ACP-236). */
export interface AddAutoRenewedValidatorIntent
  extends Value<typeof AddAutoRenewedValidatorIntent> {}

export const SetAutoRenewedValidatorConfigIntent = /* @__PURE__ */ argument({
  /** The transaction that added the validator: CB58 or 32 bytes. */
  txID: id,
  /** What of the reward is staked again each period: `30%`. */
  autoCompound: string,
  /** Seconds; `stop`: it ends with the current period. */
  period: orWord('stop', integer),
});
/** Other terms for an auto-renewed validation, from its next period on. */
export interface SetAutoRenewedValidatorConfigIntent
  extends Value<typeof SetAutoRenewedValidatorConfigIntent> {}

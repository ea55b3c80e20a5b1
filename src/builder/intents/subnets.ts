/** Subnets, their chains and the validators that their owners admit. */
import { list } from '../../schema/collection.ts';
import { id, nodeID, string } from '../../schema/leaf.ts';
import { argument } from '../../schema/object.ts';
import { optional, type Value } from '../../schema/schema.ts';
import { unixTime } from '../../schema/time.ts';
import { contentBytes, integer, machine, owner, wholeOwner } from '../fields.ts';

export const CreateSubnetIntent = /* @__PURE__ */ argument({
  /** Can change the subnet. */
  owner,
});
/** A new subnet. */
export interface CreateSubnetIntent extends Value<typeof CreateSubnetIntent> {}

export const CreateChainIntent = /* @__PURE__ */ argument({
  /** CB58 or 32 bytes. */
  subnetID: id,
  /** ASCII letters, digits and spaces, at most 128; not unique. */
  name: string,
  /** Virtual machine: `subnetevm`, `evm`, `avm`, or its id: CB58 or 32 bytes. */
  vm: machine,
  /** Genesis of the blockchain, in the format of its VM. */
  genesis: contentBytes,
  /** Feature extensions of the machine, CB58 or 32 bytes, in any order: few machines have some. */
  fxIDs: optional(list(id)),
  /** Owner of the subnet, if the state does not have it. */
  owner: optional(wholeOwner),
});
/** A new blockchain of a subnet. */
export interface CreateChainIntent extends Value<typeof CreateChainIntent> {}

export const AddSubnetValidatorIntent = /* @__PURE__ */ argument({
  /** The subnet that it validates: CB58 or 32 bytes. */
  subnetID: id,
  /** `NodeID-…` or 20 bytes; it validates the primary network until after `end`. */
  nodeID,
  /** Weight in the subnet's consensus; at least 1. */
  weight: integer,
  /** Unix seconds. */
  end: unixTime,
});
/** A validator that the owner of a subnet admits. */
export interface AddSubnetValidatorIntent extends Value<typeof AddSubnetValidatorIntent> {}

export const RemoveSubnetValidatorIntent = /* @__PURE__ */ argument({
  /** The subnet that it leaves: CB58 or 32 bytes. */
  subnetID: id,
  /** `NodeID-…` or 20 bytes. */
  nodeID,
});
/** A validator that the owner of a subnet removes. */
export interface RemoveSubnetValidatorIntent extends Value<typeof RemoveSubnetValidatorIntent> {}

export const TransferSubnetOwnershipIntent = /* @__PURE__ */ argument({
  /** The subnet: CB58 or 32 bytes. */
  subnetID: id,
  /** The new owner. */
  owner,
});
/** A subnet that gets a new owner. */
export interface TransferSubnetOwnershipIntent
  extends Value<typeof TransferSubnetOwnershipIntent> {}

/** Subnets, their chains and the validators that their owners admit. */
import { list } from '../../schema/collection.ts';
import { id, nodeID, string } from '../../schema/leaf.ts';
import { argument } from '../../schema/object.ts';
import { optional, type Value } from '../../schema/schema.ts';
import { unixTime } from '../../schema/time.ts';
import { contentBytes, integer, machine, owner, wholeOwner } from '../intentvalues.ts';

export const CreateSubnetIntent = /* @__PURE__ */ argument({
  /** The owner, who can change the subnet. */
  owner,
});
/** Creates a subnet without chains or validators. Its id is that of the transaction. */
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
  /** Feature extensions of the virtual machine, CB58 or 32 bytes, in any order. Few virtual machines have any. */
  fxIDs: optional(list(id)),
  /** Owner of the subnet, if the state does not have it. */
  owner: optional(wholeOwner),
});
/** Creates a blockchain of a subnet. */
export interface CreateChainIntent extends Value<typeof CreateChainIntent> {}

export const AddSubnetValidatorIntent = /* @__PURE__ */ argument({
  /** The subnet that it validates: CB58 or 32 bytes. */
  subnetID: id,
  /** The validator, `NodeID-…` or 20 bytes. It must validate the primary network until `end` or later. */
  nodeID,
  /** Weight in the subnet's consensus, in units of its own choice; at least 1. */
  weight: integer,
  /** End of the validation in Unix seconds: `unix('2027-01-31T00:00:00Z')`. */
  end: unixTime,
});
/** Adds a validator to a subnet, as its owner. */
export interface AddSubnetValidatorIntent extends Value<typeof AddSubnetValidatorIntent> {}

export const RemoveSubnetValidatorIntent = /* @__PURE__ */ argument({
  /** The subnet to remove it from: CB58 or 32 bytes. */
  subnetID: id,
  /** The validator: `NodeID-…` or 20 bytes. */
  nodeID,
});
/** Removes a validator from a subnet, as its owner. */
export interface RemoveSubnetValidatorIntent extends Value<typeof RemoveSubnetValidatorIntent> {}

export const TransferSubnetOwnershipIntent = /* @__PURE__ */ argument({
  /** The subnet: CB58 or 32 bytes. */
  subnetID: id,
  /** The new owner. */
  owner,
});
/** Gives a subnet to a new owner, as its current owner. */
export interface TransferSubnetOwnershipIntent
  extends Value<typeof TransferSubnetOwnershipIntent> {}

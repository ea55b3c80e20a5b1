/** L1s and their validators. */
import { list } from '../../schema/collection.ts';
import { hex, hexOf, id } from '../../schema/leaf.ts';
import { argument } from '../../schema/object.ts';
import type { Schema, Value } from '../../schema/schema.ts';
import { inAVAX, integer, node, owner } from '../fields.ts';

export const L1ValidatorIntent = /* @__PURE__ */ argument({
  /** As `info.getNodeID` gives it. */
  node,
  /** Weight in the consensus of the L1; at least 1. */
  weight: integer,
  /** nAVAX, burned now, that pay the validator's continuous fee; with 0 it does not validate yet. */
  balance: inAVAX,
  /** Receives what is left of the balance. Addresses without a locktime. */
  remainingBalanceOwner: owner,
  /** Can disable it. Addresses without a locktime. */
  deactivationOwner: owner,
});
/** One of the first validators of an L1. */
export interface L1ValidatorIntent extends Value<typeof L1ValidatorIntent> {}

export const ConvertSubnetToL1Intent = /* @__PURE__ */ argument({
  /** CB58 or 32 bytes. */
  subnetID: id,
  /** Chain of the contract that manages the validators from now on: CB58 or 32 bytes. */
  managerChainID: id,
  /** Address of that contract: at most 4096 bytes, or their hex with `0x`. */
  managerAddress: hex,
  /** In any order; their validation ids count them in the order of their node ids. */
  validators: list<Schema<L1ValidatorIntent>>(L1ValidatorIntent),
});
/** A subnet that becomes an L1. */
export interface ConvertSubnetToL1Intent extends Value<typeof ConvertSubnetToL1Intent> {}

export const RegisterL1ValidatorIntent = /* @__PURE__ */ argument({
  /** Signed warp message of the manager: bytes, or their hex with `0x`. */
  message: hex,
  /** nAVAX, burned now; with 0 it does not validate yet. */
  balance: inAVAX,
  /** Signature of the BLS key that the message names by itself: 96 bytes, or their hex with `0x`. */
  proofOfPossession: hexOf(96),
});
/** A validator that the manager of an L1 admits. */
export interface RegisterL1ValidatorIntent extends Value<typeof RegisterL1ValidatorIntent> {}

export const SetL1ValidatorWeightIntent = /* @__PURE__ */ argument({
  /** Signed warp message of the manager: bytes, or their hex with `0x`. */
  message: hex,
});
/** A weight that the manager of an L1 sets; 0 removes the validator. */
export interface SetL1ValidatorWeightIntent extends Value<typeof SetL1ValidatorWeightIntent> {}

export const IncreaseL1ValidatorBalanceIntent = /* @__PURE__ */ argument({
  /** CB58 or 32 bytes. */
  validationID: id,
  /** nAVAX, burned now. */
  balance: inAVAX,
});
/** A validator that is paid for longer. */
export interface IncreaseL1ValidatorBalanceIntent
  extends Value<typeof IncreaseL1ValidatorBalanceIntent> {}

export const DisableL1ValidatorIntent = /* @__PURE__ */ argument({
  /** CB58 or 32 bytes. */
  validationID: id,
});
/** A validator that its deactivation owner disables; what is left of its balance is returned. */
export interface DisableL1ValidatorIntent extends Value<typeof DisableL1ValidatorIntent> {}

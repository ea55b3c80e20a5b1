/** L1s and their validators. */
import { list } from '../../schema/collection.ts';
import { hex, hexOf, id } from '../../schema/leaf.ts';
import { argument } from '../../schema/object.ts';
import type { Schema, Value } from '../../schema/schema.ts';
import { inAVAX, integer, node, owner } from '../intentvalues.ts';

export const L1ValidatorIntent = /* @__PURE__ */ argument({
  /** Id and BLS key of the node, as `info.getNodeID` returns them. */
  node,
  /** Weight in the consensus of the L1, in units of its own choice; at least 1. */
  weight: integer,
  /** nAVAX (`avax('1')`), burned now, from which the validator's continuous fee is paid. With 0 it starts inactive. */
  balance: inAVAX,
  /** Receives the remaining balance when the validator ends. Must have no locktime. */
  remainingBalanceOwner: owner,
  /** Can disable the validator. Must have no locktime. */
  deactivationOwner: owner,
});
/** An initial validator of an L1. */
export interface L1ValidatorIntent extends Value<typeof L1ValidatorIntent> {}

export const ConvertSubnetToL1Intent = /* @__PURE__ */ argument({
  /** CB58 or 32 bytes. */
  subnetID: id,
  /** Chain of the validator manager contract: CB58 or 32 bytes. */
  managerChainID: id,
  /** Address of the validator manager contract: at most 4096 bytes, or their hex with `0x`. */
  managerAddress: hex,
  /** Initial validators, in any order. Their validation ids are numbered in the order of their node ids. */
  validators: list<Schema<L1ValidatorIntent>>(L1ValidatorIntent),
});
/** Converts a subnet to an L1. */
export interface ConvertSubnetToL1Intent extends Value<typeof ConvertSubnetToL1Intent> {}

export const RegisterL1ValidatorIntent = /* @__PURE__ */ argument({
  /** Signed warp message of the validator manager: bytes, or their hex with `0x`. */
  message: hex,
  /** nAVAX (`avax('1')`), burned now, from which the validator's continuous fee is paid. With 0 it starts inactive. */
  balance: inAVAX,
  /**
   * Proof of possession of the BLS key in the message, which also names the node: 96 bytes, or their hex with `0x`. `info.getNodeID` returns
   * it as `nodePOP.proofOfPossession`.
   */
  proofOfPossession: hexOf(96),
});
/** Registers a validator of an L1, as its validator manager says. */
export interface RegisterL1ValidatorIntent extends Value<typeof RegisterL1ValidatorIntent> {}

export const SetL1ValidatorWeightIntent = /* @__PURE__ */ argument({
  /** Signed warp message of the validator manager: bytes, or their hex with `0x`. */
  message: hex,
});
/** Sets the weight of an L1 validator, as its validator manager says; 0 removes the validator. */
export interface SetL1ValidatorWeightIntent extends Value<typeof SetL1ValidatorWeightIntent> {}

export const IncreaseL1ValidatorBalanceIntent = /* @__PURE__ */ argument({
  /** CB58 or 32 bytes. */
  validationID: id,
  /** nAVAX (`avax('1')`) to add to the balance, burned now. */
  balance: inAVAX,
});
/** Increases the balance of an L1 validator, so that it stays active for longer. */
export interface IncreaseL1ValidatorBalanceIntent
  extends Value<typeof IncreaseL1ValidatorBalanceIntent> {}

export const DisableL1ValidatorIntent = /* @__PURE__ */ argument({
  /** CB58 or 32 bytes. */
  validationID: id,
});
/** Disables an L1 validator, as its deactivation owner. The remaining balance is returned. */
export interface DisableL1ValidatorIntent extends Value<typeof DisableL1ValidatorIntent> {}

import type { PChainOwner } from '../chain/pchain/components.ts';
import {
  ConvertSubnetToL1Tx,
  type ConvertSubnetToL1Validator,
  DisableL1ValidatorTx,
  IncreaseL1ValidatorBalanceTx,
  RegisterL1ValidatorTx,
  SetL1ValidatorWeightTx,
} from '../chain/pchain/l1.ts';
import { checkKeys, toList } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import type { Address, Owner } from '../state/owner.ts';
import type { PState } from '../state/state.ts';
import type { NAVAX } from '../text/amount.ts';
import { compareBytes } from '../text/bytes.ts';
import { type BytesLike, bytesOf, type IDLike, idBytes, nodeIDBytes } from '../text/given.ts';
import { authorization, inputOfAuth } from './authority.ts';
import { pBuilder } from './pbuilder.ts';
import { field, type NodePOP, readProof, readUint64 } from './read.ts';
import { ownerIn } from './subnet.ts';

/** A first validator of an L1. */
export interface L1ValidatorIntent {
  /** As `info.getNodeID` gives it. */
  readonly node: NodePOP;
  /** Weight in the consensus of the L1; at least 1. */
  readonly weight: bigint;
  /** nAVAX, burned now, that pay the validator’s continuous fee; with 0 it does not validate yet. */
  readonly balance: NAVAX;
  /** Gets what is left of the balance. Addresses without a locktime. */
  readonly remainingBalanceOwner: Owner | Address;
  /** May disable it. Addresses without a locktime. */
  readonly deactivationOwner: Owner | Address;
}

/** A subnet that becomes an L1. */
export interface ConvertSubnetToL1Intent {
  /** CB58 or 32 bytes. */
  readonly subnetID: IDLike;
  /** Chain of the contract that manages the validators from now on: CB58 or 32 bytes. */
  readonly managerChainID: IDLike;
  /** Address of that contract: at most 4096 bytes, or their hex with `0x`. */
  readonly managerAddress: BytesLike;
  /** In any order; their validation ids count them in the order of their node ids. */
  readonly validators: readonly L1ValidatorIntent[];
}

/** A validator that the manager of an L1 lets in. */
export interface RegisterL1ValidatorIntent {
  /** Signed warp message of the manager: bytes, or their hex with `0x`. */
  readonly message: BytesLike;
  /** nAVAX, burned now; with 0 it does not validate yet. */
  readonly balance: NAVAX;
  /** Signature of the BLS key that the message names by itself: 96 bytes, or their hex with `0x`. */
  readonly proofOfPossession: BytesLike;
}

/** A weight that the manager of an L1 sets; 0 removes the validator. */
export interface SetL1ValidatorWeightIntent {
  /** Signed warp message of the manager: bytes, or their hex with `0x`. */
  readonly message: BytesLike;
}

/** A validator that is paid for longer. */
export interface IncreaseL1ValidatorBalanceIntent {
  /** CB58 or 32 bytes. */
  readonly validationID: IDLike;
  /** nAVAX, burned now. */
  readonly balance: NAVAX;
}

/** A validator that its deactivation owner stops; what is left of its balance comes back. */
export interface DisableL1ValidatorIntent {
  /** CB58 or 32 bytes. */
  readonly validationID: IDLike;
}

/**
 * A draft that makes a subnet an L1.
 * @throws {AvalancheError} As `buildCreateChainTx`.
 */
export const buildConvertSubnetToL1Tx = /* @__PURE__ */ pBuilder(
  ConvertSubnetToL1Tx,
  ['subnetID', 'managerChainID', 'managerAddress', 'validators'],
  (intent: ConvertSubnetToL1Intent, state, options) => {
    const subnetID = field(intent, 'subnetID', idBytes);
    const chainID = field(intent, 'managerChainID', idBytes);
    const address = field(intent, 'managerAddress', (of) => bytesOf(of));
    const validators = toList(intent.validators, 'validators')
      .map((of, i) => within(['validators', i], () => readValidator(of, state)))
      .sort((a, b) => compareBytes(a.nodeID, b.nodeID));
    const auth = authorization(state, options, subnetID);
    const balance = validators.reduce((sum, of) => sum + of.balance, 0n);
    return {
      fields: { subnetID, chainID, address, validators, subnetAuthorization: inputOfAuth(auth) },
      auth,
      balance,
    };
  },
);

function readValidator(of: L1ValidatorIntent, state: PState): ConvertSubnetToL1Validator {
  checkKeys(of, ['node', 'weight', 'balance', 'remainingBalanceOwner', 'deactivationOwner']);
  return {
    nodeID: field(of, 'node', (node) => field(node, 'nodeID', nodeIDBytes)),
    weight: field(of, 'weight', readUint64),
    balance: field(of, 'balance', (balance) => readUint64(balance, 0n)),
    signer: field(of, 'node', readProof),
    remainingBalanceOwner: ownerWithoutTime(of, 'remainingBalanceOwner', state),
    deactivationOwner: ownerWithoutTime(of, 'deactivationOwner', state),
  };
}

function ownerWithoutTime<K extends string>(
  of: { readonly [key in K]: Owner | Address },
  key: K,
  state: PState,
): PChainOwner {
  const { threshold, addresses, locktime } = ownerIn(of, key, state);
  if (locktime > 0n)
    throw new AvalancheError('Unsupported', 'an owner here cannot have a locktime').at(
      key,
      'locktime',
    );
  return { threshold, addresses };
}

/**
 * A draft that registers a validator of an L1.
 * @throws {AvalancheError} As `buildBaseTx`; what a warp message throws; `Expired`.
 */
export const buildRegisterL1ValidatorTx = /* @__PURE__ */ pBuilder(
  RegisterL1ValidatorTx,
  ['message', 'balance', 'proofOfPossession'],
  (intent: RegisterL1ValidatorIntent) => {
    const message = field(intent, 'message', (of) => bytesOf(of));
    const balance = field(intent, 'balance', (of) => readUint64(of, 0n));
    const proofOfPossession = field(intent, 'proofOfPossession', (of) => bytesOf(of, 96));
    return { fields: { balance, proofOfPossession, message }, balance };
  },
);

/**
 * A draft that changes the weight of an L1’s validator, or removes it.
 * @throws {AvalancheError} As `buildRegisterL1ValidatorTx`.
 */
export const buildSetL1ValidatorWeightTx = /* @__PURE__ */ pBuilder(
  SetL1ValidatorWeightTx,
  ['message'],
  (intent: SetL1ValidatorWeightIntent) => {
    const message = field(intent, 'message', (of) => bytesOf(of));
    return { fields: { message } };
  },
);

/**
 * A draft that pays for an L1’s validator: anybody may.
 * @throws {AvalancheError} As `buildBaseTx`.
 */
export const buildIncreaseL1ValidatorBalanceTx = /* @__PURE__ */ pBuilder(
  IncreaseL1ValidatorBalanceTx,
  ['validationID', 'balance'],
  (intent: IncreaseL1ValidatorBalanceIntent) => {
    const validationID = field(intent, 'validationID', idBytes);
    const balance = field(intent, 'balance', readUint64);
    return { fields: { validationID, balance }, balance };
  },
);

/**
 * A draft that disables a validator of an L1.
 * @throws {AvalancheError} As `buildBaseTx`; `MissingSigner`: the state’s `authorities` do not have the validation.
 */
export const buildDisableL1ValidatorTx = /* @__PURE__ */ pBuilder(
  DisableL1ValidatorTx,
  ['validationID'],
  (intent: DisableL1ValidatorIntent, state, options) => {
    const validationID = field(intent, 'validationID', idBytes);
    const auth = authorization(state, options, validationID);
    return { fields: { validationID, disableAuthorization: inputOfAuth(auth) }, auth };
  },
);

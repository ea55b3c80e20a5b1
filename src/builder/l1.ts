import type { PChainOwner } from '../chain/pchain/components.ts';
import {
  ConvertSubnetToL1Tx,
  type ConvertSubnetToL1Validator,
  DisableL1ValidatorTx,
  IncreaseL1ValidatorBalanceTx,
  RegisterL1ValidatorTx,
  SetL1ValidatorWeightTx,
} from '../chain/pchain/l1.ts';
import { AvalancheError, within } from '../errors/error.ts';
import type { Address, Owner } from '../state/owner.ts';
import type { PState } from '../state/state.ts';
import { compareBytes } from '../text/bytes.ts';
import { bytesOf, idBytes, nodeIDBytes } from '../text/given.ts';
import { authorization, inputOfAuth } from './authority.ts';
import {
  ConvertSubnetToL1Intent,
  DisableL1ValidatorIntent,
  IncreaseL1ValidatorBalanceIntent,
  type L1ValidatorIntent,
  RegisterL1ValidatorIntent,
  SetL1ValidatorWeightIntent,
} from './intents/l1.ts';
import { field, readProof, readUint64 } from './intentvalues.ts';
import { pBuilder } from './ppay.ts';
import { ownerIn } from './subnets.ts';

/**
 * Builds a draft that converts a subnet to an L1.
 * @throws {AvalancheError} As `buildCreateChainTx`.
 */
export const buildConvertSubnetToL1Tx = /* @__PURE__ */ pBuilder(
  ConvertSubnetToL1Tx,
  ConvertSubnetToL1Intent,
  (intent: ConvertSubnetToL1Intent, state, options) => {
    const subnetID = field(intent, 'subnetID', idBytes);
    const chainID = field(intent, 'managerChainID', idBytes);
    const address = field(intent, 'managerAddress', (bytes) => bytesOf(bytes));
    const validators = intent.validators
      .map((validator, i) => within(['validators', i], () => readValidator(validator, state)))
      .sort((a, b) => compareBytes(a.nodeID, b.nodeID));
    const auth = authorization(state, options, subnetID);
    const balance = validators.reduce((sum, validator) => sum + validator.balance, 0n);
    return {
      fields: { subnetID, chainID, address, validators, subnetAuthorization: inputOfAuth(auth) },
      auth,
      balance,
    };
  },
);

function readValidator(validator: L1ValidatorIntent, state: PState): ConvertSubnetToL1Validator {
  return {
    nodeID: field(validator, 'node', (node) => field(node, 'nodeID', nodeIDBytes)),
    weight: field(validator, 'weight', readUint64),
    balance: field(validator, 'balance', (balance) => readUint64(balance, 0n)),
    signer: field(validator, 'node', readProof),
    remainingBalanceOwner: ownerWithoutTime(validator, 'remainingBalanceOwner', state),
    deactivationOwner: ownerWithoutTime(validator, 'deactivationOwner', state),
  };
}

function ownerWithoutTime<K extends string>(
  intent: { readonly [key in K]: Owner | Address },
  key: K,
  state: PState,
): PChainOwner {
  const { threshold, addresses, locktime } = ownerIn(intent, key, state);
  if (locktime > 0n)
    throw new AvalancheError('Unsupported', 'an owner here cannot have a locktime').at(
      key,
      'locktime',
    );
  return { threshold, addresses };
}

/**
 * Builds a draft that registers a validator of an L1.
 * @throws {AvalancheError} As `buildBaseTx`; errors of the warp message; `Expired`.
 */
export const buildRegisterL1ValidatorTx = /* @__PURE__ */ pBuilder(
  RegisterL1ValidatorTx,
  RegisterL1ValidatorIntent,
  (intent: RegisterL1ValidatorIntent) => {
    const message = field(intent, 'message', (bytes) => bytesOf(bytes));
    const balance = field(intent, 'balance', (amount) => readUint64(amount, 0n));
    const proofOfPossession = field(intent, 'proofOfPossession', (bytes) => bytesOf(bytes, 96));
    return { fields: { balance, proofOfPossession, message }, balance };
  },
);

/**
 * Builds a draft that changes the weight of an L1 validator, or removes it.
 * @throws {AvalancheError} As `buildRegisterL1ValidatorTx`.
 */
export const buildSetL1ValidatorWeightTx = /* @__PURE__ */ pBuilder(
  SetL1ValidatorWeightTx,
  SetL1ValidatorWeightIntent,
  (intent: SetL1ValidatorWeightIntent) => {
    const message = field(intent, 'message', (bytes) => bytesOf(bytes));
    return { fields: { message } };
  },
);

/**
 * Builds a draft that increases the balance of an L1 validator. Anyone may do so.
 * @throws {AvalancheError} As `buildBaseTx`.
 */
export const buildIncreaseL1ValidatorBalanceTx = /* @__PURE__ */ pBuilder(
  IncreaseL1ValidatorBalanceTx,
  IncreaseL1ValidatorBalanceIntent,
  (intent: IncreaseL1ValidatorBalanceIntent) => {
    const validationID = field(intent, 'validationID', idBytes);
    const balance = field(intent, 'balance', readUint64);
    return { fields: { validationID, balance }, balance };
  },
);

/**
 * Builds a draft that disables an L1 validator.
 * @throws {AvalancheError} As `buildBaseTx`; `MissingSigner`: the validation is not in the state's `authorities`.
 */
export const buildDisableL1ValidatorTx = /* @__PURE__ */ pBuilder(
  DisableL1ValidatorTx,
  DisableL1ValidatorIntent,
  (intent: DisableL1ValidatorIntent, state, options) => {
    const validationID = field(intent, 'validationID', idBytes);
    const auth = authorization(state, options, validationID);
    return { fields: { validationID, disableAuthorization: inputOfAuth(auth) }, auth };
  },
);

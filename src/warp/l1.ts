/**
 * The messages between an L1's manager and the P-chain (ACP-77): their payloads, the ids in them, and messages to
 * be signed.
 */

import { primaryNetworkID } from '../chain/base.ts';
import { part, unsignedTxArgument } from '../chain/declared.ts';
import { PChainOwner } from '../chain/pchain/components.ts';
import { flag, id, key, owner, quantity } from '../chain/roles.ts';
import type { AnyTx } from '../chain/tx.ts';
import { sha256 } from '../crypto/hash.ts';
import { asBytes, badArgument } from '../errors/arguments.ts';
import { AvalancheError, isError, within } from '../errors/error.ts';
import { anObject, checkArgument, objectOf, someBytes } from '../schema/check.ts';
import { concatBytes } from '../text/bytes.ts';
import { formatID, parseID } from '../text/id.ts';
import { decode, encode, versioned } from '../wire/codec.ts';
import { type Declared, struct, union } from '../wire/declare.ts';
import { hinted, said } from '../wire/newer.ts';
import type { Infer, Part, PartSource, Source, Type } from '../wire/type.ts';
import { buildCallMessage, Payload } from './message.ts';

const subnetToL1Conversion = (s: PartSource) => ({
  type: 'message.SubnetToL1Conversion' as const,
  id: s.id(),
});
/**
 * The P-chain's message that a subnet became an L1. Source: avalanchego
 * `vms/platformvm/warp/message/subnet_to_l1_conversion.go`.
 */
export interface SubnetToL1Conversion extends Declared<typeof subnetToL1Conversion> {}
export const SubnetToL1Conversion: Part<SubnetToL1Conversion> = /* @__PURE__ */ part(
  'message.SubnetToL1Conversion',
  subnetToL1Conversion,
  () => ({ id: id('conversion', 'The conversionID: sha256 of the conversion data.') }),
);

const registerL1Validator = (s: PartSource) => ({
  type: 'message.RegisterL1Validator' as const,
  subnetID: s.id(),
  nodeID: s.blob(),
  blsPublicKey: s.numbers(48),
  expiry: s.u64(),
  remainingBalanceOwner: s.of(PChainOwner),
  disableOwner: s.of(PChainOwner),
  weight: s.u64(),
});
/** The message of an L1's manager that asks the P-chain to add a validator. Source: avalanchego `vms/platformvm/warp/message/register_l1_validator.go`. */
export interface RegisterL1Validator extends Declared<typeof registerL1Validator> {}
export const RegisterL1Validator: Part<RegisterL1Validator> = /* @__PURE__ */ part(
  'message.RegisterL1Validator',
  registerL1Validator,
  () => ({
    subnetID: id('subnet', 'The L1.'),
    nodeID: id('node', 'Node that validates: 20 bytes.'),
    blsPublicKey: key('Compressed G1 point.'),
    expiry: quantity(
      'time',
      'Unix seconds, at most a day ahead; afterwards the P-chain refuses the message.',
    ),
    remainingBalanceOwner: owner('refund', 'Who gets what is left of the balance.'),
    disableOwner: owner('disable', 'Who may deactivate it.'),
    weight: quantity('weight', 'Weight in the L1.'),
  }),
);

const l1ValidatorRegistration = (s: PartSource) => ({
  type: 'message.L1ValidatorRegistration' as const,
  validationID: s.id(),
  registered: s.bool(),
});
/** The P-chain's message that a validator is registered, or never will be. Source: avalanchego `vms/platformvm/warp/message/l1_validator_registration.go`. */
export interface L1ValidatorRegistration extends Declared<typeof l1ValidatorRegistration> {}
export const L1ValidatorRegistration: Part<L1ValidatorRegistration> = /* @__PURE__ */ part(
  'message.L1ValidatorRegistration',
  l1ValidatorRegistration,
  () => ({
    validationID: id('validation', 'The validation.'),
    registered: flag('true: it validates. false: it does not and cannot any more.'),
  }),
);

const l1ValidatorWeight = (s: PartSource) => ({
  type: 'message.L1ValidatorWeight' as const,
  validationID: s.id(),
  nonce: s.u64(),
  weight: s.u64(),
});
/**
 * The message of an L1's manager that sets a weight, or the P-chain's message that the weight was set. Source:
 * avalanchego `vms/platformvm/warp/message/l1_validator_weight.go`.
 */
export interface L1ValidatorWeight extends Declared<typeof l1ValidatorWeight> {}
export const L1ValidatorWeight: Part<L1ValidatorWeight> = /* @__PURE__ */ part(
  'message.L1ValidatorWeight',
  l1ValidatorWeight,
  () => ({
    validationID: id('validation', 'The validation.'),
    nonce: quantity('nonce', 'Above that of the message before; 2^64-1 only with weight 0.'),
    weight: quantity('weight', 'New weight in the L1; 0 removes the validator.'),
  }),
);

/** The payload of an AddressedCall to or from the P-chain. Registration order: avalanchego `vms/platformvm/warp/message/codec.go`. */
export const L1Payload = /* @__PURE__ */ versioned(
  'l1Payload',
  /* @__PURE__ */ union('L1Payload', {
    0: SubnetToL1Conversion,
    1: RegisterL1Validator,
    2: L1ValidatorRegistration,
    3: L1ValidatorWeight,
  }),
  Number.POSITIVE_INFINITY,
);
export type L1Payload = Infer<typeof L1Payload>;

const conversionValidator = (s: Source) => ({
  nodeID: s.blob(),
  blsPublicKey: s.numbers(48),
  weight: s.u64(),
});
/** An initial validator in the data for the L1's manager. Source: avalanchego `vms/platformvm/warp/message/subnet_to_l1_conversion.go`. */
export interface SubnetToL1ConversionValidatorData extends Declared<typeof conversionValidator> {}
export const SubnetToL1ConversionValidatorData: Type<SubnetToL1ConversionValidatorData> =
  /* @__PURE__ */ struct('message.SubnetToL1ConversionValidatorData', conversionValidator, {
    nodeID: 'Node that validates: 20 bytes.',
    blsPublicKey: 'Compressed G1 point.',
    weight: 'Weight in the L1.',
  });

const subnetToL1ConversionData = (s: Source) => ({
  subnetID: s.id(),
  managerChainID: s.id(),
  managerAddress: s.blob(),
  validators: s.list(SubnetToL1ConversionValidatorData),
});
/** The data whose sha256 is the conversionID. It initializes the L1's manager. Source: avalanchego `vms/platformvm/warp/message/subnet_to_l1_conversion.go`. */
export interface SubnetToL1ConversionData extends Declared<typeof subnetToL1ConversionData> {}
export const SubnetToL1ConversionData: Type<SubnetToL1ConversionData> = /* @__PURE__ */ versioned(
  'conversionData',
  /* @__PURE__ */ struct('message.SubnetToL1ConversionData', subnetToL1ConversionData, {
    subnetID: 'The subnet that became an L1.',
    managerChainID: 'Chain of the contract that manages the validators.',
    managerAddress: 'Address of that contract.',
    validators:
      'First validators in the order of the transaction: balances and owners are not in it.',
  }),
  Number.POSITIVE_INFINITY,
);

/**
 * Builds a message of the P-chain, whose source address is empty. Source: avalanchego
 * `vms/platformvm/network/warp.go`.
 */
const pChainMessage = (networkID: number, payload: L1Payload): Uint8Array =>
  buildCallMessage({
    networkID,
    sourceChainID: primaryNetworkID,
    sourceAddress: new Uint8Array(0),
    payload: encode(L1Payload, payload),
  });

/**
 * Builds the P-chain's unsigned message to an L1's manager that a validator is registered, or never will be. Nodes
 * sign the latter only with a `justificationOf`.
 * @throws {AvalancheError} `OutOfRange`, `BadText`, `BadChecksum`.
 */
export function buildRegistrationMessage(says: {
  readonly networkID: number;
  readonly validationID: Uint8Array | string;
  readonly registered: boolean;
}): Uint8Array {
  checkArgument(says, anObject, 'says');
  return pChainMessage(says.networkID, {
    type: 'message.L1ValidatorRegistration',
    validationID: within(['validationID'], () => idBytes(says.validationID)),
    registered: says.registered,
  });
}

/**
 * Builds the P-chain's unsigned message to an L1's manager with a validator's weight.
 * @throws {AvalancheError} `OutOfRange`, `BadText`, `BadChecksum`.
 */
export function buildWeightMessage(says: {
  readonly networkID: number;
  readonly validationID: Uint8Array | string;
  /** The nonce of the message that set the weight. */
  readonly nonce: bigint;
  readonly weight: bigint;
}): Uint8Array {
  checkArgument(says, anObject, 'says');
  return pChainMessage(says.networkID, {
    type: 'message.L1ValidatorWeight',
    validationID: within(['validationID'], () => idBytes(says.validationID)),
    nonce: says.nonce,
    weight: says.weight,
  });
}

/** The ids and messages of a conversion, derived from its ConvertSubnetToL1Tx. */
export interface Conversion {
  readonly conversionID: Uint8Array;
  /**
   * The conversion data, whose sha256 is the conversionID; `decode(SubnetToL1ConversionData, data)` gives what the
   * manager is initialized with.
   */
  readonly data: Uint8Array;
  /** CB58, in the order of the transaction's validators. */
  readonly validationIDs: readonly string[];
  /** The P-chain's unsigned message to the manager. */
  readonly message: Uint8Array;
  /** The justification that nodes require before they sign it: the subnetID. */
  readonly justification: Uint8Array;
}

const conversionArgument = /* @__PURE__ */ objectOf(
  { unsignedTx: unsignedTxArgument },
  { name: 'a signed transaction' },
);

/**
 * Returns everything that a manager needs once its subnet is an L1. Source: avalanchego
 * `vms/platformvm/txs/executor/standard_tx_executor.go` `ConvertSubnetToL1Tx`.
 * @throws {AvalancheError} `UnknownTypeID`: not a ConvertSubnetToL1Tx.
 */
export function conversionOf(signed: Pick<AnyTx, 'unsignedTx'>): Conversion {
  checkArgument(signed, conversionArgument, 'tx');
  const tx = signed.unsignedTx;
  if (tx.type !== 'platformvm.ConvertSubnetToL1Tx')
    throw new AvalancheError(
      'UnknownTypeID',
      `must be a platformvm.ConvertSubnetToL1Tx, got a ${tx.type}`,
      { found: tx.type, expected: 'platformvm.ConvertSubnetToL1Tx' },
    );
  const { networkID, subnetID } = tx;
  const data = encode(SubnetToL1ConversionData, {
    subnetID,
    managerChainID: tx.chainID,
    managerAddress: tx.address,
    validators: tx.validators.map(({ nodeID, signer, weight }) => ({
      nodeID,
      blsPublicKey: signer.publicKey,
      weight,
    })),
  });
  const conversionID = sha256(data);
  return {
    conversionID,
    data,
    validationIDs: tx.validators.map((_, index) => formatID(validationIDOf({ subnetID, index }))),
    message: pChainMessage(networkID, { type: 'message.SubnetToL1Conversion', id: conversionID }),
    justification: subnetID,
  };
}

const payloadArgument = /* @__PURE__ */ objectOf({ Payload: someBytes }, { name: 'a message' });

/**
 * Returns the payload of a message to or from the P-chain, signed or not.
 * @throws {AvalancheError} `UnknownTypeID`: not an AddressedCall with an L1Payload; as `decode`.
 */
export function l1PayloadOf(message: { readonly Payload: Uint8Array }): L1Payload {
  checkArgument(message, payloadArgument, 'message');
  return within(['Payload'], () => {
    const call = decode(Payload, message.Payload);
    if (call.type !== 'payload.AddressedCall')
      throw new AvalancheError(
        'UnknownTypeID',
        `must be a payload.AddressedCall, got a ${call.type}`,
        { found: call.type, expected: 'payload.AddressedCall' },
      );
    return within(['Payload'], () => {
      try {
        return decode(L1Payload, call.Payload);
      } catch (e) {
        throw isError(e) ? said(e, hinted(e)) : e;
      }
    });
  });
}

/**
 * The origin of an L1 validation: the index of an initial validator in the ConvertSubnetToL1Tx, or a registration
 * message.
 */
export type ValidationOrigin =
  | { readonly subnetID: Uint8Array | string; readonly index: number }
  /** Bytes of the RegisterL1Validator payload in the AddressedCall. */
  | { readonly registerMessage: Uint8Array };

/**
 * Returns the 32 bytes of an id that is given as bytes or CB58.
 * @internal
 */
export function idBytes(id: Uint8Array | string): Uint8Array {
  const bytes = typeof id === 'string' ? parseID(id) : asBytes(id);
  if (!bytes) throw badArgument('CB58 text or 32 bytes', id);
  if (bytes.length !== 32)
    throw new AvalancheError('OutOfRange', `an ID has 32 bytes, got ${bytes.length}`, {
      value: bytes.length,
      min: 32,
      max: 32,
      unit: 'bytes',
    });
  return bytes;
}

/**
 * Returns the payload if it is a RegisterL1Validator.
 * @internal
 */
export function registerMessageBytes(bytes: Uint8Array): Uint8Array {
  const payload = decode(L1Payload, bytes);
  if (payload.type !== 'message.RegisterL1Validator')
    throw new AvalancheError(
      'UnknownTypeID',
      `must be a message.RegisterL1Validator, got a ${payload.type}`,
      { found: payload.type, expected: 'message.RegisterL1Validator' },
    );
  return bytes;
}

/**
 * Encodes an index as 4 bytes.
 * @internal
 */
export function indexBytes(index: number): Uint8Array {
  if (index >>> 0 !== index)
    throw new AvalancheError('OutOfRange', `must be a uint32, got ${index}`, {
      value: index,
      min: 0,
      max: 0xffff_ffff,
    }).at('index');
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, index);
  return bytes;
}

/**
 * Returns the 32 bytes of a validationID: the sha256 of subnetID and index (4 bytes), or of the payload that registered it.
 * Source: avalanchego `ids/id.go` `Append`, `vms/platformvm/warp/message/register_l1_validator.go`.
 * @throws {AvalancheError} `UnknownTypeID` or as `decode`: not a RegisterL1Validator payload; `OutOfRange`, `BadText`, `BadChecksum`.
 * @example
 * const subnetID = new Uint8Array(32).fill(0xd1);
 * formatID(validationIDOf({ subnetID, index: 1 })); // '2RFirKYXbmwmZhvni6CPpXvHdSyQrMQzcFNVsoc65KmCobX6wv'
 */
export function validationIDOf(origin: ValidationOrigin): Uint8Array {
  checkArgument<object>(origin, anObject, 'origin');
  return sha256(
    'registerMessage' in origin
      ? within(['registerMessage'], () => registerMessageBytes(origin.registerMessage))
      : concatBytes(
          within(['subnetID'], () => idBytes(origin.subnetID)),
          indexBytes(origin.index),
        ),
  );
}

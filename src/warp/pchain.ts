import { primaryNetworkID } from '../chain/base.ts';
import type { AnyTx } from '../chain/tx.ts';
import { sha256 } from '../crypto/hash.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { formatID } from '../text/id.ts';
import { decode, encode } from '../wire/codec.ts';
import { L1Payload, SubnetToL1ConversionData } from './l1.ts';
import { buildCallMessage, Payload } from './payload.ts';
import { idBytes, validationIDOf } from './validation.ts';

/** A message of the P-chain, whose source address is empty. Source: avalanchego `vms/platformvm/network/warp.go`. */
const pChainMessage = (networkID: number, payload: L1Payload): Uint8Array =>
  buildCallMessage({
    networkID,
    sourceChainID: primaryNetworkID,
    sourceAddress: new Uint8Array(0),
    payload: encode(L1Payload, payload),
  });

/**
 * Builds the unsigned message of the P-chain that a validator is registered, or never will be, for the L1's manager.
 * Nodes sign the latter only with a `justificationOf`.
 * @throws {AvalancheError} `OutOfRange`, `BadText`, `BadChecksum`.
 */
export function buildRegistrationMessage(says: {
  readonly networkID: number;
  readonly validationID: Uint8Array | string;
  readonly registered: boolean;
}): Uint8Array {
  return pChainMessage(says.networkID, {
    type: 'message.L1ValidatorRegistration',
    validationID: within(['validationID'], () => idBytes(says.validationID)),
    registered: says.registered,
  });
}

/**
 * Builds the unsigned message of the P-chain with a validator's weight, for the L1's manager.
 * @throws {AvalancheError} `OutOfRange`, `BadText`, `BadChecksum`.
 */
export function buildWeightMessage(says: {
  readonly networkID: number;
  readonly validationID: Uint8Array | string;
  /** The nonce of the message that set the weight. */
  readonly nonce: bigint;
  readonly weight: bigint;
}): Uint8Array {
  return pChainMessage(says.networkID, {
    type: 'message.L1ValidatorWeight',
    validationID: within(['validationID'], () => idBytes(says.validationID)),
    nonce: says.nonce,
    weight: says.weight,
  });
}

/** The ids and messages that follow from a ConvertSubnetToL1Tx. */
export interface Conversion {
  readonly conversionID: Uint8Array;
  /** The bytes whose sha256 is the conversionID; `decode(SubnetToL1ConversionData, data)` initializes the manager. */
  readonly data: Uint8Array;
  /** CB58, in the order of the transaction's validators. */
  readonly validationIDs: readonly string[];
  /** The unsigned message of the P-chain for the manager. */
  readonly message: Uint8Array;
  /** The justification that nodes need to sign it: the subnetID. */
  readonly justification: Uint8Array;
}

/**
 * Returns everything that a manager needs once its subnet is an L1. Source: avalanchego
 * `vms/platformvm/txs/executor/standard_tx_executor.go` `ConvertSubnetToL1Tx`.
 * @throws {AvalancheError} `UnknownTypeID`: not a ConvertSubnetToL1Tx.
 */
export function conversionOf({ unsignedTx: tx }: Pick<AnyTx, 'unsignedTx'>): Conversion {
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

/**
 * Returns the payload of a message to or from the P-chain, signed or not.
 * @throws {AvalancheError} `UnknownTypeID`: not an AddressedCall with an L1Payload; as `decode`.
 */
export function l1PayloadOf(message: { readonly Payload: Uint8Array }): L1Payload {
  return within(['Payload'], () => {
    const call = decode(Payload, message.Payload);
    if (call.type !== 'payload.AddressedCall')
      throw new AvalancheError(
        'UnknownTypeID',
        `must be a payload.AddressedCall, got a ${call.type}`,
        { found: call.type, expected: 'payload.AddressedCall' },
      );
    return within(['Payload'], () => decode(L1Payload, call.Payload));
  });
}

import { primaryNetworkID } from '../chain/base.ts';
import type { AnyTx } from '../chain/tx.ts';
import { sha256 } from '../crypto/hash.ts';
import { guarded } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { formatID } from '../text/id.ts';
import { decode, encode } from '../wire/codec.ts';
import { L1Payload, SubnetToL1ConversionData } from './l1.ts';
import { buildCallMessage, Payload } from './payload.ts';
import { idBytes, validationIDOf } from './validation.ts';

/** What the P-chain says of an L1: its source address is empty. Source: avalanchego `vms/platformvm/network/warp.go`. */
const pChainMessage = (networkID: number, payload: L1Payload): Uint8Array =>
  buildCallMessage({
    networkID,
    sourceChainID: primaryNetworkID,
    sourceAddress: new Uint8Array(0),
    payload: encode(L1Payload, payload),
  });

/**
 * The unsigned message with which the P-chain tells an L1’s manager that a validator is registered, or never will be.
 * Nodes sign the latter only with a `justificationOf`.
 * @throws {AvalancheError} `OutOfRange`, `BadText`, `BadChecksum`.
 */
export const buildRegistrationMessage = /* @__PURE__ */ guarded(
  function buildRegistrationMessage(says: {
    readonly networkID: number;
    readonly validationID: Uint8Array | string;
    readonly registered: boolean;
  }): Uint8Array {
    return pChainMessage(says.networkID, {
      type: 'message.L1ValidatorRegistration',
      validationID: within(['validationID'], () => idBytes(says.validationID)),
      registered: says.registered,
    });
  },
);

/**
 * The unsigned message with which the P-chain tells an L1’s manager a validator’s weight.
 * @throws {AvalancheError} `OutOfRange`, `BadText`, `BadChecksum`.
 */
export const buildWeightMessage = /* @__PURE__ */ guarded(function buildWeightMessage(says: {
  readonly networkID: number;
  readonly validationID: Uint8Array | string;
  /** That of the message which set the weight. */
  readonly nonce: bigint;
  readonly weight: bigint;
}): Uint8Array {
  return pChainMessage(says.networkID, {
    type: 'message.L1ValidatorWeight',
    validationID: within(['validationID'], () => idBytes(says.validationID)),
    nonce: says.nonce,
    weight: says.weight,
  });
});

/** What follows from a ConvertSubnetToL1Tx. */
export interface Conversion {
  readonly conversionID: Uint8Array;
  /** The conversionID is their sha256; `decode(SubnetToL1ConversionData, data)` is what the manager is initialised with. */
  readonly data: Uint8Array;
  /** CB58, in the order of the transaction’s validators. */
  readonly validationIDs: readonly string[];
  /** Unsigned: with it the P-chain tells the manager. */
  readonly message: Uint8Array;
  /** With which nodes sign that message: the subnetID. */
  readonly justification: Uint8Array;
}

/**
 * All that a manager needs once its subnet is an L1. Source: avalanchego
 * `vms/platformvm/txs/executor/standard_tx_executor.go` `ConvertSubnetToL1Tx`.
 * @throws {AvalancheError} `UnknownTypeID`: no ConvertSubnetToL1Tx.
 */
export const conversionOf = /* @__PURE__ */ guarded(function conversionOf({
  unsignedTx: tx,
}: Pick<AnyTx, 'unsignedTx'>): Conversion {
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
});

/**
 * What a message to or from the P-chain says, signed or not.
 * @throws {AvalancheError} `UnknownTypeID`: no AddressedCall with an L1Payload; else as `decode`.
 */
export const l1PayloadOf = /* @__PURE__ */ guarded(function l1PayloadOf(message: {
  readonly Payload: Uint8Array;
}): L1Payload {
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
});

import { sha256 } from '../crypto/hash.ts';
import { checkShape } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { concatBytes } from '../text/bytes.ts';
import { parseID } from '../text/id.ts';
import { decode } from '../wire/codec.ts';
import { L1Payload } from './l1.ts';

/** The origin of a validation of an L1: the index of an initial validator in the ConvertSubnetToL1Tx, or a message. */
export type ValidationOrigin =
  | { readonly subnetID: Uint8Array | string; readonly index: number }
  /** Bytes of the RegisterL1Validator payload in the AddressedCall. */
  | { readonly registerMessage: Uint8Array };

/**
 * Returns the 32 bytes of an id that is given as bytes or CB58.
 * @internal
 */
export function idBytes(id: Uint8Array | string): Uint8Array {
  const bytes = typeof id === 'string' ? parseID(id) : id;
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
  checkShape<object>(origin, 'an object', 'origin');
  return sha256(
    'registerMessage' in origin
      ? within(['registerMessage'], () => registerMessageBytes(origin.registerMessage))
      : concatBytes(
          within(['subnetID'], () => idBytes(origin.subnetID)),
          indexBytes(origin.index),
        ),
  );
}

import { asBytes } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { encodeUTF8 } from '../text/utf8.ts';

/** Maximum size of an NFT's payload in bytes. Source: avalanchego `vms/nftfx/transfer_output.go`: MaxPayloadSize. */
const maxPayloadSize = 1024;

/**
 * Reads the payload of a token as bytes.
 * @throws {AvalancheError} `TooLong`: more than 1024 bytes; `OutOfRange`: text that cannot be encoded as UTF-8.
 */
export const readPayload = (payload: string | Uint8Array): Uint8Array =>
  within(['payload'], () => {
    const bytes = typeof payload === 'string' ? encodeUTF8(payload) : asBytes(payload);
    if (!bytes) throw new AvalancheError('OutOfRange', 'must be text or bytes');
    if (bytes.length <= maxPayloadSize) return bytes.slice();
    throw new AvalancheError(
      'TooLong',
      `has ${bytes.length} bytes, at most ${maxPayloadSize} are allowed`,
      { length: bytes.length, max: maxPayloadSize },
    );
  });

/**
 * Checks the group of an NFT.
 * @throws {AvalancheError} `OutOfRange`: not a uint32.
 */
export function checkGroup(groupID: number): void {
  if (!Number.isInteger(groupID) || groupID < 0 || groupID > 0xffff_ffff)
    throw new AvalancheError('OutOfRange', `must be a uint32, got ${groupID}`, {
      value: groupID,
      min: 0,
    }).at('groupID');
}

import { asBytes } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { encodeUTF8 } from '../text/utf8.ts';

/** Source: avalanchego `vms/nftfx/transfer_output.go`: MaxPayloadSize. */
const maxPayloadSize = 1024;

/**
 * The bytes of a token’s payload.
 * @throws {AvalancheError} `TooLong`: more than 1024 bytes; `OutOfRange`: text that UTF-8 cannot hold.
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
 * @throws {AvalancheError} `OutOfRange`: no uint32.
 */
export function checkGroup(groupID: number): void {
  if (!Number.isInteger(groupID) || groupID < 0 || groupID > 0xffff_ffff)
    throw new AvalancheError('OutOfRange', `must be a uint32, got ${groupID}`, {
      value: groupID,
      min: 0,
    }).at('groupID');
}

import { CodecError, within } from '../errors.ts';
import { encodeUTF8 } from '../text/utf8.ts';

/** Source: avalanchego `vms/nftfx/transfer_output.go`: MaxPayloadSize. */
const maxPayloadSize = 1024;

/**
 * The bytes of a token’s payload.
 * @throws {CodecError} `TooLong`: more than 1024 bytes; `OutOfRange`: text that UTF-8 cannot hold.
 */
export const readPayload = (payload: string | Uint8Array): Uint8Array =>
  within(['payload'], () => {
    const bytes = typeof payload === 'string' ? encodeUTF8(payload) : payload;
    if (!(bytes instanceof Uint8Array)) throw new CodecError('OutOfRange', 'no text and no bytes');
    if (bytes.length <= maxPayloadSize) return bytes.slice();
    throw new CodecError('TooLong', `${bytes.length} bytes, at most ${maxPayloadSize}`);
  });

/**
 * @throws {CodecError} `OutOfRange`: no uint32.
 */
export function checkGroup(groupID: number): void {
  if (!Number.isInteger(groupID) || groupID < 0 || groupID > 0xffff_ffff)
    throw new CodecError('OutOfRange', `${groupID} is no uint32`).at('groupID');
}

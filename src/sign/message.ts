import { sha256 } from '../crypto/hash.ts';
import { recoverKey, shortIDOfPublicKey } from '../crypto/secp256k1.ts';
import { toBytes } from '../errors/arguments.ts';
import { isError } from '../errors/error.ts';
import { parseAddress } from '../network/address.ts';
import { checkArgument, objectOf, optional } from '../schema/check.ts';
import { concatBytes, equalBytes } from '../text/bytes.ts';
import { formatCB58, parseCB58Of } from '../text/cb58.ts';
import { encodeUTF8 } from '../text/utf8.ts';
import { type Recover, recoverArgument } from '../tx/recover.ts';
import { type Key, signWithKey } from './key.ts';

/** Prefix of signed messages. No transaction starts with this byte, so a signed message can never be a transaction. */
const prefix = '\x1aAvalanche Signed Message:\n';

/** Returns the sha256 of the prefix, the length of the text in bytes as a uint32, and the text in UTF-8. */
function digestOf(text: string): Uint8Array {
  const message = encodeUTF8(text);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, message.length);
  return sha256(concatBytes(encodeUTF8(prefix), length, message));
}

/**
 * Signs a text as Avalanche wallets sign messages, and returns the 65-byte signature as CB58.
 * @throws {AvalancheError} `MissingSigner`: not a key that `privateKey` made.
 * @example
 * import { privateKey } from 'avalanche-tx/sign';
 * const key = privateKey('PrivateKey-2GCgSHhQMwycn28YMovLxDeka4dr6NeD1LFmMY7Dcbg14Sx7uX');
 * verifyMessage('hello', signMessage('hello', key), key.shortID); // true
 */
export function signMessage(text: string, key: Key): string {
  return formatCB58(signWithKey(key, digestOf(text)));
}

const recoverOptions = /* @__PURE__ */ (() => objectOf({ recover: optional(recoverArgument) }))();

/**
 * Checks whether an address signed a text. The address is 20 bytes, or text of any chain and network.
 * @param signature CB58, as `signMessage` and wallets return it.
 * @param options.recover Recovers the signer, made by `checkedRecover`; `@noble/secp256k1` if omitted.
 * @throws {AvalancheError} `BadText`, `BadChecksum`, `OutOfRange`: not a valid signature or address.
 */
export function verifyMessage(
  text: string,
  signature: string,
  address: string | Uint8Array,
  options: { readonly recover?: Recover } = {},
): boolean {
  checkArgument(options, recoverOptions, 'options');
  const recover = options.recover ?? recoverKey;
  const bytes = typeof address === 'string' ? parseAddress(address).bytes : toBytes(address);
  const signed = parseCB58Of(65, signature);
  try {
    return equalBytes(shortIDOfPublicKey(recover(digestOf(text), signed)), bytes);
  } catch (e) {
    if (isError(e, 'BadSignature')) return false;
    throw e;
  }
}

import { toBytes, toText } from '../errors/arguments.ts';
import { AvalancheError, isError } from '../errors/error.ts';
import { compareBytes } from '../text/bytes.ts';
import { formatCB58, parseCB58Of } from '../text/cb58.ts';
import { parseHex } from '../text/hex.ts';

const prefix = 'PrivateKey-';
const keyLength = 32;

/** Order of secp256k1; SEC 2, section 2.4.1. Private keys are below it. */
const curveOrder = /* @__PURE__ */ parseHex(
  '0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141',
);

/**
 * The key, if it can sign.
 * @param key 32 bytes.
 * @throws {AvalancheError} `OutOfRange`: zero, or not below the order of the curve.
 */
export function checkPrivateKey(key: Uint8Array): Uint8Array {
  if (key.some((byte) => byte !== 0) && compareBytes(key, curveOrder) < 0) return key;
  throw new AvalancheError(
    'OutOfRange',
    "a private key is greater than 0 and below the curve's order",
  );
}

/**
 * A private key as wallets and nodes write it.
 * @param key 32 bytes.
 * @throws {AvalancheError} `OutOfRange`: another number of bytes.
 */
export function formatPrivateKey(key: Uint8Array): string {
  const bytes = toBytes(key);
  if (bytes.length === keyLength) return prefix + formatCB58(bytes);
  throw new AvalancheError(
    'OutOfRange',
    `a private key has ${keyLength} bytes, got ${bytes.length}`,
  );
}

/**
 * The 32 bytes of `PrivateKey-…`. No error carries a character or byte of the text.
 * @param options.lenient Reads zero and numbers from the curve's order on, as a node does; it then signs with the
 *   number reduced by the order.
 * @throws {AvalancheError} `BadText`, `BadChecksum`; `OutOfRange`: not 32 bytes, or no key of the curve.
 */
export function parsePrivateKey(
  text: string,
  options: { readonly lenient?: boolean } = {},
): Uint8Array {
  if (!toText(text, 'text').startsWith(prefix)) {
    throw new AvalancheError('BadText', `a private key starts with ${prefix}`, {
      kind: 'private key',
    });
  }
  const key = withoutSecrets(() => parseCB58Of(keyLength, text.slice(prefix.length)));
  return options.lenient ? key : checkPrivateKey(key);
}

function withoutSecrets(parse: () => Uint8Array): Uint8Array {
  try {
    return parse();
  } catch (e) {
    if (isError(e, 'BadChecksum')) {
      throw new AvalancheError('BadChecksum', 'the checksum of the private key is wrong');
    }
    if (isError(e, 'OutOfRange')) {
      throw new AvalancheError('OutOfRange', `a private key has ${keyLength} bytes`);
    }
    throw new AvalancheError('BadText', `a private key is ${prefix} and CB58`, {
      kind: 'private key',
    });
  }
}

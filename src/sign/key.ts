/** Private keys. The secret is not a member of the key: only this module can reach it, so printing or serializing a key never reveals it. */

import { accountOf, compressedKey, shortIDOfPublicKey, signDigest } from '../crypto/secp256k1.ts';
import { asBytes, badArgument, isBytes, toBytes, toText } from '../errors/arguments.ts';
import { AvalancheError, isError, within } from '../errors/error.ts';
import { formatAddress } from '../network/address.ts';
import type { Chain, Network } from '../network/network.ts';
import { checkArgument, objectOf } from '../schema/check.ts';
import { compareBytes } from '../text/bytes.ts';
import { formatCB58, parseCB58Of } from '../text/cb58.ts';
import { formatHex, parseHex } from '../text/hex.ts';
import { publicKeyFrom } from './encodings.ts';
import { randomBytes } from './random.ts';

const prefix = 'PrivateKey-';
const keyLength = 32;

/** Order of secp256k1, which every private key is below. Source: SEC 2, section 2.4.1. */
const curveOrder = /* @__PURE__ */ parseHex(
  '0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141',
);

/**
 * Checks that a private key is valid, and returns it.
 * @param key 32 bytes.
 * @throws {AvalancheError} `OutOfRange`: zero, or not below the order of the curve.
 */
function checkPrivateKey(key: Uint8Array): Uint8Array {
  if (isValid(key)) return key;
  throw new AvalancheError(
    'OutOfRange',
    "a private key is greater than 0 and below the curve's order",
  );
}

const isValid = (key: Uint8Array): boolean =>
  key.some((byte) => byte !== 0) && compareBytes(key, curveOrder) < 0;

/**
 * Formats a private key as `PrivateKey-…`, as wallets and nodes write it.
 * @param key 32 bytes.
 * @throws {AvalancheError} `OutOfRange`: not 32 bytes.
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
 * Reads the 32 bytes of a private key from `PrivateKey-…`. Errors never contain any part of the text.
 * @param options.lenient Also accepts zero and numbers at or above the order of the curve, as a node does; the node then signs with
 *   the number modulo the order.
 * @throws {AvalancheError} `BadText`, `BadChecksum`; `OutOfRange`: not 32 bytes, or not a valid key of the curve.
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

/**
 * Makes a new private key from the platform's randomness.
 * @returns 32 bytes, for `privateKey`, `formatPrivateKey` and `encryptKeystore`. Overwrite them when you no longer need them.
 * @throws {AvalancheError} `Unsupported`: the platform has no `crypto.getRandomValues`.
 * @example
 * formatPrivateKey(generatePrivateKey()).length > 50; // true
 */
export function generatePrivateKey(): Uint8Array {
  for (;;) {
    const bytes = randomBytes(keyLength);
    // All but one in 2^127 are below the order of the curve.
    if (isValid(bytes)) return bytes;
  }
}

/** A private key that can sign but whose secret cannot be read. Its public key and addresses are plain data. */
export interface Key {
  /** The compressed public key, 33 bytes. Each access returns a copy. */
  readonly publicKey: Uint8Array;
  /** The 20 bytes of its X- and P-chain addresses. Each access returns a copy. */
  readonly shortID: Uint8Array;
  /**
   * Formats its address for a chain and network.
   * @example
   * privateKey(new Uint8Array(32).fill(1)).address('P', fuji); // 'P-fuji10xcqpzrky6eff2g52qdye53xkk9jxkvrcsn24p'
   */
  address(chain: 'P' | 'X' | 'C' | Chain, network: Pick<Network, 'hrp'>): string;
  /** Overwrites the key's copy of the secret; signing then throws `MissingSigner`. The caller must wipe the original secret. */
  wipe(): void;
}

const signers = /* @__PURE__ */ new WeakMap<Key, (digest: Uint8Array) => Uint8Array>();

/**
 * Creates a key from a private key. The secret is copied to a place from which it cannot be listed or printed, and no error contains
 * any part of it.
 * @param secret `PrivateKey-…`, 64 hex digits after `0x`, or 32 bytes.
 * @throws {AvalancheError} `BadText`, `BadChecksum`; `OutOfRange`: not 32 bytes, zero, or not below the order of the curve.
 * @example
 * privateKey('PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN').address('P', fuji); // 'P-fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t'
 */
export function privateKey(secret: string | Uint8Array): Key {
  const bytes = secretBytes(secret);
  const publicKey = compressedKey(bytes);
  const shortID = shortIDOfPublicKey(publicKey);
  const key: Key = Object.freeze({
    get publicKey() {
      return publicKey.slice();
    },
    get shortID() {
      return shortID.slice();
    },
    address: (chain: 'P' | 'X' | 'C' | Chain, network: Pick<Network, 'hrp'>) =>
      formatAddress(shortID, chain, network),
    wipe: () => {
      bytes.fill(0);
      signers.delete(key);
    },
  });
  signers.set(key, (digest) => signDigest(digest, bytes));
  return key;
}

/** The public key of an object, in any encoding of `publicKeyFrom`. */
const publicKeyIn = ({ publicKey }: { readonly publicKey: Uint8Array | string }): Uint8Array =>
  within(['publicKey'], () => publicKeyFrom(publicKey));

/** What has a public key, as an argument. */
const keyArgument = /* @__PURE__ */ objectOf({}, { name: 'a key, or { publicKey }' });

/**
 * Returns the EVM address of a key on the C-chain, in lower case. It is a separate function so that keccak256 is bundled only if used.
 * @param key An object with a public key, as for `addressOf`.
 * @throws {AvalancheError} `BadArgument`, `BadText`: the object has no public key of secp256k1.
 * @example
 * const key = privateKey('PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN');
 * evmAddressOf(key); // '0x8db97c7cece249c2b98bdc0226cc4c2a57bf52fc'
 */
export function evmAddressOf(key: { readonly publicKey: Uint8Array | string }): `0x${string}` {
  checkArgument(key, keyArgument, 'key');
  return formatHex(accountOf(publicKeyIn(key))) as `0x${string}`;
}

/**
 * Returns the address of a public key on the X-, P- or C-chain. Its account of the EVM is another: `evmAddressOf`.
 * @param key An object with a public key: a key, a derived address of a wallet, or `{ publicKey }` of a KMS, which may be 33 or 65 bytes or
 *   SPKI, as bytes, hex, base64 or PEM.
 * @throws {AvalancheError} `BadArgument`, `BadText`: the object has no public key of secp256k1.
 * @example
 * const { publicKey } = privateKey('PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN');
 * addressOf({ publicKey }, 'P', fuji); // 'P-fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t'
 */
export function addressOf(
  key: { readonly publicKey: Uint8Array | string },
  chain: 'P' | 'X' | 'C' | Chain,
  network: Pick<Network, 'hrp'>,
): string {
  checkArgument(key, keyArgument, 'key');
  return formatAddress(shortIDOfPublicKey(publicKeyIn(key)), chain, network);
}

/**
 * Signs a digest.
 * @throws {AvalancheError} `MissingSigner`: a key that was wiped, a copy of one, or an object that `privateKey` did not make.
 */
export function signWithKey(key: Key, digest: Uint8Array): Uint8Array {
  const sign = signers.get(checkKey(key));
  if (sign) return sign(digest);
  throw new AvalancheError(
    'MissingSigner',
    'the key was wiped, or was not made by privateKey of this copy of the package',
  );
}

/**
 * Checks that a value is a key, and returns it.
 * @throws {AvalancheError} `BadArgument`; the error contains no part of the value, which could be a secret.
 */
export function checkKey(key: Key): Key {
  if (isBytes(key?.shortID) && typeof key.wipe === 'function') return key;
  const given = key as unknown;
  const isText = typeof given === 'string' || asBytes(given) !== undefined;
  const isSigner = typeof (given as { readonly sign?: unknown } | null)?.sign === 'function';
  const expected = 'a key made by privateKey';
  if (!isText && !isSigner) throw badArgument(expected, key);
  throw new AvalancheError(
    'BadArgument',
    isText
      ? `must be ${expected}: call privateKey() with it`
      : 'is a signer, which answers later: use signWith',
    { expected },
  );
}

/** Says why a text is not a private key, without repeating any of it. */
function wrongSecret(text: string): string {
  if (text.trim() !== text && /^(PrivateKey-|0x)\S*$/.test(text.trim()))
    return 'the private key has white space at its start or end: trim() it';
  if (/^[0-9a-fA-F]{64}$/.test(text)) return 'a private key of 64 hex digits has 0x in front';
  if (text.startsWith('0x')) return 'a private key in hex is 0x and 64 hex digits';
  if (/^[a-z]prv/i.test(text))
    return 'this is an extended private key: give its words or seed to hdWallet() of avalanche-tx/hd';
  if (text.trim().split(/\s+/).length >= 12)
    return 'these are words: hdWallet() of avalanche-tx/hd reads them';
  return `a private key is ${prefix}… or 0x and 64 hex digits`;
}

/** Returns the 32 bytes of a private key, as a copy. */
export function secretBytes(secret: string | Uint8Array): Uint8Array {
  if (typeof secret === 'string') {
    if (/^0x[0-9a-fA-F]{64}$/.test(secret)) return checkPrivateKey(parseHex(secret));
    if (secret.startsWith(prefix) && secret.trim() === secret) return parsePrivateKey(secret);
    throw new AvalancheError('BadText', wrongSecret(secret), { kind: 'private key' });
  }
  const bytes = asBytes(secret);
  if (bytes?.length === 32) return checkPrivateKey(bytes.slice());
  throw new AvalancheError('OutOfRange', 'a private key is text or 32 bytes');
}

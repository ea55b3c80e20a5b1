/**
 * Private keys in encrypted files of the Web3 Secret Storage definition, version 3, which Ethereum's programs read and write: geth,
 * Foundry, ethers, MetaMask.
 */

import { keccak_256 } from '@noble/hashes/sha3.js';
import { accountOf, compressedKey } from '../crypto/secp256k1.ts';
import { toText } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { aNumber, checkArgument, objectOf, optional } from '../schema/check.ts';
import { concatBytes, equalBytes } from '../text/bytes.ts';
import { formatHex, parseHex } from '../text/hex.ts';
import { isJSONObject, type JSONValue, parseJSON } from '../text/json.ts';
import { privateKey, secretBytes } from './key.ts';
import { randomBytes } from './random.ts';

const optionsArgument = /* @__PURE__ */ (() => objectOf({ n: optional(aNumber) }))();

/** Options of `encryptKeystore`. */
export interface KeystoreOptions {
  /**
   * Cost of guessing a passphrase: the N of scrypt, a power of 2; 262,144 if omitted, as in geth, which takes about a second and 256 MB.
   */
  readonly n?: number;
}

const cipherName = 'aes-128-ctr';
const keyBytes = 32;
/** The most memory that a file may ask for, in bytes. */
const mostMemory = 2 ** 30;
/** The most rounds of scrypt's p, or of PBKDF2 in units of a million. */
const mostRounds = 64;

/**
 * Encrypts a private key with a passphrase, as geth does: scrypt, AES-128-CTR and a Keccak-256 MAC.
 * @param secret `PrivateKey-…`, 64 hex digits after `0x`, or 32 bytes.
 * @returns The text of the file. It names the account of the C-chain, which everybody who has the file can read.
 * @throws {AvalancheError} As `privateKey`; `OutOfRange` under `n`; `Unsupported`: the platform has no `crypto.subtle`.
 * @example
 * const text = await encryptKeystore(new Uint8Array(32).fill(1), 'correct horse', { n: 1024 });
 * JSON.parse(text).address; // '1a642f0e3c3af545e7acbd38b07251b3990914f1'
 */
export async function encryptKeystore(
  secret: string | Uint8Array,
  passphrase: string,
  options: KeystoreOptions = {},
): Promise<string> {
  toText(passphrase, 'passphrase');
  checkArgument(options, optionsArgument, 'options');
  const { n = 262_144 } = options;
  const [r, p] = [8, 1];
  within(['n'], () => verifyScrypt({ n, r, p }));
  const bytes = secretBytes(secret);
  try {
    const [salt, iv, random] = [randomBytes(32), randomBytes(16), randomBytes(16)];
    const derived = await derive(passphrase, { kdf: 'scrypt', n, r, p, salt });
    const ciphertext = await aes(bytes, derived, iv);
    const mac = macOf(derived, ciphertext);
    derived.fill(0);
    const address = accountOf(compressedKey(bytes));
    return JSON.stringify({
      address: digits(address),
      crypto: {
        cipher: cipherName,
        ciphertext: digits(ciphertext),
        cipherparams: { iv: digits(iv) },
        kdf: 'scrypt',
        kdfparams: { dklen: keyBytes, n, p, r, salt: digits(salt) },
        mac: digits(mac),
      },
      id: uuid(random),
      version: 3,
    });
  } finally {
    bytes.fill(0);
  }
}

/**
 * Decrypts the file of a private key: one of `encryptKeystore`, geth, Foundry, ethers or MetaMask.
 * @returns The 32 bytes of the key, for `privateKey`. Overwrite them when you no longer need them.
 * @throws {AvalancheError} `BadJSON`: not such a file, with the path of the field; `BadVersion`: not version 3; `Unsupported`: another
 *   cipher or derivation of the key; `OutOfRange`: it asks for too much memory or time; `Mismatch`: the passphrase is wrong.
 * @example
 * const text = await encryptKeystore(new Uint8Array(32).fill(1), 'correct horse', { n: 1024 });
 * (await decryptKeystore(text, 'correct horse')).length; // 32
 */
export async function decryptKeystore(text: string, passphrase: string): Promise<Uint8Array> {
  toText(passphrase, 'passphrase');
  const { ciphertext, iv, mac, derivation } = read(toText(text, 'text'));
  const derived = await derive(passphrase, derivation);
  try {
    if (!equalBytes(macOf(derived, ciphertext), mac))
      throw new AvalancheError('Mismatch', 'the passphrase is wrong, or the file was changed');
    const bytes = await aes(ciphertext, derived, iv);
    // Only what is a key is returned.
    privateKey(bytes).wipe();
    return bytes;
  } finally {
    derived.fill(0);
  }
}

/**
 * Tells whether text is the file of an encrypted private key, rather than a private key or words.
 * @example
 * isKeystore('PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN'); // false
 */
export const isKeystore = (text: string): boolean => /^\s*\{/.test(text);

type Derivation =
  | {
      readonly kdf: 'scrypt';
      readonly n: number;
      readonly r: number;
      readonly p: number;
      readonly salt: Uint8Array;
    }
  | { readonly kdf: 'pbkdf2'; readonly c: number; readonly salt: Uint8Array };

interface Keystore {
  readonly ciphertext: Uint8Array;
  readonly iv: Uint8Array;
  readonly mac: Uint8Array;
  readonly derivation: Derivation;
}

function read(text: string): Keystore {
  const json = parseJSON(text);
  if (!isJSONObject(json)) throw bad('must be the JSON object of a keystore file');
  const version = Number(json.version);
  if (version !== 3)
    throw new AvalancheError('BadVersion', 'is not a keystore file of version 3', {
      version: Number.isInteger(version) ? version : 'unknown',
    }).at('version');
  // Files of older programs have a capital.
  const name = 'crypto' in json ? 'crypto' : 'Crypto';
  return within([name], () => {
    const crypto = objectIn(json, name);
    word(crypto, 'cipher', [cipherName]);
    const kdf = word(crypto, 'kdf', ['scrypt', 'pbkdf2']);
    const ciphertext = hexIn(crypto, 'ciphertext', keyBytes);
    const mac = hexIn(crypto, 'mac', 32);
    const params = objectIn(crypto, 'cipherparams');
    const iv = within(['cipherparams'], () => hexIn(params, 'iv', 16));
    const derivation = within(['kdfparams'], () =>
      derivationIn(objectIn(crypto, 'kdfparams'), kdf),
    );
    return { ciphertext, iv, mac, derivation };
  });
}

function derivationIn(of: Members, kdf: 'scrypt' | 'pbkdf2'): Derivation {
  if (integer(of, 'dklen') !== keyBytes) throw bad(`must be ${keyBytes}`).at('dklen');
  const salt = hexIn(of, 'salt');
  if (kdf === 'scrypt') {
    const [n, r, p] = [integer(of, 'n'), integer(of, 'r'), integer(of, 'p')];
    verifyScrypt({ n, r, p });
    return { kdf, n, r, p, salt };
  }
  word(of, 'prf', ['hmac-sha256']);
  const c = integer(of, 'c');
  if (c < 1 || c > mostRounds * 1_000_000)
    throw new AvalancheError('OutOfRange', 'asks for too many rounds').at('c');
  return { kdf, c, salt };
}

function verifyScrypt({ n, r, p }: { readonly [K in 'n' | 'r' | 'p']: number }): void {
  const isPower = Number.isInteger(n) && n > 1 && Number.isInteger(Math.log2(n));
  if (isPower && r > 0 && p > 0 && p <= mostRounds && 128 * r * (n + p) <= mostMemory) return;
  throw new AvalancheError(
    'OutOfRange',
    'scrypt needs an n that is a power of 2, and at most 1 GiB and 64 rounds',
  );
}

type Members = Readonly<Record<string, JSONValue>>;

const bad = (detail: string): AvalancheError => new AvalancheError('BadJSON', detail);

function objectIn(of: Members, key: string): Members {
  const value = of[key] ?? null;
  if (isJSONObject(value)) return value;
  throw bad('must be an object').at(key);
}

function word<const W extends string>(of: Members, key: string, known: readonly W[]): W {
  const found = known.find((name) => name === of[key]);
  if (found !== undefined) return found;
  throw new AvalancheError('Unsupported', `must be ${known.join(' or ')}`).at(key);
}

function integer(of: Members, key: string): number {
  const value = Number(of[key] ?? Number.NaN);
  if (Number.isSafeInteger(value)) return value;
  throw bad('must be an integer').at(key);
}

function hexIn(of: Members, key: string, length?: number): Uint8Array {
  const text = of[key];
  if (typeof text !== 'string' || !/^(?:[0-9a-f]{2})+$/i.test(text))
    throw bad('must be hex').at(key);
  const bytes = parseHex(`0x${text}`);
  if (length === undefined || bytes.length === length) return bytes;
  throw bad(`must have ${length} bytes, got ${bytes.length}`).at(key);
}

/** Derives 32 bytes from a passphrase. The hashes are loaded only when they are needed. */
async function derive(passphrase: string, { salt, ...how }: Derivation): Promise<Uint8Array> {
  const secret = new TextEncoder().encode(passphrase);
  try {
    if (how.kdf === 'scrypt') {
      const { scryptAsync } = await import('@noble/hashes/scrypt.js');
      const { n: N, r, p } = how;
      return await scryptAsync(secret, salt, { N, r, p, dkLen: keyBytes, maxmem: 2 * mostMemory });
    }
    const [{ pbkdf2Async }, { sha256 }] = await Promise.all([
      import('@noble/hashes/pbkdf2.js'),
      import('@noble/hashes/sha2.js'),
    ]);
    return await pbkdf2Async(sha256, secret, salt, { c: how.c, dkLen: keyBytes });
  } finally {
    secret.fill(0);
  }
}

const macOf = (derived: Uint8Array, ciphertext: Uint8Array): Uint8Array =>
  keccak_256(concatBytes(derived.subarray(16), ciphertext));

/** AES-128-CTR, which encrypts and decrypts alike, with the first half of the derived bytes. */
async function aes(bytes: Uint8Array, derived: Uint8Array, iv: Uint8Array): Promise<Uint8Array> {
  const { subtle } = globalThis.crypto ?? {};
  if (!subtle)
    throw new AvalancheError(
      'Unsupported',
      'encryption needs crypto.subtle, which browsers have on https:// and localhost only',
    );
  const key = await subtle.importKey('raw', derived.slice(0, 16), 'AES-CTR', false, ['encrypt']);
  // The whole block counts, as in OpenSSL and Go.
  const how = { name: 'AES-CTR', counter: iv.slice(), length: 128 };
  return new Uint8Array(await subtle.encrypt(how, key, bytes.slice()));
}

const digits = (bytes: Uint8Array): string => formatHex(bytes).slice(2);

/** A random UUID, version 4. */
function uuid(random: Uint8Array): string {
  const bytes = random.slice();
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return digits(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * The accounts of a Keystone, which it shows as codes to connect a wallet (`crypto-multi-accounts`): its fingerprint and extended public
 * keys. Source: keystone-sdk-rust `libs/ur-registry/src/extend/crypto_multi_accounts.rs`, `crypto_hd_key.rs`.
 */

import { HDKey } from '@scure/bip32';
import { encode, Tagged } from 'cborg';
import { within } from '../errors/error.ts';
import { aListOf, aText, checkArgument, objectOf } from '../schema/check.ts';
import { parsePath } from '../sign/hd/path.ts';
import {
  bytesOf,
  formatFingerprint,
  isUint32,
  type KeystonePartOptions,
  mapOf,
  maxBytesIn,
  messageOf,
  parseFingerprint,
  pathIn,
  tags,
  untagged,
} from './messages.ts';
import { badUR, formatUR } from './ur.ts';

/** What a device tells a wallet. */
export interface KeystoneAccounts {
  /** Fingerprint of the master key, 8 hex digits. */
  readonly fingerprint: string;
  /** Extended public keys with their paths: `hdAccount(xpub, path)` of `avalanche-tx/hd` makes an account of one. */
  readonly accounts: readonly { readonly path: string; readonly xpub: string }[];
}

const accountsArgument = /* @__PURE__ */ (() =>
  objectOf(
    { fingerprint: aText, accounts: aListOf(objectOf({ path: aText, xpub: aText })) },
    { name: 'accounts' },
  ))();

/** The index of a path's last step, as keys have it. */
function lastIndex(path: string): number {
  const { index, hardened } = parsePath(path).at(-1)!;
  return index + (hardened ? 2 ** 31 : 0);
}

/**
 * Reads the accounts that a device shows when a wallet is connected, such as Core. Keys of other curves, which have no chain code, are left
 * out.
 * @param parts Texts of QR codes, in any order: a list, or one text with a part a line.
 * @throws {AvalancheError} `BadText`, `BadChecksum`, `Mismatch`: not accounts, or misread; `MissingPart`.
 */
export function parseKeystoneAccounts(parts: string | readonly string[]): KeystoneAccounts {
  const map = mapOf(messageOf(parts, 'crypto-multi-accounts'));
  const [fingerprint, keys] = [map.get(1), map.get(2)];
  if (!isUint32(fingerprint) || !Array.isArray(keys))
    throw badUR('the message has no fingerprint and keys');
  const accounts = keys.flatMap((value: unknown) => {
    const key = mapOf(untagged(value, tags.hdkey));
    const [chainCode, parent] = [key.get(4), key.get(8)];
    if (chainCode === undefined) return [];
    const { path } = pathIn(key.get(6));
    if (parent !== undefined && !isUint32(parent)) throw badUR('a key has no valid parent');
    const parts = {
      publicKey: bytesOf(key.get(3), 'key'),
      chainCode: bytesOf(chainCode, 'chain code'),
    };
    try {
      const { publicExtendedKey: xpub } = new HDKey({
        ...parts,
        depth: parsePath(path).length,
        index: lastIndex(path),
        ...(parent !== undefined && { parentFingerprint: parent }),
      });
      return [{ path, xpub }];
    } catch {
      throw badUR('a key of the message is not an extended public key');
    }
  });
  return { fingerprint: formatFingerprint(fingerprint), accounts };
}

/**
 * Formats accounts as a device shows them: for a double of a device in tests.
 * @throws {AvalancheError} `BadText`: the fingerprint, a path, an extended public key; `OutOfRange`: `maxBytes`.
 */
export function formatKeystoneAccounts(
  accounts: KeystoneAccounts,
  options: KeystonePartOptions = {},
): readonly string[] {
  const given = checkArgument(accounts, accountsArgument, 'accounts');
  const maxBytes = maxBytesIn(options);
  const cbor = within(['accounts'], () => {
    const fingerprint = parseFingerprint(given.fingerprint);
    const keys = given.accounts.map(({ path, xpub }, i) =>
      within(['accounts', i], () => {
        const { publicKey, chainCode, depth, parentFingerprint } = keyOf(xpub);
        const steps = parsePath(path).flatMap(({ index, hardened }) => [index, hardened]);
        const origin = new Map<number, unknown>([
          [1, steps],
          [2, fingerprint],
          [3, depth],
        ]);
        return new Tagged(
          tags.hdkey,
          new Map<number, unknown>([
            [2, false],
            [3, publicKey],
            [4, chainCode],
            [6, new Tagged(tags.path, origin)],
            [8, parentFingerprint],
            [9, 'Keystone'],
          ]),
        );
      }),
    );
    const message = new Map<number, unknown>([
      [1, fingerprint],
      [2, keys],
    ]);
    return encode(message);
  });
  return formatUR({ type: 'crypto-multi-accounts', cbor }, maxBytes);
}

function keyOf(xpub: string): HDKey {
  try {
    const key = HDKey.fromExtendedKey(xpub);
    if (!key.privateKey) return key;
  } catch {
    // It is refused below.
  }
  throw badUR('must be an extended public key').at('xpub');
}

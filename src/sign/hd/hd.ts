/** Keys from words, and addresses from extended public keys. An entry point of its own: it brings `@scure/bip32` and `@scure/bip39`. */

import { HARDENED_OFFSET, HDKey } from '@scure/bip32';
import { mnemonicToSeedSync, validateMnemonic } from '@scure/bip39';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { signerPaths } from '../../draft/check.ts';
import type { Draft } from '../../draft/draft.ts';
import { checkShape, toBytes } from '../../errors/arguments.ts';
import { AvalancheError, within } from '../../errors/error.ts';
import { formatAddress } from '../../network/address.ts';
import { blockchainOf } from '../../state/state.ts';
import { formatHex } from '../../text/hex.ts';
import { evmAddressOf, type Key, privateKey } from '../key.ts';
import { type HDAccount, parseAccount } from './account.ts';
import { parsePath, placeIn } from './path.ts';

export type { Wallet } from '../../owners/own.ts';
export { type AddressRange, type DerivedAddress, type HDAccount, parseAccount } from './account.ts';
export {
  type Discovered,
  type DiscoverOptions,
  discoverAddresses,
  type UsageLookup,
} from './discover.ts';
export { type Multisig, multisig, parseDescriptor, withWallet } from './multisig.ts';

/** All keys of some words or a seed. Nothing lists or prints the secret. */
export interface HDWallet {
  /**
   * What a watch-only wallet needs of an account.
   * @param path Of three hardened steps: `m/44'/9000'/0'` for X and P, `m/44'/60'/0'` for accounts of the C-chain.
   */
  account(path?: string): HDAccount;
  /**
   * The key at a path, `m/44'/9000'/0'/0/0`.
   * @throws {AvalancheError} `BadText`; `MissingSigner`: the wallet was wiped.
   */
  key(path: string): Key;
  /**
   * The keys that a draft’s paths name and that are this wallet’s; an address of another wallet at the same path is left out, and so is
   * every path that is not a branch and an index below one of `accounts`: whoever makes the draft chooses the paths.
   * @param options.accounts Paths of accounts; `m/44'/9000'/0'` and `m/44'/60'/0'` if omitted.
   * @example
   * import { hdWallet } from 'avalanche-tx/hd';
   * import { evmAddressOf } from 'avalanche-tx/sign';
   * const wallet = hdWallet('test test test test test test test test test test test junk');
   * evmAddressOf(wallet.key("m/44'/60'/0'/0/0")); // '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
   */
  keys(draft: Draft, options?: { readonly accounts?: readonly string[] }): readonly Key[];
  /** Overwrites the secret; keys that were given out live on. The words are yours to forget. */
  wipe(): void;
}

/**
 * The wallet of 12 to 24 words (BIP-39), or of a seed of 16 to 64 bytes. No error holds a part of either.
 * @param options.passphrase What some call the 25th word.
 * @param options.wordlist 2048 words; English if not given.
 * @throws {AvalancheError} `BadChecksum`: not words of the list, or not these together; `OutOfRange`: no seed.
 */
export function hdWallet(
  secret: string | Uint8Array,
  options: { readonly passphrase?: string; readonly wordlist?: readonly string[] } = {},
): HDWallet {
  const seed = seedOf(secret, options);
  let root: HDKey | undefined = HDKey.fromMasterSeed(seed);
  seed.fill(0);
  const derive = <T>(path: string, use: (key: HDKey) => T): T => {
    if (!root) throw new AvalancheError('MissingSigner', 'the wallet was wiped');
    let node = root;
    try {
      for (const { index, hardened } of parsePath(path)) {
        const child = node.deriveChild(hardened ? index + HARDENED_OFFSET : index);
        if (node !== root) node.wipePrivateData();
        node = child;
      }
      return use(node);
    } finally {
      if (node !== root) node.wipePrivateData();
    }
  };
  const key = (path: string): Key => derive(path, (child) => privateKey(child.privateKey!));
  return Object.freeze({
    account: (path = "m/44'/9000'/0'") =>
      derive(path, (child) => parseAccount(child.publicExtendedKey, path)),
    key,
    keys: (draft: Draft, { accounts = usualAccounts } = {}) => keysOf(draft, accounts, key),
    wipe: () => {
      root?.wipePrivateData();
      root = undefined;
    },
  });
}

function seedOf(
  secret: string | Uint8Array,
  options: { readonly passphrase?: string; readonly wordlist?: readonly string[] },
): Uint8Array {
  checkShape(options, { passphrase: { '?': 'text' }, wordlist: { '?': ['text'] } }, 'options');
  const { passphrase = '', wordlist = english } = options;
  if (typeof secret !== 'string') {
    const seed = toBytes(secret);
    if (seed.length >= 16 && seed.length <= 64) return seed.slice();
    throw new AvalancheError('OutOfRange', 'a seed has 16 to 64 bytes');
  }
  const words = secret.trim().split(/\s+/).join(' ');
  if (!validateMnemonic(words, [...wordlist]))
    throw new AvalancheError(
      'BadChecksum',
      'must be 12, 15, 18, 21 or 24 words of the word list with a correct checksum',
    );
  return mnemonicToSeedSync(words, passphrase);
}

/** Of X and P, and of accounts of the C-chain. */
const usualAccounts: readonly string[] = ["m/44'/9000'/0'", "m/44'/60'/0'"];

function keysOf(
  draft: Draft,
  accounts: readonly string[],
  keyAt: (path: string) => Key,
): readonly Key[] {
  const chain = blockchainOf(draft);
  const found = new Map<string, Key>();
  for (const [address, path] of signerPaths(draft)) {
    if (!accounts.some((account) => placeIn(account, path))) continue;
    const key = within(['draft', 'paths', address], () => keyAt(path));
    const isOurs = address.startsWith('0x')
      ? evmAddressOf(key) === address.toLowerCase()
      : formatAddress(chain, key.shortID, draft.network) === address;
    if (isOurs) found.set(formatHex(key.shortID), key);
    else key.wipe();
  }
  return [...found.values()];
}

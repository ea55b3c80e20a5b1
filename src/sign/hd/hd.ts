/**
 * HD wallets: keys from a mnemonic, and addresses from extended public keys. It is a separate entry point because it depends on
 * `@scure/bip32` and `@scure/bip39`.
 */

import { HARDENED_OFFSET, HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { signerPaths } from '../../draft/check.ts';
import type { Draft } from '../../draft/draft.ts';
import { withReading } from '../../draft/reading.ts';
import { toBytes } from '../../errors/arguments.ts';
import { AvalancheError, within } from '../../errors/error.ts';
import { formatAddress } from '../../network/address.ts';
import { aListOf, aNumber, aText, checkArgument, objectOf, optional } from '../../schema/check.ts';
import { blockchainOf } from '../../state/state.ts';
import { formatHex } from '../../text/hex.ts';
import { evmAddressOf, type Key, privateKey } from '../key.ts';
import { randomBytes } from '../random.ts';
import { type HDAccount, hdAccount } from './account.ts';
import { parsePath, placeIn } from './path.ts';

const keysOptions = /* @__PURE__ */ (() => objectOf({ accounts: optional(aListOf(aText)) }))();
const mnemonicOptions = /* @__PURE__ */ (() =>
  objectOf({ words: optional(aNumber), wordlist: optional(aListOf(aText)) }))();
const walletOptions = /* @__PURE__ */ (() =>
  objectOf({ passphrase: optional(aText), wordlist: optional(aListOf(aText)) }))();

export type { Draft } from '../../draft/draft.ts';
export type { Chain, Network } from '../../network/network.ts';
export type { Wallet } from '../../owners/own.ts';
export type { Key } from '../key.ts';
export { type AddressRange, type DerivedAddress, type HDAccount, hdAccount } from './account.ts';
export {
  type Discovered,
  type DiscoverOptions,
  discoverAddresses,
  type UsageLookup,
  type WatchedWallet,
} from './discover.ts';
export { type Multisig, multisig, parseDescriptor, withDescriptor } from './multisig.ts';

/** An HD wallet: all keys of a mnemonic or seed. The secret cannot be listed or printed. */
export interface HDWallet {
  /**
   * Returns the watch-only part of an account: its extended public key and addresses.
   * @param path Three hardened steps: `m/44'/9000'/0'` for X and P (the default), `m/44'/60'/0'` for accounts of the C-chain.
   */
  account(path?: string): HDAccount;
  /**
   * Derives the key at a path, such as `m/44'/9000'/0'/0/0`.
   * @throws {AvalancheError} `BadText`; `MissingSigner`: the wallet was wiped.
   */
  key(path: string): Key;
  /**
   * Derives this wallet's keys for the `paths` of a draft. Addresses of other wallets at the same path are left out. Since the maker of
   * the draft chooses its paths, only paths with a branch and an index below one of `accounts` are used.
   * @param options.accounts Paths of accounts; `m/44'/9000'/0'` and `m/44'/60'/0'` if omitted.
   * @example
   * import { hdWallet } from 'avalanche-tx/hd';
   * import { evmAddressOf } from 'avalanche-tx/sign';
   * const wallet = hdWallet('test test test test test test test test test test test junk');
   * evmAddressOf(wallet.key("m/44'/60'/0'/0/0")); // '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
   */
  keys(draft: Draft, options?: { readonly accounts?: readonly string[] }): readonly Key[];
  /** Overwrites the secret. Keys that were already derived remain usable, and the caller must discard the mnemonic itself. */
  wipe(): void;
}

/**
 * Creates an HD wallet from a mnemonic of 12 to 24 words (BIP-39), or from a seed of 16 to 64 bytes. No error contains a part of either.
 * @param options.passphrase BIP-39 passphrase, also called the 25th word.
 * @param options.wordlist 2048 words; English if omitted.
 * @throws {AvalancheError} `BadChecksum`: a word is not in the list, or the checksum is wrong; `OutOfRange`: not a valid seed.
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
      derive(path, (child) => hdAccount(child.publicExtendedKey, path)),
    key,
    keys: (draft: Draft, options: { readonly accounts?: readonly string[] } = {}) => {
      const { accounts = usualAccounts } = checkArgument(options, keysOptions, 'options');
      return withReading(['draft'], draft, (reading) => keysOf(reading.draft, accounts, key));
    },
    wipe: () => {
      root?.wipePrivateData();
      root = undefined;
    },
  });
}

/**
 * Makes a new mnemonic (BIP-39) from the platform's randomness.
 * @param options.words 12, 15, 18, 21 or 24; 24 if omitted.
 * @param options.wordlist 2048 words; English if omitted.
 * @throws {AvalancheError} `OutOfRange`: another number of words; `Unsupported`: the platform has no `crypto.getRandomValues`.
 * @example
 * generateMnemonic({ words: 12 }).split(' ').length; // 12
 */
export function generateMnemonic(
  options: { readonly words?: number; readonly wordlist?: readonly string[] } = {},
): string {
  checkArgument(options, mnemonicOptions, 'options');
  const { words = 24, wordlist = english } = options;
  if (![12, 15, 18, 21, 24].includes(words))
    throw new AvalancheError('OutOfRange', `must be 12, 15, 18, 21 or 24, got ${words}`, {
      value: words,
    }).at('words');
  const entropy = randomBytes((words / 3) * 4);
  try {
    return entropyToMnemonic(entropy, [...wordlist]);
  } finally {
    entropy.fill(0);
  }
}

function seedOf(
  secret: string | Uint8Array,
  options: { readonly passphrase?: string; readonly wordlist?: readonly string[] },
): Uint8Array {
  checkArgument(options, walletOptions, 'options');
  const { passphrase = '', wordlist = english } = options;
  if (typeof secret !== 'string') {
    const seed = toBytes(secret);
    if (seed.length >= 16 && seed.length <= 64) return seed.slice();
    throw new AvalancheError('OutOfRange', 'a seed has 16 to 64 bytes');
  }
  const words = secret.trim().split(/\s+/).join(' ');
  if (!validateMnemonic(words, [...wordlist]))
    throw new AvalancheError('BadChecksum', wrongWords(words, wordlist));
  return mnemonicToSeedSync(words, passphrase);
}

/** Says what is wrong with the words of a mnemonic, without repeating any of them. */
function wrongWords(text: string, wordlist: readonly string[]): string {
  if (/^(PrivateKey-|0x)\S*$/.test(text))
    return 'this is a private key: privateKey() of avalanche-tx/sign reads it';
  const words = text.normalize('NFKD').split(' ');
  if (![12, 15, 18, 21, 24].includes(words.length))
    return `must be 12, 15, 18, 21 or 24 words, got ${words.length}`;
  const known = new Set(wordlist);
  const i = words.findIndex((word) => !known.has(word));
  if (i < 0) return 'the checksum is wrong: check the words and their order';
  const isCapital = known.has(words[i]!.toLowerCase());
  return `word ${i + 1} is not in the list${isCapital ? ': write it in lower case' : ''}`;
}

/** Default account paths: of X and P, and of the C-chain. */
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
      : formatAddress(key.shortID, chain, draft.network) === address;
    if (isOurs) found.set(formatHex(key.shortID), key);
    else key.wipe();
  }
  return [...found.values()];
}

/** Signs with a secret that was typed. It is used once and kept nowhere. */
import { isError, parseHex } from 'avalanche-tx';
import { hdWallet } from 'avalanche-tx/hd';
import {
  type Draft,
  evmAddressOf,
  type Key,
  privateKey,
  type SignOptions,
  sign,
} from 'avalanche-tx/sign';
import { addressesOfAccount, chainOf, withPaths } from './paths.ts';
import { notNeeded } from './signers.ts';
import { NotNeeded } from './words.ts';

/** What is checked, with the digest of what was shown. */
export type ShownOptions = SignOptions & { readonly reviewed: Uint8Array };

/**
 * Signs with a private key (`PrivateKey-…`, or 64 hex digits) or the words of a wallet.
 * @param options `reviewed` is the digest of what the page has shown.
 * @throws {AvalancheError} As `sign`; none of them repeats the secret.
 */
export function signWithSecret(draft: Draft, secret: string, options: ShownOptions): Draft {
  const text = secret.trim();
  return /\s/.test(text) ? signWithWords(draft, text, options) : signWithKey(draft, text, options);
}

function signWithKey(draft: Draft, text: string, options: ShownOptions): Draft {
  const key = privateKey(
    /^(0x)?[0-9a-f]{64}$/i.test(text) ? parseHex(`0x${text.replace(/^0x/i, '')}`) : text,
  );
  try {
    return sign(draft, key, options);
  } catch (e) {
    const address = key.address(chainOf(draft), draft.network);
    const mine = draft.chain === 'C' ? [evmAddressOf(key), address] : [address];
    throw isError(e, 'MissingSigner') ? new NotNeeded(notNeeded(draft, mine, 'This key is')) : e;
  } finally {
    key.wipe();
  }
}

/** Signs with the keys of a wallet: of the paths that the draft has, and of the first addresses of its usual account. */
function signWithWords(draft: Draft, text: string, options: ShownOptions): Draft {
  const wallet = hdWallet(text.split(/\s+/).join(' '));
  let keys: readonly Key[] = [];
  try {
    const account = wallet.account(draft.chain === 'C' ? "m/44'/60'/0'" : "m/44'/9000'/0'");
    keys = wallet.keys(withPaths(draft, account));
    try {
      return sign(draft, keys, options);
    } catch (e) {
      if (!isError(e, 'MissingSigner')) throw e;
      const mine = addressesOfAccount(draft, account);
      throw new NotNeeded(notNeeded(draft, mine, 'This wallet’s first address is'));
    }
  } finally {
    for (const key of keys) key.wipe();
    wallet.wipe();
  }
}

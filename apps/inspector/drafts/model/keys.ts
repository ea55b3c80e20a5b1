/** Signs with a secret that was typed. It is used once and kept nowhere. */
import { AvalancheError, parseHex } from 'avalanche-tx';
import { hdWallet } from 'avalanche-tx/hd';
import { type Draft, type Key, privateKey, type SignOptions, sign } from 'avalanche-tx/sign';

/** What is checked, with the digest of what was shown. */
export type ShownOptions = SignOptions & { readonly reviewed: Uint8Array };

/**
 * Signs with a private key (`PrivateKey-…`, or 64 hex digits) or the words of a wallet.
 * @param options `reviewed` is the digest of what the page has shown.
 * @throws {AvalancheError} As `sign`; none of them repeats the secret.
 */
export function signWithSecret(draft: Draft, secret: string, options: ShownOptions): Draft {
  const keys = keysOf(draft, secret.trim());
  try {
    return sign(draft, keys, options);
  } finally {
    for (const key of keys) key.wipe();
  }
}

function keysOf(draft: Draft, secret: string): readonly Key[] {
  if (/^(0x)?[0-9a-f]{64}$/i.test(secret))
    return [privateKey(parseHex(`0x${secret.replace(/^0x/i, '')}`))];
  if (!/\s/.test(secret)) return [privateKey(secret)];
  const wallet = hdWallet(secret.split(/\s+/).join(' '));
  try {
    const keys = wallet.keys(draft);
    if (keys.length > 0) return keys;
    throw new AvalancheError('MissingSigner', 'no key of this wallet is asked to sign', {
      missing: [],
    });
  } finally {
    wallet.wipe();
  }
}

/** Tells texts that are secrets, or may be, before they go where others can read them. It imports nothing: the inspector uses it too. */

/** `key`: a secret without doubt. `32 bytes`: a private key or an ID, which look alike. */
export type Secret = 'key' | '32 bytes';

const sure: readonly RegExp[] = [
  /PrivateKey-\w/i,
  // Extended private keys of all networks and address types.
  /\b[a-zA-Z]prv[1-9A-HJ-NP-Za-km-z]{20}/,
  /BEGIN [A-Z ]*PRIVATE KEY/,
  // Members of JSON and lines of settings whose name says it.
  /(?:priv(?:ate)?_?key|mnemonic|\bseed(?:_?phrase)?|passphrase|password|secret(?:_?key)?)\w{0,20}["']?\s*[:=]\s*\[?\s*["']?\w/i,
  /"keys?"\s*:\s*\[?\s*"(?:0x)?[0-9a-f]{64}"/i,
];

/** The words of a wallet, and nothing else. */
const isWords = (text: string): boolean =>
  /^(?:[a-z]{3,8}\s+){11,23}[a-z]{3,8}$/i.test(text) && text.split(/\s+/).length % 3 === 0;

/** 32 bytes in hex, in CB58 with its checksum, or in base64. */
const sizeOfKey = /^(?:(?:0x)?[0-9a-f]{64}|[1-9A-HJ-NP-Za-km-z]{47,50}|[A-Za-z0-9+/_-]{43}=?)$/i;

/** Further on in a text, only what is a secret without doubt counts. */
const most = 10_000;

/**
 * Tells whether a text has a secret. `32 bytes` also of the lines of a transaction in hex: ask only where nothing else reads the text.
 * JSON objects hold IDs of 32 bytes everywhere: of these, only names of members tell.
 */
export function secretIn(text: string): Secret | undefined {
  const start = text.slice(0, most).trim();
  if (sure.some((pattern) => pattern.test(text)) || isWords(start)) return 'key';
  if (start.startsWith('{')) return undefined;
  const words = start.split(/[\s"'`,;:[\]()]+/);
  return words.some((word) => sizeOfKey.test(word)) ? '32 bytes' : undefined;
}

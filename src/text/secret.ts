/** Recognizes texts that are or may be secrets, before they are displayed or logged. */
import { aText, checkArgument } from '../schema/check.ts';

/** What `secretIn` finds. `key`: certainly a secret. `32 bytes`: a private key or an ID, which look alike. */
export type Secret = 'key' | '32 bytes';

const sure: readonly RegExp[] = [
  /PrivateKey-\w/i,
  // Extended private keys of all networks and address types.
  /\b[a-zA-Z]prv[1-9A-HJ-NP-Za-km-z]{20}/,
  /BEGIN [A-Z ]*PRIVATE KEY/,
  // JSON fields and configuration lines whose name indicates a secret.
  /(?:priv(?:ate)?_?key|mnemonic|\bseed(?:_?phrase)?|passphrase|password|secret(?:_?key)?)\w{0,20}["']?\s*[:=]\s*\[?\s*["']?\w/i,
  /"keys?"\s*:\s*\[?\s*"(?:0x)?[0-9a-f]{64}"/i,
];

/** Tells whether a text consists only of the words of a mnemonic. */
const isWords = (text: string): boolean =>
  /^(?:[a-z]{3,8}\s+){11,23}[a-z]{3,8}$/i.test(text) && text.split(/\s+/).length % 3 === 0;

/** 32 bytes in hex, in CB58 with its checksum, or in base64. */
const sizeOfKey = /^(?:(?:0x)?[0-9a-f]{64}|[1-9A-HJ-NP-Za-km-z]{47,50}|[A-Za-z0-9+/_-]{43}=?)$/i;

/** Beyond this length, only certain secrets are searched for. */
const most = 10_000;

/**
 * Returns whether a text that somebody pasted contains a private key or the words of a wallet, before it is stored, logged or sent. It knows
 * their usual forms. Any 32 bytes count as `32 bytes`, even lines of a transaction in hex, so ask only about text that `open` does not read.
 * In JSON objects, which contain IDs of 32 bytes everywhere, only the names of fields count.
 * @example
 * secretIn('PrivateKey-abc'); // 'key'
 * secretIn('P-fuji1zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3cd758d'); // undefined
 */
export function secretIn(text: string): Secret | undefined {
  checkArgument(text, aText, 'text');
  const start = text.slice(0, most).trim();
  if (sure.some((pattern) => pattern.test(text)) || isWords(start)) return 'key';
  if (start.startsWith('{')) return undefined;
  const words = start.split(/[\s"'`,;:[\]()]+/);
  return words.some((word) => sizeOfKey.test(word)) ? '32 bytes' : undefined;
}

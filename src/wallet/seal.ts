/** The first line of a record in a store: the format, its number, and the sha256 of the rest, which shows damage. */
import { sha256 } from '../crypto/hash.ts';
import { AvalancheError } from '../errors/error.ts';
import { verifyFormat } from '../schema/format.ts';
import { formatHex } from '../text/hex.ts';
import { encodeUTF8 } from '../text/utf8.ts';

const hashOf = (text: string): string => formatHex(sha256(encodeUTF8(text))).slice(2);

/** Puts the first line before a text. */
export const sealed = (format: string, body: string): string =>
  `${format} ${hashOf(body)}\n${body}`;

/**
 * Returns the text after the first line.
 * @throws {AvalancheError} `BadJSON`: no record, or a damaged one; `BadVersion`: of another format.
 */
export function unsealed(format: string, text: string): string {
  const end = text.indexOf('\n');
  const [, found, hash] = /^(.* \d{1,9}) ([0-9a-f]{64})$/.exec(text.slice(0, end)) ?? [];
  if (found === undefined) throw new AvalancheError('BadJSON', 'is not a record of a wallet');
  verifyFormat(found, format);
  const body = text.slice(end + 1);
  if (hash === hashOf(body)) return body;
  throw new AvalancheError('BadJSON', 'is damaged: its hash is another one');
}

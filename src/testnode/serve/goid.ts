/** Ids as Go reads them, and what it says of other texts. Source: avalanchego `utils/cb58/cb58.go`, `ids/id.go`. */
import { isError } from '../../errors/error.ts';
import { parseID } from '../../text/id.ts';
import { refuse } from './refuse.ts';

const notBase58 = /[^1-9A-HJ-NP-Za-km-z]/;
const checksumLength = 4;

/** The number of bytes of a text in base58. */
function lengthOf(text: string): number {
  const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  let value = 0n;
  for (const c of text) value = value * 58n + BigInt(digits.indexOf(c));
  const zeros = /^1*/.exec(text)![0].length;
  return zeros + (value === 0n ? 0 : Math.ceil(value.toString(16).length / 2));
}

/** The longest text that can be an id. */
const longest = 60;

/**
 * An id from CB58.
 * @throws {AvalancheError} `NodeError`.
 */
export function parseGoID(text: string): Uint8Array {
  if (text === '') return refuse('base58 decoding error: zero length string');
  const wrong = notBase58.exec(text)?.[0];
  if (wrong !== undefined)
    return refuse(`base58 decoding error: invalid base58 digit ('${wrong}')`);
  try {
    return parseID(text);
  } catch (e) {
    if (!isError(e)) throw e;
    if (text.length <= longest && lengthOf(text) < checksumLength)
      return refuse('input string is smaller than the checksum size');
    return refuse(e.code === 'BadChecksum' ? 'invalid input checksum' : e.detail);
  }
}

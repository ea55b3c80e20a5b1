/** Parses bytes from text as people write it: hex in any form, CB58, or a list of numbers. */
import { sha256 } from '../crypto/hash.ts';
import type { ErrorContexts } from '../errors/contexts.ts';
import { AvalancheError } from '../errors/error.ts';
import { equalBytes } from '../text/bytes.ts';
import { parseCB58 } from '../text/cb58.ts';
import { badDigit } from '../text/digits.ts';
import { parseHex } from '../text/hex.ts';

type Found = NonNullable<ErrorContexts['BadText']['found']>;

const notInput = (detail: string, found?: Found): AvalancheError =>
  new AvalancheError('BadText', detail, { kind: 'input', ...(found && { found }) });

/** Parses hex digits and removes the node's checksum, if the last four bytes are one. */
export function bytesOfHex(digits: string): Uint8Array {
  const bytes = parseHex(`0x${digits}`);
  const data = bytes.subarray(0, -4);
  return bytes.length > 4 && equalBytes(sha256(data).subarray(28), bytes.subarray(-4))
    ? data
    : bytes;
}

/** Go's `[]byte{…}` with any length and byte type. */
const goList = /^\[[\d.]*\](?:byte|uint8)\s*\{([\s\S]*)\}$/;
const plainList = /^[[{]([\s\S]*)[\]}]$/;
const element = /^(?:0[xX][0-9a-fA-F]{1,2}|\d{1,3})$/;

/** Parses a list of numbers that has brackets or a `0x` prefix on each number. Returns undefined for other text. */
function bytesOfList(text: string): Uint8Array | undefined {
  const inside = (goList.exec(text) ?? plainList.exec(text))?.[1];
  if (inside === undefined && !/^0x[0-9a-f]{1,2}[\s,]+0x/i.test(text)) return undefined;
  // Go's tests have comments after or above the bytes.
  const words = (inside ?? text).replace(/\/\/.*/g, ' ').split(/[\s,;]+/);
  const numbers = words.filter((word) => word !== '');
  return Uint8Array.from(numbers, (word, i) => {
    const value = element.test(word) ? Number(word) : 256;
    if (value <= 255) return value;
    throw notInput(`item ${i} of the list is not a byte: write 0 to 255, or 0x00 to 0xff`);
  });
}

/** Explains why a recognizable text is not an input. Never repeats secrets. */
function wrongText(text: string): AvalancheError | undefined {
  if (/^PrivateKey-/i.test(text))
    return notInput(
      'this is a private key, which is never read as a transaction: keep it secret',
      'private key',
    );
  if (/^NodeID-/.test(text)) return notInput('this is the ID of a node', 'node ID');
  if (/^\w+-[a-z]+1[02-9ac-hj-np-z]{38}$/.test(text) || /^[a-z]+1[02-9ac-hj-np-z]{38}$/.test(text))
    return notInput('this is an address: ask a node for its UTXOs', 'address');
  return undefined;
}

/** Tells hex with a few wrong digits from CB58, a third of whose characters could be digits, and from words. */
const isNearlyHex = (text: string): boolean => {
  const wrong = text.replace(/[0-9a-fA-F]/g, '').length;
  return text.length >= 30 && wrong <= 4 && wrong * 10 <= text.length;
};

const forms = 'must be hex, CB58, a list of bytes, node JSON or a JSON-RPC reply';

/**
 * Parses bytes written as text: hex with or without `0x`, spaces and line breaks; CB58; a list of bytes in Go,
 * Rust or JavaScript. Hex may end in the node's checksum.
 * @throws {AvalancheError} `BadText`: none of these, with `found` if the text is recognized; `BadChecksum`: of
 *   CB58.
 */
export function bytesOfText(given: string): Uint8Array {
  const text = given.trim().replace(/^(["'`])([\s\S]*)\1$/, '$2');
  const list = bytesOfList(text);
  if (list) return list;
  const joined = text.replace(/\s+/g, '');
  const digits = joined.replace(/^0x/i, '');
  if (digits.length < joined.length || (joined !== '' && /^[0-9a-fA-F]+$/.test(joined)))
    return bytesOfHex(digits);
  const wrong = wrongText(joined);
  if (wrong) throw wrong;
  if (isNearlyHex(joined)) throw badDigit('hex', text, text.search(/[^0-9a-fA-F\s]/));
  // Ordinary words are not CB58: a transaction has at least 30 characters.
  if (joined.length < 30 || /[^1-9A-HJ-NP-Za-km-z]/.test(joined)) throw notInput(forms);
  const bytes = parseCB58(joined);
  if (bytes.length !== 32) return bytes;
  throw notInput(
    'this is an ID, which does not contain what it identifies: ask a node for the transaction or block',
    'id',
  );
}

/** Tells whether bytes are the RLP of a list, possibly truncated, or a typed EVM transaction. */
function isRLP(bytes: Uint8Array): boolean {
  const [type = 0] = bytes;
  const list = type > 0 && type < 5 ? bytes.subarray(1) : bytes;
  const [first = 0] = list;
  if (first < 0xf8) return first >= 0xc0 && list.length === first - 0xc0 + 1;
  const size = first - 0xf7;
  const length = list.subarray(1, 1 + size).reduce((n, byte) => n * 256 + byte, 0);
  return list.length <= 1 + size + length && length < 1 << 24;
}

/** Tells whether bytes start with codec version 0 and a typeID below 65,536, as most wire values do. */
const isVersioned = (bytes: Uint8Array): boolean =>
  bytes.subarray(0, 4).every((byte) => byte === 0);

/** Explains what unreadable bytes are, if they are recognized; otherwise undefined. */
export function alien(bytes: Uint8Array): AvalancheError | undefined {
  if (isVersioned(bytes)) return undefined;
  if (bytes.length === 20)
    return notInput('these 20 bytes are an address or account, not a transaction', 'account');
  if (bytes.length === 32)
    return notInput(
      'these 32 bytes are an ID or a hash, which does not contain what it identifies: ask a node for the transaction or block',
      'id',
    );
  if (isRLP(bytes))
    return notInput(
      "this is RLP, as the C-chain's EVM has it, but not a block: Ethereum libraries read its transactions",
      'EVM',
    );
  return undefined;
}

import { keccak_256 } from '@noble/hashes/sha3.js';
import { AvalancheError } from '../errors/error.ts';
import { formatHex, parseHex } from './hex.ts';
import { encodeUTF8 } from './utf8.ts';

/**
 * Parses the address of an EVM account to its 20 bytes. Mixed-case digits contain a checksum, which is verified
 * (EIP-55).
 * @throws {AvalancheError} `BadText`: not 0x and 40 digits; `BadChecksum`.
 * @example
 * parseAccount('0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC')[0]; // 0x8d
 */
export function parseAccount(text: string): Uint8Array {
  const bytes = accountBytes(text);
  const digits = text.slice(2);
  if (digits !== digits.toLowerCase() && digits !== digits.toUpperCase() && !checks(digits))
    throw new AvalancheError(
      'BadChecksum',
      'the upper and lower case digits (EIP-55) do not match: check the address',
    );
  return bytes;
}

/**
 * Parses the address of an account without verifying the checksum.
 * @throws {AvalancheError} `BadText`.
 */
function accountBytes(text: string): Uint8Array {
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return parseHex(text);
  throw new AvalancheError('BadText', 'an account is 0x and 40 hex digits', { kind: 'account' });
}

function checks(digits: string): boolean {
  const lower = digits.toLowerCase();
  const hash = formatHex(keccak_256(encodeUTF8(lower))).slice(2);
  return [...lower].every(
    (digit, i) => (hash[i]! >= '8' ? digit.toUpperCase() : digit) === digits[i],
  );
}

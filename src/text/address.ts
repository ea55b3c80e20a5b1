import { bech32, bech32m } from 'bech32';
import { toBytes, toText } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { formatBech32, parseBech32, startBech32 } from './bech32.ts';
import { recent, recentBytes } from './recent.ts';

/** A parsed address; its chain and network are not checked to exist. */
export interface Address {
  /** The part before the first `-`: `P`, `X`, `C`, or the id of a chain. */
  readonly alias: string;
  /** Human-readable part of the bech32 text, which identifies the network: `avax`, `fuji`, `local`, `custom`. */
  readonly hrp: string;
  /** 20 bytes. */
  readonly bytes: Uint8Array;
}

const maxBech32 = 90;
const groupsOf20Bytes = 32;
const printable = /^[!-~]+$/;
const data = /^[02-9ac-hj-np-z]*$/;

/**
 * Formats an address as `alias-hrp1…`.
 * @param hrp Lower case; `hrpOf` returns it for a networkID.
 * @param bytes 20 bytes.
 * @throws {AvalancheError} `OutOfRange`: not 20 bytes; `BadText`: an hrp that bech32 does not allow.
 * @example
 * formatAddress('X', 'avax', new Uint8Array(20)); // 'X-avax1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqxpdk7q'
 */
export const formatAddress = (alias: string, hrp: string, bytes: Uint8Array): string =>
  addressFormatter(alias, hrp)(bytes);

/**
 * Returns `formatAddress` for one chain, faster for many addresses.
 * @throws {AvalancheError} As `formatAddress`.
 */
export function addressFormatter(alias: string, hrp: string): (bytes: Uint8Array) => string {
  checkHRP(hrp);
  const start = startBech32(hrp);
  const prefix = `${alias}-${hrp}1`;
  const format = (bytes: Uint8Array): string => prefix + formatBech32(start, bytes);
  return (from) => {
    const bytes = from instanceof Uint8Array ? from : toBytes(from);
    if (bytes.length === 20) return recent(prefix, bytes, format);
    throw new AvalancheError('OutOfRange', `an address has 20 bytes, got ${bytes.length}`, {
      value: bytes.length,
      min: 20,
      max: 20,
      unit: 'bytes',
    });
  };
}

/**
 * Returns a parser for the addresses of one chain, fast for many addresses. The parser returns undefined for any
 * text that `addressFormatter` does not write; `readAddress` then reports what is wrong.
 * @throws {AvalancheError} `BadText`: an hrp that bech32 does not allow.
 */
export function addressParser(
  alias: string,
  hrp: string,
): (text: string) => Uint8Array | undefined {
  checkHRP(hrp);
  const start = startBech32(hrp);
  const prefix = `${alias}-${hrp}1`;
  const parse = (text: string) => parseBech32(start, text, prefix.length);
  return (text) => (text.startsWith(prefix) ? recentBytes(prefix, text, parse) : undefined);
}

/**
 * Checks that addresses can be written with an hrp.
 * @throws {AvalancheError} `BadText`: empty, upper case, not printable ASCII, or too long.
 */
export function checkHRP(hrp: string): void {
  if (
    printable.test(hrp) &&
    hrp === hrp.toLowerCase() &&
    hrp.length + 7 + groupsOf20Bytes <= maxBech32
  ) {
    return;
  }
  throw new AvalancheError('BadText', 'an HRP is 1 to 51 printable characters without capitals', {
    kind: 'HRP',
  });
}

/**
 * Parses an address into alias, hrp and bytes.
 * @param options.lenient Accepts everything that a node accepts: an empty alias or one with spaces, upper case, a
 *   bech32m checksum, 31 groups of 5 bits. Formatting the result may then give a different text.
 * @throws {AvalancheError} `BadText`: no `-`, mixed or upper case, a character that bech32 does not have;
 *   `BadChecksum`; `OutOfRange`: not 20 bytes.
 * @example
 * readAddress('X-avax1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqxpdk7q').hrp; // 'avax'
 */
export function readAddress(text: string, options: { readonly lenient?: boolean } = {}): Address {
  const lenient = options?.lenient ?? false;
  const dash = toText(text).indexOf('-');
  if (dash < 0) throw withoutChain(text);
  const alias = text.slice(0, dash);
  if (!lenient && !printable.test(alias)) {
    throw new AvalancheError('BadText', 'an address starts with its chain and "-": P-avax1…', {
      kind: 'address',
    });
  }
  const { hrp, groups, isBech32m } = readBech32(text.slice(dash + 1), lenient);
  if (isBech32m && !lenient) {
    throw new AvalancheError('BadChecksum', 'the checksum is bech32m, an address needs bech32');
  }
  if (lenient && groups.length === groupsOf20Bytes - 1) groups.push(0);
  if (groups.length !== groupsOf20Bytes) {
    throw new AvalancheError(
      'OutOfRange',
      `${groups.length} groups of 5 bits, an address has ${groupsOf20Bytes}`,
      { value: groups.length, min: groupsOf20Bytes, max: groupsOf20Bytes },
    );
  }
  return { alias, hrp, bytes: Uint8Array.from(bech32.fromWords(groups)) };
}

/** Builds the error for a text without `-`, which says what the text is instead. */
function withoutChain(text: string): AvalancheError {
  const start = 'an address starts with its chain and "-": P-avax1…';
  if (/^0x[0-9a-fA-F]{40}$/.test(text))
    return new AvalancheError('BadText', `${start}; this is an account of the C-chain's EVM`, {
      kind: 'address',
      found: 'account',
    });
  return new AvalancheError('BadText', start, {
    kind: 'address',
    ...(/^[a-z]+1[02-9ac-hj-np-z]{38}$/.test(text) && { found: 'address without chain' }),
  });
}

function readBech32(
  text: string,
  upper: boolean,
): { readonly hrp: string; readonly groups: number[]; readonly isBech32m: boolean } {
  if (text.length > maxBech32 || !printable.test(text)) {
    throw new AvalancheError(
      'BadText',
      `bech32 is at most ${maxBech32} printable characters without spaces`,
      { kind: 'address' },
    );
  }
  const lower = text.toLowerCase();
  if (text !== lower && !(upper && text === text.toUpperCase())) {
    throw new AvalancheError(
      'BadText',
      `bech32 must not have ${upper ? 'mixed case' : 'capitals'}`,
      { kind: 'address' },
    );
  }
  const separator = lower.lastIndexOf('1');
  if (separator < 1 || separator + 7 > lower.length || !data.test(lower.slice(separator + 1))) {
    throw new AvalancheError(
      'BadText',
      'bech32 is an HRP, "1" and 6 or more characters of its alphabet',
      { kind: 'address' },
    );
  }
  const plain = bech32.decodeUnsafe(lower);
  const decoded = plain ?? bech32m.decodeUnsafe(lower);
  if (!decoded)
    throw new AvalancheError('BadChecksum', 'the bech32 checksum is wrong: check the address');
  return { hrp: decoded.prefix, groups: decoded.words, isBech32m: !plain };
}

import { AvalancheError } from '../errors/error.ts';
import { formatBech32, fromGroups, parseBech32, startBech32 } from './bech32.ts';
import { recent } from './recent.ts';

/** An address as its text says it; whether chain and network exist is not looked at. */
export interface Address {
  /** What stands before the first `-`: `P`, `X`, `C`, or the id of a chain. */
  readonly alias: string;
  /** Human-readable part of the bech32 text, which names the network: `avax`, `fuji`, `local`, `custom`. */
  readonly hrp: string;
  /** 20 bytes. */
  readonly bytes: Uint8Array;
}

const maxBech32 = 90;
const groupsOf20Bytes = 32;
const printable = /^[!-~]+$/;
const data = /^[02-9ac-hj-np-z]*$/;

/**
 * The address as `alias-hrp1…`.
 * @param hrp Lower case; `hrpOf` knows it for a networkID.
 * @param bytes 20 bytes.
 * @throws {AvalancheError} `OutOfRange`: not 20 bytes; `BadText`: an hrp that bech32 cannot hold.
 * @example
 * formatAddress('X', 'avax', new Uint8Array(20)); // 'X-avax1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqxpdk7q'
 */
export const formatAddress = (alias: string, hrp: string, bytes: Uint8Array): string =>
  addressFormatter(alias, hrp)(bytes);

/**
 * `formatAddress` of one chain: for many addresses.
 * @throws {AvalancheError} As `formatAddress`.
 */
export function addressFormatter(alias: string, hrp: string): (bytes: Uint8Array) => string {
  checkHRP(hrp);
  const start = startBech32(hrp);
  const prefix = `${alias}-${hrp}1`;
  const format = (bytes: Uint8Array): string => prefix + formatBech32(start, bytes);
  return (bytes) => {
    if (bytes.length === 20) return recent(prefix, bytes, format);
    throw new AvalancheError('OutOfRange', `an address is 20 bytes, not ${bytes.length}`);
  };
}

/**
 * Refuses an hrp under which no address can be written.
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
  throw new AvalancheError('BadText', 'an hrp is 1 to 51 printable characters without capitals');
}

/**
 * Takes an address apart.
 * @param options.lenient Reads all that a node reads: an empty alias or one with spaces, upper case, a bech32m
 *   checksum, 31 groups of 5 bits. What is written again is then not always the text that was read.
 * @throws {AvalancheError} `BadText`: no `-`, mixed or upper case, a character that bech32 does not have;
 *   `BadChecksum`; `OutOfRange`: not 20 bytes.
 * @example
 * readAddress('X-avax1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqxpdk7q').hrp; // 'avax'
 */
export function readAddress(text: string, options: { readonly lenient?: boolean } = {}): Address {
  const { lenient = false } = options;
  const dash = text.indexOf('-');
  if (dash < 0) throw new AvalancheError('BadText', 'an address without a "-" after its chain');
  const alias = text.slice(0, dash);
  if (!lenient && !printable.test(alias)) {
    throw new AvalancheError('BadText', 'an address without a chain before its "-"');
  }
  const { hrp, groups, isBech32m } = readBech32(text.slice(dash + 1), lenient);
  if (isBech32m && !lenient) {
    throw new AvalancheError('BadChecksum', 'a bech32m checksum; addresses have bech32');
  }
  const padded = lenient && groups.length === groupsOf20Bytes - 1 ? [...groups, 0] : groups;
  if (padded.length !== groupsOf20Bytes) {
    throw new AvalancheError(
      'OutOfRange',
      `${groups.length} groups of 5 bits, an address has ${groupsOf20Bytes}`,
    );
  }
  return { alias, hrp, bytes: fromGroups(padded)! };
}

function readBech32(
  text: string,
  upper: boolean,
): { readonly hrp: string; readonly groups: readonly number[]; readonly isBech32m: boolean } {
  if (text.length > maxBech32 || !printable.test(text)) {
    throw new AvalancheError(
      'BadText',
      `bech32 is at most ${maxBech32} printable characters without spaces`,
    );
  }
  const lower = text.toLowerCase();
  if (text !== lower && !(upper && text === text.toUpperCase())) {
    throw new AvalancheError('BadText', `bech32 ${upper ? 'of mixed case' : 'with capitals'}`);
  }
  const separator = lower.lastIndexOf('1');
  if (separator < 1 || separator + 7 > lower.length || !data.test(lower.slice(separator + 1))) {
    throw new AvalancheError(
      'BadText',
      'bech32 is an hrp, "1" and 6 or more characters of its own',
    );
  }
  const hrp = lower.slice(0, separator);
  const found = parseBech32(hrp, lower.slice(separator + 1));
  if (!found) throw new AvalancheError('BadChecksum', 'the bech32 checksum does not fit the text');
  return { hrp, groups: found.groups, isBech32m: found.encoding === 'bech32m' };
}

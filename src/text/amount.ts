import { badArgument } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { numberContext, quoted } from '../errors/quote.ts';
import { maxUint64 } from './uint64.ts';

/**
 * An amount of AVAX on the X- and P-chain: 1 AVAX is 10⁹ nAVAX. A plain `bigint` is accepted; `Wei` is a compile
 * error.
 */
export type NAVAX = bigint & {
  /** Marks the unit for the compiler; values do not have this property. */
  readonly unit?: 'nAVAX';
};
/** An amount of AVAX in the C-chain's EVM: 1 AVAX is 10¹⁸ wei. A plain `bigint` is not accepted: use `wei`. */
export type Wei = bigint & {
  /** Marks the unit for the compiler; values do not have this property. */
  readonly unit: 'wei';
};

/** Wei in a nAVAX: accounts of the C-chain hold wei, UTXOs nAVAX. */
export const weiPerNAVAX = 1_000_000_000n;

const maxUint256 = (1n << 256n) - 1n;
const plain = /^(0|[1-9]\d*)(?:\.(\d+))?$/;

/**
 * Converts a decimal number of AVAX to nAVAX.
 * @param text Digits, with at most 9 decimals.
 * @throws {AvalancheError} `BadArgument`: not text; `BadText`: a sign, exponent, space or anything else; `OutOfRange`: more than 9
 *   decimals, or more than a uint64 holds.
 * @example
 * avax('1.5'); // 1_500_000_000n
 */
export function avax(text: string): NAVAX {
  return parseAmount(text, 9);
}

/**
 * Converts a decimal number of AVAX to wei. A `bigint` is taken as wei and only marked as such.
 * @throws {AvalancheError} `BadText`; `OutOfRange`: more than 18 decimals, negative, or more than a uint256 holds.
 * @example
 * wei('1.5'); // 1_500_000_000_000_000_000n
 */
export function wei(value: string | bigint): Wei {
  const units = typeof value === 'bigint' ? value : scale(value, 18, maxUint256);
  if (units < 0n || units > maxUint256) {
    throw new AvalancheError('OutOfRange', 'must be 0 to the largest uint256 wei', {
      value: units,
      min: 0n,
      max: maxUint256,
      unit: 'wei',
    });
  }
  return units as Wei;
}

/**
 * Converts a decimal number to the smallest units of an asset.
 * @param denomination Decimals of the asset, 0 to 32; 9 for AVAX.
 * @throws {AvalancheError} `BadText`: not a plain decimal number; `OutOfRange`: more decimals than the asset has,
 *   or more than a uint64 holds.
 * @example
 * parseAmount('2.50', 2); // 250n
 */
export function parseAmount(text: string, denomination: number): bigint {
  return scale(text, checkDenomination(denomination), maxUint64);
}

/**
 * Formats nAVAX as a decimal number of AVAX, exactly.
 * @example
 * formatAvax(1_500_000_000n); // '1.5'
 */
export function formatAvax(nAVAX: NAVAX): string {
  return formatUnits(nAVAX, 9, "a bigint of nAVAX, such as avax('1.5')");
}

/**
 * Formats the smallest units of an asset as a decimal number without trailing zeros; the inverse of `parseAmount`.
 * @param denomination Decimals of the asset, 0 to 32.
 * @example
 * formatAmount(250n, 2); // '2.5'
 */
export function formatAmount(units: bigint, denomination: number): string {
  return formatUnits(units, checkDenomination(denomination), 'a bigint, such as 250n');
}

function formatUnits(units: bigint, denomination: number, expected: string): string {
  // A number would be printed with the wrong digits.
  if (typeof units !== 'bigint') throw badArgument(expected, units);
  if (units < 0n) return `-${formatUnits(-units, denomination, expected)}`;
  const digits = units.toString().padStart(denomination + 1, '0');
  const point = digits.length - denomination;
  const decimals = digits.slice(point).replace(/0+$/, '');
  return digits.slice(0, point) + (decimals && `.${decimals}`);
}

function checkDenomination(denomination: number): number {
  if (Number.isInteger(denomination) && denomination >= 0 && denomination <= 32) {
    return denomination;
  }
  throw new AvalancheError(
    'OutOfRange',
    `must be a denomination from 0 to 32, got ${quoted(denomination)}`,
    { ...numberContext(denomination), min: 0, max: 32 },
  );
}

function scale(text: string, decimals: number, max: bigint): bigint {
  // A JavaScript number would have been rounded already.
  if (typeof text !== 'string') throw badArgument("text, such as '1.5'", text);
  const match = plain.exec(text);
  if (!match)
    throw new AvalancheError(
      'BadText',
      'must be a plain decimal number as text, such as "12" or "0.5"',
      { kind: 'amount' },
    );
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > decimals) {
    throw new AvalancheError(
      'OutOfRange',
      `has ${fraction.length} decimals, at most ${decimals} are allowed`,
      { value: fraction.length, max: decimals },
    );
  }
  const tooMuch = () => new AvalancheError('OutOfRange', `is more than ${max} units`, { max });
  if (whole.length > 78) throw tooMuch();
  const units = BigInt(whole + fraction.padEnd(decimals, '0'));
  if (units > max) throw tooMuch();
  return units;
}

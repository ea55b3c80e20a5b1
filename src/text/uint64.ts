import { AvalancheError, type Path } from '../errors/error.ts';
import { numberContext, quoted } from '../errors/quote.ts';

/** The largest uint64: maximum of amounts, times and heights. */
export const maxUint64 = 0xffff_ffff_ffff_ffffn;

/** Clamps a number to the range of a uint64, where a node saturates. */
export const saturated = (n: bigint): bigint => (n < 0n ? 0n : n < maxUint64 ? n : maxUint64);

/**
 * Returns the number after checking that it is a uint64.
 * @throws {AvalancheError} `OutOfRange`.
 */
export function uint64(n: bigint, ...path: Path): bigint {
  if (typeof n === 'bigint' && n >= 0n && n <= maxUint64) return n;
  throw new AvalancheError('OutOfRange', `must be a uint64, got ${quoted(n)}`, {
    ...numberContext(n),
    min: 0n,
    max: maxUint64,
  }).at(...path);
}

/** Compares numbers for sorting in ascending order. */
export const compareUint64 = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the sum of amounts, which may exceed a uint64. */
export const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n);

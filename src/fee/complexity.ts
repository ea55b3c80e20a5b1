import { guarded } from '../errors/arguments.ts';

/** What a P-chain transaction costs a node, in four dimensions. Source: avalanchego `vms/platformvm/txs/fee/complexity.go`. */
export type Complexity = readonly [
  bandwidth: number,
  dbRead: number,
  dbWrite: number,
  compute: number,
];

/** The sum of parts, for callers whose arguments are checked. */
export const addUnits = (...parts: readonly Complexity[]): Complexity =>
  parts.reduce<Complexity>(
    (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]],
    [0, 0, 0, 0],
  );

/** As `inputComplexity`, for callers whose arguments are checked: selection asks for each of many UTXOs. */
export const inputUnits = (signatures: number, locked = false): Complexity => [
  92 + 69 * signatures + (locked ? 12 : 0),
  1,
  1,
  200 * signatures,
];

/** As `outputComplexity`, for callers whose arguments are checked. */
export const outputUnits = (addresses: number, locked = false): Complexity => [
  60 + 20 * addresses + (locked ? 12 : 0),
  0,
  1,
  0,
];

/** The sum of parts. */
export const addComplexity = /* @__PURE__ */ guarded(function addComplexity(
  ...parts: readonly Complexity[]
): Complexity {
  return addUnits(...parts);
});

/**
 * An input with its credential.
 * @param signatures Of its credential.
 * @param locked Whether it is a `stakeable.LockIn`.
 */
export const inputComplexityOf = /* @__PURE__ */ guarded(function inputComplexityOf(
  signatures: number,
  locked = false,
): Complexity {
  return inputUnits(signatures, locked);
});

/**
 * An output.
 * @param addresses Of its owner.
 * @param locked Whether it is a `stakeable.LockOut`.
 */
export const outputComplexityOf = /* @__PURE__ */ guarded(function outputComplexityOf(
  addresses: number,
  locked = false,
): Complexity {
  return outputUnits(addresses, locked);
});

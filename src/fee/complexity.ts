/** The cost of a P-chain transaction for a node, in four dimensions. Source: avalanchego `vms/platformvm/txs/fee/complexity.go`. */
export type Complexity = readonly [
  bandwidth: number,
  dbRead: number,
  dbWrite: number,
  compute: number,
];

/** As `addComplexity`, for arguments that are already checked. */
export const addUnits = (...parts: readonly Complexity[]): Complexity =>
  parts.reduce<Complexity>(
    (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]],
    [0, 0, 0, 0],
  );

/** As `inputComplexityOf`, for arguments that are already checked: coin selection calls it for each UTXO. */
export const inputUnits = (signatures: number, locked = false): Complexity => [
  92 + 69 * signatures + (locked ? 12 : 0),
  1,
  1,
  200 * signatures,
];

/** As `outputComplexityOf`, for arguments that are already checked. */
export const outputUnits = (addresses: number, locked = false): Complexity => [
  60 + 20 * addresses + (locked ? 12 : 0),
  0,
  1,
  0,
];

/** Returns the sum of complexities. */
export function addComplexity(...parts: readonly Complexity[]): Complexity {
  return addUnits(...parts);
}

/**
 * Returns the complexity of an input with its credential.
 * @param signatures Number of signatures in the credential.
 * @param locked Whether the input is a `stakeable.LockIn`.
 */
export function inputComplexityOf(signatures: number, locked = false): Complexity {
  return inputUnits(signatures, locked);
}

/**
 * Returns the complexity of an output.
 * @param addresses Number of addresses of its owner.
 * @param locked Whether the output is a `stakeable.LockOut`.
 */
export function outputComplexityOf(addresses: number, locked = false): Complexity {
  return outputUnits(addresses, locked);
}

import { guarded } from '../errors/arguments.ts';

/** What a P-chain transaction costs a node, in four dimensions. Source: avalanchego `vms/platformvm/txs/fee/complexity.go`. */
export type Complexity = readonly [
  bandwidth: number,
  dbRead: number,
  dbWrite: number,
  compute: number,
];

/** The sum of parts. */
export const addComplexity = /* @__PURE__ */ guarded(function addComplexity(
  ...parts: readonly Complexity[]
): Complexity {
  return parts.reduce<Complexity>(
    (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]],
    [0, 0, 0, 0],
  );
});

/**
 * An input with its credential.
 * @param signatures Of its credential.
 * @param locked Whether it is a `stakeable.LockIn`.
 */
export const inputComplexity = /* @__PURE__ */ guarded(function inputComplexity(
  signatures: number,
  locked = false,
): Complexity {
  return [92 + 69 * signatures + (locked ? 12 : 0), 1, 1, 200 * signatures];
});

/**
 * An output.
 * @param addresses Of its owner.
 * @param locked Whether it is a `stakeable.LockOut`.
 */
export const outputComplexity = /* @__PURE__ */ guarded(function outputComplexity(
  addresses: number,
  locked = false,
): Complexity {
  return [60 + 20 * addresses + (locked ? 12 : 0), 0, 1, 0];
});

/**
 * An owner that holds no amount: of rewards, a subnet or a validator.
 * @param addresses Of the owner.
 */
export const ownerComplexity = /* @__PURE__ */ guarded(function ownerComplexity(
  addresses: number,
): Complexity {
  return [16 + 20 * addresses, 0, 0, 0];
});

/**
 * An authorization with its credential.
 * @param signatures Of its credential.
 */
export const authComplexity = /* @__PURE__ */ guarded(function authComplexity(
  signatures: number,
): Complexity {
  return [8 + 69 * signatures, 0, 0, 200 * signatures];
});

/** A BLS key with its proof of possession. */
export const proofComplexity: Complexity = [144, 0, 0, 1050];

/**
 * A signed warp message.
 * @param size Bytes of the message.
 * @param signers Validators that signed it, as its bit set says.
 */
export const warpComplexity = /* @__PURE__ */ guarded(function warpComplexity(
  size: number,
  signers: number,
): Complexity {
  return [size, 23, 0, 1000 + 5 * signers];
});

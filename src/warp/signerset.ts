import { AvalancheError, within } from '../errors/error.ts';
import { aBigint, aListOf, checkArgument, objectOf, optional, someBytes } from '../schema/check.ts';
import { compareBytes } from '../text/bytes.ts';
import { parseHex } from '../text/hex.ts';
import { decode } from '../wire/codec.ts';
import { messageArgument } from './arguments.ts';
import { decodeSigners, Message } from './message.ts';

/** A validator from `platform.getValidatorsAt` or `getAllValidatorsAt`, with its weight as a bigint. */
export interface WarpValidator {
  /** Compressed BLS public key, as bytes or `0x…`; null if the node has none. */
  readonly publicKey: Uint8Array | string | null;
  readonly weight: bigint;
}

/** The validators that can sign for a chain, in bit set order, and the total weight. */
export interface SignerSet {
  readonly signers: readonly { readonly publicKey: Uint8Array; readonly weight: bigint }[];
  /** Total weight, including validators without a key. */
  readonly totalWeight: bigint;
}

/** The part of the total weight that must have signed. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The quorum of the P-chain: 67/100. Source: avalanchego `vms/platformvm/txs/executor/warp_verifier.go`. */
export const pChainQuorum: Fraction = /* @__PURE__ */ Object.freeze({
  numerator: 67n,
  denominator: 100n,
});

const maxWeight = 2n ** 64n - 1n;

function keyBytes(publicKey: Uint8Array | string): Uint8Array {
  const bytes = typeof publicKey === 'string' ? parseHex(publicKey) : publicKey;
  if (bytes.length !== 48)
    throw new AvalancheError('OutOfRange', `a BLS public key has 48 bytes, got ${bytes.length}`, {
      value: bytes.length,
      min: 48,
      max: 48,
      unit: 'bytes',
    });
  if ((bytes[0]! & 0xc0) !== 0x80)
    throw new AvalancheError('OutOfRange', 'must be a compressed point of the curve');
  return bytes;
}

/**
 * Compares keys in the order of their uncompressed form, x before y, without computing y: among two points with
 * the same x, the compressed form marks the one with the larger y.
 */
function compareKeys(a: Uint8Array, b: Uint8Array): number {
  const x = (key: Uint8Array): number => key[0]! & 0x1f;
  return (
    x(a) - x(b) || compareBytes(a.subarray(1), b.subarray(1)) || (a[0]! & 0x20) - (b[0]! & 0x20)
  );
}

const validatorsArgument = /* @__PURE__ */ (() => aListOf(objectOf({ weight: aBigint })))();
/** A set of signers, as an argument. */
export const setArgument = /* @__PURE__ */ (() =>
  objectOf(
    { signers: aListOf(objectOf({ publicKey: someBytes, weight: aBigint })), totalWeight: aBigint },
    { name: 'a set of signers' },
  ))();
/** A quorum, as an argument. */
const fractionArgument = /* @__PURE__ */ objectOf({
  numerator: aBigint,
  denominator: aBigint,
});

/**
 * Returns a quorum after checking that it asks for something that can be reached.
 * @throws {AvalancheError} Under `quorum`: `BadArgument`; `OutOfRange`: 0 or less, or more than the whole.
 */
export function checkedQuorum(quorum: Fraction): Fraction {
  checkArgument(quorum, fractionArgument, 'quorum');
  const { numerator, denominator } = quorum;
  if (numerator >= 1n && numerator <= denominator) return quorum;
  throw new AvalancheError(
    'OutOfRange',
    `must be more than 0 and at most 1, got ${numerator}/${denominator}`,
  ).at('quorum');
}

/**
 * Returns the canonical set of signers of a chain: equal keys are merged; validators without a key are omitted,
 * but counted in the total weight. Source: avalanchego `snow/validators/warp.go` `FlattenValidatorSet`.
 * @param validators In any order. Keys are not checked to be points of the curve.
 * @param totalWeight The total weight of the reply, if it omits validators without a key, as `getAllValidatorsAt`
 *   does.
 * @throws {AvalancheError} `OutOfRange`: an invalid key, or a weight or total that is too small or not a uint64.
 * @example
 * const publicKey = `0x80${'00'.repeat(47)}`;
 * const nodes = [{ publicKey, weight: 2n }, { publicKey: null, weight: 3n }, { publicKey, weight: 5n }];
 * signerSetOf(nodes).signers.map(({ weight }) => weight); // [7n]
 * signerSetOf(nodes).totalWeight; // 10n
 */
export function signerSetOf(validators: readonly WarpValidator[], totalWeight?: bigint): SignerSet {
  checkArgument(validators, validatorsArgument, 'validators');
  checkArgument(totalWeight, optional(aBigint), 'totalWeight');
  let sum = 0n;
  const keyed: { readonly publicKey: Uint8Array; readonly weight: bigint }[] = [];
  validators.forEach(({ publicKey, weight }, i) => {
    within([i], () => {
      if (weight < 0n || (sum += weight) > maxWeight)
        throw new AvalancheError('OutOfRange', `must be greater than 0, got ${weight}`, {
          value: weight,
          min: 1,
        }).at('weight');
      if (publicKey !== null)
        keyed.push({ publicKey: within(['publicKey'], () => keyBytes(publicKey)), weight });
    });
  });
  if (totalWeight !== undefined && (totalWeight < sum || totalWeight > maxWeight))
    throw new AvalancheError('OutOfRange', `is ${totalWeight}, at least ${sum} are listed`, {
      value: totalWeight,
      min: sum,
    }).at('totalWeight');
  keyed.sort((a, b) => compareKeys(a.publicKey, b.publicKey));
  const signers: { publicKey: Uint8Array; weight: bigint }[] = [];
  for (const { publicKey, weight } of keyed) {
    const last = signers.at(-1);
    if (last && compareKeys(last.publicKey, publicKey) === 0) last.weight += weight;
    else signers.push({ publicKey, weight });
  }
  return { signers, totalWeight: totalWeight ?? sum };
}

/**
 * Returns the members of a set that signed a message.
 * @throws {AvalancheError} `OutOfRange`: a bit set that starts with a zero byte, or a bit that is not in the set.
 */
export function signersOfMessage(
  message: Message,
  set: SignerSet,
): readonly SignerSet['signers'][number][] {
  checkArgument(message, messageArgument, 'message');
  checkArgument(set, setArgument, 'set');
  const { Signature } = message;
  return within(['Signature', 'Signers'], () =>
    decodeSigners(Signature.Signers).map((index) => {
      const signer = set.signers[index];
      if (!signer)
        throw new AvalancheError(
          'OutOfRange',
          `signer ${index} is not in a set of ${set.signers.length}`,
          { value: index, max: set.signers.length - 1 },
        );
      return signer;
    }),
  );
}

/**
 * Returns the weight of the signers named in a signed message, and whether it reaches the quorum. It does not
 * verify the signature: use `verifyWarpMessage` of `avalanche-tx/bls` for that.
 * @throws {AvalancheError} As `decode` and `signersOfMessage`; `OutOfRange` under `quorum`: not more than 0 and at most 1.
 */
export function quorumOf(
  signed: Uint8Array,
  set: SignerSet,
  quorum: Fraction = pChainQuorum,
): { readonly signed: bigint; readonly total: bigint; readonly ok: boolean } {
  checkArgument(set, setArgument, 'set');
  const { numerator, denominator } = checkedQuorum(quorum);
  const weight = signersOfMessage(decode(Message, signed), set).reduce(
    (sum, signer) => sum + signer.weight,
    0n,
  );
  const total = set.totalWeight;
  return { signed: weight, total, ok: numerator * total <= denominator * weight };
}

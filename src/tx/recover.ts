/** Another implementation of signature recovery: for programs that verify many signatures. */
import { recoverKey, recoverKeyWith, signDigest } from '../crypto/secp256k1.ts';
import { AvalancheError } from '../errors/error.ts';
import { aFunction, checkArgument, isA } from '../schema/check.ts';
import { concatBytes, equalBytes } from '../text/bytes.ts';
import { parseHex } from '../text/hex.ts';

declare const isChecked: unique symbol;
/** Recovers the compressed public key that signed a digest. `checkedRecover` makes it. */
export type Recover = ((digest: Uint8Array, signature: Uint8Array) => Uint8Array) & {
  readonly [isChecked]: true;
};

const checked = /* @__PURE__ */ new WeakSet<object>();
/** A function that `checkedRecover` returned, as an argument. */
export const recoverArgument = /* @__PURE__ */ isA<Recover>(
  'what checkedRecover returns',
  (value) => typeof value === 'function' && checked.has(value),
);

/** n, the order of the curve: no r and no s. */
const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141';
/** x of the generator, and of a point whose x is above n: r is x - n then. */
const generatorX = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

const word = (hex: string): Uint8Array => parseHex(`0x${hex.padStart(64, '0')}`);

/** Digests and signatures, of which some have no key. */
function samples(): readonly (readonly [digest: Uint8Array, signature: Uint8Array])[] {
  const secret = word('7');
  const signed = Array.from({ length: 6 }, (_, i) => {
    const digest = new Uint8Array(32).fill(i * 51);
    return [digest, signDigest(digest, secret)] as const;
  });
  const made = (digest: string, r: string, s: string, id: number) =>
    [word(digest), concatBytes(word(r), word(s), Uint8Array.of(id))] as const;
  return [
    ...signed,
    // x of the point is r + n.
    ...[1, 2, 3, 4, 5, 6].flatMap((r) => [2, 3].map((id) => made('3', String(r), '9', id))),
    // x is not on the curve, or above the field.
    ...[5, 6, 7].map((r) => made('3', String(r), '9', 0)),
    made('3', generatorX, '9', 2),
    // The key would be the point at infinity.
    made('5', generatorX, '5', 0),
    made(order, generatorX, '9', 1),
  ];
}

/**
 * Makes another implementation of signature recovery usable, such as a native or WASM package, for programs that verify many signatures.
 * It is compared once with `@noble/secp256k1`, which everything uses by default. Forms, ranges and the lower s are always checked
 * here, and what it does not answer is computed by `@noble/secp256k1`, so all refusals are the same.
 *
 * Whoever recovers keys decides who signed: use a package that you trust as much as this one. Signing always uses `@noble/secp256k1`.
 * @param recover Gets 32 bytes and 65: r, s and the recovery id from 0 to 3. Returns the 33 bytes of the compressed public key; `null`, or an
 *   error, if there is none. With the package `secp256k1`:
 *   `(digest, signature) => ecdsaRecover(signature.subarray(0, 64), signature[64], digest)`.
 * @throws {AvalancheError} `Mismatch`: its answers differ from those of `@noble/secp256k1`; `BadArgument`: not a function.
 */
export function checkedRecover(
  recover: (digest: Uint8Array, signature: Uint8Array) => Uint8Array | null | undefined,
): Recover {
  checkArgument(recover, aFunction, 'recover');
  const answer = (digest: Uint8Array, signature: Uint8Array): Uint8Array | undefined => {
    try {
      // Copies: it may keep and reuse what it gets and what it returns.
      const key = recover(Uint8Array.from(digest), Uint8Array.from(signature));
      return key ? Uint8Array.from(key) : undefined;
    } catch {
      return undefined;
    }
  };
  for (const [digest, signature] of samples()) {
    const expected = keyOrNone(digest, signature);
    const found = answer(digest, signature);
    if (expected ? !found || !equalBytes(found, expected) : found)
      throw new AvalancheError(
        'Mismatch',
        'must return the compressed public key that signed, as @noble/secp256k1 recovers it, and null if there is none',
      ).at('recover');
  }
  const own = (digest: Uint8Array, signature: Uint8Array): Uint8Array =>
    recoverKeyWith(
      (hash, compact) => {
        const key = hash.length === 32 ? answer(hash, compact) : undefined;
        return key?.length === 33 ? key : undefined;
      },
      digest,
      signature,
    );
  checked.add(own);
  return own as Recover;
}

function keyOrNone(digest: Uint8Array, signature: Uint8Array): Uint8Array | undefined {
  try {
    return recoverKey(digest, signature);
  } catch {
    return undefined;
  }
}

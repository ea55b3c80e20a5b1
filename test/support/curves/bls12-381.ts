/** `@noble/curves/bls12-381.js` with recorded answers, for the fast tests; see `recorded.ts`. */
import { bls12_381 as curve } from '@noble/curves/bls12-381.js';
import { recorded } from './recorded.ts';

const { longSignatures: scheme } = curve;
type Hashed = ReturnType<typeof scheme.hash>;
type PublicPoint = InstanceType<typeof curve.G1.Point>;

/** A message before it is hashed to the curve, which a recorded answer does not need. */
interface Message {
  readonly bytes: Uint8Array;
  readonly suite: string;
}
export const bls12_381 = {
  ...curve,
  longSignatures: {
    ...scheme,
    hash: (bytes: Uint8Array, suite: string): Message => ({ bytes, suite }),
    getPublicKey: (secretKey: Uint8Array) => ({
      toBytes: (isCompressed: boolean) =>
        recorded([Buffer.from(`public key ${isCompressed}`), secretKey], () =>
          scheme.getPublicKey(secretKey).toBytes(isCompressed),
        ),
    }),
    sign: ({ bytes, suite }: Message, secretKey: Uint8Array) => ({
      toBytes: (isCompressed: boolean) =>
        recorded([Buffer.from(`sign ${suite} ${isCompressed}`), bytes, secretKey], () =>
          scheme.sign(scheme.hash(bytes, suite), secretKey).toBytes(isCompressed),
        ),
    }),
    verify: (signature: Hashed, message: Message, publicKey: PublicPoint): boolean =>
      recorded(
        [
          Buffer.from(`verify ${message.suite}`),
          signature.toBytes(true),
          message.bytes,
          publicKey.toBytes(true),
        ],
        () =>
          Uint8Array.of(
            Number(scheme.verify(signature, scheme.hash(message.bytes, message.suite), publicKey)),
          ),
      )[0] === 1,
  },
};

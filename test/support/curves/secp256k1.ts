/** `@noble/secp256k1` with recorded answers, for the fast tests; see `recorded.ts`. */
import { getPublicKey, recoverPublicKey as recover, sign as signWith } from '@noble/secp256k1';
import { know, recorded } from './recorded.ts';

export * from '@noble/secp256k1';

const questionOf = (signature: Uint8Array, message: Uint8Array, options: unknown) => [
  Buffer.from(`recover ${JSON.stringify(options)}`),
  signature,
  message,
];

export const recoverPublicKey: typeof recover = (signature, message, options) =>
  recorded(questionOf(signature, message, options), () =>
    recover(signature, message, options),
  ) as ReturnType<typeof recover>;

/** Public keys by their secret keys in hex. */
const publicKeys = new Map<string, Uint8Array>();
function publicKeyOf(secretKey: Uint8Array): Uint8Array {
  const key = Buffer.from(secretKey).toString('hex');
  const publicKey = publicKeys.get(key) ?? getPublicKey(secretKey);
  publicKeys.set(key, publicKey);
  return publicKey;
}

/** What is signed here will be recovered: the answer is the public key of the signer. */
export const sign: typeof signWith = (message, secretKey, options) => {
  const signature = signWith(message, secretKey, options);
  if (options?.format === 'recovered')
    know(questionOf(signature, message, { prehash: options.prehash }), publicKeyOf(secretKey));
  return signature;
};

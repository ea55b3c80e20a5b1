/** `@noble/secp256k1` with recorded answers, for the fast tests; see `recorded.ts`. */
import { recoverPublicKey as recover } from '@noble/secp256k1';
import { recorded } from './recorded.ts';

export * from '@noble/secp256k1';

export const recoverPublicKey: typeof recover = (signature, message, options) =>
  recorded([Buffer.from(`recover ${JSON.stringify(options)}`), signature, message], () =>
    recover(signature, message, options),
  ) as ReturnType<typeof recover>;

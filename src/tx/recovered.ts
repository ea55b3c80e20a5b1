import { recoverKey } from '../crypto/secp256k1.ts';
import { formatHex } from '../text/hex.ts';
import { RecentMap } from '../text/recent.ts';

const known = /* @__PURE__ */ new RecentMap<Uint8Array>(1024);

/**
 * Returns the compressed public key that signed a digest. The last 1,024 keys are kept: a key follows from digest and signature alone.
 * @throws {AvalancheError} `BadSignature`, as `recoverKey`.
 */
export function recoveredKey(digest: Uint8Array, signature: Uint8Array): Uint8Array {
  const name = formatHex(digest) + formatHex(signature);
  const key = known.get(name) ?? recoverKey(digest, signature);
  known.set(name, key);
  return key.slice();
}

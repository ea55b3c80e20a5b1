/** The words of a node where the transaction says which of several faults it has. */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import type { AnyTx } from '../chain/tx.ts';
import { recoverKey, signatureLength } from '../crypto/secp256k1.ts';
import { type AvalancheError, isError } from '../errors/error.ts';
import { saidBy } from '../tx/message.ts';

/** What a path of a finding leads to. */
function valueAt(tx: AnyTx, path: AvalancheError['path']): unknown {
  type Fields = Readonly<Record<string | number, unknown>> & { readonly credential?: Fields };
  let at = (path[0] === 'credentials' ? tx : tx.unsignedTx) as unknown as Fields | undefined;
  // A path does not name the layer that a credential of the X-chain has for its type.
  for (const step of path) at = (at?.[step] ?? at?.credential?.[step]) as Fields | undefined;
  return at;
}

/** Source: avalanchego `vms/secp256k1fx/output_owners.go` `Verify`. */
function ownersCause({ context }: AvalancheError): string | undefined {
  const { value, min } = context as { readonly value?: number; readonly min?: number };
  if (value === undefined || min === undefined) return undefined;
  return value < min ? 'output representation should be optimized' : 'output is unspendable';
}

/**
 * Why bytes are no point. A node reads them first, and then asks whether the point is in the group of prime order.
 * Source: avalanchego `utils/crypto/bls/public.go`, `signature.go`.
 */
function pointCause(name: string, read: () => { is0(): boolean }): string | undefined {
  try {
    const isZero = read().is0();
    return isZero && name === 'public key' ? `invalid ${name}` : undefined;
  } catch (e) {
    return String(e).includes('subgroup') ? `invalid ${name}` : `couldn't decompress ${name}`;
  }
}

const { G1, G2 } = bls12_381;

/** Source: avalanchego `vms/platformvm/signer/proof_of_possession.go` `Verify`. */
function possessionCause(tx: AnyTx, { path }: AvalancheError): string | undefined {
  const { publicKey, proofOfPossession, message } = valueAt(tx, path.slice(0, -1)) as {
    readonly [name: string]: Uint8Array | undefined;
  };
  const key = publicKey ?? (message && saidBy('register', message)?.blsPublicKey);
  if (!key || !proofOfPossession) return undefined;
  return (
    pointCause('public key', () => G1.Point.fromBytes(key)) ??
    pointCause('signature', () => G2.Point.fromBytes(proofOfPossession)) ??
    'invalid proof of possession'
  );
}

/** A recovery id of a compressed key. Source: avalanchego `utils/crypto/secp256k1/secp256k1.go`. */
function signatureCause(tx: AnyTx, { path }: AvalancheError): string | undefined {
  const signature = valueAt(tx, path);
  if (!(signature instanceof Uint8Array)) return undefined;
  const recoveryID = signature[signatureLength - 1]!;
  if (recoveryID < 4 || recoveryID > 7) return undefined;
  const plain = signature.slice();
  plain[signatureLength - 1] = recoveryID - 4;
  try {
    // Whether r is a coordinate of a point depends on no digest.
    recoverKey(new Uint8Array(32), plain);
    return "wasn't expecting a compressed key";
  } catch (e) {
    if (!isError(e)) throw e;
    return undefined;
  }
}

/** What a node says for a finding, if the transaction alone decides it. */
export function causeOf(tx: AnyTx, error: AvalancheError): string | undefined {
  const { code, path } = error;
  const last = path.at(-1);
  if (code === 'OutOfRange' && last === 'threshold') return ownersCause(error);
  if (code !== 'BadSignature') return undefined;
  return last === 'proofOfPossession' ? possessionCause(tx, error) : signatureCause(tx, error);
}

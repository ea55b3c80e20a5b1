import type { Credential } from '../chain/fx/secp256k1fx.ts';
import type { Tx } from '../chain/tx.ts';
import { signatureLength } from '../crypto/secp256k1.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { equalBytes } from '../text/bytes.ts';
import { signedBytesOf, signedTxOf } from '../tx/bytes.ts';
import type { Draft } from './draft.ts';
import { verifySignatures } from './signatures.ts';
import { fxOf, missingOf } from './slot.ts';
import { unsignedBytes } from './verify.ts';

/** What stands in a credential as long as nobody signed, as wallets write it. */
const nobody: Uint8Array = /* @__PURE__ */ new Uint8Array(signatureLength);

/**
 * A transaction with the signatures so far, zeros where one is missing: partially signed bytes as the node’s own wallet has them.
 * Source: avalanchego `wallet/chain/p/signer/visitor.go`.
 */
export const signedBytes = ({ unsignedTx, slots }: Draft): Uint8Array =>
  signedBytesOf(
    unsignedTx,
    slots.map((slot) => ({
      type: `${fxOf(slot)}.Credential`,
      signatures: slot.signatures.map((s) => s ?? nobody),
    })),
  );

/**
 * The draft with the signatures of partially signed bytes of the same transaction, where it had none. Each is checked.
 * @throws {AvalancheError} As `decode`; `Mismatch`: of another transaction, or with other credentials; `BadSignature`.
 */
export function withSignaturesOf<D extends Draft>(draft: D, bytes: Uint8Array): D {
  const unsigned = unsignedBytes(draft);
  if (!equalBytes(bytes.subarray(0, unsigned.length), unsigned))
    throw new AvalancheError('Mismatch', 'another transaction is signed').at('tx');
  return withSignatures(draft, signaturesOf(signedTxOf(draft.unsignedTx, bytes)));
}

/**
 * The draft with signatures, one list a credential, where it had none. Each is checked.
 * @throws {AvalancheError} Under `credentials`: `Mismatch`, `BadSignature`.
 */
export function withSignatures<D extends Draft>(
  draft: D,
  found: readonly (readonly (Uint8Array | null)[])[],
): D {
  return within(['credentials'], () => {
    if (found.length !== draft.slots.length)
      throw new AvalancheError(
        'Mismatch',
        `has ${found.length} credentials, the draft has ${draft.slots.length} slots`,
        { found: String(found.length), expected: String(draft.slots.length) },
      );
    const slots = draft.slots.map((slot, i) => {
      const theirs = found[i]!;
      if (theirs.length !== slot.signatures.length)
        throw new AvalancheError(
          'Mismatch',
          `has ${theirs.length} signatures, expected ${slot.signatures.length}`,
          { found: String(theirs.length), expected: String(slot.signatures.length) },
        ).at(i);
      return { ...slot, signatures: slot.signatures.map((own, k) => own ?? theirs[k]!) };
    });
    const signed = { ...draft, slots, missing: missingOf(slots) };
    verifySignatures(signed);
    return signed;
  });
}

/** The signatures of a transaction, null where zeros hold the place. */
export const signaturesOf = ({ credentials }: Tx): readonly (readonly (Uint8Array | null)[])[] =>
  credentials.map((of) => {
    const { signatures } = ('credential' in of ? of.credential : of) as Credential;
    return signatures.map((signature) => (equalBytes(signature, nobody) ? null : signature));
  });

import type { AnyTx } from '../chain/tx.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { type Credential, signedBytesOf, signedTxFrom, unsignedBytesOf } from '../tx/bytes.ts';
import { placeholderAddress, placeholderFor } from '../tx/placeholder.ts';
import { verifySignatures } from './check.ts';
import { type Draft, fxOf, missingOf, type Slot } from './draft.ts';

/**
 * How partially signed bytes fill a slot without a signature: with 65 zeros (`avalanchego`, the node's own wallet), or with 45 zeros
 * and the 20-byte address of the slot's signer (`avalanchejs3`, and BitGo, which is built on it).
 */
export type PlaceholderForm = 'avalanchego' | 'avalanchejs3';

/** The placeholder for a missing signature, in each form. */
const placeholders: {
  readonly [F in PlaceholderForm]: (slot: Slot, place: number) => Uint8Array;
} = {
  avalanchego: () => placeholderFor(),
  avalanchejs3: (slot, place) => placeholderFor(signerAt(slot, place)),
};

/** Returns the address that signs at an index of a slot. */
const signerAt = ({ owner, signatureIndices }: Slot, place: number): Uint8Array =>
  owner.addresses[signatureIndices[place]!]!;

/** Returns the credentials of a draft, with what `blank` returns in place of missing signatures. */
export const credentialsOf = (
  { slots }: Draft,
  blank: (slot: Slot, place: number) => Uint8Array,
): readonly Credential[] =>
  slots.map((slot) => ({
    type: `${fxOf(slot)}.Credential`,
    signatures: slot.signatures.map((signature, place) => signature ?? blank(slot, place)),
  }));

/**
 * Encodes a transaction with the signatures so far, and placeholders for the missing ones.
 * Source: avalanchego `wallet/chain/p/signer/visitor.go`.
 */
export const signedBytes = (draft: Draft, form: PlaceholderForm = 'avalanchego'): Uint8Array =>
  signedBytesOf(draft.unsignedTx, credentialsOf(draft, placeholders[form]));

/**
 * Adds the signatures in partially signed bytes of the same transaction to the empty slots of a draft. Each signature is checked.
 * @throws {AvalancheError} As `decode`; `Mismatch`: another transaction, or other credentials; `BadSignature`.
 */
export function withSignaturesOf<D extends Draft>(draft: D, bytes: Uint8Array): D {
  const unsigned = unsignedBytesOf(draft.unsignedTx);
  if (!equalBytes(bytes.subarray(0, unsigned.length), unsigned))
    throw new AvalancheError('Mismatch', 'another transaction is signed').at('tx');
  return withSignatures(draft, signaturesOf(signedTxFrom(draft.unsignedTx, bytes)));
}

/**
 * Adds signatures, one list per credential, to the empty slots of a draft. Each signature is checked. A placeholder counts as missing,
 * and the address that it names must be the slot's.
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
      return {
        ...slot,
        signatures: slot.signatures.map((own, k) =>
          within([i, 'signatures', k], () => own ?? signatureIn(slot, k, theirs[k]!)),
        ),
      };
    });
    const signed = { ...draft, slots, missing: missingOf(slots) };
    verifySignatures(signed);
    return signed;
  });
}

/** Returns the signature, or null for a placeholder. Placeholders hold short ids, so they are not compared for accounts. */
function signatureIn(slot: Slot, place: number, found: Uint8Array | null): Uint8Array | null {
  const named = found && placeholderAddress(found);
  if (!named) return found;
  const own = signerAt(slot, place);
  if (slot.kind === 'account' || isZero(named) || equalBytes(named, own)) return null;
  throw new AvalancheError(
    'Mismatch',
    `is reserved for the signer ${formatHex(named)}, the slot belongs to ${formatHex(own)}`,
    { found: formatHex(named), expected: formatHex(own) },
  );
}

const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);

/** Returns the signatures of a transaction, including placeholders. */
export const signaturesOf = ({ credentials }: AnyTx): readonly (readonly Uint8Array[])[] =>
  credentials.map((of) => (('credential' in of ? of.credential : of) as Credential).signatures);

import { AnyCredential } from '../chain/cchain/tx.ts';
import type { Credential } from '../chain/fx/secp256k1fx.ts';
import { Verifiable } from '../chain/pchain/verifiable.ts';
import { type Tx, txFromBytes } from '../chain/tx.ts';
import { FxCredential } from '../chain/xchain/components.ts';
import { signatureLength } from '../crypto/secp256k1.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { concatBytes, equalBytes } from '../text/bytes.ts';
import { encode } from '../wire/codec.ts';
import type { Draft } from './draft.ts';
import { verifySignatures } from './signatures.ts';
import { fxOf, missingOf, type Slot } from './slot.ts';
import { unsignedBytes } from './verify.ts';

/** What stands in a credential as long as nobody signed, as wallets write it. */
const nobody: Uint8Array = /* @__PURE__ */ new Uint8Array(signatureLength);

/**
 * A transaction with the signatures so far, zeros where one is missing: partially signed bytes as the node’s own wallet has them.
 * Source: avalanchego `wallet/chain/p/signer/visitor.go`.
 */
export function signedBytes(draft: Draft): Uint8Array {
  const credentials = draft.slots.map((slot) => credentialBytes(draft.chain, slot));
  const count = new Uint8Array(4);
  new DataView(count.buffer).setUint32(0, credentials.length);
  return concatBytes(unsignedBytes(draft), count, ...credentials);
}

function credentialBytes(chain: Draft['chain'], slot: Slot): Uint8Array {
  const signatures = slot.signatures.map((s) => s ?? nobody);
  const credential = { type: 'secp256k1fx.Credential' as const, signatures };
  switch (chain) {
    case 'P':
      return encode(Verifiable, credential);
    case 'C':
      return encode(AnyCredential, credential);
    case 'X': {
      const type = `${fxOf(slot)}.Credential` as const;
      return encode(FxCredential, { credential: { type, signatures } });
    }
  }
}

/**
 * The draft with the signatures of partially signed bytes of the same transaction, where it had none. Each is checked.
 * @throws {AvalancheError} As `decode`; `Mismatch`: of another transaction, or with other credentials; `BadSignature`.
 */
export function withSignaturesOf<D extends Draft>(draft: D, bytes: Uint8Array): D {
  const tx = txFromBytes(draft.chain, bytes);
  const unsigned = unsignedBytes(draft);
  if (!equalBytes(bytes.subarray(0, unsigned.length), unsigned))
    throw new AvalancheError('Mismatch', 'another transaction is signed').at('tx');
  return withSignatures(draft, signaturesOf(tx));
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

import { Tx as PTx } from '../chain/pchain/tx.ts';
import { type Tx, txFromBytes } from '../chain/tx.ts';
import { Tx as XTx } from '../chain/xchain/tx.ts';
import { type Draft, missingOf, type Slot } from '../draft/draft.ts';
import { unsignedBytes, verifyDraft } from '../draft/verify.ts';
import { CodecError, within } from '../errors.ts';
import { formatAddress } from '../network/address.ts';
import { blockchainOf } from '../state/state.ts';
import { equalBytes, formatHex } from '../text/bytes.ts';
import { sha256 } from '../text/hash.ts';
import { shortIDOfPublicKey } from '../text/hash160.ts';
import { encode } from '../wire/codec.ts';
import { recoverKey } from './secp256k1.ts';

/**
 * The signed transaction. Everything is checked again, whoever made the draft and the signatures: rules, fee, flows, each
 * signature against its slot.
 * @throws {CodecError} `MissingSigner`: context has `missing`, a list of `credential`, `need` and `addresses`; `BadSignature`;
 *   as `verifyDraft`, under `draft`.
 */
export function finalize(draft: Draft): Tx {
  within(['draft'], () => verifyDraft(draft));
  const missing = missingOf(draft.slots);
  if (missing.length > 0) throw missingSigner(draft, missing);
  const unsigned = unsignedBytes(draft);
  verifySignatures(draft.slots, sha256(unsigned));
  const tx = txFromBytes(draft.chain, signedBytes(draft));
  if (!equalBytes(tx.bytes.subarray(0, unsigned.length), unsigned))
    throw new CodecError('Mismatch', 'the signed bytes do not start with what was signed');
  return tx;
}

function missingSigner(draft: Draft, found: Draft['missing']): CodecError {
  const chain = blockchainOf(draft);
  const missing = found.map(({ credential, need, candidates }) => ({
    credential,
    need,
    addresses: candidates.map((address) => formatAddress(chain, address, draft.network)),
  }));
  const [first] = missing;
  const more = missing.length > 1 ? `, and ${missing.length - 1} more credentials` : '';
  return new CodecError(
    'MissingSigner',
    `credential ${first!.credential} needs ${first!.need} of ${first!.addresses.join(', ')}${more}`,
    -1,
    { missing },
  );
}

/** Recovers each signature once, however many slots it stands in. */
function verifySignatures(slots: readonly Slot[], digest: Uint8Array): void {
  const signers = new Map<string, Uint8Array>();
  slots.forEach(({ owner, signatureIndices, signatures }, slot) => {
    signatures.forEach((signature, i) => {
      within(['draft', 'slots', slot, 'signatures', i], () => {
        const key = formatHex(signature!);
        let signer = signers.get(key);
        if (!signer)
          signers.set(key, (signer = shortIDOfPublicKey(recoverKey(digest, signature!))));
        if (!equalBytes(signer, owner.addresses[signatureIndices[i]!]!))
          throw new CodecError('BadSignature', 'of another key than the slot’s');
      });
    });
  });
}

function signedBytes({ chain, unsignedTx, slots }: Draft): Uint8Array {
  const credentials = slots.map(({ signatures }) => ({
    type: 'secp256k1fx.Credential' as const,
    signatures: signatures as readonly Uint8Array[],
  }));
  return chain === 'P'
    ? encode(PTx, { unsignedTx, credentials })
    : encode(XTx, { unsignedTx, credentials: credentials.map((credential) => ({ credential })) });
}

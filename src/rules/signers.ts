import { accountOf, shortIDOfPublicKey } from '../crypto/secp256k1.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { unsignedBytesOf } from '../tx/bytes.ts';
import { signaturesOf } from './spending.ts';
import { recoverer, type SignedTx } from './subject.ts';

/**
 * Who signed, by credential and signature: 20 bytes of X- or P-chain addresses, or of accounts for a C-chain export.
 * @throws {AvalancheError} Under `credentials`: `BadSignature`; `UnknownTypeID`: not a credential.
 */
export function signersOf(tx: SignedTx): readonly (readonly Uint8Array[])[] {
  const recover = recoverer(() => unsignedBytesOf(tx.unsignedTx));
  const addressOf = tx.unsignedTx.type === 'atomic.ExportTx' ? accountOf : shortIDOfPublicKey;
  return within(['credentials'], () =>
    tx.credentials.map((one, i) =>
      within([i], () =>
        signaturesOf('credential' in one ? one.credential : one).map((signature, k) =>
          within(['signatures', k], () => {
            if (signature) return addressOf(recover(signature));
            throw new AvalancheError('MissingSigner', 'the signature is missing');
          }),
        ),
      ),
    ),
  );
}

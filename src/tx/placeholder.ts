/** Placeholders of missing signatures, as other tools write them into partially signed bytes. */
import { signatureLength } from '../crypto/secp256k1.ts';
import { concatBytes } from '../text/bytes.ts';

const addressLength = 20;
/** Number of leading zeros of a placeholder. No signature has as many: its r, the first 32 bytes, is greater than 0. */
const blankLength = signatureLength - addressLength;

/**
 * Returns the last 20 bytes of a placeholder: the address of the signer, or zeros if it names none. Undefined for a signature.
 */
export const placeholderAddress = (signature: Uint8Array): Uint8Array | undefined =>
  signature.length === signatureLength &&
  signature.subarray(0, blankLength).every((byte) => byte === 0)
    ? signature.subarray(blankLength)
    : undefined;

/** Whether bytes in place of a signature say that it is missing. */
export const isPlaceholder = (signature: Uint8Array): boolean =>
  placeholderAddress(signature) !== undefined;

/** Creates the placeholder that names the signer; zeros if it names none. */
export const placeholderFor = (address: Uint8Array = new Uint8Array(addressLength)): Uint8Array =>
  concatBytes(new Uint8Array(blankLength), address);

/** What `docs/migration.md` says of avalanchejs. */

import type { UnsignedTx } from '@avalabs/avalanchejs';
import { addTxSignatures, avaxSerial, NodeId, utils } from '@avalabs/avalanchejs';

export const nodeID = (text: string): string => NodeId.fromString(text).toString();
export const hrpOf = (address: string): string => utils.parse(address)[1];
export const reencoded = (bytes: Uint8Array): Uint8Array =>
  utils.packTx(utils.unpackWithManager('PVM', bytes));
export const reencodedSigned = (bytes: Uint8Array): Uint8Array =>
  utils.getManagerForVM('PVM').unpack(bytes, avaxSerial.SignedTx).toBytes();
/** Whether a key without a slot is refused, and whether the transaction then claims to be signed. */
export const signedBy = async (tx: UnsignedTx, secret: Uint8Array): Promise<boolean> => {
  await addTxSignatures({ unsignedTx: tx, privateKeys: [secret] });
  return tx.hasAllSignatures();
};

/** Signing, issuing and decoding as programs with avalanchejs do it. */
import {
  addTxSignatures,
  type avaxSerial,
  pvmSerial,
  UnsignedTx,
  Utxo,
  utils,
} from '@avalabs/avalanchejs';
import type { Wallet } from './wallet.ts';

export const signed = async (tx: UnsignedTx, secret: Uint8Array) => {
  // #region sign
  await addTxSignatures({ unsignedTx: tx, privateKeys: [secret] });
  if (!tx.hasAllSignatures()) throw new Error('a signature is missing');
  const signedTx = tx.getSignedTx();
  // #endregion
  return signedTx;
};

export const issued = async ({ pchain }: Wallet, signedTx: avaxSerial.SignedTx) => {
  // #region issue
  const { txID } = await pchain.issueSignedTx(signedTx);
  let status = '';
  while (status !== 'Committed') {
    ({ status } = await pchain.getTxStatus({ txID }));
    if (status === 'Dropped') throw new Error(`${txID} was dropped`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  // #endregion
  return txID;
};

export const decodedUnsigned = (hex: string) => {
  // #region unpack
  const tx = utils.unpackWithManager('PVM', utils.hexToBuffer(hex));
  let amount = 0n;
  if (pvmSerial.isPvmBaseTx(tx)) amount = tx.baseTx.outputs[0]!.amount();
  const bytes = utils.packTx(tx);
  // #endregion
  return { amount, bytes };
};

export const decodedUTXO = (hex: string) => {
  // #region utxo
  const utxo = utils.getManagerForVM('PVM').unpack(utils.hexToBuffer(hex), Utxo);
  const { amount, assetId, threshold, utxoId } = utils.getUtxoInfo(utxo);
  const owners = utxo.getOutputOwners().addrs.map((of) => `P-${of.toString('fuji')}`);
  // #endregion
  return { amount, assetId, threshold, utxoId, owners };
};

export const fetched = async ({ pchain }: Wallet, txID: string) => {
  // #region getTx
  const signedTx = await pchain.getTx({ txID });
  const { unsignedTx } = signedTx;
  let exported = 0n;
  if (pvmSerial.isExportTx(unsignedTx)) exported = unsignedTx.outs[0]!.amount();
  const signatures = signedTx.getAllSignatures();
  // #endregion
  return { exported, signatures };
};

export const handedOver = async (tx: UnsignedTx, first: Uint8Array, second: Uint8Array) => {
  // #region coSign
  await addTxSignatures({ unsignedTx: tx, privateKeys: [first] });
  const text = JSON.stringify(tx.toJSON());

  // elsewhere
  const received = UnsignedTx.fromJSON(text);
  await addTxSignatures({ unsignedTx: received, privateKeys: [second] });
  const signedTx = received.getSignedTx();
  // #endregion
  return { text, signedTx };
};

export const readBack = (text: string): UnsignedTx => UnsignedTx.fromJSON(text);

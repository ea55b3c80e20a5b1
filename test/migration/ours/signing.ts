/** Signing, issuing and decoding as programs with this library do it. */

import { decode, encode, UnsignedTx, UTXO } from '../../../src/chain/pchain/index.ts';
import { explain, textOf } from '../../../src/explain/index.ts';
import {
  type AnyTx,
  type Draft,
  formatAddress,
  formatID,
  fuji,
  inputIDOf,
  parseBytes,
  parseHex,
  type State,
} from '../../../src/index.ts';
import { fromForeign, toForeign } from '../../../src/interop/index.ts';
import type { NodeClient } from '../../../src/rpc/index.ts';
import {
  finalize,
  formatDraft,
  type Key,
  parseDraft,
  type SignOptions,
  sign,
} from '../../../src/sign/index.ts';

export const signed = (draft: Draft, key: Key) => {
  // #region sign
  const tx = finalize(sign(draft, key)); // throws MissingSigner if a signature is missing
  // #endregion
  return tx;
};

export const issued = async (node: NodeClient, tx: AnyTx) => {
  // #region issue
  const { txID } = await node.issue(tx); // waits until it is accepted
  // #endregion
  return txID;
};

export const decodedUnsigned = (hex: string) => {
  // #region unpack
  const tx = decode(UnsignedTx, parseHex(hex));
  let amount = 0n;
  if (tx.type === 'platformvm.BaseTx') {
    const { output } = tx.outputs[0]!;
    if (output.type === 'secp256k1fx.TransferOutput') amount = output.amount;
  }
  const bytes = encode(UnsignedTx, tx);
  // #endregion
  return { amount, bytes };
};

export const decodedUTXO = (hex: string) => {
  // #region utxo
  const utxo = decode(UTXO, parseBytes(hex, 'hex')); // checks the checksum, too
  const assetID = formatID(utxo.assetID);
  const utxoID = formatID(inputIDOf(utxo));
  const output = utxo.output.type === 'stakeable.LockOut' ? utxo.output.output : utxo.output;
  const { amount, threshold } = output;
  const owners = output.addresses.map((of) => formatAddress(of, 'P', fuji));
  // #endregion
  return { amount, assetID, threshold, utxoID, owners };
};

export const fetched = async (node: NodeClient, txID: string) => {
  // #region getTx
  const { unsignedTx, credentials } = await node.pchain.getTx(txID);
  let exported = 0n;
  if (unsignedTx.type === 'platformvm.ExportTx') {
    const { output } = unsignedTx.exportedOutputs[0]!;
    if (output.type === 'secp256k1fx.TransferOutput') exported = output.amount;
  }
  const signatures = credentials.flatMap((of) =>
    of.type === 'secp256k1fx.Credential' ? of.signatures : [],
  );
  // #endregion
  return { exported, signatures };
};

export const handedOver = (draft: Draft, first: Key, second: Key, facts: SignOptions) => {
  // #region coSign
  const text = formatDraft(sign(draft, first, facts));

  // elsewhere
  const received = parseDraft(text);
  const explanation = explain(received, { own: [second.shortID] });
  const shown = textOf(explanation); // show it to the signer
  const tx = finalize(sign(received, second, { ...facts, reviewed: explanation.digest }));
  // #endregion
  return { text, tx, shown };
};

export const moved = (state: State, text: string, key: Key) => {
  // #region moved
  const { draft } = fromForeign(text, state); // text: JSON.stringify(unsignedTx)
  const { digest } = explain(draft, { own: [key.shortID] }); // show its text to the signer
  const tx = finalize(sign(draft, key, { reviewed: digest }));
  // #endregion
  return tx;
};

export const movedBack = (draft: Draft) => {
  // #region movedBack
  const text = toForeign(draft, 'avalanchejs'); // UnsignedTx.fromJSON(text) reads it
  // #endregion
  return text;
};

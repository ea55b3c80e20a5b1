/** The node's JSON of a signed BaseTx of the P-chain, written by hand: one string after another, ids and addresses kept for a while. */
import { createHash } from 'node:crypto';
import type { Tx } from './pchain.ts';

/** What makes texts of ids and addresses, as in the library. */
interface Texts {
  readonly formatID: (bytes: Uint8Array) => string;
  readonly formatAddress: (bytes: Uint8Array) => string;
}

const hex = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');

/** Keeps texts of bytes that come again. */
function kept(format: (bytes: Uint8Array) => string): (bytes: Uint8Array) => string {
  const known = new Map<string, string>();
  return (bytes) => {
    const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    let text = known.get(key);
    if (text === undefined) {
      if (known.size > 256) known.clear();
      text = format(bytes);
      known.set(key, text);
    }
    return text;
  };
}

const fx = '"fxID":"spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ"';

/** Returns what prints a signed BaseTx with ordinary outputs and inputs; `bytes` are its bytes. */
export function printer({ formatID, formatAddress }: Texts): (tx: Tx, bytes: Uint8Array) => string {
  const id = kept(formatID);
  const address = kept(formatAddress);
  return ({ unsignedTx, credentials }, bytes) => {
    if (unsignedTx.type !== 'platformvm.BaseTx') throw new Error('only a BaseTx');
    let text = `{"unsignedTx":{"networkID":${unsignedTx.networkID},"blockchainID":"${id(unsignedTx.blockchainID)}","outputs":[`;
    let comma = '';
    for (const { assetID, output } of unsignedTx.outputs) {
      if (output.type !== 'secp256k1fx.TransferOutput') throw new Error('only ordinary outputs');
      let addresses = '';
      for (const of of output.addresses) addresses += `${addresses && ','}"${address(of)}"`;
      text += `${comma}{"assetID":"${id(assetID)}",${fx},"output":{"addresses":[${addresses}],"amount":${output.amount},"locktime":${output.locktime},"threshold":${output.threshold}}}`;
      comma = ',';
    }
    text += '],"inputs":[';
    comma = '';
    for (const { txID, outputIndex, assetID, input } of unsignedTx.inputs) {
      if (input.type !== 'secp256k1fx.TransferInput') throw new Error('only ordinary inputs');
      text += `${comma}{"txID":"${formatID(txID)}","outputIndex":${outputIndex},"assetID":"${id(assetID)}",${fx},"input":{"amount":${input.amount},"signatureIndices":[${input.signatureIndices.join(',')}]}}`;
      comma = ',';
    }
    text += `],"memo":"0x${hex(unsignedTx.memo)}"},"credentials":[`;
    comma = '';
    for (const { signatures } of credentials) {
      let all = '';
      for (const of of signatures) all += `${all && ','}"0x${hex(of)}"`;
      text += `${comma}{"signatures":[${all}]}`;
      comma = ',';
    }
    const txID = createHash('sha256').update(bytes).digest();
    return `${text}],"id":"${formatID(txID)}"}`;
  };
}

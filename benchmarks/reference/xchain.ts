/** A codec for the X-chain's signed BaseTx as one would write it by hand. */
import {
  type Credential,
  readCredential,
  readTransferInput,
  readTransferOutput,
  type TransferInput,
  type TransferOutput,
  unknown,
  writeCredential,
  writeTransferInput,
  writeTransferOutput,
} from './avax.ts';
import { Reader, WireError, Writer } from './cursor.ts';

type Output = { assetID: Uint8Array; output: TransferOutput };
type In = { txID: Uint8Array; outputIndex: number; assetID: Uint8Array; input: TransferInput };
type FxCredential = { credential: Credential };

const readOutput = (r: Reader): TransferOutput => {
  const id = r.u32();
  return id === 7 ? readTransferOutput(r) : unknown(r, id, 'TransferableOut');
};
const readOutputs = (r: Reader) => {
  const n = r.count(60);
  const out: Output[] = [];
  for (let i = 0; i < n; i++) out.push({ assetID: r.fixed(32), output: readOutput(r) });
  return out;
};
const writeOutputs = (w: Writer, v: Output[]) => {
  w.u32(v.length);
  for (let i = 0; i < v.length; i++) {
    const o = v[i]!;
    w.fixed(o.assetID, 32);
    w.u32(7);
    writeTransferOutput(w, o.output);
  }
};

const readIn = (r: Reader): TransferInput => {
  const id = r.u32();
  return id === 5 ? readTransferInput(r) : unknown(r, id, 'TransferableIn');
};
const readInputs = (r: Reader) => {
  const n = r.count(84);
  const out: In[] = [];
  for (let i = 0; i < n; i++)
    out.push({
      txID: r.fixed(32),
      outputIndex: r.u32(),
      assetID: r.fixed(32),
      input: readIn(r),
    });
  return out;
};
const writeInputs = (w: Writer, v: In[]) => {
  w.u32(v.length);
  for (let i = 0; i < v.length; i++) {
    const o = v[i]!;
    w.fixed(o.txID, 32);
    w.u32(o.outputIndex);
    w.fixed(o.assetID, 32);
    w.u32(5);
    writeTransferInput(w, o.input);
  }
};

const readBaseTx = (r: Reader) => ({
  type: 'avm.BaseTx' as const,
  networkID: r.u32(),
  blockchainID: r.fixed(32),
  outputs: readOutputs(r),
  inputs: readInputs(r),
  memo: r.blob(),
});
const writeBaseTx = (w: Writer, v: ReturnType<typeof readBaseTx>) => {
  w.u32(v.networkID);
  w.fixed(v.blockchainID, 32);
  writeOutputs(w, v.outputs);
  writeInputs(w, v.inputs);
  w.blob(v.memo);
};

const readCredentials = (r: Reader) => {
  const n = r.count(8);
  const out: FxCredential[] = [];
  for (let i = 0; i < n; i++) out.push({ credential: readCredential(r) });
  return out;
};

/** A signed X-chain BaseTx. */
export type Tx = { unsignedTx: ReturnType<typeof readBaseTx>; credentials: FxCredential[] };
const writer = new Writer();

/** The signed BaseTx in `bytes`; its byte fields are views on them. */
export const decodeXSigned = (bytes: Uint8Array): Tx => {
  const r = new Reader(bytes);
  if (r.u16() !== 0) throw new WireError('codec version is not 0', 0);
  const id = r.u32();
  if (id !== 0) return unknown(r, id, 'BaseTx');
  const v = { unsignedTx: readBaseTx(r), credentials: readCredentials(r) };
  r.end();
  return v;
};
/** The bytes that are issued. */
export const encodeXSigned = (v: Tx): Uint8Array => {
  const w = writer;
  w.offset = 0;
  w.u16(0);
  w.u32(0);
  writeBaseTx(w, v.unsignedTx);
  w.u32(v.credentials.length);
  for (let i = 0; i < v.credentials.length; i++) writeCredential(w, v.credentials[i]!.credential);
  return w.take();
};

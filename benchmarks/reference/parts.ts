/** The parts of P-chain transactions: outputs, inputs, signers and the fields that nearly all begin with. */
import {
  readTransferInput,
  readTransferOutput,
  type TransferInput,
  type TransferOutput,
  unknown,
  writeTransferInput,
  writeTransferOutput,
} from './avax.ts';
import type { Reader, Writer } from './cursor.ts';

type LockOut = { type: 'stakeable.LockOut'; locktime: bigint; output: TransferOutput };
type LockIn = { type: 'stakeable.LockIn'; locktime: bigint; input: TransferInput };
type Output = { assetID: Uint8Array; output: TransferOutput | LockOut };
type In = {
  txID: Uint8Array;
  outputIndex: number;
  assetID: Uint8Array;
  input: TransferInput | LockIn;
};

const readOutput = (r: Reader): TransferOutput | LockOut => {
  const id = r.u32();
  if (id === 7) return readTransferOutput(r);
  if (id !== 22) return unknown(r, id, 'TransferableOut');
  const locktime = r.u64();
  const inner = r.u32();
  if (inner !== 7) return unknown(r, inner, 'TransferableOut');
  return { type: 'stakeable.LockOut', locktime, output: readTransferOutput(r) };
};
const writeOutput = (w: Writer, v: TransferOutput | LockOut) => {
  if (v.type === 'secp256k1fx.TransferOutput') {
    w.u32(7);
    writeTransferOutput(w, v);
  } else {
    w.u32(22);
    w.u64(v.locktime);
    w.u32(7);
    writeTransferOutput(w, v.output);
  }
};
export const readOutputs = (r: Reader) => {
  const n = r.count(60);
  const out: Output[] = [];
  for (let i = 0; i < n; i++) out.push({ assetID: r.fixed(32), output: readOutput(r) });
  return out;
};
export const writeOutputs = (w: Writer, v: Output[]) => {
  w.u32(v.length);
  for (let i = 0; i < v.length; i++) {
    const o = v[i]!;
    w.fixed(o.assetID, 32);
    writeOutput(w, o.output);
  }
};

const readIn = (r: Reader): TransferInput | LockIn => {
  const id = r.u32();
  if (id === 5) return readTransferInput(r);
  if (id !== 21) return unknown(r, id, 'TransferableIn');
  const locktime = r.u64();
  const inner = r.u32();
  if (inner !== 5) return unknown(r, inner, 'TransferableIn');
  return { type: 'stakeable.LockIn', locktime, input: readTransferInput(r) };
};
const writeIn = (w: Writer, v: TransferInput | LockIn) => {
  if (v.type === 'secp256k1fx.TransferInput') {
    w.u32(5);
    writeTransferInput(w, v);
  } else {
    w.u32(21);
    w.u64(v.locktime);
    w.u32(5);
    writeTransferInput(w, v.input);
  }
};
export const readInputs = (r: Reader) => {
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
export const writeInputs = (w: Writer, v: In[]) => {
  w.u32(v.length);
  for (let i = 0; i < v.length; i++) {
    const o = v[i]!;
    w.fixed(o.txID, 32);
    w.u32(o.outputIndex);
    w.fixed(o.assetID, 32);
    writeIn(w, o.input);
  }
};

export const writeBase = (
  w: Writer,
  networkID: number,
  blockchainID: Uint8Array,
  outputs: Output[],
  inputs: In[],
  memo: Uint8Array,
) => {
  w.u32(networkID);
  w.fixed(blockchainID, 32);
  writeOutputs(w, outputs);
  writeInputs(w, inputs);
  w.blob(memo);
};

export const readProof = (r: Reader) => ({
  type: 'signer.ProofOfPossession' as const,
  publicKey: r.fixed(48),
  proofOfPossession: r.fixed(96),
});
type Proof = ReturnType<typeof readProof>;
export const writeProof = (w: Writer, v: Proof) => {
  w.fixed(v.publicKey, 48);
  w.fixed(v.proofOfPossession, 96);
};
type Signer = { type: 'signer.Empty' } | Proof;
export const readSigner = (r: Reader): Signer => {
  const id = r.u32();
  if (id === 28) return readProof(r);
  return id === 27 ? { type: 'signer.Empty' } : unknown(r, id, 'Signer');
};
export const writeSigner = (w: Writer, v: Signer) => {
  if (v.type === 'signer.Empty') w.u32(27);
  else {
    w.u32(28);
    writeProof(w, v);
  }
};

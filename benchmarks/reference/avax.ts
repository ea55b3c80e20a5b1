/** The parts that X- and P-chain transactions share, one reader and one writer each. */
import { type Reader, WireError, type Writer } from './cursor.ts';

/** Complains about the typeID that was just read. */
export const unknown = (r: Reader, id: number, slot: string): never => {
  throw new WireError(`typeID ${id} is no ${slot}`, r.offset - 4);
};

const readAddresses = (r: Reader) => {
  const n = r.count(20);
  const out: Uint8Array[] = [];
  for (let i = 0; i < n; i++) out.push(r.fixed(20));
  return out;
};
const writeAddresses = (w: Writer, v: Uint8Array[]) => {
  w.u32(v.length);
  for (let i = 0; i < v.length; i++) w.fixed(v[i]!, 20);
};

const readSignatureIndices = (r: Reader) => {
  const n = r.count(4);
  const out: number[] = [];
  for (let i = 0; i < n; i++) out.push(r.u32());
  return out;
};
const writeSignatureIndices = (w: Writer, v: number[]) => {
  w.u32(v.length);
  for (let i = 0; i < v.length; i++) w.u32(v[i]!);
};

export const readTransferOutput = (r: Reader) => ({
  type: 'secp256k1fx.TransferOutput' as const,
  amount: r.u64(),
  locktime: r.u64(),
  threshold: r.u32(),
  addresses: readAddresses(r),
});
export type TransferOutput = ReturnType<typeof readTransferOutput>;
export const writeTransferOutput = (w: Writer, v: TransferOutput) => {
  w.u64(v.amount);
  w.u64(v.locktime);
  w.u32(v.threshold);
  writeAddresses(w, v.addresses);
};

export const readTransferInput = (r: Reader) => ({
  type: 'secp256k1fx.TransferInput' as const,
  amount: r.u64(),
  signatureIndices: readSignatureIndices(r),
});
export type TransferInput = ReturnType<typeof readTransferInput>;
export const writeTransferInput = (w: Writer, v: TransferInput) => {
  w.u64(v.amount);
  writeSignatureIndices(w, v.signatureIndices);
};

const readOwners = (r: Reader) => ({
  type: 'secp256k1fx.OutputOwners' as const,
  locktime: r.u64(),
  threshold: r.u32(),
  addresses: readAddresses(r),
});
export type OutputOwners = ReturnType<typeof readOwners>;
export const readOwner = (r: Reader): OutputOwners => {
  const id = r.u32();
  return id === 11 ? readOwners(r) : unknown(r, id, 'Owner');
};
export const writeOwner = (w: Writer, v: OutputOwners) => {
  w.u32(11);
  w.u64(v.locktime);
  w.u32(v.threshold);
  writeAddresses(w, v.addresses);
};

const readInput = (r: Reader) => ({
  type: 'secp256k1fx.Input' as const,
  signatureIndices: readSignatureIndices(r),
});
export type Input = ReturnType<typeof readInput>;
export const readAuth = (r: Reader): Input => {
  const id = r.u32();
  return id === 10 ? readInput(r) : unknown(r, id, 'Input');
};
export const writeAuth = (w: Writer, v: Input) => {
  w.u32(10);
  writeSignatureIndices(w, v.signatureIndices);
};

const readSignatures = (r: Reader) => {
  const n = r.count(65);
  const out: Uint8Array[] = [];
  for (let i = 0; i < n; i++) out.push(r.fixed(65));
  return out;
};
const readSignatureCredential = (r: Reader) => ({
  type: 'secp256k1fx.Credential' as const,
  signatures: readSignatures(r),
});
export type Credential = ReturnType<typeof readSignatureCredential>;
export const readCredential = (r: Reader): Credential => {
  const id = r.u32();
  return id === 9 ? readSignatureCredential(r) : unknown(r, id, 'Credential');
};
export const writeCredential = (w: Writer, v: Credential) => {
  w.u32(9);
  w.u32(v.signatures.length);
  for (let i = 0; i < v.signatures.length; i++) w.fixed(v.signatures[i]!, 65);
};

import { type Declared, struct } from '../../wire/declare.ts';
import type { Source } from '../../wire/source.ts';
import type { Type } from '../../wire/type.ts';

/** The notes of the three fields that say who may spend. */
export const ownerNotes = {
  locktime: 'Unix seconds; spendable from this time on.',
  threshold: 'Signatures needed; at most as many as addresses.',
  addresses: 'Who may sign; strictly increasing by bytes.',
};
const indicesNote = 'Which of the owner’s addresses sign; strictly increasing.';

const outputOwners = (s: Source) => ({
  type: 'secp256k1fx.OutputOwners' as const,
  locktime: s.u64(),
  threshold: s.u32(),
  addresses: s.addresses(),
});
/** Who may spend or authorise. Source: avalanchego `vms/secp256k1fx/output_owners.go`. */
export interface OutputOwners extends Declared<typeof outputOwners> {}
export const OutputOwners: Type<OutputOwners> = /* @__PURE__ */ struct(
  'secp256k1fx.OutputOwners',
  outputOwners,
  ownerNotes,
  { sorted: true },
);

const transferOutput = (s: Source) => ({
  type: 'secp256k1fx.TransferOutput' as const,
  amount: s.u64(),
  locktime: s.u64(),
  threshold: s.u32(),
  addresses: s.addresses(),
});
/** An amount and who may spend it. Source: avalanchego `vms/secp256k1fx/transfer_output.go`. */
export interface TransferOutput extends Declared<typeof transferOutput> {}
export const TransferOutput: Type<TransferOutput> = /* @__PURE__ */ struct(
  'secp256k1fx.TransferOutput',
  transferOutput,
  () => ({ amount: 'In units of the asset; nAVAX for AVAX.', ...ownerNotes }),
  { sorted: true },
);

const mintOutput = (s: Source) => ({
  type: 'secp256k1fx.MintOutput' as const,
  locktime: s.u64(),
  threshold: s.u32(),
  addresses: s.addresses(),
});
/** The right to mint. Source: avalanchego `vms/secp256k1fx/mint_output.go`. */
export interface MintOutput extends Declared<typeof mintOutput> {}
export const MintOutput: Type<MintOutput> = /* @__PURE__ */ struct(
  'secp256k1fx.MintOutput',
  mintOutput,
  ownerNotes,
  { sorted: true },
);

const input = (s: Source) => ({ type: 'secp256k1fx.Input' as const, signatureIndices: s.u32s() });
/** Which addresses of an owner sign. Source: avalanchego `vms/secp256k1fx/input.go`. */
export interface Input extends Declared<typeof input> {}
export const Input: Type<Input> = /* @__PURE__ */ struct('secp256k1fx.Input', input, {
  signatureIndices: indicesNote,
});

const transferInput = (s: Source) => ({
  type: 'secp256k1fx.TransferInput' as const,
  amount: s.u64(),
  signatureIndices: s.u32s(),
});
/** Spends a `TransferOutput`. Source: avalanchego `vms/secp256k1fx/transfer_input.go`. */
export interface TransferInput extends Declared<typeof transferInput> {}
export const TransferInput: Type<TransferInput> = /* @__PURE__ */ struct(
  'secp256k1fx.TransferInput',
  transferInput,
  { amount: 'That of the output spent.', signatureIndices: indicesNote },
);

const mintOperation = (s: Source) => ({
  type: 'secp256k1fx.MintOperation' as const,
  mintInput: s.of(Input),
  mintOutput: s.of(MintOutput),
  transferOutput: s.of(TransferOutput),
});
/** Mints an amount. Source: avalanchego `vms/secp256k1fx/mint_operation.go`. */
export interface MintOperation extends Declared<typeof mintOperation> {}
export const MintOperation: Type<MintOperation> = /* @__PURE__ */ struct(
  'secp256k1fx.MintOperation',
  mintOperation,
  {
    mintInput: 'Who of the minters signs.',
    mintOutput: 'The right to mint, kept by the same owner.',
    transferOutput: 'What is minted.',
  },
);

const credential = (s: Source) => ({
  type: 'secp256k1fx.Credential' as const,
  signatures: s.fixeds(65),
});
/** Signatures of one input. Source: avalanchego `vms/secp256k1fx/credential.go`. */
export interface Credential extends Declared<typeof credential> {}
export const Credential: Type<Credential> = /* @__PURE__ */ struct(
  'secp256k1fx.Credential',
  credential,
  {
    signatures:
      'r, s and recovery id over the sha256 of the unsigned bytes, one a signature index.',
  },
);

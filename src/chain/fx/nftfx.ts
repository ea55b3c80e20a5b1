import { type Declared, struct } from '../../wire/declare.ts';
import type { Source } from '../../wire/source.ts';
import type { Type } from '../../wire/type.ts';
import { Input, OutputOwners, ownerNotes } from './secp256k1fx.ts';

const groupNote = 'Kind of token within the asset.';
const payloadNote = 'Free bytes; a node takes at most 1024.';

const mintOutput = (s: Source) => ({
  type: 'nftfx.MintOutput' as const,
  groupID: s.u32(),
  locktime: s.u64(),
  threshold: s.u32(),
  addresses: s.addresses(),
});
/** The right to mint tokens of a group. Source: avalanchego `vms/nftfx/mint_output.go`. */
export interface MintOutput extends Declared<typeof mintOutput> {}
export const MintOutput: Type<MintOutput> = /* @__PURE__ */ struct(
  'nftfx.MintOutput',
  mintOutput,
  () => ({ groupID: groupNote, ...ownerNotes }),
  { sorted: true },
);

const transferOutput = (s: Source) => ({
  type: 'nftfx.TransferOutput' as const,
  groupID: s.u32(),
  payload: s.blob(),
  locktime: s.u64(),
  threshold: s.u32(),
  addresses: s.addresses(),
});
/** One token. Source: avalanchego `vms/nftfx/transfer_output.go`. */
export interface TransferOutput extends Declared<typeof transferOutput> {}
export const TransferOutput: Type<TransferOutput> = /* @__PURE__ */ struct(
  'nftfx.TransferOutput',
  transferOutput,
  () => ({ groupID: groupNote, payload: payloadNote, ...ownerNotes }),
  { sorted: true },
);

const mintOperation = (s: Source) => ({
  type: 'nftfx.MintOperation' as const,
  mintInput: s.of(Input),
  groupID: s.u32(),
  payload: s.blob(),
  outputs: s.list(OutputOwners),
});
/** Mints one token an owner; the right to mint is consumed. Source: avalanchego `vms/nftfx/mint_operation.go`. */
export interface MintOperation extends Declared<typeof mintOperation> {}
export const MintOperation: Type<MintOperation> = /* @__PURE__ */ struct(
  'nftfx.MintOperation',
  mintOperation,
  {
    mintInput: 'Who of the minters signs.',
    groupID: groupNote,
    payload: payloadNote,
    outputs: 'One token for each.',
  },
);

const transferOperation = (s: Source) => ({
  type: 'nftfx.TransferOperation' as const,
  input: s.of(Input),
  output: s.of(TransferOutput),
});
/** Hands a token on. Source: avalanchego `vms/nftfx/transfer_operation.go`. */
export interface TransferOperation extends Declared<typeof transferOperation> {}
export const TransferOperation: Type<TransferOperation> = /* @__PURE__ */ struct(
  'nftfx.TransferOperation',
  transferOperation,
  { input: 'Who of the owners signs.', output: 'The same group and payload, the new owner.' },
);

const credential = (s: Source) => ({ type: 'nftfx.Credential' as const, signatures: s.fixeds(65) });
/** Signatures of one nftfx operation. Source: avalanchego `vms/nftfx/credential.go`. */
export interface Credential extends Declared<typeof credential> {}
export const Credential: Type<Credential> = /* @__PURE__ */ struct('nftfx.Credential', credential, {
  signatures: 'As of a secp256k1fx.Credential.',
});

import { type Declared, struct } from '../../wire/declare.ts';
import type { Source } from '../../wire/source.ts';
import type { Type } from '../../wire/type.ts';
import { Input, ownerNotes } from './secp256k1fx.ts';

const mintOutput = (s: Source) => ({
  type: 'propertyfx.MintOutput' as const,
  locktime: s.u64(),
  threshold: s.u32(),
  addresses: s.addresses(),
});
/** The right to mint ownerships. Source: avalanchego `vms/propertyfx/mint_output.go`. */
export interface MintOutput extends Declared<typeof mintOutput> {}
export const MintOutput: Type<MintOutput> = /* @__PURE__ */ struct(
  'propertyfx.MintOutput',
  mintOutput,
  ownerNotes,
  { sorted: true },
);

const ownedOutput = (s: Source) => ({
  type: 'propertyfx.OwnedOutput' as const,
  locktime: s.u64(),
  threshold: s.u32(),
  addresses: s.addresses(),
});
/** One ownership. Source: avalanchego `vms/propertyfx/owned_output.go`. */
export interface OwnedOutput extends Declared<typeof ownedOutput> {}
export const OwnedOutput: Type<OwnedOutput> = /* @__PURE__ */ struct(
  'propertyfx.OwnedOutput',
  ownedOutput,
  ownerNotes,
  { sorted: true },
);

const mintOperation = (s: Source) => ({
  type: 'propertyfx.MintOperation' as const,
  mintInput: s.of(Input),
  mintOutput: s.of(MintOutput),
  ownedOutput: s.of(OwnedOutput),
});
/** Mints an ownership. Source: avalanchego `vms/propertyfx/mint_operation.go`. */
export interface MintOperation extends Declared<typeof mintOperation> {}
export const MintOperation: Type<MintOperation> = /* @__PURE__ */ struct(
  'propertyfx.MintOperation',
  mintOperation,
  {
    mintInput: 'Who of the minters signs.',
    mintOutput: 'The right to mint, kept by the same owner.',
    ownedOutput: 'What is minted.',
  },
);

const burnOperation = (s: Source) => ({
  type: 'propertyfx.BurnOperation' as const,
  signatureIndices: s.u32s(),
});
/** Ends an ownership. Source: avalanchego `vms/propertyfx/burn_operation.go`. */
export interface BurnOperation extends Declared<typeof burnOperation> {}
export const BurnOperation: Type<BurnOperation> = /* @__PURE__ */ struct(
  'propertyfx.BurnOperation',
  burnOperation,
  { signatureIndices: 'Which of the owner’s addresses sign; strictly increasing.' },
);

const credential = (s: Source) => ({
  type: 'propertyfx.Credential' as const,
  signatures: s.fixeds(65),
});
/** Signatures of one propertyfx operation. Source: avalanchego `vms/propertyfx/credential.go`. */
export interface Credential extends Declared<typeof credential> {}
export const Credential: Type<Credential> = /* @__PURE__ */ struct(
  'propertyfx.Credential',
  credential,
  { signatures: 'As of a secp256k1fx.Credential.' },
);

import { type Declared, struct } from '../../wire/declare.ts';
import type { Part, PartSource, Source, Type } from '../../wire/type.ts';
import { part } from '../declared.ts';
import { issues, signs } from '../roles.ts';
import { Input, ownerParts } from './secp256k1fx.ts';

const mintOutput = (s: PartSource) => ({
  type: 'propertyfx.MintOutput' as const,
  locktime: s.u64(),
  threshold: s.u32(),
  addresses: s.addresses(),
});
/** The right to mint properties. Source: avalanchego `vms/propertyfx/mint_output.go`. */
export interface MintOutput extends Declared<typeof mintOutput> {}
export const MintOutput: Part<MintOutput> = /* @__PURE__ */ part(
  'propertyfx.MintOutput',
  mintOutput,
  ownerParts,
  { sorted: true },
);

const ownedOutput = (s: PartSource) => ({
  type: 'propertyfx.OwnedOutput' as const,
  locktime: s.u64(),
  threshold: s.u32(),
  addresses: s.addresses(),
});
/** A property. Source: avalanchego `vms/propertyfx/owned_output.go`. */
export interface OwnedOutput extends Declared<typeof ownedOutput> {}
export const OwnedOutput: Part<OwnedOutput> = /* @__PURE__ */ part(
  'propertyfx.OwnedOutput',
  ownedOutput,
  ownerParts,
  { sorted: true },
);

const mintOperation = (s: PartSource) => ({
  type: 'propertyfx.MintOperation' as const,
  mintInput: s.of(Input),
  mintOutput: s.of(MintOutput),
  ownedOutput: s.of(OwnedOutput),
});
/** Mints a property. Source: avalanchego `vms/propertyfx/mint_operation.go`. */
export interface MintOperation extends Declared<typeof mintOperation> {}
export const MintOperation: Part<MintOperation> = /* @__PURE__ */ part(
  'propertyfx.MintOperation',
  mintOperation,
  () => ({
    mintInput: signs('Who of the minters signs.'),
    mintOutput: issues('mint', 'The right to mint, kept by the same owner.'),
    ownedOutput: issues('mint', 'What is minted.'),
  }),
);

const burnOperation = (s: PartSource) => ({
  type: 'propertyfx.BurnOperation' as const,
  signatureIndices: s.u32s(),
});
/** Burns a property. Source: avalanchego `vms/propertyfx/burn_operation.go`. */
export interface BurnOperation extends Declared<typeof burnOperation> {}
export const BurnOperation: Part<BurnOperation> = /* @__PURE__ */ part(
  'propertyfx.BurnOperation',
  burnOperation,
  () => ({ signatureIndices: signs('Which of the owner’s addresses sign; strictly increasing.') }),
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

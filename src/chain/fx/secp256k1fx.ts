import type { Declared } from '../../wire/declare.ts';
import type { Part, PartSource } from '../../wire/type.ts';
import { part } from '../declared.ts';
import { amount, issues, ownership, proof, signs } from '../roles.ts';

/** The three fields of an owner. */
export const ownerParts = () => ({
  locktime: ownership('Unix seconds; spendable from this time on.'),
  threshold: ownership('Signatures needed; at most as many as addresses.'),
  addresses: ownership('Who may sign; strictly increasing by bytes.'),
});
const indicesNote = 'Which of the owner’s addresses sign; strictly increasing.';

const outputOwners = (s: PartSource) => ({
  type: 'secp256k1fx.OutputOwners' as const,
  locktime: s.u64(),
  threshold: s.u32(),
  addresses: s.addresses(),
});
/** An owner: the addresses that can spend or authorize. Source: avalanchego `vms/secp256k1fx/output_owners.go`. */
export interface OutputOwners extends Declared<typeof outputOwners> {}
export const OutputOwners: Part<OutputOwners> = /* @__PURE__ */ part(
  'secp256k1fx.OutputOwners',
  outputOwners,
  ownerParts,
  { sorted: true },
);

const transferOutput = (s: PartSource) => ({
  type: 'secp256k1fx.TransferOutput' as const,
  amount: s.u64(),
  locktime: s.u64(),
  threshold: s.u32(),
  addresses: s.addresses(),
});
/** An amount and its owner. Source: avalanchego `vms/secp256k1fx/transfer_output.go`. */
export interface TransferOutput extends Declared<typeof transferOutput> {}
export const TransferOutput: Part<TransferOutput> = /* @__PURE__ */ part(
  'secp256k1fx.TransferOutput',
  transferOutput,
  () => ({ amount: amount('In units of the asset; nAVAX for AVAX.'), ...ownerParts() }),
  { sorted: true },
);

const mintOutput = (s: PartSource) => ({
  type: 'secp256k1fx.MintOutput' as const,
  locktime: s.u64(),
  threshold: s.u32(),
  addresses: s.addresses(),
});
/** The right to mint an asset. Source: avalanchego `vms/secp256k1fx/mint_output.go`. */
export interface MintOutput extends Declared<typeof mintOutput> {}
export const MintOutput: Part<MintOutput> = /* @__PURE__ */ part(
  'secp256k1fx.MintOutput',
  mintOutput,
  ownerParts,
  { sorted: true },
);

const input = (s: PartSource) => ({
  type: 'secp256k1fx.Input' as const,
  signatureIndices: s.u32s(),
});
/** Selects the addresses of an owner that sign. Source: avalanchego `vms/secp256k1fx/input.go`. */
export interface Input extends Declared<typeof input> {}
export const Input: Part<Input> = /* @__PURE__ */ part('secp256k1fx.Input', input, () => ({
  signatureIndices: signs(indicesNote),
}));

const transferInput = (s: PartSource) => ({
  type: 'secp256k1fx.TransferInput' as const,
  amount: s.u64(),
  signatureIndices: s.u32s(),
});
/** Spends a `TransferOutput`. Source: avalanchego `vms/secp256k1fx/transfer_input.go`. */
export interface TransferInput extends Declared<typeof transferInput> {}
export const TransferInput: Part<TransferInput> = /* @__PURE__ */ part(
  'secp256k1fx.TransferInput',
  transferInput,
  () => ({ amount: amount('That of the output spent.'), signatureIndices: signs(indicesNote) }),
);

const mintOperation = (s: PartSource) => ({
  type: 'secp256k1fx.MintOperation' as const,
  mintInput: s.of(Input),
  mintOutput: s.of(MintOutput),
  transferOutput: s.of(TransferOutput),
});
/** Mints an amount. Source: avalanchego `vms/secp256k1fx/mint_operation.go`. */
export interface MintOperation extends Declared<typeof mintOperation> {}
export const MintOperation: Part<MintOperation> = /* @__PURE__ */ part(
  'secp256k1fx.MintOperation',
  mintOperation,
  () => ({
    mintInput: signs('Who of the minters signs.'),
    mintOutput: issues('mint', 'The right to mint, kept by the same owner.'),
    transferOutput: issues('mint', 'What is minted.'),
  }),
);

const credential = (s: PartSource) => ({
  type: 'secp256k1fx.Credential' as const,
  signatures: s.fixeds(65),
});
/** Signatures of one input. Source: avalanchego `vms/secp256k1fx/credential.go`. */
export interface Credential extends Declared<typeof credential> {}
export const Credential: Part<Credential> = /* @__PURE__ */ part(
  'secp256k1fx.Credential',
  credential,
  () => ({
    signatures: proof(
      'r, s and recovery id over the sha256 of the unsigned bytes, one a signature index.',
    ),
  }),
);

import { type Declared, struct } from '../../wire/declare.ts';
import type { Part, PartSource, Source, Type } from '../../wire/type.ts';
import { part } from '../declared.ts';
import { data, issues, quantity, signs } from '../roles.ts';
import { Input, OutputOwners, ownerParts } from './secp256k1fx.ts';

const groupNote = 'Kind of token within the asset.';
const payloadNote = 'Free bytes; a node takes at most 1024.';

const mintOutput = (s: PartSource) => ({
  type: 'nftfx.MintOutput' as const,
  groupID: s.u32(),
  locktime: s.u64(),
  threshold: s.u32(),
  addresses: s.addresses(),
});
/** The right to mint NFTs of a group. Source: avalanchego `vms/nftfx/mint_output.go`. */
export interface MintOutput extends Declared<typeof mintOutput> {}
export const MintOutput: Part<MintOutput> = /* @__PURE__ */ part(
  'nftfx.MintOutput',
  mintOutput,
  () => ({ groupID: quantity('index', groupNote), ...ownerParts() }),
  { sorted: true },
);

const transferOutput = (s: PartSource) => ({
  type: 'nftfx.TransferOutput' as const,
  groupID: s.u32(),
  payload: s.blob(),
  locktime: s.u64(),
  threshold: s.u32(),
  addresses: s.addresses(),
});
/** An NFT. Source: avalanchego `vms/nftfx/transfer_output.go`. */
export interface TransferOutput extends Declared<typeof transferOutput> {}
export const TransferOutput: Part<TransferOutput> = /* @__PURE__ */ part(
  'nftfx.TransferOutput',
  transferOutput,
  () => ({ groupID: quantity('index', groupNote), payload: data(payloadNote), ...ownerParts() }),
  { sorted: true },
);

const mintOperation = (s: PartSource) => ({
  type: 'nftfx.MintOperation' as const,
  mintInput: s.of(Input),
  groupID: s.u32(),
  payload: s.blob(),
  outputs: s.list(OutputOwners),
});
/** Mints one NFT per owner; the minting right is consumed. Source: avalanchego `vms/nftfx/mint_operation.go`. */
export interface MintOperation extends Declared<typeof mintOperation> {}
export const MintOperation: Part<MintOperation> = /* @__PURE__ */ part(
  'nftfx.MintOperation',
  mintOperation,
  () => ({
    mintInput: signs('Who of the minters signs.'),
    groupID: quantity('index', groupNote),
    payload: data(payloadNote),
    outputs: issues('mint', 'One token for each.', {
      as: { type: 'nftfx.TransferOutput', with: ['groupID', 'payload'] },
    }),
  }),
);

const transferOperation = (s: PartSource) => ({
  type: 'nftfx.TransferOperation' as const,
  input: s.of(Input),
  output: s.of(TransferOutput),
});
/** Transfers an NFT. Source: avalanchego `vms/nftfx/transfer_operation.go`. */
export interface TransferOperation extends Declared<typeof transferOperation> {}
export const TransferOperation: Part<TransferOperation> = /* @__PURE__ */ part(
  'nftfx.TransferOperation',
  transferOperation,
  () => ({
    input: signs('Who of the owners signs.'),
    output: issues('pass', 'The same group and payload, the new owner.'),
  }),
);

const credential = (s: Source) => ({ type: 'nftfx.Credential' as const, signatures: s.fixeds(65) });
/** Signatures of one nftfx operation. Source: avalanchego `vms/nftfx/credential.go`. */
export interface Credential extends Declared<typeof credential> {}
export const Credential: Type<Credential> = /* @__PURE__ */ struct('nftfx.Credential', credential, {
  signatures: 'As of a secp256k1fx.Credential.',
});

import { type Declared, struct } from '../../wire/declare.ts';
import type { Source } from '../../wire/source.ts';
import type { Type } from '../../wire/type.ts';
import { baseNotes } from '../base.ts';
import { Owner, TransferableInput, TransferableOutput } from './components.ts';
import { Verifiable } from './verifiable.ts';

const authorizationNote = 'Which of the subnet’s owners sign.';

const createSubnetTx = (s: Source) => ({
  type: 'platformvm.CreateSubnetTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  owner: s.of(Owner),
});
/** Makes a subnet; its id is the transaction’s. Source: avalanchego `vms/platformvm/txs/create_subnet_tx.go`. */
export interface CreateSubnetTx extends Declared<typeof createSubnetTx> {}
export const CreateSubnetTx: Type<CreateSubnetTx> = /* @__PURE__ */ struct(
  'platformvm.CreateSubnetTx',
  createSubnetTx,
  () => ({
    ...baseNotes,
    owner: 'Who may change the subnet.',
  }),
);

const createChainTx = (s: Source) => ({
  type: 'platformvm.CreateChainTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  subnetID: s.id(),
  chainName: s.string(),
  vmID: s.id(),
  fxIDs: s.ids(),
  genesisData: s.base64(),
  subnetAuthorization: s.of(Verifiable),
});
/** Makes a blockchain in a subnet; its id is the transaction’s. Source: avalanchego `vms/platformvm/txs/create_chain_tx.go`. */
export interface CreateChainTx extends Declared<typeof createChainTx> {}
export const CreateChainTx: Type<CreateChainTx> = /* @__PURE__ */ struct(
  'platformvm.CreateChainTx',
  createChainTx,
  () => ({
    ...baseNotes,
    subnetID: 'Subnet that validates it.',
    chainName: 'Not unique; ASCII letters, digits and spaces, at most 128.',
    vmID: 'Virtual machine that it runs.',
    fxIDs: 'Feature extensions of that machine; sorted.',
    genesisData: 'Handed to the virtual machine.',
    subnetAuthorization: authorizationNote,
  }),
);

const removeSubnetValidatorTx = (s: Source) => ({
  type: 'platformvm.RemoveSubnetValidatorTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  nodeID: s.nodeID(),
  subnetID: s.id(),
  subnetAuthorization: s.of(Verifiable),
});
/** Ends a permissioned validation. Source: avalanchego `vms/platformvm/txs/remove_subnet_validator_tx.go`. */
export interface RemoveSubnetValidatorTx extends Declared<typeof removeSubnetValidatorTx> {}
export const RemoveSubnetValidatorTx: Type<RemoveSubnetValidatorTx> = /* @__PURE__ */ struct(
  'platformvm.RemoveSubnetValidatorTx',
  removeSubnetValidatorTx,
  () => ({
    ...baseNotes,
    nodeID: 'Node that stops.',
    subnetID: 'Subnet that it validated.',
    subnetAuthorization: authorizationNote,
  }),
);

const transformSubnetTx = (s: Source) => ({
  type: 'platformvm.TransformSubnetTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  subnetID: s.id(),
  assetID: s.id(),
  initialSupply: s.u64(),
  maximumSupply: s.u64(),
  minConsumptionRate: s.u64(),
  maxConsumptionRate: s.u64(),
  minValidatorStake: s.u64(),
  maxValidatorStake: s.u64(),
  minStakeDuration: s.u32(),
  maxStakeDuration: s.u32(),
  minDelegationFee: s.u32(),
  minDelegatorStake: s.u64(),
  maxValidatorWeightFactor: s.u8(),
  uptimeRequirement: s.u32(),
  subnetAuthorization: s.of(Verifiable),
});
/** Makes a subnet elastic; refused since Etna. Source: avalanchego `vms/platformvm/txs/transform_subnet_tx.go`. */
export interface TransformSubnetTx extends Declared<typeof transformSubnetTx> {}
export const TransformSubnetTx: Type<TransformSubnetTx> = /* @__PURE__ */ struct(
  'platformvm.TransformSubnetTx',
  transformSubnetTx,
  () => ({
    ...baseNotes,
    subnetID: 'Subnet to transform.',
    assetID: 'Asset that is staked there.',
    initialSupply: 'In units of the asset.',
    maximumSupply: 'In units of the asset.',
    minConsumptionRate: 'Lowest reward rate, in millionths.',
    maxConsumptionRate: 'Highest reward rate, in millionths.',
    minValidatorStake: 'In units of the asset.',
    maxValidatorStake: 'In units of the asset.',
    minStakeDuration: 'Seconds.',
    maxStakeDuration: 'Seconds.',
    minDelegationFee: 'In millionths.',
    minDelegatorStake: 'In units of the asset.',
    maxValidatorWeightFactor: 'Most weight on a validator, in multiples of its own.',
    uptimeRequirement: 'In millionths.',
    subnetAuthorization: authorizationNote,
  }),
);

const transferSubnetOwnershipTx = (s: Source) => ({
  type: 'platformvm.TransferSubnetOwnershipTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  subnetID: s.id(),
  subnetAuthorization: s.of(Verifiable),
  newOwner: s.of(Owner),
});
/** Hands a subnet to a new owner. Source: avalanchego `vms/platformvm/txs/transfer_subnet_ownership_tx.go`. */
export interface TransferSubnetOwnershipTx extends Declared<typeof transferSubnetOwnershipTx> {}
export const TransferSubnetOwnershipTx: Type<TransferSubnetOwnershipTx> = /* @__PURE__ */ struct(
  'platformvm.TransferSubnetOwnershipTx',
  transferSubnetOwnershipTx,
  () => ({
    ...baseNotes,
    subnetID: 'Subnet that changes hands.',
    subnetAuthorization: authorizationNote,
    newOwner: 'Who may change the subnet from now on.',
  }),
);

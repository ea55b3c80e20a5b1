import type { Declared } from '../../wire/declare.ts';
import type { PartSource } from '../../wire/type.ts';
import { base } from '../base.ts';
import { type TxPart, transaction } from '../declared.ts';
import { auth, burns, data, id, owner, quantity, text } from '../roles.ts';
import { FxOwner, TransferableInput, TransferableOutput } from './components.ts';
import { Verifiable } from './staking.ts';

const authorizationNote = 'Which of the subnet’s owners sign.';

const createSubnetTx = (s: PartSource) => ({
  type: 'platformvm.CreateSubnetTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  owner: s.of(FxOwner),
});
/** Creates a subnet; its ID is the transaction’s. Source: avalanchego `vms/platformvm/txs/create_subnet_tx.go`. */
export interface CreateSubnetTx extends Declared<typeof createSubnetTx> {}
export const CreateSubnetTx: TxPart<CreateSubnetTx> = /* @__PURE__ */ transaction(
  16,
  'platformvm.CreateSubnetTx',
  createSubnetTx,
  () => ({ ...base(), owner: owner('subnet', 'Who may change the subnet.') }),
);

const createChainTx = (s: PartSource) => ({
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
/**
 * Creates a blockchain in a subnet; its id is the transaction’s. Source: avalanchego
 * `vms/platformvm/txs/create_chain_tx.go`.
 */
export interface CreateChainTx extends Declared<typeof createChainTx> {}
export const CreateChainTx: TxPart<CreateChainTx> = /* @__PURE__ */ transaction(
  15,
  'platformvm.CreateChainTx',
  createChainTx,
  () => ({
    ...base(),
    subnetID: id('subnet', 'Subnet that validates it.'),
    chainName: text('Not unique; ASCII letters, digits and spaces, at most 128.'),
    vmID: id('vm', 'Virtual machine that it runs.'),
    fxIDs: data('Feature extensions of that machine; sorted.'),
    genesisData: data('Handed to the virtual machine.'),
    subnetAuthorization: auth('subnetID', authorizationNote),
  }),
);

const removeSubnetValidatorTx = (s: PartSource) => ({
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
/**
 * Removes a permissioned validator from a subnet. Source: avalanchego
 * `vms/platformvm/txs/remove_subnet_validator_tx.go`.
 */
export interface RemoveSubnetValidatorTx extends Declared<typeof removeSubnetValidatorTx> {}
export const RemoveSubnetValidatorTx: TxPart<RemoveSubnetValidatorTx> = /* @__PURE__ */ transaction(
  23,
  'platformvm.RemoveSubnetValidatorTx',
  removeSubnetValidatorTx,
  () => ({
    ...base(),
    nodeID: id('node', 'Node that stops.'),
    subnetID: id('subnet', 'Subnet that it validated.'),
    subnetAuthorization: auth('subnetID', authorizationNote),
  }),
);

const transformSubnetTx = (s: PartSource) => ({
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
export const TransformSubnetTx: TxPart<TransformSubnetTx> = /* @__PURE__ */ transaction(
  24,
  'platformvm.TransformSubnetTx',
  transformSubnetTx,
  () => ({
    ...base(),
    subnetID: id('subnet', 'Subnet to transform.'),
    assetID: id('asset', 'Asset that is staked there.'),
    initialSupply: quantity('supply', 'In units of the asset.'),
    maximumSupply: burns('supply', 'In units of the asset.', {
      asset: 'assetID',
      less: 'initialSupply',
    }),
    minConsumptionRate: quantity('share', 'Lowest reward rate, in millionths.'),
    maxConsumptionRate: quantity('share', 'Highest reward rate, in millionths.'),
    minValidatorStake: quantity('limit', 'In units of the asset.'),
    maxValidatorStake: quantity('limit', 'In units of the asset.'),
    minStakeDuration: quantity('duration', 'Seconds.'),
    maxStakeDuration: quantity('duration', 'Seconds.'),
    minDelegationFee: quantity('share', 'In millionths.'),
    minDelegatorStake: quantity('limit', 'In units of the asset.'),
    maxValidatorWeightFactor: quantity(
      'factor',
      'Most weight on a validator, in multiples of its own.',
    ),
    uptimeRequirement: quantity('share', 'In millionths.'),
    subnetAuthorization: auth('subnetID', authorizationNote),
  }),
);

const transferSubnetOwnershipTx = (s: PartSource) => ({
  type: 'platformvm.TransferSubnetOwnershipTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  subnetID: s.id(),
  subnetAuthorization: s.of(Verifiable),
  newOwner: s.of(FxOwner),
});
/** Transfers a subnet to a new owner. Source: avalanchego `vms/platformvm/txs/transfer_subnet_ownership_tx.go`. */
export interface TransferSubnetOwnershipTx extends Declared<typeof transferSubnetOwnershipTx> {}
export const TransferSubnetOwnershipTx: TxPart<TransferSubnetOwnershipTx> =
  /* @__PURE__ */ transaction(
    33,
    'platformvm.TransferSubnetOwnershipTx',
    transferSubnetOwnershipTx,
    () => ({
      ...base(),
      subnetID: id('subnet', 'Subnet that changes hands.'),
      subnetAuthorization: auth('subnetID', authorizationNote),
      newOwner: owner('subnet', 'Who may change the subnet from now on.', 'subnetID'),
    }),
  );

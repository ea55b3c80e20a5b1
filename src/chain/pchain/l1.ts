import { type Declared, struct } from '../../wire/declare.ts';
import type { Source } from '../../wire/source.ts';
import type { Type } from '../../wire/type.ts';
import { baseNotes } from '../base.ts';
import {
  PChainOwner,
  ProofOfPossession,
  TransferableInput,
  TransferableOutput,
} from './components.ts';
import { Verifiable } from './verifiable.ts';

const balanceNote = 'nAVAX, burned now; pays the validator’s continuous fee.';

const convertSubnetToL1Validator = (s: Source) => ({
  nodeID: s.blob(),
  weight: s.u64(),
  balance: s.u64(),
  signer: s.of(ProofOfPossession),
  remainingBalanceOwner: s.of(PChainOwner),
  deactivationOwner: s.of(PChainOwner),
});
/** A first validator of an L1. Source: avalanchego `vms/platformvm/txs/convert_subnet_to_l1_tx.go`. */
export interface ConvertSubnetToL1Validator extends Declared<typeof convertSubnetToL1Validator> {}
export const ConvertSubnetToL1Validator: Type<ConvertSubnetToL1Validator> = /* @__PURE__ */ struct(
  'txs.ConvertSubnetToL1Validator',
  convertSubnetToL1Validator,
  {
    nodeID: 'Node that validates: 20 bytes.',
    weight: 'Weight in the L1.',
    balance: balanceNote,
    signer: 'BLS key.',
    remainingBalanceOwner: 'Who gets what is left of the balance.',
    deactivationOwner: 'Who may deactivate it.',
  },
);

const convertSubnetToL1Tx = (s: Source) => ({
  type: 'platformvm.ConvertSubnetToL1Tx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  subnetID: s.id(),
  chainID: s.id(),
  address: s.blob(),
  validators: s.list(ConvertSubnetToL1Validator),
  subnetAuthorization: s.of(Verifiable),
});
/** Makes a subnet an L1 (ACP-77). Source: avalanchego `vms/platformvm/txs/convert_subnet_to_l1_tx.go`. */
export interface ConvertSubnetToL1Tx extends Declared<typeof convertSubnetToL1Tx> {}
export const ConvertSubnetToL1Tx: Type<ConvertSubnetToL1Tx> = /* @__PURE__ */ struct(
  'platformvm.ConvertSubnetToL1Tx',
  convertSubnetToL1Tx,
  () => ({
    ...baseNotes,
    subnetID: 'Subnet to convert.',
    chainID: 'Chain of the contract that manages the validators.',
    address: 'Address of that contract.',
    validators: 'First validators; strictly increasing by nodeID.',
    subnetAuthorization: 'Which of the subnet’s owners sign.',
  }),
);

const registerL1ValidatorTx = (s: Source) => ({
  type: 'platformvm.RegisterL1ValidatorTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  balance: s.u64(),
  proofOfPossession: s.numbers(96),
  message: s.blob(),
});
/** Adds a validator to an L1. Source: avalanchego `vms/platformvm/txs/register_l1_validator_tx.go`. */
export interface RegisterL1ValidatorTx extends Declared<typeof registerL1ValidatorTx> {}
export const RegisterL1ValidatorTx: Type<RegisterL1ValidatorTx> = /* @__PURE__ */ struct(
  'platformvm.RegisterL1ValidatorTx',
  registerL1ValidatorTx,
  () => ({
    ...baseNotes,
    balance: balanceNote,
    proofOfPossession: 'Signature of the message’s BLS key by itself.',
    message: 'Signed warp message with a RegisterL1Validator payload.',
  }),
);

const setL1ValidatorWeightTx = (s: Source) => ({
  type: 'platformvm.SetL1ValidatorWeightTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  message: s.blob(),
});
/** Changes an L1 validator’s weight; 0 removes it. Source: avalanchego `vms/platformvm/txs/set_l1_validator_weight_tx.go`. */
export interface SetL1ValidatorWeightTx extends Declared<typeof setL1ValidatorWeightTx> {}
export const SetL1ValidatorWeightTx: Type<SetL1ValidatorWeightTx> = /* @__PURE__ */ struct(
  'platformvm.SetL1ValidatorWeightTx',
  setL1ValidatorWeightTx,
  () => ({
    ...baseNotes,
    message: 'Signed warp message with an L1ValidatorWeight payload.',
  }),
);

const increaseL1ValidatorBalanceTx = (s: Source) => ({
  type: 'platformvm.IncreaseL1ValidatorBalanceTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  validationID: s.id(),
  balance: s.u64(),
});
/** Tops up an L1 validator’s balance. Source: avalanchego `vms/platformvm/txs/increase_l1_validator_balance_tx.go`. */
export interface IncreaseL1ValidatorBalanceTx
  extends Declared<typeof increaseL1ValidatorBalanceTx> {}
export const IncreaseL1ValidatorBalanceTx: Type<IncreaseL1ValidatorBalanceTx> =
  /* @__PURE__ */ struct(
    'platformvm.IncreaseL1ValidatorBalanceTx',
    increaseL1ValidatorBalanceTx,
    () => ({
      ...baseNotes,
      validationID: 'Validation that is paid for.',
      balance: balanceNote,
    }),
  );

const disableL1ValidatorTx = (s: Source) => ({
  type: 'platformvm.DisableL1ValidatorTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  validationID: s.id(),
  disableAuthorization: s.of(Verifiable),
});
/** Deactivates an L1 validator and returns its balance. Source: avalanchego `vms/platformvm/txs/disable_l1_validator_tx.go`. */
export interface DisableL1ValidatorTx extends Declared<typeof disableL1ValidatorTx> {}
export const DisableL1ValidatorTx: Type<DisableL1ValidatorTx> = /* @__PURE__ */ struct(
  'platformvm.DisableL1ValidatorTx',
  disableL1ValidatorTx,
  () => ({
    ...baseNotes,
    validationID: 'Validation that ends.',
    disableAuthorization: 'Which of its deactivation owners sign.',
  }),
);

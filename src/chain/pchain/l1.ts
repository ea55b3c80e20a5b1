import type { Declared } from '../../wire/declare.ts';
import type { Part, PartSource } from '../../wire/type.ts';
import { base } from '../base.ts';
import { part, type TxPart, transaction } from '../declared.ts';
import { auth, burns, id, manager, owner, proof, quantity, says, within } from '../roles.ts';
import {
  PChainOwner,
  ProofOfPossession,
  TransferableInput,
  TransferableOutput,
} from './components.ts';
import { Verifiable } from './staking.ts';

const balanceNote = 'nAVAX, burned now; pays the validator’s continuous fee.';

const convertSubnetToL1Validator = (s: PartSource) => ({
  nodeID: s.blob(),
  weight: s.u64(),
  balance: s.u64(),
  signer: s.of(ProofOfPossession),
  remainingBalanceOwner: s.of(PChainOwner),
  deactivationOwner: s.of(PChainOwner),
});
/** An initial validator of an L1. Source: avalanchego `vms/platformvm/txs/convert_subnet_to_l1_tx.go`. */
export interface ConvertSubnetToL1Validator extends Declared<typeof convertSubnetToL1Validator> {}
export const ConvertSubnetToL1Validator: Part<ConvertSubnetToL1Validator> = /* @__PURE__ */ part(
  'txs.ConvertSubnetToL1Validator',
  convertSubnetToL1Validator,
  () => ({
    nodeID: id('node', 'Node that validates: 20 bytes.'),
    weight: quantity('weight', 'Weight in the L1.'),
    balance: burns('balance', balanceNote),
    signer: within('BLS key.'),
    remainingBalanceOwner: owner('refund', 'Who gets what is left of the balance.'),
    deactivationOwner: owner('disable', 'Who may deactivate it.'),
  }),
);

const convertSubnetToL1Tx = (s: PartSource) => ({
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
/** Converts a subnet to an L1 (ACP-77). Source: avalanchego `vms/platformvm/txs/convert_subnet_to_l1_tx.go`. */
export interface ConvertSubnetToL1Tx extends Declared<typeof convertSubnetToL1Tx> {}
export const ConvertSubnetToL1Tx: TxPart<ConvertSubnetToL1Tx> = /* @__PURE__ */ transaction(
  35,
  'platformvm.ConvertSubnetToL1Tx',
  convertSubnetToL1Tx,
  () => ({
    ...base(),
    subnetID: id('subnet', 'Subnet to convert.'),
    chainID: id('chain', 'Chain of the contract that manages the validators.'),
    address: manager('Address of that contract.'),
    validators: within('First validators; strictly increasing by nodeID.'),
    subnetAuthorization: auth('subnetID', 'Which of the subnet’s owners sign.'),
  }),
);

const registerL1ValidatorTx = (s: PartSource) => ({
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
export const RegisterL1ValidatorTx: TxPart<RegisterL1ValidatorTx> = /* @__PURE__ */ transaction(
  36,
  'platformvm.RegisterL1ValidatorTx',
  registerL1ValidatorTx,
  () => ({
    ...base(),
    balance: burns('balance', balanceNote),
    proofOfPossession: proof('Signature of the message’s BLS key by itself.'),
    message: says('register', 'Signed warp message with a RegisterL1Validator payload.'),
  }),
);

const setL1ValidatorWeightTx = (s: PartSource) => ({
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
export const SetL1ValidatorWeightTx: TxPart<SetL1ValidatorWeightTx> = /* @__PURE__ */ transaction(
  37,
  'platformvm.SetL1ValidatorWeightTx',
  setL1ValidatorWeightTx,
  () => ({
    ...base(),
    message: says('weight', 'Signed warp message with an L1ValidatorWeight payload.'),
  }),
);

const increaseL1ValidatorBalanceTx = (s: PartSource) => ({
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
export const IncreaseL1ValidatorBalanceTx: TxPart<IncreaseL1ValidatorBalanceTx> =
  /* @__PURE__ */ transaction(
    38,
    'platformvm.IncreaseL1ValidatorBalanceTx',
    increaseL1ValidatorBalanceTx,
    () => ({
      ...base(),
      validationID: id('validation', 'Validation that is paid for.', 'fills'),
      balance: burns('balance', balanceNote),
    }),
  );

const disableL1ValidatorTx = (s: PartSource) => ({
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
export const DisableL1ValidatorTx: TxPart<DisableL1ValidatorTx> = /* @__PURE__ */ transaction(
  39,
  'platformvm.DisableL1ValidatorTx',
  disableL1ValidatorTx,
  () => ({
    ...base(),
    validationID: id('validation', 'Validation that ends.', 'ends'),
    disableAuthorization: auth('validationID', 'Which of its deactivation owners sign.'),
  }),
);

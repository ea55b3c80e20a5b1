/** Transactions that make and change subnets, chains and L1 validators. */
import { readAuth, readOwner, writeAuth, writeOwner } from './avax.ts';
import type { Reader, Writer } from './cursor.ts';
import { readInputs, readOutputs, readProof, writeBase, writeProof } from './parts.ts';

const readPChainOwner = (r: Reader) => {
  const threshold = r.u32();
  const n = r.count(20);
  const addresses: Uint8Array[] = [];
  for (let i = 0; i < n; i++) addresses.push(r.fixed(20));
  return { threshold, addresses };
};
const writePChainOwner = (w: Writer, v: ReturnType<typeof readPChainOwner>) => {
  w.u32(v.threshold);
  w.u32(v.addresses.length);
  for (let i = 0; i < v.addresses.length; i++) w.fixed(v.addresses[i]!, 20);
};

const readIDs = (r: Reader) => {
  const n = r.count(32);
  const out: Uint8Array[] = [];
  for (let i = 0; i < n; i++) out.push(r.fixed(32));
  return out;
};
const writeIDs = (w: Writer, v: Uint8Array[]) => {
  w.u32(v.length);
  for (let i = 0; i < v.length; i++) w.fixed(v[i]!, 32);
};
export const readCreateChainTx = (r: Reader) => ({
  type: 'platformvm.CreateChainTx' as const,
  networkID: r.u32(),
  blockchainID: r.fixed(32),
  outputs: readOutputs(r),
  inputs: readInputs(r),
  memo: r.blob(),
  subnetID: r.fixed(32),
  chainName: r.string(),
  vmID: r.fixed(32),
  fxIDs: readIDs(r),
  genesisData: r.blob(),
  subnetAuthorization: readAuth(r),
});
export const writeCreateChainTx = (w: Writer, v: ReturnType<typeof readCreateChainTx>) => {
  writeBase(w, v.networkID, v.blockchainID, v.outputs, v.inputs, v.memo);
  w.fixed(v.subnetID, 32);
  w.string(v.chainName);
  w.fixed(v.vmID, 32);
  writeIDs(w, v.fxIDs);
  w.blob(v.genesisData);
  writeAuth(w, v.subnetAuthorization);
};

export const readCreateSubnetTx = (r: Reader) => ({
  type: 'platformvm.CreateSubnetTx' as const,
  networkID: r.u32(),
  blockchainID: r.fixed(32),
  outputs: readOutputs(r),
  inputs: readInputs(r),
  memo: r.blob(),
  owner: readOwner(r),
});
export const writeCreateSubnetTx = (w: Writer, v: ReturnType<typeof readCreateSubnetTx>) => {
  writeBase(w, v.networkID, v.blockchainID, v.outputs, v.inputs, v.memo);
  writeOwner(w, v.owner);
};

export const readRemoveSubnetValidatorTx = (r: Reader) => ({
  type: 'platformvm.RemoveSubnetValidatorTx' as const,
  networkID: r.u32(),
  blockchainID: r.fixed(32),
  outputs: readOutputs(r),
  inputs: readInputs(r),
  memo: r.blob(),
  nodeID: r.fixed(20),
  subnetID: r.fixed(32),
  subnetAuthorization: readAuth(r),
});
export const writeRemoveSubnetValidatorTx = (
  w: Writer,
  v: ReturnType<typeof readRemoveSubnetValidatorTx>,
) => {
  writeBase(w, v.networkID, v.blockchainID, v.outputs, v.inputs, v.memo);
  w.fixed(v.nodeID, 20);
  w.fixed(v.subnetID, 32);
  writeAuth(w, v.subnetAuthorization);
};

export const readTransformSubnetTx = (r: Reader) => ({
  type: 'platformvm.TransformSubnetTx' as const,
  networkID: r.u32(),
  blockchainID: r.fixed(32),
  outputs: readOutputs(r),
  inputs: readInputs(r),
  memo: r.blob(),
  subnetID: r.fixed(32),
  assetID: r.fixed(32),
  initialSupply: r.u64(),
  maximumSupply: r.u64(),
  minConsumptionRate: r.u64(),
  maxConsumptionRate: r.u64(),
  minValidatorStake: r.u64(),
  maxValidatorStake: r.u64(),
  minStakeDuration: r.u32(),
  maxStakeDuration: r.u32(),
  minDelegationFee: r.u32(),
  minDelegatorStake: r.u64(),
  maxValidatorWeightFactor: r.u8(),
  uptimeRequirement: r.u32(),
  subnetAuthorization: readAuth(r),
});
export const writeTransformSubnetTx = (w: Writer, v: ReturnType<typeof readTransformSubnetTx>) => {
  writeBase(w, v.networkID, v.blockchainID, v.outputs, v.inputs, v.memo);
  w.fixed(v.subnetID, 32);
  w.fixed(v.assetID, 32);
  w.u64(v.initialSupply);
  w.u64(v.maximumSupply);
  w.u64(v.minConsumptionRate);
  w.u64(v.maxConsumptionRate);
  w.u64(v.minValidatorStake);
  w.u64(v.maxValidatorStake);
  w.u32(v.minStakeDuration);
  w.u32(v.maxStakeDuration);
  w.u32(v.minDelegationFee);
  w.u64(v.minDelegatorStake);
  w.u8(v.maxValidatorWeightFactor);
  w.u32(v.uptimeRequirement);
  writeAuth(w, v.subnetAuthorization);
};

export const readTransferSubnetOwnershipTx = (r: Reader) => ({
  type: 'platformvm.TransferSubnetOwnershipTx' as const,
  networkID: r.u32(),
  blockchainID: r.fixed(32),
  outputs: readOutputs(r),
  inputs: readInputs(r),
  memo: r.blob(),
  subnetID: r.fixed(32),
  subnetAuthorization: readAuth(r),
  newOwner: readOwner(r),
});
export const writeTransferSubnetOwnershipTx = (
  w: Writer,
  v: ReturnType<typeof readTransferSubnetOwnershipTx>,
) => {
  writeBase(w, v.networkID, v.blockchainID, v.outputs, v.inputs, v.memo);
  w.fixed(v.subnetID, 32);
  writeAuth(w, v.subnetAuthorization);
  writeOwner(w, v.newOwner);
};

const readConvertSubnetToL1Validator = (r: Reader) => ({
  nodeID: r.blob(),
  weight: r.u64(),
  balance: r.u64(),
  signer: readProof(r),
  remainingBalanceOwner: readPChainOwner(r),
  deactivationOwner: readPChainOwner(r),
});
type ConvertSubnetToL1Validator = ReturnType<typeof readConvertSubnetToL1Validator>;
const readConvertSubnetToL1Validators = (r: Reader) => {
  const n = r.count(180);
  const out: ConvertSubnetToL1Validator[] = [];
  for (let i = 0; i < n; i++) out.push(readConvertSubnetToL1Validator(r));
  return out;
};
const writeConvertSubnetToL1Validators = (w: Writer, list: ConvertSubnetToL1Validator[]) => {
  w.u32(list.length);
  for (let i = 0; i < list.length; i++) {
    const v = list[i]!;
    w.blob(v.nodeID);
    w.u64(v.weight);
    w.u64(v.balance);
    writeProof(w, v.signer);
    writePChainOwner(w, v.remainingBalanceOwner);
    writePChainOwner(w, v.deactivationOwner);
  }
};
export const readConvertSubnetToL1Tx = (r: Reader) => ({
  type: 'platformvm.ConvertSubnetToL1Tx' as const,
  networkID: r.u32(),
  blockchainID: r.fixed(32),
  outputs: readOutputs(r),
  inputs: readInputs(r),
  memo: r.blob(),
  subnetID: r.fixed(32),
  chainID: r.fixed(32),
  address: r.blob(),
  validators: readConvertSubnetToL1Validators(r),
  subnetAuthorization: readAuth(r),
});
export const writeConvertSubnetToL1Tx = (
  w: Writer,
  v: ReturnType<typeof readConvertSubnetToL1Tx>,
) => {
  writeBase(w, v.networkID, v.blockchainID, v.outputs, v.inputs, v.memo);
  w.fixed(v.subnetID, 32);
  w.fixed(v.chainID, 32);
  w.blob(v.address);
  writeConvertSubnetToL1Validators(w, v.validators);
  writeAuth(w, v.subnetAuthorization);
};

export const readRegisterL1ValidatorTx = (r: Reader) => ({
  type: 'platformvm.RegisterL1ValidatorTx' as const,
  networkID: r.u32(),
  blockchainID: r.fixed(32),
  outputs: readOutputs(r),
  inputs: readInputs(r),
  memo: r.blob(),
  balance: r.u64(),
  proofOfPossession: r.fixed(96),
  message: r.blob(),
});
export const writeRegisterL1ValidatorTx = (
  w: Writer,
  v: ReturnType<typeof readRegisterL1ValidatorTx>,
) => {
  writeBase(w, v.networkID, v.blockchainID, v.outputs, v.inputs, v.memo);
  w.u64(v.balance);
  w.fixed(v.proofOfPossession, 96);
  w.blob(v.message);
};

export const readSetL1ValidatorWeightTx = (r: Reader) => ({
  type: 'platformvm.SetL1ValidatorWeightTx' as const,
  networkID: r.u32(),
  blockchainID: r.fixed(32),
  outputs: readOutputs(r),
  inputs: readInputs(r),
  memo: r.blob(),
  message: r.blob(),
});
export const writeSetL1ValidatorWeightTx = (
  w: Writer,
  v: ReturnType<typeof readSetL1ValidatorWeightTx>,
) => {
  writeBase(w, v.networkID, v.blockchainID, v.outputs, v.inputs, v.memo);
  w.blob(v.message);
};

export const readIncreaseL1ValidatorBalanceTx = (r: Reader) => ({
  type: 'platformvm.IncreaseL1ValidatorBalanceTx' as const,
  networkID: r.u32(),
  blockchainID: r.fixed(32),
  outputs: readOutputs(r),
  inputs: readInputs(r),
  memo: r.blob(),
  validationID: r.fixed(32),
  balance: r.u64(),
});
export const writeIncreaseL1ValidatorBalanceTx = (
  w: Writer,
  v: ReturnType<typeof readIncreaseL1ValidatorBalanceTx>,
) => {
  writeBase(w, v.networkID, v.blockchainID, v.outputs, v.inputs, v.memo);
  w.fixed(v.validationID, 32);
  w.u64(v.balance);
};

export const readDisableL1ValidatorTx = (r: Reader) => ({
  type: 'platformvm.DisableL1ValidatorTx' as const,
  networkID: r.u32(),
  blockchainID: r.fixed(32),
  outputs: readOutputs(r),
  inputs: readInputs(r),
  memo: r.blob(),
  validationID: r.fixed(32),
  disableAuthorization: readAuth(r),
});
export const writeDisableL1ValidatorTx = (
  w: Writer,
  v: ReturnType<typeof readDisableL1ValidatorTx>,
) => {
  writeBase(w, v.networkID, v.blockchainID, v.outputs, v.inputs, v.memo);
  w.fixed(v.validationID, 32);
  writeAuth(w, v.disableAuthorization);
};

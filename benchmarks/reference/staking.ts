/** Transactions that add, renew and reward validators. */
import { readAuth, readOwner, writeAuth, writeOwner } from './avax.ts';
import type { Reader, Writer } from './cursor.ts';
import {
  readInputs,
  readOutputs,
  readSigner,
  writeBase,
  writeOutputs,
  writeSigner,
} from './parts.ts';

const readValidator = (r: Reader) => ({
  nodeID: r.fixed(20),
  start: r.u64(),
  end: r.u64(),
  weight: r.u64(),
});
const writeValidator = (w: Writer, v: ReturnType<typeof readValidator>) => {
  w.fixed(v.nodeID, 20);
  w.u64(v.start);
  w.u64(v.end);
  w.u64(v.weight);
};
const readSubnetValidator = (r: Reader) => ({
  nodeID: r.fixed(20),
  start: r.u64(),
  end: r.u64(),
  weight: r.u64(),
  subnetID: r.fixed(32),
});
const writeSubnetValidator = (w: Writer, v: ReturnType<typeof readSubnetValidator>) => {
  w.fixed(v.nodeID, 20);
  w.u64(v.start);
  w.u64(v.end);
  w.u64(v.weight);
  w.fixed(v.subnetID, 32);
};

export const readAddValidatorTx = (r: Reader) => ({
  type: 'platformvm.AddValidatorTx' as const,
  networkID: r.u32(),
  blockchainID: r.fixed(32),
  outputs: readOutputs(r),
  inputs: readInputs(r),
  memo: r.blob(),
  validator: readValidator(r),
  stake: readOutputs(r),
  rewardsOwner: readOwner(r),
  shares: r.u32(),
});
export const writeAddValidatorTx = (w: Writer, v: ReturnType<typeof readAddValidatorTx>) => {
  writeBase(w, v.networkID, v.blockchainID, v.outputs, v.inputs, v.memo);
  writeValidator(w, v.validator);
  writeOutputs(w, v.stake);
  writeOwner(w, v.rewardsOwner);
  w.u32(v.shares);
};

export const readAddSubnetValidatorTx = (r: Reader) => ({
  type: 'platformvm.AddSubnetValidatorTx' as const,
  networkID: r.u32(),
  blockchainID: r.fixed(32),
  outputs: readOutputs(r),
  inputs: readInputs(r),
  memo: r.blob(),
  validator: readSubnetValidator(r),
  subnetAuthorization: readAuth(r),
});
export const writeAddSubnetValidatorTx = (
  w: Writer,
  v: ReturnType<typeof readAddSubnetValidatorTx>,
) => {
  writeBase(w, v.networkID, v.blockchainID, v.outputs, v.inputs, v.memo);
  writeSubnetValidator(w, v.validator);
  writeAuth(w, v.subnetAuthorization);
};

export const readAddDelegatorTx = (r: Reader) => ({
  type: 'platformvm.AddDelegatorTx' as const,
  networkID: r.u32(),
  blockchainID: r.fixed(32),
  outputs: readOutputs(r),
  inputs: readInputs(r),
  memo: r.blob(),
  validator: readValidator(r),
  stake: readOutputs(r),
  rewardsOwner: readOwner(r),
});
export const writeAddDelegatorTx = (w: Writer, v: ReturnType<typeof readAddDelegatorTx>) => {
  writeBase(w, v.networkID, v.blockchainID, v.outputs, v.inputs, v.memo);
  writeValidator(w, v.validator);
  writeOutputs(w, v.stake);
  writeOwner(w, v.rewardsOwner);
};

export const readAdvanceTimeTx = (r: Reader) => ({
  type: 'platformvm.AdvanceTimeTx' as const,
  time: r.u64(),
});

export const readRewardValidatorTx = (r: Reader) => ({
  type: 'platformvm.RewardValidatorTx' as const,
  txID: r.fixed(32),
});

export const readAddPermissionlessValidatorTx = (r: Reader) => ({
  type: 'platformvm.AddPermissionlessValidatorTx' as const,
  networkID: r.u32(),
  blockchainID: r.fixed(32),
  outputs: readOutputs(r),
  inputs: readInputs(r),
  memo: r.blob(),
  validator: readValidator(r),
  subnetID: r.fixed(32),
  signer: readSigner(r),
  stake: readOutputs(r),
  validationRewardsOwner: readOwner(r),
  delegationRewardsOwner: readOwner(r),
  shares: r.u32(),
});
export const writeAddPermissionlessValidatorTx = (
  w: Writer,
  v: ReturnType<typeof readAddPermissionlessValidatorTx>,
) => {
  writeBase(w, v.networkID, v.blockchainID, v.outputs, v.inputs, v.memo);
  writeValidator(w, v.validator);
  w.fixed(v.subnetID, 32);
  writeSigner(w, v.signer);
  writeOutputs(w, v.stake);
  writeOwner(w, v.validationRewardsOwner);
  writeOwner(w, v.delegationRewardsOwner);
  w.u32(v.shares);
};

export const readAddPermissionlessDelegatorTx = (r: Reader) => ({
  type: 'platformvm.AddPermissionlessDelegatorTx' as const,
  networkID: r.u32(),
  blockchainID: r.fixed(32),
  outputs: readOutputs(r),
  inputs: readInputs(r),
  memo: r.blob(),
  validator: readValidator(r),
  subnetID: r.fixed(32),
  stake: readOutputs(r),
  rewardsOwner: readOwner(r),
});
export const writeAddPermissionlessDelegatorTx = (
  w: Writer,
  v: ReturnType<typeof readAddPermissionlessDelegatorTx>,
) => {
  writeBase(w, v.networkID, v.blockchainID, v.outputs, v.inputs, v.memo);
  writeValidator(w, v.validator);
  w.fixed(v.subnetID, 32);
  writeOutputs(w, v.stake);
  writeOwner(w, v.rewardsOwner);
};

export const readAddAutoRenewedValidatorTx = (r: Reader) => ({
  type: 'platformvm.AddAutoRenewedValidatorTx' as const,
  networkID: r.u32(),
  blockchainID: r.fixed(32),
  outputs: readOutputs(r),
  inputs: readInputs(r),
  memo: r.blob(),
  nodeID: r.blob(),
  signer: readSigner(r),
  stake: readOutputs(r),
  validationRewardsOwner: readOwner(r),
  delegationRewardsOwner: readOwner(r),
  validatorAuthority: readOwner(r),
  delegationShares: r.u32(),
  autoCompoundRewardShares: r.u32(),
  period: r.u64(),
});
export const writeAddAutoRenewedValidatorTx = (
  w: Writer,
  v: ReturnType<typeof readAddAutoRenewedValidatorTx>,
) => {
  writeBase(w, v.networkID, v.blockchainID, v.outputs, v.inputs, v.memo);
  w.blob(v.nodeID);
  writeSigner(w, v.signer);
  writeOutputs(w, v.stake);
  writeOwner(w, v.validationRewardsOwner);
  writeOwner(w, v.delegationRewardsOwner);
  writeOwner(w, v.validatorAuthority);
  w.u32(v.delegationShares);
  w.u32(v.autoCompoundRewardShares);
  w.u64(v.period);
};

export const readSetAutoRenewedValidatorConfigTx = (r: Reader) => ({
  type: 'platformvm.SetAutoRenewedValidatorConfigTx' as const,
  networkID: r.u32(),
  blockchainID: r.fixed(32),
  outputs: readOutputs(r),
  inputs: readInputs(r),
  memo: r.blob(),
  txID: r.fixed(32),
  auth: readAuth(r),
  autoCompoundRewardShares: r.u32(),
  period: r.u64(),
});
export const writeSetAutoRenewedValidatorConfigTx = (
  w: Writer,
  v: ReturnType<typeof readSetAutoRenewedValidatorConfigTx>,
) => {
  writeBase(w, v.networkID, v.blockchainID, v.outputs, v.inputs, v.memo);
  w.fixed(v.txID, 32);
  writeAuth(w, v.auth);
  w.u32(v.autoCompoundRewardShares);
  w.u64(v.period);
};

export const readRewardAutoRenewedValidatorTx = (r: Reader) => ({
  type: 'platformvm.RewardAutoRenewedValidatorTx' as const,
  txID: r.fixed(32),
  timestamp: r.u64(),
});

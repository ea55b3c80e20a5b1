import { type Declared, struct } from '../../wire/declare.ts';
import type { Source } from '../../wire/source.ts';
import type { Type } from '../../wire/type.ts';
import { baseNotes } from '../base.ts';
import { Owner, Signer, TransferableInput, TransferableOutput, Validator } from './components.ts';

const validatorNote = 'Node, period and weight.';
const stakeNote = 'What is staked; sorted; comes back after the period.';
const rewardsNote = 'Who gets the reward.';
const sharesNote = 'What the validator keeps of its delegators’ rewards, in millionths.';
const compoundNote = 'What of the reward is staked again each period, in millionths.';

const addValidatorTx = (s: Source) => ({
  type: 'platformvm.AddValidatorTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  validator: s.of(Validator),
  stake: s.list(TransferableOutput),
  rewardsOwner: s.of(Owner),
  shares: s.u32(),
});
/** Validates the primary network; refused since Durango. Source: avalanchego `vms/platformvm/txs/add_validator_tx.go`. */
export interface AddValidatorTx extends Declared<typeof addValidatorTx> {}
export const AddValidatorTx: Type<AddValidatorTx> = /* @__PURE__ */ struct(
  'platformvm.AddValidatorTx',
  addValidatorTx,
  () => ({
    ...baseNotes,
    validator: validatorNote,
    stake: stakeNote,
    rewardsOwner: rewardsNote,
    shares: sharesNote,
  }),
);

const addDelegatorTx = (s: Source) => ({
  type: 'platformvm.AddDelegatorTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  validator: s.of(Validator),
  stake: s.list(TransferableOutput),
  rewardsOwner: s.of(Owner),
});
/** Delegates on the primary network; refused since Durango. Source: avalanchego `vms/platformvm/txs/add_delegator_tx.go`. */
export interface AddDelegatorTx extends Declared<typeof addDelegatorTx> {}
export const AddDelegatorTx: Type<AddDelegatorTx> = /* @__PURE__ */ struct(
  'platformvm.AddDelegatorTx',
  addDelegatorTx,
  () => ({
    ...baseNotes,
    validator: validatorNote,
    stake: stakeNote,
    rewardsOwner: rewardsNote,
  }),
);

const addPermissionlessValidatorTx = (s: Source) => ({
  type: 'platformvm.AddPermissionlessValidatorTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  validator: s.of(Validator),
  subnetID: s.id(),
  signer: s.of(Signer),
  stake: s.list(TransferableOutput),
  validationRewardsOwner: s.of(Owner),
  delegationRewardsOwner: s.of(Owner),
  shares: s.u32(),
});
/** Validates the primary network or an elastic subnet. Source: avalanchego `vms/platformvm/txs/add_permissionless_validator_tx.go`. */
export interface AddPermissionlessValidatorTx
  extends Declared<typeof addPermissionlessValidatorTx> {}
export const AddPermissionlessValidatorTx: Type<AddPermissionlessValidatorTx> =
  /* @__PURE__ */ struct(
    'platformvm.AddPermissionlessValidatorTx',
    addPermissionlessValidatorTx,
    () => ({
      ...baseNotes,
      validator: validatorNote,
      subnetID: 'Subnet that is validated; the primary network’s id is zero.',
      signer: 'BLS key; of the primary network’s validators only.',
      stake: stakeNote,
      validationRewardsOwner: 'Who gets the reward for validating.',
      delegationRewardsOwner: 'Who gets the share of the delegators’ rewards.',
      shares: sharesNote,
    }),
  );

const addPermissionlessDelegatorTx = (s: Source) => ({
  type: 'platformvm.AddPermissionlessDelegatorTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  validator: s.of(Validator),
  subnetID: s.id(),
  stake: s.list(TransferableOutput),
  rewardsOwner: s.of(Owner),
});
/** Delegates to a validator of the primary network or an elastic subnet. Source: avalanchego `vms/platformvm/txs/add_permissionless_delegator_tx.go`. */
export interface AddPermissionlessDelegatorTx
  extends Declared<typeof addPermissionlessDelegatorTx> {}
export const AddPermissionlessDelegatorTx: Type<AddPermissionlessDelegatorTx> =
  /* @__PURE__ */ struct(
    'platformvm.AddPermissionlessDelegatorTx',
    addPermissionlessDelegatorTx,
    () => ({
      ...baseNotes,
      validator: validatorNote,
      subnetID: 'Subnet that is validated; the primary network’s id is zero.',
      stake: stakeNote,
      rewardsOwner: rewardsNote,
    }),
  );

const addAutoRenewedValidatorTx = (s: Source) => ({
  type: 'platformvm.AddAutoRenewedValidatorTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  nodeID: s.blob(),
  signer: s.of(Signer),
  stake: s.list(TransferableOutput),
  validationRewardsOwner: s.of(Owner),
  delegationRewardsOwner: s.of(Owner),
  validatorAuthority: s.of(Owner),
  delegationShares: s.u32(),
  autoCompoundRewardShares: s.u32(),
  period: s.u64(),
});
/** Validates the primary network period after period (ACP-236). Source: avalanchego `vms/platformvm/txs/add_auto_renewed_validator_tx.go`. */
export interface AddAutoRenewedValidatorTx extends Declared<typeof addAutoRenewedValidatorTx> {}
export const AddAutoRenewedValidatorTx: Type<AddAutoRenewedValidatorTx> = /* @__PURE__ */ struct(
  'platformvm.AddAutoRenewedValidatorTx',
  addAutoRenewedValidatorTx,
  () => ({
    ...baseNotes,
    nodeID: 'Node that validates: 20 bytes.',
    signer: 'BLS key.',
    stake: stakeNote,
    validationRewardsOwner: 'Who gets the reward for validating.',
    delegationRewardsOwner: 'Who gets the share of the delegators’ rewards.',
    validatorAuthority: 'Who may change or end it.',
    delegationShares: sharesNote,
    autoCompoundRewardShares: compoundNote,
    period: 'Seconds that a period lasts.',
  }),
);

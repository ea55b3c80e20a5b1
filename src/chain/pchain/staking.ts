import type { Declared } from '../../wire/declare.ts';
import type { PartSource } from '../../wire/source.ts';
import { base } from '../base.ts';
import { type TxPart, transaction } from '../declared.ts';
import { id, makes, owner, quantity, within } from '../roles.ts';
import {
  FxOwner,
  TransferableInput,
  TransferableOutput,
  Validator,
  ValidatorSigner,
} from './components.ts';

const validatorNote = 'Node, period and weight.';
const stakeNote = 'What is staked; sorted; comes back after the period.';
const rewardsNote = 'Who gets the reward.';
const sharesNote = 'What the validator keeps of its delegators’ rewards, in millionths.';
const compoundNote = 'What of the reward is staked again each period, in millionths.';

const addValidatorTx = (s: PartSource) => ({
  type: 'platformvm.AddValidatorTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  validator: s.of(Validator),
  stake: s.list(TransferableOutput),
  rewardsOwner: s.of(FxOwner),
  shares: s.u32(),
});
/** Validates the primary network; refused since Durango. Source: avalanchego `vms/platformvm/txs/add_validator_tx.go`. */
export interface AddValidatorTx extends Declared<typeof addValidatorTx> {}
export const AddValidatorTx: TxPart<AddValidatorTx> = /* @__PURE__ */ transaction(
  12,
  'platformvm.AddValidatorTx',
  addValidatorTx,
  () => ({
    ...base(),
    validator: within(validatorNote),
    stake: makes(stakeNote, { why: 'stake' }),
    rewardsOwner: owner('allRewards', rewardsNote),
    shares: quantity('share', sharesNote),
  }),
);

const addDelegatorTx = (s: PartSource) => ({
  type: 'platformvm.AddDelegatorTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  validator: s.of(Validator),
  stake: s.list(TransferableOutput),
  rewardsOwner: s.of(FxOwner),
});
/** Delegates on the primary network; refused since Durango. Source: avalanchego `vms/platformvm/txs/add_delegator_tx.go`. */
export interface AddDelegatorTx extends Declared<typeof addDelegatorTx> {}
export const AddDelegatorTx: TxPart<AddDelegatorTx> = /* @__PURE__ */ transaction(
  14,
  'platformvm.AddDelegatorTx',
  addDelegatorTx,
  () => ({
    ...base(),
    validator: within(validatorNote),
    stake: makes(stakeNote, { why: 'stake' }),
    rewardsOwner: owner('rewards', rewardsNote),
  }),
);

const addPermissionlessValidatorTx = (s: PartSource) => ({
  type: 'platformvm.AddPermissionlessValidatorTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  validator: s.of(Validator),
  subnetID: s.id(),
  signer: s.of(ValidatorSigner),
  stake: s.list(TransferableOutput),
  validationRewardsOwner: s.of(FxOwner),
  delegationRewardsOwner: s.of(FxOwner),
  shares: s.u32(),
});
/** Validates the primary network or an elastic subnet. Source: avalanchego `vms/platformvm/txs/add_permissionless_validator_tx.go`. */
export interface AddPermissionlessValidatorTx
  extends Declared<typeof addPermissionlessValidatorTx> {}
export const AddPermissionlessValidatorTx: TxPart<AddPermissionlessValidatorTx> =
  /* @__PURE__ */ transaction(
    25,
    'platformvm.AddPermissionlessValidatorTx',
    addPermissionlessValidatorTx,
    () => ({
      ...base(),
      validator: within(validatorNote),
      subnetID: id('subnet', 'Subnet that is validated; the primary network’s id is zero.'),
      signer: within('BLS key; of the primary network’s validators only.'),
      stake: makes(stakeNote, { why: 'stake' }),
      validationRewardsOwner: owner('rewards', 'Who gets the reward for validating.'),
      delegationRewardsOwner: owner(
        'delegationRewards',
        'Who gets the share of the delegators’ rewards.',
      ),
      shares: quantity('share', sharesNote),
    }),
  );

const addPermissionlessDelegatorTx = (s: PartSource) => ({
  type: 'platformvm.AddPermissionlessDelegatorTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  validator: s.of(Validator),
  subnetID: s.id(),
  stake: s.list(TransferableOutput),
  rewardsOwner: s.of(FxOwner),
});
/** Delegates to a validator of the primary network or an elastic subnet. Source: avalanchego `vms/platformvm/txs/add_permissionless_delegator_tx.go`. */
export interface AddPermissionlessDelegatorTx
  extends Declared<typeof addPermissionlessDelegatorTx> {}
export const AddPermissionlessDelegatorTx: TxPart<AddPermissionlessDelegatorTx> =
  /* @__PURE__ */ transaction(
    26,
    'platformvm.AddPermissionlessDelegatorTx',
    addPermissionlessDelegatorTx,
    () => ({
      ...base(),
      validator: within(validatorNote),
      subnetID: id('subnet', 'Subnet that is validated; the primary network’s id is zero.'),
      stake: makes(stakeNote, { why: 'stake' }),
      rewardsOwner: owner('rewards', rewardsNote),
    }),
  );

const addAutoRenewedValidatorTx = (s: PartSource) => ({
  type: 'platformvm.AddAutoRenewedValidatorTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  nodeID: s.blob(),
  signer: s.of(ValidatorSigner),
  stake: s.list(TransferableOutput),
  validationRewardsOwner: s.of(FxOwner),
  delegationRewardsOwner: s.of(FxOwner),
  validatorAuthority: s.of(FxOwner),
  delegationShares: s.u32(),
  autoCompoundRewardShares: s.u32(),
  period: s.u64(),
});
/** Validates the primary network period after period (ACP-236). Source: avalanchego `vms/platformvm/txs/add_auto_renewed_validator_tx.go`. */
export interface AddAutoRenewedValidatorTx extends Declared<typeof addAutoRenewedValidatorTx> {}
export const AddAutoRenewedValidatorTx: TxPart<AddAutoRenewedValidatorTx> =
  /* @__PURE__ */ transaction(
    40,
    'platformvm.AddAutoRenewedValidatorTx',
    addAutoRenewedValidatorTx,
    () => ({
      ...base(),
      nodeID: id('node', 'Node that validates: 20 bytes.'),
      signer: within('BLS key.'),
      stake: makes(stakeNote, { why: 'stake' }),
      validationRewardsOwner: owner('rewards', 'Who gets the reward for validating.'),
      delegationRewardsOwner: owner(
        'delegationRewards',
        'Who gets the share of the delegators’ rewards.',
      ),
      validatorAuthority: owner('authority', 'Who may change or end it.'),
      delegationShares: quantity('share', sharesNote),
      autoCompoundRewardShares: quantity('share', compoundNote),
      period: quantity('duration', 'Seconds that a period lasts.'),
    }),
  );

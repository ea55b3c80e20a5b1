/**
 * Staking on the P-chain: the transactions that add, change, time and reward validators and delegators.
 *
 * `Verifiable`, the codec's union for credentials and authorizations, stands here as well: types of staking are members of it, and
 * `AddSubnetValidatorTx` both holds it and is one.
 */
import { type Declared, union } from '../../wire/declare.ts';
import type { Infer, Part, PartSource } from '../../wire/type.ts';
import { base } from '../base.ts';
import { type TxPart, transaction } from '../declared.ts';
import {
  Credential,
  Input,
  OutputOwners,
  TransferInput,
  TransferOutput,
} from '../fx/secp256k1fx.ts';
import { LockIn, LockOut } from '../fx/stakeable.ts';
import { auth, id, makes, owner, quantity, within } from '../roles.ts';
import {
  EmptySigner,
  FxOwner,
  ProofOfPossession,
  SubnetValidator,
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
/**
 * Adds a validator of the primary network; refused since Durango. Source: avalanchego
 * `vms/platformvm/txs/add_validator_tx.go`.
 */
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
/**
 * Adds a delegator on the primary network; refused since Durango. Source: avalanchego
 * `vms/platformvm/txs/add_delegator_tx.go`.
 */
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
/**
 * Adds a validator of the primary network or an elastic subnet. Source: avalanchego
 * `vms/platformvm/txs/add_permissionless_validator_tx.go`.
 */
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
      subnetID: id('subnet', 'Subnet that is validated; the primary network’s ID is zero.'),
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
/**
 * Adds a delegator to a validator of the primary network or an elastic subnet. Source: avalanchego
 * `vms/platformvm/txs/add_permissionless_delegator_tx.go`.
 */
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
      subnetID: id('subnet', 'Subnet that is validated; the primary network’s ID is zero.'),
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
/**
 * Adds a validator of the primary network that renews itself after each period (ACP-236). Source: avalanchego
 * `vms/platformvm/txs/add_auto_renewed_validator_tx.go`.
 */
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

/**
 * Go's method sets allow all of these as a credential or an authorization; in transactions that a node accepts, it
 * is 9 or 10.
 */
const verifiable = {
  5: TransferInput,
  7: TransferOutput,
  9: Credential,
  10: Input,
  11: OutputOwners,
  12: AddValidatorTx,
  14: AddDelegatorTx,
  21: LockIn,
  22: LockOut,
  25: AddPermissionlessValidatorTx,
  26: AddPermissionlessDelegatorTx,
  27: EmptySigner,
  28: ProofOfPossession,
} as const;
const InnerVerifiable = /* @__PURE__ */ union('Verifiable', verifiable, { bare: true });

const addSubnetValidatorTx = (s: PartSource) => ({
  type: 'platformvm.AddSubnetValidatorTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  validator: s.of(SubnetValidator),
  subnetAuthorization: s.of(InnerVerifiable),
});
/**
 * Adds a permissioned validator to a subnet. Its authorization cannot contain another one: the codec rejects
 * recursive interfaces. Source: avalanchego `vms/platformvm/txs/add_subnet_validator_tx.go`.
 */
export interface AddSubnetValidatorTx extends Declared<typeof addSubnetValidatorTx> {}
export const AddSubnetValidatorTx: TxPart<AddSubnetValidatorTx> = /* @__PURE__ */ transaction(
  13,
  'platformvm.AddSubnetValidatorTx',
  addSubnetValidatorTx,
  () => ({
    ...base(),
    validator: within('Node, period, weight and subnet.'),
    subnetAuthorization: auth('validator.subnetID', 'Which of the subnet’s owners sign.'),
  }),
);

// A union with `never` keeps its name, which editors then show in place of its members.
const verifiables = /* @__PURE__ */ union(
  'Verifiable',
  { ...verifiable, 13: AddSubnetValidatorTx },
  { bare: true },
);
/**
 * The values that the codec accepts as a credential or an authorization. The node prints addresses in them without
 * chain and network.
 */
export type Verifiable = Infer<typeof verifiables> | never;
export const Verifiable: Part<Verifiable> = verifiables;

const setAutoRenewedValidatorConfigTx = (s: PartSource) => ({
  type: 'platformvm.SetAutoRenewedValidatorConfigTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  txID: s.id(),
  auth: s.of(Verifiable),
  autoCompoundRewardShares: s.u32(),
  period: s.u64(),
});
/** Changes or ends an auto-renewed validation (ACP-236). Source: avalanchego `vms/platformvm/txs/set_auto_renewed_validator_config_tx.go`. */
export interface SetAutoRenewedValidatorConfigTx
  extends Declared<typeof setAutoRenewedValidatorConfigTx> {}
export const SetAutoRenewedValidatorConfigTx: TxPart<SetAutoRenewedValidatorConfigTx> =
  /* @__PURE__ */ transaction(
    41,
    'platformvm.SetAutoRenewedValidatorConfigTx',
    setAutoRenewedValidatorConfigTx,
    () => ({
      ...base(),
      txID: id('staker', 'The AddAutoRenewedValidatorTx.'),
      auth: auth('txID', 'Which of its authority’s addresses sign.'),
      autoCompoundRewardShares: quantity('share', compoundNote),
      period: quantity('duration', 'Seconds of the next period; 0 ends it.'),
    }),
  );

const advanceTimeTx = (s: PartSource) => ({
  type: 'platformvm.AdvanceTimeTx' as const,
  time: s.u64(),
});
/**
 * Advances the chain’s time; created by nodes, refused since Banff. Source: avalanchego
 * `vms/platformvm/txs/advance_time_tx.go`.
 */
export interface AdvanceTimeTx extends Declared<typeof advanceTimeTx> {}
export const AdvanceTimeTx: TxPart<AdvanceTimeTx> = /* @__PURE__ */ transaction(
  19,
  'platformvm.AdvanceTimeTx',
  advanceTimeTx,
  () => ({ time: quantity('time', 'Unix seconds.') }),
);

const rewardValidatorTx = (s: PartSource) => ({
  type: 'platformvm.RewardValidatorTx' as const,
  txID: s.id(),
});
/** Ends a staking period; created by nodes. Source: avalanchego `vms/platformvm/txs/reward_validator_tx.go`. */
export interface RewardValidatorTx extends Declared<typeof rewardValidatorTx> {}
export const RewardValidatorTx: TxPart<RewardValidatorTx> = /* @__PURE__ */ transaction(
  20,
  'platformvm.RewardValidatorTx',
  rewardValidatorTx,
  () => ({ txID: id('staker', 'The transaction that began it.', 'rewards') }),
);

const rewardAutoRenewedValidatorTx = (s: PartSource) => ({
  type: 'platformvm.RewardAutoRenewedValidatorTx' as const,
  txID: s.id(),
  timestamp: s.u64(),
});
/**
 * Ends a period of an auto-renewed validation; created by nodes (ACP-236). Source: avalanchego
 * `vms/platformvm/txs/reward_auto_renewed_validator_tx.go`.
 */
export interface RewardAutoRenewedValidatorTx
  extends Declared<typeof rewardAutoRenewedValidatorTx> {}
export const RewardAutoRenewedValidatorTx: TxPart<RewardAutoRenewedValidatorTx> =
  /* @__PURE__ */ transaction(
    42,
    'platformvm.RewardAutoRenewedValidatorTx',
    rewardAutoRenewedValidatorTx,
    () => ({
      txID: id('staker', 'The AddAutoRenewedValidatorTx.', 'rewards'),
      timestamp: quantity('time', 'Unix seconds at which the period ends.'),
    }),
  );

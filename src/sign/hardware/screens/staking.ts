import type { Validator } from '../../../chain/pchain/components.ts';
import type { UnsignedTx } from '../../../chain/pchain/tx.ts';
import { formatAvax } from '../../../text/amount.ts';
import {
  addressScreens,
  baseDisplays,
  feeScreen,
  heading,
  hexScreen,
  type Layouts,
  type LedgerScreen,
  nodeScreen,
  outputScreens,
  percent,
  type ScreenReader,
  screen,
  subnetScreen,
  timeText,
} from './layout.ts';

type TxOf<T extends UnsignedTx['type']> = Extract<UnsignedTx, { readonly type: T }>;

const validator = { nodeID: 'shown', start: 'shown', end: 'shown', weight: 'shown' } as const;

const start = ({ start }: Validator): LedgerScreen =>
  screen('Start time', timeText(start), 'validator', 'start');
const end = ({ end }: Validator): LedgerScreen =>
  screen('End time', timeText(end), 'validator', 'end');
const node = ({ nodeID }: Validator): LedgerScreen => nodeScreen(nodeID, 'validator', 'nodeID');
const totalStake = ({ weight }: Validator): LedgerScreen =>
  screen('Total stake(AVAX)', formatAvax(weight), 'validator', 'weight');
const sharesScreen = (key: string, shares: number): LedgerScreen =>
  screen('Delegate fee(%)', percent(shares), key);
/** Returns the screen of the share of the reward that is staked again. */
export const compoundScreen = (shares: number): LedgerScreen =>
  screen('AutoCompound(%)', percent(shares), 'autoCompoundRewardShares');
/** Returns the screen of the period of an auto-renewed validator. */
export const periodScreen = (period: bigint): LedgerScreen =>
  screen('Period(seconds)', String(period), 'period');

/** Returns the screens of the base outputs of a stake. Outputs to the device itself are left out, even a single one. */
const transfers = ({ outputs }: TxOf<'platformvm.BaseTx'> | Staking, reader: ScreenReader) =>
  outputScreens('Transfer', outputs, reader, 'outputs');
type Staking = TxOf<
  | 'platformvm.AddValidatorTx'
  | 'platformvm.AddDelegatorTx'
  | 'platformvm.AddPermissionlessValidatorTx'
  | 'platformvm.AddPermissionlessDelegatorTx'
  | 'platformvm.AddAutoRenewedValidatorTx'
>;
const stakes = ({ stake }: Staking, reader: ScreenReader) =>
  outputScreens('Stake', stake, reader, 'stake');
const stakingFee = ({ inputs, outputs, stake }: Staking): LedgerScreen =>
  feeScreen(inputs, [...outputs, ...stake]);

const signerScreens = ({ signer }: Extract<Staking, { readonly signer: unknown }>) =>
  signer.type === 'signer.ProofOfPossession'
    ? [hexScreen('Signer', signer.publicKey, 'signer', 'publicKey')]
    : [];
const signerDisplay = { as: 'Only the public key, not the proof of possession.' };

/** Layout of the older types, which stake and have one rewards owner. */
const oldStaking = (
  title: string,
  tx: TxOf<'platformvm.AddValidatorTx' | 'platformvm.AddDelegatorTx'>,
  reader: ScreenReader,
): readonly LedgerScreen[] => [
  heading(title),
  ...transfers(tx, reader),
  node(tx.validator),
  start(tx.validator),
  end(tx.validator),
  totalStake(tx.validator),
  ...stakes(tx, reader),
  ...addressScreens('Rewards to', tx.rewardsOwner.addresses, reader, 'rewardsOwner'),
  ...('shares' in tx ? [sharesScreen('shares', tx.shares)] : []),
  stakingFee(tx),
];

/** Returns the first half of the screens of permissionless staking. */
const permissionless = (
  title: string,
  tx: TxOf<'platformvm.AddPermissionlessValidatorTx' | 'platformvm.AddPermissionlessDelegatorTx'>,
  reader: ScreenReader,
): readonly LedgerScreen[] => [
  heading(title),
  ...transfers(tx, reader),
  node(tx.validator),
  subnetScreen(tx.subnetID, 'subnetID'),
  start(tx.validator),
  end(tx.validator),
  totalStake(tx.validator),
];

const bothRewards = (
  tx: TxOf<'platformvm.AddPermissionlessValidatorTx' | 'platformvm.AddAutoRenewedValidatorTx'>,
  reader: ScreenReader,
): readonly LedgerScreen[] => [
  ...addressScreens(
    'Valida rewards to',
    tx.validationRewardsOwner.addresses,
    reader,
    'validationRewardsOwner',
  ),
  ...addressScreens(
    'Delega rewards to',
    tx.delegationRewardsOwner.addresses,
    reader,
    'delegationRewardsOwner',
  ),
];

/** Transaction types with a validator and its period. */
type ValidatorTx = Staking | TxOf<'platformvm.AddSubnetValidatorTx'>;

/**
 * How the app displays the types that add a validator or delegator, with base outputs to the device itself left out.
 * Source: ledger-avalanche `app/rust/src/parser/transactions/pvm/add_*.rs`, `banff/add_*.rs`.
 */
export const stakingLayouts: Layouts<ValidatorTx> = {
  'platformvm.AddValidatorTx': {
    since: '1.4.4',
    fields: {
      ...baseDisplays,
      outputs: 'outputs',
      validator: { of: validator },
      stake: 'outputs',
      rewardsOwner: 'owner',
      shares: 'shown',
    },
    screens: (tx, reader) => oldStaking('AddValidator', tx, reader),
  },
  'platformvm.AddDelegatorTx': {
    since: '1.4.4',
    fields: {
      ...baseDisplays,
      outputs: 'outputs',
      validator: { of: validator },
      stake: 'outputs',
      rewardsOwner: 'owner',
    },
    screens: (tx, reader) => oldStaking('AddDelegator', tx, reader),
  },
  'platformvm.AddPermissionlessValidatorTx': {
    since: '1.4.4',
    fields: {
      ...baseDisplays,
      outputs: 'outputs',
      validator: { of: validator },
      subnetID: 'shown',
      signer: signerDisplay,
      stake: 'outputs',
      validationRewardsOwner: 'owner',
      delegationRewardsOwner: 'owner',
      shares: 'shown',
    },
    screens: (tx, reader) => [
      ...permissionless('AddPermlessValida', tx, reader),
      ...signerScreens(tx),
      ...stakes(tx, reader),
      ...bothRewards(tx, reader),
      sharesScreen('shares', tx.shares),
      stakingFee(tx),
    ],
  },
  'platformvm.AddPermissionlessDelegatorTx': {
    since: '1.4.4',
    fields: {
      ...baseDisplays,
      outputs: 'outputs',
      validator: { of: validator },
      subnetID: 'shown',
      stake: 'outputs',
      rewardsOwner: 'owner',
    },
    screens: (tx, reader) => [
      ...permissionless('AddPermlessDelega', tx, reader),
      ...stakes(tx, reader),
      ...addressScreens('Rewards to', tx.rewardsOwner.addresses, reader, 'rewardsOwner'),
      stakingFee(tx),
    ],
  },
  'platformvm.AddAutoRenewedValidatorTx': {
    since: '1.4.20',
    fields: {
      ...baseDisplays,
      outputs: 'outputs',
      nodeID: 'shown',
      signer: signerDisplay,
      stake: 'outputs',
      validationRewardsOwner: 'owner',
      delegationRewardsOwner: 'owner',
      validatorAuthority: 'owner',
      delegationShares: 'shown',
      autoCompoundRewardShares: 'shown',
      period: 'shown',
    },
    screens: (tx, reader) => [
      heading('AutoRenewedValid'),
      ...transfers(tx, reader),
      nodeScreen(tx.nodeID, 'nodeID'),
      ...signerScreens(tx),
      ...stakes(tx, reader),
      ...bothRewards(tx, reader),
      ...addressScreens(
        'Owner address',
        tx.validatorAuthority.addresses,
        reader,
        'validatorAuthority',
      ),
      sharesScreen('delegationShares', tx.delegationShares),
      compoundScreen(tx.autoCompoundRewardShares),
      periodScreen(tx.period),
      stakingFee(tx),
    ],
  },
  'platformvm.AddSubnetValidatorTx': {
    since: '1.4.4',
    fields: {
      ...baseDisplays,
      outputs: 'hiddenOutputs',
      validator: { of: { ...validator, subnetID: 'shown' } },
      subnetAuthorization: 'implied',
    },
    screens: (tx) => [
      heading('SubnetValidator'),
      node(tx.validator),
      start(tx.validator),
      end(tx.validator),
      screen('Weight', String(tx.validator.weight), 'validator', 'weight'),
      subnetScreen(tx.validator.subnetID, 'validator', 'subnetID'),
      feeScreen(tx.inputs, tx.outputs),
    ],
  },
};

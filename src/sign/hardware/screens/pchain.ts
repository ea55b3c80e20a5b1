import type { TransformSubnetTx } from '../../../chain/pchain/subnets.ts';
import type { UnsignedTx } from '../../../chain/pchain/tx.ts';
import { sha256 } from '../../../crypto/hash.ts';
import { formatAvax } from '../../../text/amount.ts';
import { formatHex } from '../../../text/hex.ts';
import { formatID } from '../../../text/id.ts';
import type { L1ValidatorWeight, RegisterL1Validator } from '../../../warp/l1.ts';
import {
  addressScreens,
  baseDisplays,
  chainNameOf,
  type Displays,
  feeScreen,
  heading,
  hexScreen,
  type Layouts,
  nodeScreen,
  outputScreensOrOne,
  percent,
  saidBy,
  screen,
  subnetScreen,
} from './layout.ts';
import { compoundScreen, periodScreen, stakingLayouts } from './staking.ts';

const hexNotCB58 = { as: 'As hex, where this library writes CB58.' };
const hexNotBech32 = { as: 'As hex, where this library writes bech32.' };
/** Fields of a TransformSubnetTx that the app displays only in expert mode, in its order. */
const expertFields: readonly (readonly [
  title: string,
  key: keyof TransformSubnetTx,
  unit?: '%',
])[] = [
  ['Initial supply', 'initialSupply'],
  ['Maximum supply', 'maximumSupply'],
  ['Min consumption', 'minConsumptionRate'],
  ['Max consumption', 'maxConsumptionRate'],
  ['Min valid. stake', 'minValidatorStake'],
  ['Max valid. stake', 'maxValidatorStake'],
  ['Min stake time', 'minStakeDuration'],
  ['Max stake time', 'maxStakeDuration'],
  ['Min delegate fee', 'minDelegationFee', '%'],
  ['Min delega. stake', 'minDelegatorStake'],
  ['Max weight fact.', 'maxValidatorWeightFactor'],
  ['Uptime req.', 'uptimeRequirement', '%'],
];

const registerDisplays: Displays<RegisterL1Validator> = {
  subnetID: 'hidden',
  nodeID: 'shown',
  blsPublicKey: 'hidden',
  expiry: 'hidden',
  remainingBalanceOwner: hexNotBech32,
  disableOwner: hexNotBech32,
  weight: 'shown',
};
const weightDisplays: Displays<L1ValidatorWeight> = {
  validationID: hexNotCB58,
  nonce: 'shown',
  weight: 'shown',
};

/**
 * How the app displays each type of the P-chain.
 * Source: ledger-avalanche `app/rust/src/parser/transactions/pvm/`.
 */
export const pLayouts: Layouts<UnsignedTx> = {
  ...stakingLayouts,
  'platformvm.BaseTx': {
    since: '1.4.4',
    fields: { ...baseDisplays, outputs: 'outputs' },
    screens: (tx, reader) => [
      heading('P-Chain', 'BaseTx'),
      ...outputScreensOrOne('Amount', tx.outputs, reader, 'outputs'),
      feeScreen(tx.inputs, tx.outputs),
    ],
  },
  'platformvm.ExportTx': {
    since: '1.4.4',
    fields: {
      ...baseDisplays,
      outputs: 'hiddenOutputs',
      destinationChain: 'shown',
      exportedOutputs: 'outputs',
    },
    screens: (tx, reader) => [
      screen('Export Tx', `P to ${chainNameOf(tx.destinationChain)} Chain`, 'destinationChain'),
      ...outputScreensOrOne('Amount', tx.exportedOutputs, reader, 'exportedOutputs'),
      feeScreen(tx.inputs, [...tx.outputs, ...tx.exportedOutputs]),
    ],
  },
  'platformvm.ImportTx': {
    since: '1.4.4',
    fields: {
      ...baseDisplays,
      outputs: 'outputs',
      sourceChain: 'shown',
      importedInputs: 'implied',
    },
    screens: (tx, reader) => [
      heading('ImportTx', 'Importing in P-Chain'),
      ...outputScreensOrOne('Amount', tx.outputs, reader, 'outputs'),
      screen('From ', `${chainNameOf(tx.sourceChain)} Chain`, 'sourceChain'),
      feeScreen([...tx.inputs, ...tx.importedInputs], tx.outputs, { title: 'Fee' }),
    ],
  },
  'platformvm.SetAutoRenewedValidatorConfigTx': {
    since: '1.4.20',
    fields: {
      ...baseDisplays,
      outputs: 'hiddenOutputs',
      txID: hexNotCB58,
      auth: 'implied',
      autoCompoundRewardShares: 'shown',
      period: 'shown',
    },
    screens: (tx) => [
      heading('SetAutoRenewConf'),
      hexScreen('TxID', tx.txID, 'txID'),
      compoundScreen(tx.autoCompoundRewardShares),
      periodScreen(tx.period),
      feeScreen(tx.inputs, tx.outputs),
    ],
  },
  'platformvm.CreateSubnetTx': {
    since: '1.4.4',
    fields: { ...baseDisplays, outputs: 'hiddenOutputs', owner: 'owner' },
    screens: (tx, reader) => [
      heading('CreateSubnet', 'transaction'),
      ...addressScreens('Owner address', tx.owner.addresses, reader, 'owner'),
      feeScreen(tx.inputs, tx.outputs),
    ],
  },
  'platformvm.CreateChainTx': {
    since: '1.4.4',
    fields: {
      ...baseDisplays,
      outputs: 'hiddenOutputs',
      subnetID: 'shown',
      chainName: 'shown',
      vmID: 'shown',
      fxIDs: 'hidden',
      genesisData: { as: 'Only its sha256, as hex.' },
      subnetAuthorization: 'implied',
    },
    screens: (tx) => [
      heading('CreateChain', 'transaction'),
      subnetScreen(tx.subnetID, 'subnetID'),
      screen('ChainName', tx.chainName, 'chainName'),
      screen('VMID', formatID(tx.vmID), 'vmID'),
      screen('GenesisData', formatHex(sha256(tx.genesisData)).slice(2), 'genesisData'),
      feeScreen(tx.inputs, tx.outputs),
    ],
  },
  'platformvm.RemoveSubnetValidatorTx': {
    since: '1.4.4',
    fields: {
      ...baseDisplays,
      outputs: 'hiddenOutputs',
      nodeID: 'shown',
      subnetID: 'shown',
      subnetAuthorization: 'implied',
    },
    screens: (tx) => [
      heading('RemoveSubnetValid'),
      nodeScreen(tx.nodeID, 'nodeID'),
      subnetScreen(tx.subnetID, 'subnetID'),
      feeScreen(tx.inputs, tx.outputs),
    ],
  },
  'platformvm.TransformSubnetTx': {
    since: '1.4.4',
    fields: {
      ...baseDisplays,
      outputs: 'hiddenOutputs',
      subnetID: 'shown',
      assetID: 'shown',
      initialSupply: 'expert',
      maximumSupply: 'expert',
      minConsumptionRate: 'expert',
      maxConsumptionRate: 'expert',
      minValidatorStake: 'expert',
      maxValidatorStake: 'expert',
      minStakeDuration: 'expert',
      maxStakeDuration: 'expert',
      minDelegationFee: 'expert',
      minDelegatorStake: 'expert',
      maxValidatorWeightFactor: 'expert',
      uptimeRequirement: 'expert',
      subnetAuthorization: 'implied',
    },
    screens: (tx, { expert }) => [
      heading('TransformSubnet'),
      subnetScreen(tx.subnetID, 'subnetID'),
      screen('AssetId', formatID(tx.assetID), 'assetID'),
      feeScreen(tx.inputs, tx.outputs),
      ...(expert
        ? expertFields.map(([title, key, unit]) =>
            screen(title, unit ? `${percent(Number(tx[key]))}%` : String(tx[key]), key),
          )
        : []),
    ],
  },
  'platformvm.TransferSubnetOwnershipTx': null,
  'platformvm.ConvertSubnetToL1Tx': {
    since: '1.4.4',
    fields: {
      ...baseDisplays,
      outputs: 'hiddenOutputs',
      subnetID: 'hidden',
      chainID: hexNotCB58,
      address: { as: 'With the title "Validator", though it manages the validators.' },
      validators: {
        each: {
          nodeID: 'shown',
          weight: 'hidden',
          balance: 'hidden',
          signer: 'hidden',
          remainingBalanceOwner: 'hiddenOwner',
          deactivationOwner: 'hiddenOwner',
        },
      },
      subnetAuthorization: 'implied',
    },
    screens: (tx) => [
      heading('ConvertSubnetToL1'),
      hexScreen('Chain ID', tx.chainID, 'chainID'),
      hexScreen('Validator', tx.address, 'address'),
      feeScreen(tx.inputs, tx.outputs, {
        burned: tx.validators.reduce((total, { balance }) => total + balance, 0n),
      }),
      ...tx.validators.map(({ nodeID }, i) => nodeScreen(nodeID, 'validators', i, 'nodeID')),
    ],
  },
  'platformvm.RegisterL1ValidatorTx': {
    since: '1.4.4',
    fields: {
      ...baseDisplays,
      outputs: 'hiddenOutputs',
      balance: 'shown',
      proofOfPossession: 'hidden',
      message: { says: registerDisplays },
    },
    screens: (tx) => {
      const says = saidBy(tx.message);
      if (says?.type !== 'message.RegisterL1Validator') return [];
      const owner = (title: string, key: 'remainingBalanceOwner' | 'disableOwner') =>
        says[key].addresses.map((address, i) =>
          hexScreen(title, address, 'message', key, 'addresses', i),
        );
      return [
        heading('RegisterL1Val'),
        nodeScreen(says.nodeID, 'message', 'nodeID'),
        screen('Weight', String(says.weight), 'message', 'weight'),
        screen('Balance (AVAX)', formatAvax(tx.balance), 'balance'),
        feeScreen(tx.inputs, tx.outputs, { burned: tx.balance }),
        ...owner('Rem Addr', 'remainingBalanceOwner'),
        ...owner('Disabler', 'disableOwner'),
      ];
    },
  },
  'platformvm.SetL1ValidatorWeightTx': {
    since: '1.4.4',
    fields: { ...baseDisplays, outputs: 'hiddenOutputs', message: { says: weightDisplays } },
    screens: (tx) => {
      const says = saidBy(tx.message);
      if (says?.type !== 'message.L1ValidatorWeight') return [];
      return [
        heading('SetL1ValWeight'),
        hexScreen('Validator', says.validationID, 'message', 'validationID'),
        screen('Nonce', String(says.nonce), 'message', 'nonce'),
        screen('Weight', String(says.weight), 'message', 'weight'),
        feeScreen(tx.inputs, tx.outputs),
      ];
    },
  },
  'platformvm.IncreaseL1ValidatorBalanceTx': {
    since: '1.4.4',
    fields: {
      ...baseDisplays,
      outputs: 'hiddenOutputs',
      validationID: hexNotCB58,
      balance: 'shown',
    },
    screens: (tx) => [
      heading('IncreaseL1ValBal'),
      hexScreen('Validator', tx.validationID, 'validationID'),
      screen('Amount(AVAX)', formatAvax(tx.balance), 'balance'),
      feeScreen(tx.inputs, tx.outputs, { burned: tx.balance }),
    ],
  },
  'platformvm.DisableL1ValidatorTx': {
    since: '1.4.4',
    fields: {
      ...baseDisplays,
      outputs: 'hiddenOutputs',
      validationID: hexNotCB58,
      disableAuthorization: 'implied',
    },
    screens: (tx) => [
      heading('DisableL1Val', 'transaction'),
      hexScreen('Validator', tx.validationID, 'validationID'),
      feeScreen(tx.inputs, tx.outputs),
    ],
  },
  'platformvm.AdvanceTimeTx': null,
  'platformvm.RewardValidatorTx': null,
  'platformvm.RewardAutoRenewedValidatorTx': null,
};

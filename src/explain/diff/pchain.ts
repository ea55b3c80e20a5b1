import type { NodePOP } from '../../builder/fields.ts';
import type { L1ValidatorIntent } from '../../builder/intents/l1.ts';
import type { Intent } from '../../builder/intents/table.ts';
import { readPercent, readProof, readVM } from '../../builder/read.ts';
import type { Staked } from '../../builder/staking.ts';
import { primaryNetworkID } from '../../chain/base.ts';
import type { Validator, ValidatorSigner } from '../../chain/pchain/components.ts';
import type { ConvertSubnetToL1Validator } from '../../chain/pchain/l1.ts';
import { compareBytes } from '../../text/bytes.ts';
import { bytesOf, type IDLike, idBytes, type NodeIDLike, nodeIDBytes } from '../../text/given.ts';
import { formatID } from '../../text/id.ts';
import { unlocked } from '../../tx/output.ts';
import type { AnyOutput } from '../../tx/types.ts';
import type { Flow } from '../explanation.ts';
import {
  type Comparison,
  compareAll,
  type Expectations,
  type Field,
  type Means,
  passedOver,
  signers,
} from './expect.ts';

interface Staking {
  readonly stake: readonly AnyOutput[];
}

const stakeIn = ({ stake }: Staking): bigint =>
  stake.reduce((sum, { output }) => sum + unlocked(output).amount, 0n);

/** How much is staked of which asset, and for whom if the intent names somebody. Locked funds go back to their owner. */
const compareStake = (
  stake: readonly AnyOutput[],
  { amount, stakeReturn, assetID }: Staked & { readonly assetID?: IDLike },
  by: Expectations,
): readonly Field[] => [
  ...(amount === 'max' ? [] : [by.same('amount', amount, stakeIn({ stake }))]),
  ...stake.map((of) => by.value('assetID', assetID ?? by.network.avaxAssetID, idBytes, of.assetID)),
  ...stake.flatMap(({ output }) =>
    stakeReturn === undefined || output.type === 'stakeable.LockOut'
      ? []
      : [by.owned('stakeReturn', stakeReturn, output)],
  ),
];

/** A stake that nobody is named for goes back to who pays. */
const stakeFlow = ({ why, stakeableUntil }: Flow, { stakeReturn }: Staked) =>
  why === 'change' ||
  (why === 'stake' && (stakeReturn === undefined || stakeableUntil !== undefined))
    ? 'back'
    : why === 'stake'
      ? 'field'
      : 'entry';

const share = (text: string): number => readPercent(text);

/** The BLS key and its proof; none outside the primary network. */
function compareKey(
  path: string,
  node: NodePOP | undefined,
  signer: ValidatorSigner,
  by: Expectations,
): readonly Field[] {
  const found = 'publicKey' in signer ? signer : undefined;
  const keys = ['publicKey', 'proofOfPossession'] as const;
  return keys.map((key) =>
    by.value(
      `${path}.nodePOP.${key}`,
      node,
      (of) => (of ? readProof(of)[key] : ''),
      found?.[key] ?? '',
    ),
  );
}

/** The period of a staker, whose node is at a path of the intent. */
const compareValidator = <I extends { readonly end: bigint }>(
  path: string,
  nodeOf: (intent: I) => NodeIDLike,
): Comparison<I, Validator, Staking> => ({
  nodeID: (nodeID, intent, by) => [by.value(path, nodeOf(intent), nodeIDBytes, nodeID)],
  start: passedOver,
  end: (end, intent, by) => [by.same('end', intent.end, end)],
  weight: (weight, _, by, tx) => [by.same('amount', stakeIn(tx), weight)],
});

const compareSubnet = (
  subnetID: Uint8Array,
  intent: { readonly subnetID?: IDLike },
  by: Expectations,
): readonly Field[] => [
  by.value('subnetID', intent.subnetID ?? primaryNetworkID, idBytes, subnetID),
];

const compareL1Validator = (
  at: string,
): Comparison<L1ValidatorIntent, ConvertSubnetToL1Validator, unknown> => ({
  nodeID: (nodeID, { node }, by) => [
    by.value(`${at}.node.nodeID`, node.nodeID, nodeIDBytes, nodeID),
  ],
  weight: (weight, of, by) => [by.same(`${at}.weight`, of.weight, weight)],
  balance: (balance, of, by) => [by.same(`${at}.balance`, of.balance, balance)],
  signer: (signer, { node }, by) => compareKey(`${at}.node`, node, signer, by),
  remainingBalanceOwner: (owner, of, by) => [
    by.owned(`${at}.remainingBalanceOwner`, of.remainingBalanceOwner, owner),
  ],
  deactivationOwner: (owner, of, by) => [
    by.owned(`${at}.deactivationOwner`, of.deactivationOwner, owner),
  ],
});

/** What intents mean whose transactions are the P-chain’s only. */
export const pMeans: {
  readonly [T in Exclude<
    Intent['type'],
    'BaseTx' | 'ExportTx' | 'ImportTx' | 'CreateAssetTx' | 'OperationTx'
  >]: Means<T>;
} = {
  CreateSubnetTx: {
    fields: { owner: (owner, intent, by) => [by.owned('owner', intent.owner, owner)] },
  },
  TransferSubnetOwnershipTx: {
    fields: {
      subnetID: compareSubnet,
      newOwner: (owner, intent, by) => [by.owned('owner', intent.owner, owner)],
      subnetAuthorization: signers,
    },
  },
  CreateChainTx: {
    fields: {
      subnetID: compareSubnet,
      chainName: (name, intent, by) => [by.same('name', intent.name, name)],
      vmID: (vmID, intent, by) => [by.value('vm', intent.vm, readVM, vmID)],
      fxIDs: (fxIDs, intent, by) => [
        by.same(
          'fxIDs',
          (intent.fxIDs ?? [])
            .map((fx) => formatID(idBytes(fx)))
            .sort()
            .join(' '),
          fxIDs.map(formatID).sort().join(' '),
        ),
      ],
      genesisData: (genesis, intent, by) => [by.same('genesis', intent.genesis, genesis)],
      subnetAuthorization: signers,
    },
  },
  AddSubnetValidatorTx: {
    fields: {
      validator: {
        nodeID: (nodeID, intent, by) => [by.value('nodeID', intent.nodeID, nodeIDBytes, nodeID)],
        start: passedOver,
        end: (end, intent, by) => [by.same('end', intent.end, end)],
        weight: (weight, intent, by) => [by.same('weight', intent.weight, weight)],
        subnetID: compareSubnet,
      },
      subnetAuthorization: signers,
    },
  },
  RemoveSubnetValidatorTx: {
    fields: {
      nodeID: (nodeID, intent, by) => [by.value('nodeID', intent.nodeID, nodeIDBytes, nodeID)],
      subnetID: compareSubnet,
      subnetAuthorization: signers,
    },
  },
  AddPermissionlessValidatorTx: {
    fields: {
      validator: compareValidator('node.nodeID', ({ node }) => node.nodeID),
      subnetID: compareSubnet,
      signer: (signer, { node, subnetID }, by) =>
        compareKey('node', subnetID === undefined ? node : undefined, signer, by),
      stake: compareStake,
      validationRewardsOwner: (owner, intent, by) => [by.owned('rewards', intent.rewards, owner)],
      delegationRewardsOwner: (owner, { delegationRewards, rewards }, by) => [
        by.owned('delegationRewards', delegationRewards ?? rewards, owner),
      ],
      shares: (shares, intent, by) => [
        by.value('delegationFee', intent.delegationFee, share, shares),
      ],
    },
    flow: stakeFlow,
  },
  AddPermissionlessDelegatorTx: {
    fields: {
      validator: compareValidator('nodeID', ({ nodeID }) => nodeID),
      subnetID: compareSubnet,
      stake: compareStake,
      rewardsOwner: (owner, intent, by) => [by.owned('rewards', intent.rewards, owner)],
    },
    flow: stakeFlow,
  },
  AddAutoRenewedValidatorTx: {
    fields: {
      nodeID: (nodeID, { node }, by) => [by.value('node.nodeID', node.nodeID, nodeIDBytes, nodeID)],
      signer: (signer, { node }, by) => compareKey('node', node, signer, by),
      stake: compareStake,
      validationRewardsOwner: (owner, intent, by) => [by.owned('rewards', intent.rewards, owner)],
      delegationRewardsOwner: (owner, { delegationRewards, rewards }, by) => [
        by.owned('delegationRewards', delegationRewards ?? rewards, owner),
      ],
      validatorAuthority: (owner, intent, by) => [by.owned('authority', intent.authority, owner)],
      delegationShares: (shares, intent, by) => [
        by.value('delegationFee', intent.delegationFee, share, shares),
      ],
      autoCompoundRewardShares: (shares, intent, by) => [
        by.value('autoCompound', intent.autoCompound, share, shares),
      ],
      period: (period, intent, by) => [by.same('period', intent.period, period)],
    },
    flow: stakeFlow,
  },
  SetAutoRenewedValidatorConfigTx: {
    fields: {
      txID: (txID, intent, by) => [by.value('txID', intent.txID, idBytes, txID)],
      auth: signers,
      autoCompoundRewardShares: (shares, intent, by) => [
        by.value('autoCompound', intent.autoCompound, share, shares),
      ],
      period: (found, { period }, by) => [
        by.same('period', period === 'stop' ? 0n : period, found),
      ],
    },
  },
  ConvertSubnetToL1Tx: {
    fields: {
      subnetID: compareSubnet,
      chainID: (chainID, intent, by) => [
        by.value('managerChainID', intent.managerChainID, idBytes, chainID),
      ],
      address: (address, intent, by) => [
        by.value('managerAddress', intent.managerAddress, (of) => bytesOf(of), address),
      ],
      validators: (validators, intent, by) => [
        by.same('validators.length', intent.validators.length, validators.length),
        ...intent.validators
          .map((of, i) => ({ of, i, nodeID: nodeIDBytes(of.node.nodeID) }))
          .sort((a, b) => compareBytes(a.nodeID, b.nodeID))
          .flatMap(({ of, i }, place) => {
            const found = validators[place];
            return found
              ? compareAll(compareL1Validator(`validators[${i}]`), found, of, by, undefined)
              : [];
          }),
      ],
      subnetAuthorization: signers,
    },
  },
  RegisterL1ValidatorTx: {
    fields: {
      balance: (balance, intent, by) => [by.same('balance', intent.balance, balance)],
      proofOfPossession: (proof, intent, by) => [
        by.value('proofOfPossession', intent.proofOfPossession, (of) => bytesOf(of, 96), proof),
      ],
      message: (message, intent, by) => [
        by.value('message', intent.message, (of) => bytesOf(of), message),
      ],
    },
  },
  SetL1ValidatorWeightTx: {
    fields: {
      message: (message, intent, by) => [
        by.value('message', intent.message, (of) => bytesOf(of), message),
      ],
    },
  },
  IncreaseL1ValidatorBalanceTx: {
    fields: {
      validationID: (id, intent, by) => [
        by.value('validationID', intent.validationID, idBytes, id),
      ],
      balance: (balance, intent, by) => [by.same('balance', intent.balance, balance)],
    },
  },
  DisableL1ValidatorTx: {
    fields: {
      validationID: (id, intent, by) => [
        by.value('validationID', intent.validationID, idBytes, id),
      ],
      disableAuthorization: signers,
    },
  },
};

import type { Intent } from '../builder/build.ts';
import { type NodePOP, readPercent, readVM } from '../builder/read.ts';
import { primaryNetworkID } from '../chain/base.ts';
import type { TransferableOutput } from '../chain/pchain/components.ts';
import { within } from '../errors/error.ts';
import type { Address, Owner } from '../state/owner.ts';
import { compareBytes, formatHex } from '../text/bytes.ts';
import { bytesOf, type IDLike, idBytes, type NodeIDLike, nodeIDBytes } from '../text/given.ts';
import { formatID, formatNodeID } from '../text/id.ts';
import { contentOf } from './flows.ts';
import type { Field, Of, Reader, TxOf } from './reader.ts';

const node = (id: NodeIDLike): string => formatNodeID(nodeIDBytes(id));
/** What is staked, for whom, if the intent says it. */
function stakeMeant(
  intent: { readonly amount: bigint | 'max'; readonly stakeReturn?: Owner | Address },
  { stake }: { readonly stake: readonly TransferableOutput[] },
  { field, owner, party }: Reader,
): readonly Field[] {
  const { amount, stakeReturn } = intent;
  const contents = stake.map(({ output }) => contentOf(output));
  const sum = contents.reduce((total, of) => total + (of.amount ?? 0n), 0n);
  return [
    ...(amount === 'max' ? [] : [field('amount', amount, sum)]),
    ...contents.flatMap((of) =>
      // What is locked goes back to its owner.
      stakeReturn === undefined || of.stakeableUntil !== undefined
        ? []
        : [field('stakeReturn', owner(stakeReturn), party(of.owner))],
    ),
  ];
}

const elasticMeant = (
  intent: { readonly subnetID?: IDLike; readonly assetID?: IDLike },
  tx: {
    readonly subnetID: Uint8Array;
    readonly stake: readonly { readonly assetID: Uint8Array }[];
  },
  { field, id, network }: Reader,
): readonly Field[] => [
  id('subnetID', intent.subnetID ?? primaryNetworkID, tx.subnetID),
  ...tx.stake.map(({ assetID }) =>
    field('assetID', formatID(idBytes(intent.assetID ?? network.avaxAssetID)), formatID(assetID)),
  ),
];

/** Millionths of a share in percent. */
const share = (text: string): bigint => BigInt(readPercent(text));

const nodeText = (bytes: Uint8Array): string =>
  bytes.length === 20 ? formatNodeID(bytes) : formatHex(bytes);

const keyMeant = (
  path: string,
  { nodePOP }: NodePOP,
  signer: { readonly publicKey: Uint8Array },
  { field }: Reader,
): Field =>
  field(
    `${path}.nodePOP.publicKey`,
    formatHex(bytesOf(nodePOP.publicKey)),
    formatHex(signer.publicKey),
  );

/** What intents mean whose transactions are the P-chain’s only: what they name, beside what they pay. */
type PMeans = {
  readonly [T in Exclude<
    Intent['type'],
    'BaseTx' | 'ExportTx' | 'ImportTx' | 'CreateAssetTx' | 'OperationTx'
  >]: (intent: Of<T>, tx: TxOf<T>, by: Reader) => { readonly fields: readonly Field[] };
};

export const fieldsOfP: PMeans = {
  CreateSubnetTx: (intent, tx, by) => ({
    fields: [by.field('owner', by.owner(intent.owner), by.party(tx.owner))],
  }),
  TransferSubnetOwnershipTx: (intent, tx, by) => ({
    fields: [
      by.id('subnetID', intent.subnetID, tx.subnetID),
      by.field('owner', by.owner(intent.owner), by.party(tx.newOwner)),
    ],
  }),
  CreateChainTx: (intent, tx, by) => ({
    fields: [
      by.id('subnetID', intent.subnetID, tx.subnetID),
      by.field('name', intent.name, tx.chainName),
      by.field('vm', formatID(within(['vm'], () => readVM(intent.vm))), formatID(tx.vmID)),
      by.field(
        'fxIDs',
        (intent.fxIDs ?? [])
          .map((id) => formatID(idBytes(id)))
          .sort()
          .join(' '),
        tx.fxIDs.map(formatID).sort().join(' '),
      ),
      by.field('genesis', formatHex(intent.genesis), formatHex(tx.genesisData)),
    ],
  }),
  AddSubnetValidatorTx: (intent, { validator }, by) => ({
    fields: [
      by.id('subnetID', intent.subnetID, validator.subnetID),
      by.field('nodeID', node(intent.nodeID), formatNodeID(validator.nodeID)),
      by.field('weight', intent.weight, validator.weight),
      by.field('end', intent.end, validator.end),
    ],
  }),
  RemoveSubnetValidatorTx: (intent, tx, by) => ({
    fields: [
      by.id('subnetID', intent.subnetID, tx.subnetID),
      by.field('nodeID', node(intent.nodeID), formatNodeID(tx.nodeID)),
    ],
  }),
  AddPermissionlessValidatorTx: (intent, tx, by) => ({
    fields: [
      by.field('node.nodeID', node(intent.node.nodeID), formatNodeID(tx.validator.nodeID)),
      ...('publicKey' in tx.signer ? [keyMeant('node', intent.node, tx.signer, by)] : []),
      by.field('end', intent.end, tx.validator.end),
      ...elasticMeant(intent, tx, by),
      ...stakeMeant(intent, tx, by),
      by.field('rewards', by.owner(intent.rewards), by.party(tx.validationRewardsOwner)),
      by.field(
        'delegationRewards',
        by.owner(intent.delegationRewards ?? intent.rewards),
        by.party(tx.delegationRewardsOwner),
      ),
      by.field('delegationFee', share(intent.delegationFee), BigInt(tx.shares)),
    ],
  }),
  AddPermissionlessDelegatorTx: (intent, tx, by) => ({
    fields: [
      by.field('nodeID', node(intent.nodeID), formatNodeID(tx.validator.nodeID)),
      by.field('end', intent.end, tx.validator.end),
      ...elasticMeant(intent, tx, by),
      ...stakeMeant(intent, tx, by),
      by.field('rewards', by.owner(intent.rewards), by.party(tx.rewardsOwner)),
    ],
  }),
  AddAutoRenewedValidatorTx: (intent, tx, by) => ({
    fields: [
      by.field('node.nodeID', node(intent.node.nodeID), nodeText(tx.nodeID)),
      ...('publicKey' in tx.signer ? [keyMeant('node', intent.node, tx.signer, by)] : []),
      by.field('period', intent.period, tx.period),
      ...stakeMeant(intent, tx, by),
      by.field('rewards', by.owner(intent.rewards), by.party(tx.validationRewardsOwner)),
      by.field(
        'delegationRewards',
        by.owner(intent.delegationRewards ?? intent.rewards),
        by.party(tx.delegationRewardsOwner),
      ),
      by.field('authority', by.owner(intent.authority), by.party(tx.validatorAuthority)),
      by.field('delegationFee', share(intent.delegationFee), BigInt(tx.delegationShares)),
      by.field('autoCompound', share(intent.autoCompound), BigInt(tx.autoCompoundRewardShares)),
    ],
  }),
  SetAutoRenewedValidatorConfigTx: (intent, tx, by) => ({
    fields: [
      by.id('txID', intent.txID, tx.txID),
      by.field('autoCompound', share(intent.autoCompound), BigInt(tx.autoCompoundRewardShares)),
      by.field('period', intent.period === 'stop' ? 0n : intent.period, tx.period),
    ],
  }),
  ConvertSubnetToL1Tx: (intent, tx, by) => ({
    fields: [
      by.id('subnetID', intent.subnetID, tx.subnetID),
      by.id('managerChainID', intent.managerChainID, tx.chainID),
      by.field('managerAddress', formatHex(bytesOf(intent.managerAddress)), formatHex(tx.address)),
      by.field('validators.length', BigInt(intent.validators.length), BigInt(tx.validators.length)),
      ...intent.validators
        .map((of, i) => ({ of, i, nodeID: nodeIDBytes(of.node.nodeID) }))
        .sort((a, b) => compareBytes(a.nodeID, b.nodeID))
        .flatMap(({ of, i, nodeID }, place) => {
          const found = tx.validators[place];
          const at = `validators[${i}]`;
          if (!found) return [];
          return [
            by.field(`${at}.node.nodeID`, formatNodeID(nodeID), nodeText(found.nodeID)),
            keyMeant(`${at}.node`, of.node, found.signer, by),
            by.field(`${at}.weight`, of.weight, found.weight),
            by.field(`${at}.balance`, of.balance, found.balance),
            by.field(
              `${at}.remainingBalanceOwner`,
              by.owner(of.remainingBalanceOwner),
              by.party(found.remainingBalanceOwner),
            ),
            by.field(
              `${at}.deactivationOwner`,
              by.owner(of.deactivationOwner),
              by.party(found.deactivationOwner),
            ),
          ];
        }),
    ],
  }),
  RegisterL1ValidatorTx: (intent, tx, by) => ({
    fields: [
      by.field('message', formatHex(bytesOf(intent.message)), formatHex(tx.message)),
      by.field('balance', intent.balance, tx.balance),
      by.field(
        'proofOfPossession',
        formatHex(bytesOf(intent.proofOfPossession)),
        formatHex(tx.proofOfPossession),
      ),
    ],
  }),
  SetL1ValidatorWeightTx: (intent, tx, by) => ({
    fields: [by.field('message', formatHex(bytesOf(intent.message)), formatHex(tx.message))],
  }),
  IncreaseL1ValidatorBalanceTx: (intent, tx, by) => ({
    fields: [
      by.id('validationID', intent.validationID, tx.validationID),
      by.field('balance', intent.balance, tx.balance),
    ],
  }),
  DisableL1ValidatorTx: (intent, tx, by) => ({
    fields: [by.id('validationID', intent.validationID, tx.validationID)],
  }),
};

/** A ledger in the node’s words, and what the node said. */
import { primaryNetworkID } from '../../src/chain/base.ts';
import type { OutputOwners } from '../../src/chain/fx/secp256k1fx.ts';
import { UTXO as PUTXO } from '../../src/chain/pchain/tx.ts';
import { UTXO as XUTXO } from '../../src/chain/xchain/tx.ts';
import {
  type L1Validator,
  l1BalanceOf,
  type PLedger,
  type Staker,
  type XLedger,
} from '../../src/history/index.ts';
import { formatAddress } from '../../src/network/address.ts';
import type { Network } from '../../src/network/network.ts';
import { formatHex, parseBytes } from '../../src/text/hex.ts';
import { formatID, formatNodeID } from '../../src/text/id.ts';
import { encode } from '../../src/wire/codec.ts';
import type { Reply } from './history.ts';

interface Fields {
  readonly [key: string]: unknown;
}
type Owners = Pick<OutputOwners, 'threshold' | 'addresses'> & { readonly locktime?: bigint };

const primary = formatID(primaryNetworkID);

const inOrder = (list: readonly Fields[]): readonly Fields[] => {
  const key = ({ txID, validationID }: Fields) => String(txID ?? validationID);
  return [...list].sort((a, b) => (key(a) < key(b) ? -1 : 1));
};

/** Owners as the API writes them. */
const ownersText = ({ locktime = 0n, threshold, addresses }: Owners, network: Network) => ({
  locktime: String(locktime),
  threshold: String(threshold),
  addresses: addresses.map((a) => formatAddress(a, 'P', network)),
});

const stakerText = ({ txID, startTime, endTime, weight, nodeID }: Staker) => ({
  txID: formatID(txID),
  startTime: String(startTime),
  endTime: String(endTime),
  weight: String(weight),
  nodeID: formatNodeID(nodeID),
});

function validatorText(staker: Staker, delegators: readonly Staker[], network: Network): Fields {
  const { tx, renewal } = staker;
  if (tx.type === 'platformvm.AddSubnetValidatorTx') return stakerText(staker);
  const owners = (of: Owners) => ownersText(of, network);
  const signer =
    'signer' in tx && tx.signer.type === 'signer.ProofOfPossession'
      ? {
          signer: {
            publicKey: formatHex(tx.signer.publicKey),
            proofOfPossession: formatHex(tx.signer.proofOfPossession),
          },
        }
      : {};
  return {
    ...stakerText(staker),
    ...signer,
    validationRewardOwner: owners(
      'validationRewardsOwner' in tx ? tx.validationRewardsOwner : tx.rewardsOwner,
    ),
    ...('delegationRewardsOwner' in tx
      ? { delegationRewardOwner: owners(tx.delegationRewardsOwner) }
      : { delegationRewardOwner: owners(tx.rewardsOwner) }),
    potentialReward: String(staker.potentialReward),
    accruedDelegateeReward: String(staker.accruedDelegateeReward),
    ...(renewal && {
      validatorAuthority: 'validatorAuthority' in tx ? owners(tx.validatorAuthority) : null,
      nextPeriod: String(renewal.nextPeriod),
      autoCompoundRewardShares: String(renewal.autoCompoundRewardShares),
    }),
    delegatorCount: String(delegators.length),
    delegatorWeight: String(delegators.reduce((sum, { weight }) => sum + weight, 0n)),
    delegators: inOrder(
      delegators.map((d) => ({
        ...stakerText(d),
        rewardOwner: 'rewardsOwner' in d.tx ? owners(d.tx.rewardsOwner) : null,
        potentialReward: String(d.potentialReward),
      })),
    ),
  };
}

const l1Text = (ledger: PLedger, v: L1Validator): Fields => ({
  nodeID: formatNodeID(v.nodeID),
  weight: String(v.weight),
  startTime: String(v.startTime),
  validationID: formatID(v.validationID),
  publicKey: formatHex(v.publicKey),
  remainingBalanceOwner: ownersText(v.remainingBalanceOwner, ledger.network),
  deactivationOwner: ownersText(v.deactivationOwner, ledger.network),
  minNonce: String(v.minNonce),
  balance: String(l1BalanceOf(v, ledger)),
});

const isDelegator = ({ tx }: Staker): boolean => tx.type.endsWith('DelegatorTx');

/** All that a ledger of the P-chain knows and the API tells. */
export function viewOfP(ledger: PLedger): Fields {
  const current = [...ledger.current.values()].map((staker) => ({
    staker,
    subnet: formatID(staker.subnetID),
    node: formatNodeID(staker.nodeID),
  }));
  const validators = (subnet: string) => [
    ...current
      .filter((v) => v.subnet === subnet && !isDelegator(v.staker))
      .map(({ staker, node }) => {
        const mine = current.filter(
          (d) => d.subnet === subnet && d.node === node && isDelegator(d.staker),
        );
        return validatorText(
          staker,
          mine.map((d) => d.staker),
          ledger.network,
        );
      }),
    ...[...ledger.l1Validators.values()]
      .filter(({ subnetID }) => formatID(subnetID) === subnet)
      .map((v) => l1Text(ledger, v)),
  ];
  return {
    height: String(ledger.height),
    time: ledger.time,
    fees: { ...ledger.feeState },
    excess: ledger.validatorFeeState.excess,
    supplies: Object.fromEntries([...ledger.supplies].sort().map(([id, n]) => [id, String(n)])),
    utxos: utxosOf(ledger),
    validators: Object.fromEntries(
      [primary, ...ledger.subnets.keys()].sort().map((id) => [id, inOrder(validators(id))]),
    ),
    subnets: Object.fromEntries(
      [...ledger.subnets].sort().map(([id, { owner, transformation, conversion }]) => {
        const { locktime, threshold, addresses } = ownersText(owner, ledger.network);
        return [
          id,
          {
            isPermissioned: !transformation && !conversion,
            controlKeys: addresses,
            threshold,
            locktime,
            subnetTransformationTxID: formatID(transformation?.txID ?? primaryNetworkID),
            conversionID: formatID(conversion?.conversionID ?? primaryNetworkID),
            managerChainID: formatID(conversion?.chainID ?? primaryNetworkID),
            managerAddress: conversion ? formatHex(conversion.address) : null,
          },
        ];
      }),
    ),
  };
}

/** The same as the API told it. */
export function viewOfPReplies(replies: readonly Reply[]): Fields {
  const one = (method: string): Fields =>
    replies.find((r) => r.method === `platform.${method}`)!.result;
  const { capacity, excess, timestamp } = one('getFeeState');
  const of = (method: string) => replies.filter((r) => r.method === `platform.${method}`);
  const subnetOf = ({ params }: Reply) => params.subnetID as string;
  const all = of('getCurrentValidators');
  const ids = [...new Set(all.map(subnetOf))].sort();
  const validators = (id: string) =>
    inOrder(
      all
        .filter((r) => subnetOf(r) === id && r.params.nodeIDs)
        .flatMap(({ result }) => result.validators as readonly Fields[])
        .map(({ uptime: _, connected: __, delegationFee: ___, delegators, ...told }) =>
          delegators ? { ...told, delegators: inOrder(delegators as readonly Fields[]) } : told,
        ),
    );
  return {
    height: one('getHeight').height,
    time: BigInt(Date.parse(timestamp as string) / 1000),
    fees: { capacity, excess },
    excess: one('getValidatorFeeState').excess,
    supplies: Object.fromEntries(
      of('getCurrentSupply')
        .map((r) => [subnetOf(r), r.result.supply] as const)
        .sort(),
    ),
    utxos: utxosIn(one('getUTXOs')),
    validators: Object.fromEntries(ids.map((id) => [id, validators(id)])),
    subnets: Object.fromEntries(
      of('getSubnet')
        .map((r) => {
          return [subnetOf(r), r.result] as const;
        })
        .sort(),
    ),
  };
}

const utxosOf = ({ chain, utxos }: PLedger | XLedger): readonly string[] =>
  [...(utxos as Map<string, PUTXO>).values()]
    .map((utxo) => formatHex(encode<PUTXO>(chain === 'P' ? PUTXO : (XUTXO as never), utxo)))
    .sort();

const utxosIn = ({ utxos }: Fields): readonly string[] =>
  (utxos as readonly string[]).map((text) => formatHex(parseBytes(text, 'hex'))).sort();

/** All that a ledger of the X-chain knows and the API tells. */
export const viewOfX = (ledger: XLedger): Fields => ({
  height: String(ledger.height),
  utxos: utxosOf(ledger),
});

/** The same as the API told it. */
export const viewOfXReplies = (replies: readonly Reply[]): Fields => {
  const one = (method: string) => replies.find((r) => r.method === `avm.${method}`)!.result;
  return { height: one('getHeight').height, utxos: utxosIn(one('getUTXOs')) };
};

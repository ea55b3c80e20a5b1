import { primaryNetworkID } from '../chain/base.ts';
import type { PChainOwner, Signer, Validator } from '../chain/pchain/components.ts';
import { sha256 } from '../crypto/hash.ts';
import { isError } from '../errors/error.ts';
import type { UnsignedTx } from '../rules/context.ts';
import { equalBytes, formatHex } from '../text/bytes.ts';
import { formatID, formatNodeID } from '../text/id.ts';
import type { L1Payload } from '../warp/l1.ts';
import { Message } from '../warp/message.ts';
import { l1PayloadOf } from '../warp/pchain.ts';
import { decode } from '../wire/codec.ts';
import type { AssetText, Fact, Party } from './explanation.ts';
import { type Owners, partyOf } from './parties.ts';
import { chainAlias, type Subject } from './subject.ts';
import { say, texts } from './texts.ts';
import {
  amountText,
  bytesText,
  durationText,
  grouped,
  partyText,
  quoted,
  shareText,
  timeText,
} from './words.ts';

type FactKey = keyof typeof texts extends infer K
  ? K extends `fact_${infer F}`
    ? F
    : never
  : never;

/** What an L1 message of a transaction says; undefined if it cannot be read, which no node accepts. */
export function payloadIn(tx: UnsignedTx): L1Payload | undefined {
  if (!('message' in tx)) return undefined;
  try {
    return l1PayloadOf(decode(Message, tx.message));
  } catch (e) {
    if (isError(e)) return undefined;
    throw e;
  }
}

/** All that a transaction says beside its flows, in the order in which the Ledger app shows it. */
export function factsOf(subject: Subject, native: AssetText): readonly Fact[] {
  const { tx, time } = subject;
  const fact = (
    key: FactKey,
    path: string,
    value: string | bigint | Party,
    text = typeof value === 'object' ? partyText(value) : grouped(String(value)),
  ): Fact => ({ key, path, value, label: texts[`fact_${key}`], text });
  const id = (key: FactKey, path: string, bytes: Uint8Array) => fact(key, path, formatID(bytes));
  const node = (path: string, bytes: Uint8Array) =>
    fact('nodeID', path, bytes.length === 20 ? formatNodeID(bytes) : formatHex(bytes));
  const owner = (key: FactKey, path: string, owners: Owners) =>
    fact(key, path, partyOf(owners, subject));
  const share = (key: FactKey, path: string, millionths: number) =>
    fact(key, path, BigInt(millionths), shareText(millionths));
  const at = (key: FactKey, path: string, seconds: bigint) =>
    fact(key, path, seconds, timeText(seconds, time));
  const period = (key: FactKey, path: string, seconds: bigint) =>
    fact(key, path, seconds, durationText(seconds));
  const subnet = (path: string, bytes: Uint8Array) =>
    fact(
      'subnetID',
      path,
      formatID(bytes),
      equalBytes(bytes, primaryNetworkID) ? say('primaryNetwork') : formatID(bytes),
    );
  const key = (path: string, signer: Signer | { readonly publicKey: Uint8Array }) =>
    'publicKey' in signer ? [fact('signer', path, formatHex(signer.publicKey))] : [];
  const text = (name: FactKey, path: string, value: string) =>
    fact(name, path, value, quoted(value));
  const large = (name: FactKey, path: string, bytes: Uint8Array) =>
    fact(
      name,
      path,
      formatHex(sha256(bytes)),
      say('bytesWithHash', { n: grouped(String(bytes.length)), hash: formatHex(sha256(bytes)) }),
    );
  const balance = (path: string, nAVAX: bigint) =>
    fact('balance', path, nAVAX, amountText(nAVAX, native));
  const validator = (of: Validator, weight: boolean): readonly Fact[] => [
    node('validator.nodeID', of.nodeID),
    // Since Durango whatever stands there is passed over: it starts when it is accepted.
    ...(of.start > 0n ? [at('start', 'validator.start', of.start)] : []),
    at('end', 'validator.end', of.end),
    ...(of.start > 0n && of.end > of.start
      ? [fact('duration', '', of.end - of.start, durationText(of.end - of.start))]
      : []),
    ...(weight ? [fact('weight', 'validator.weight', of.weight)] : []),
  ];
  const l1Owners = (
    path: string,
    rest: PChainOwner,
    restKey: string,
    may: PChainOwner,
    mayKey: string,
  ) => [
    owner('remainingBalanceOwner', `${path}${restKey}`, rest),
    owner('disableOwner', `${path}${mayKey}`, may),
  ];
  const range = (name: FactKey, path: string, low: string, high: string) =>
    fact(name, path, say('range', { low, high }));

  switch (tx.type) {
    case 'platformvm.AddValidatorTx':
      return [
        ...validator(tx.validator, false),
        owner('rewards', 'rewardsOwner', tx.rewardsOwner),
        share('delegationFee', 'shares', tx.shares),
      ];
    case 'platformvm.AddDelegatorTx':
      return [...validator(tx.validator, false), owner('rewards', 'rewardsOwner', tx.rewardsOwner)];
    case 'platformvm.AddPermissionlessValidatorTx':
      return [
        ...validator(tx.validator, false),
        subnet('subnetID', tx.subnetID),
        ...key('signer.publicKey', tx.signer),
        owner('rewards', 'validationRewardsOwner', tx.validationRewardsOwner),
        owner('delegationRewards', 'delegationRewardsOwner', tx.delegationRewardsOwner),
        share('delegationFee', 'shares', tx.shares),
      ];
    case 'platformvm.AddPermissionlessDelegatorTx':
      return [
        ...validator(tx.validator, false),
        subnet('subnetID', tx.subnetID),
        owner('rewards', 'rewardsOwner', tx.rewardsOwner),
      ];
    case 'platformvm.AddAutoRenewedValidatorTx':
      return [
        node('nodeID', tx.nodeID),
        period('period', 'period', tx.period),
        ...key('signer.publicKey', tx.signer),
        owner('rewards', 'validationRewardsOwner', tx.validationRewardsOwner),
        owner('delegationRewards', 'delegationRewardsOwner', tx.delegationRewardsOwner),
        owner('validatorAuthority', 'validatorAuthority', tx.validatorAuthority),
        share('delegationFee', 'delegationShares', tx.delegationShares),
        share('autoCompound', 'autoCompoundRewardShares', tx.autoCompoundRewardShares),
      ];
    case 'platformvm.SetAutoRenewedValidatorConfigTx':
      return [
        id('staker', 'txID', tx.txID),
        fact('period', 'period', tx.period, tx.period ? durationText(tx.period) : say('noPeriod')),
        share('autoCompound', 'autoCompoundRewardShares', tx.autoCompoundRewardShares),
      ];
    case 'platformvm.AddSubnetValidatorTx':
      return [
        ...validator(tx.validator, true),
        subnet('validator.subnetID', tx.validator.subnetID),
      ];
    case 'platformvm.RemoveSubnetValidatorTx':
      return [node('nodeID', tx.nodeID), subnet('subnetID', tx.subnetID)];
    case 'platformvm.CreateSubnetTx':
      return [owner('owner', 'owner', tx.owner)];
    case 'platformvm.TransferSubnetOwnershipTx':
      return [subnet('subnetID', tx.subnetID), owner('owner', 'newOwner', tx.newOwner)];
    case 'platformvm.CreateChainTx':
      return [
        subnet('subnetID', tx.subnetID),
        text('chainName', 'chainName', tx.chainName),
        fact('vmID', 'vmID', formatID(tx.vmID), vmText(tx.vmID)),
        large('genesis', 'genesisData', tx.genesisData),
      ];
    case 'platformvm.TransformSubnetTx':
      return [
        subnet('subnetID', tx.subnetID),
        id('asset', 'assetID', tx.assetID),
        range(
          'supply',
          'initialSupply',
          grouped(`${tx.initialSupply}`),
          grouped(`${tx.maximumSupply}`),
        ),
        range(
          'rates',
          'minConsumptionRate',
          shareText(tx.minConsumptionRate),
          shareText(tx.maxConsumptionRate),
        ),
        range(
          'stakes',
          'minValidatorStake',
          grouped(`${tx.minValidatorStake}`),
          grouped(`${tx.maxValidatorStake}`),
        ),
        range(
          'durations',
          'minStakeDuration',
          durationText(BigInt(tx.minStakeDuration)),
          durationText(BigInt(tx.maxStakeDuration)),
        ),
        share('minDelegationFee', 'minDelegationFee', tx.minDelegationFee),
        fact('delegatorStake', 'minDelegatorStake', tx.minDelegatorStake),
        fact(
          'weightFactor',
          'maxValidatorWeightFactor',
          BigInt(tx.maxValidatorWeightFactor),
          say('times', { n: String(tx.maxValidatorWeightFactor) }),
        ),
        share('uptime', 'uptimeRequirement', tx.uptimeRequirement),
      ];
    case 'platformvm.ConvertSubnetToL1Tx':
      return [
        subnet('subnetID', tx.subnetID),
        fact('managerChain', 'chainID', formatID(tx.chainID), chainAlias(tx.chainID, subject)),
        fact('managerAddress', 'address', formatHex(tx.address)),
        ...tx.validators.flatMap((of, i) => {
          const path = `validators[${i}].`;
          return [
            node(`${path}nodeID`, of.nodeID),
            fact('weight', `${path}weight`, of.weight),
            balance(`${path}balance`, of.balance),
            ...key(`${path}signer.publicKey`, of.signer),
            ...l1Owners(
              path,
              of.remainingBalanceOwner,
              'remainingBalanceOwner',
              of.deactivationOwner,
              'deactivationOwner',
            ),
          ];
        }),
      ];
    case 'platformvm.RegisterL1ValidatorTx': {
      const said = payloadIn(tx);
      if (said?.type !== 'message.RegisterL1Validator') return [];
      return [
        node('message', said.nodeID),
        fact('weight', 'message', said.weight),
        ...l1Owners('message', said.remainingBalanceOwner, '', said.disableOwner, ''),
        subnet('message', said.subnetID),
        ...key('message', { publicKey: said.blsPublicKey }),
        at('expiry', 'message', said.expiry),
      ];
    }
    case 'platformvm.SetL1ValidatorWeightTx': {
      const said = payloadIn(tx);
      if (said?.type !== 'message.L1ValidatorWeight') return [];
      return [
        id('validationID', 'message', said.validationID),
        fact('weight', 'message', said.weight),
      ];
    }
    case 'platformvm.IncreaseL1ValidatorBalanceTx':
      return [id('validationID', 'validationID', tx.validationID)];
    case 'platformvm.DisableL1ValidatorTx':
      return [id('validationID', 'validationID', tx.validationID)];
    case 'avm.CreateAssetTx':
      return [
        text('name', 'name', tx.name),
        text('symbol', 'symbol', tx.symbol),
        fact('denomination', 'denomination', BigInt(tx.denomination)),
      ];
    case 'platformvm.AdvanceTimeTx':
      return [at('time', 'time', tx.time)];
    case 'platformvm.RewardValidatorTx':
      return [id('staker', 'txID', tx.txID)];
    case 'platformvm.RewardAutoRenewedValidatorTx':
      return [id('staker', 'txID', tx.txID), at('time', 'timestamp', tx.timestamp)];
    default:
      return [];
  }
}

/** What a transaction carries along for whoever reads it. */
export function memoOf({ tx }: Subject): readonly Fact[] {
  if (!('memo' in tx) || tx.memo.length === 0) return [];
  const { memo } = tx;
  const value = formatHex(memo);
  return [{ key: 'memo', path: 'memo', value, label: texts.fact_memo, text: bytesText(memo) }];
}

/** A virtual machine by its id, and the name that the id spells. */
function vmText(vmID: Uint8Array): string {
  const end = vmID.findIndex((_, i) => vmID.subarray(i).every((rest) => rest === 0));
  const name = String.fromCharCode(...vmID.subarray(0, end < 0 ? vmID.length : end));
  return /^\w+$/.test(name) ? `${name} (${formatID(vmID)})` : formatID(vmID);
}

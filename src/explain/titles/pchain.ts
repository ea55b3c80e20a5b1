import { primaryNetworkID } from '../../chain/base.ts';
import { equalBytes } from '../../text/bytes.ts';
import { formatID, formatNodeID } from '../../text/id.ts';
import { saidBy } from '../../tx/message.ts';
import type { AnyUnsignedTx } from '../../tx/types.ts';
import { dateText, durationText, grouped, quoted, validatorCount } from '../format.ts';
import { say } from '../messages.ts';
import {
  amountsText,
  flowsOfKind,
  nAVAXText,
  nodeText,
  ownerText,
  type Telling,
  type Titles,
} from './telling.ts';
import { baseTitle, exportTitle, importTitle } from './transfers.ts';

type Staking = Extract<AnyUnsignedTx, { readonly validator: unknown; readonly stake: unknown }>;

const stakeText = (telling: Telling): string => amountsText(flowsOfKind(telling, 'stake'), telling);

const stakeTitle =
  (what: 'stake' | 'delegate') =>
  (tx: Staking, telling: Telling): string => {
    const { nodeID, start, end } = tx.validator;
    const node = formatNodeID(nodeID);
    const isElastic = 'subnetID' in tx && !equalBytes(tx.subnetID, primaryNetworkID);
    return say(what, {
      what: stakeText(telling),
      node: isElastic ? `${node} (${formatID(tx.subnetID)})` : node,
      period: periodText(start, end, telling.explained.time),
    });
  };

/** Formats a staking period. Since Durango, a start of 0 means the time of acceptance. */
function periodText(start: bigint, end: bigint, time: bigint | undefined): string {
  if (start > 0n && end > start)
    return say('from', {
      start: dateText(start),
      end: dateText(end),
      duration: durationText(end - start),
    });
  return time !== undefined && end > time
    ? say('untilIn', { end: dateText(end), duration: durationText(end - time) })
    : say('until', { end: dateText(end) });
}

/** Titles of P-chain transactions. */
export const pTitles: Titles<'platformvm'> = {
  'platformvm.BaseTx': baseTitle,
  'platformvm.ExportTx': exportTitle,
  'platformvm.ImportTx': importTitle,
  'platformvm.CreateSubnetTx': ({ owner }, telling) =>
    say('createSubnet', { owner: ownerText(owner, telling) }),
  'platformvm.CreateChainTx': ({ chainName, subnetID }) =>
    say('createChain', { name: quoted(chainName), subnet: formatID(subnetID) }),
  'platformvm.AddSubnetValidatorTx': ({ validator: { nodeID, subnetID, end } }) =>
    say('addSubnetValidator', {
      node: formatNodeID(nodeID),
      subnet: formatID(subnetID),
      end: dateText(end),
    }),
  'platformvm.RemoveSubnetValidatorTx': ({ nodeID, subnetID }) =>
    say('removeSubnetValidator', { node: formatNodeID(nodeID), subnet: formatID(subnetID) }),
  'platformvm.TransferSubnetOwnershipTx': ({ subnetID, newOwner }, telling) =>
    say('transferSubnet', { subnet: formatID(subnetID), owner: ownerText(newOwner, telling) }),
  'platformvm.TransformSubnetTx': ({ subnetID }) =>
    say('transformSubnet', { subnet: formatID(subnetID) }),
  'platformvm.AddValidatorTx': stakeTitle('stake'),
  'platformvm.AddPermissionlessValidatorTx': stakeTitle('stake'),
  'platformvm.AddDelegatorTx': stakeTitle('delegate'),
  'platformvm.AddPermissionlessDelegatorTx': stakeTitle('delegate'),
  'platformvm.AddAutoRenewedValidatorTx': ({ nodeID, period }, telling) =>
    say('autoRenewed', {
      what: stakeText(telling),
      node: nodeText(nodeID),
      duration: durationText(period),
    }),
  'platformvm.SetAutoRenewedValidatorConfigTx': ({ txID, period }) =>
    period === 0n
      ? say('stopAutoRenewed', { tx: formatID(txID) })
      : say('setAutoRenewed', { tx: formatID(txID), duration: durationText(period) }),
  'platformvm.ConvertSubnetToL1Tx': ({ subnetID, validators }) =>
    say('convert', {
      subnet: formatID(subnetID),
      validators: validatorCount(validators.length),
    }),
  'platformvm.RegisterL1ValidatorTx': ({ message, balance }, telling) => {
    const said = saidBy('register', message);
    return said
      ? say('register', { node: nodeText(said.nodeID), what: nAVAXText(balance, telling) })
      : say('warpUnreadable');
  },
  'platformvm.SetL1ValidatorWeightTx': ({ message }) => {
    const said = saidBy('weight', message);
    if (!said) return say('warpUnreadable');
    const id = formatID(said.validationID);
    return said.weight === 0n
      ? say('removeL1', { id })
      : say('setWeight', { id, weight: grouped(`${said.weight}`) });
  },
  'platformvm.IncreaseL1ValidatorBalanceTx': ({ balance, validationID }, telling) =>
    say('increase', { what: nAVAXText(balance, telling), id: formatID(validationID) }),
  'platformvm.DisableL1ValidatorTx': ({ validationID }) =>
    say('disable', { id: formatID(validationID) }),
  'platformvm.AdvanceTimeTx': ({ time }) => say('advanceTime', { time: dateText(time) }),
  'platformvm.RewardValidatorTx': ({ txID }) => say('reward', { tx: formatID(txID) }),
  'platformvm.RewardAutoRenewedValidatorTx': ({ txID }) =>
    say('rewardAutoRenewed', { tx: formatID(txID) }),
};

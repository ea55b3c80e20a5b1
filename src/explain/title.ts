import { primaryNetworkID } from '../chain/base.ts';
import type { Operation } from '../chain/xchain/components.ts';
import { equalBytes, formatHex } from '../text/bytes.ts';
import { formatID, formatNodeID } from '../text/id.ts';
import type { AssetText, Flow, FlowWhy, Party, Payment } from './explanation.ts';
import { payloadIn } from './facts.ts';
import { partyOf } from './parties.ts';
import { chainAlias, type Subject } from './subject.ts';
import { say } from './texts.ts';
import {
  amountText,
  dateText,
  durationText,
  grouped,
  listed,
  partyTitle,
  quoted,
  validatorCount,
} from './words.ts';

/** What a title is made of. */
interface Moves {
  readonly assets: readonly AssetText[];
  readonly payments: readonly Payment[];
  readonly flows: readonly Flow[];
}

/** What a transaction does, in one sentence. */
export function titleOf(subject: Subject, moves: Moves): string {
  const { tx, alias } = subject;
  const { assets, flows } = moves;
  const of = (...whys: readonly FlowWhy[]) => flows.filter(({ why }) => whys.includes(why));
  const what = (list: readonly { readonly asset: number; readonly amount?: bigint }[]) =>
    amountsText(list, assets);
  const chain = (name: string) => say('chain', { alias: name });
  const node = (bytes: Uint8Array) =>
    bytes.length === 20 ? formatNodeID(bytes) : formatHex(bytes);
  const stake = () => what(of('stake'));
  const nAVAX = (amount: bigint) => {
    const native = assets.find((asset) => asset.native);
    return amountText(
      amount,
      native ?? { id: 'AVAX', native: true, symbol: 'AVAX', denomination: 9 },
    );
  };

  switch (tx.type) {
    case 'platformvm.BaseTx':
    case 'avm.BaseTx': {
      const sent = of('output');
      const back = of('change');
      if (sent.length > 0) return sendText(sent, what(sent));
      return back.length > 0
        ? say('sendBack', { what: what(back) })
        : say('sendNothing', { what: what(flows) });
    }
    case 'platformvm.ExportTx':
    case 'avm.ExportTx':
    case 'atomic.ExportTx': {
      const sent = of('export');
      return say('export', {
        what: what(sent),
        from: chain(alias),
        chain: chain(chainAlias(tx.destinationChain, subject)),
        to: receiversText(sent),
      });
    }
    case 'platformvm.ImportTx':
    case 'avm.ImportTx':
    case 'atomic.ImportTx':
      return say('import', {
        what: what(moves.payments.filter(({ importedFrom }) => importedFrom !== undefined)),
        chain: chain(chainAlias(tx.sourceChain, subject)),
        to: chain(alias),
      });
    case 'avm.CreateAssetTx':
      return say('createAsset', { name: quoted(tx.name), symbol: quoted(tx.symbol) });
    case 'avm.OperationTx': {
      const all = tx.operations.map((operation) => operationText(operation, subject, moves));
      return sentenceOf(all);
    }
    case 'platformvm.CreateSubnetTx':
      return say('createSubnet', { owner: partyTitle(partyOf(tx.owner, subject)) });
    case 'platformvm.CreateChainTx':
      return say('createChain', { name: quoted(tx.chainName), subnet: formatID(tx.subnetID) });
    case 'platformvm.AddSubnetValidatorTx': {
      const { nodeID, subnetID, end } = tx.validator;
      return say('addSubnetValidator', {
        node: formatNodeID(nodeID),
        subnet: formatID(subnetID),
        end: dateText(end),
      });
    }
    case 'platformvm.RemoveSubnetValidatorTx':
      return say('removeSubnetValidator', {
        node: formatNodeID(tx.nodeID),
        subnet: formatID(tx.subnetID),
      });
    case 'platformvm.TransferSubnetOwnershipTx':
      return say('transferSubnet', {
        subnet: formatID(tx.subnetID),
        owner: partyTitle(partyOf(tx.newOwner, subject)),
      });
    case 'platformvm.TransformSubnetTx':
      return say('transformSubnet', { subnet: formatID(tx.subnetID) });
    case 'platformvm.AddValidatorTx':
    case 'platformvm.AddPermissionlessValidatorTx':
    case 'platformvm.AddDelegatorTx':
    case 'platformvm.AddPermissionlessDelegatorTx': {
      const { nodeID, start, end } = tx.validator;
      const isDelegator = tx.type.includes('Delegator');
      const isElastic = 'subnetID' in tx && !equalBytes(tx.subnetID, primaryNetworkID);
      const to = isElastic
        ? `${formatNodeID(nodeID)} (${formatID(tx.subnetID)})`
        : formatNodeID(nodeID);
      return say(isDelegator ? 'delegate' : 'stake', {
        what: stake(),
        node: to,
        period: periodText(start, end, subject.time),
      });
    }
    case 'platformvm.AddAutoRenewedValidatorTx':
      return say('autoRenewed', {
        what: stake(),
        node: node(tx.nodeID),
        duration: durationText(tx.period),
      });
    case 'platformvm.SetAutoRenewedValidatorConfigTx':
      return tx.period === 0n
        ? say('stopAutoRenewed', { tx: formatID(tx.txID) })
        : say('setAutoRenewed', { tx: formatID(tx.txID), duration: durationText(tx.period) });
    case 'platformvm.ConvertSubnetToL1Tx':
      return say('convert', {
        subnet: formatID(tx.subnetID),
        validators: validatorCount(tx.validators.length),
      });
    case 'platformvm.RegisterL1ValidatorTx': {
      const said = payloadIn(tx);
      return said?.type === 'message.RegisterL1Validator'
        ? say('register', { node: node(said.nodeID), what: nAVAX(tx.balance) })
        : say('warpUnreadable');
    }
    case 'platformvm.SetL1ValidatorWeightTx': {
      const said = payloadIn(tx);
      if (said?.type !== 'message.L1ValidatorWeight') return say('warpUnreadable');
      const id = formatID(said.validationID);
      return said.weight === 0n
        ? say('removeL1', { id })
        : say('setWeight', { id, weight: grouped(`${said.weight}`) });
    }
    case 'platformvm.IncreaseL1ValidatorBalanceTx':
      return say('increase', { what: nAVAX(tx.balance), id: formatID(tx.validationID) });
    case 'platformvm.DisableL1ValidatorTx':
      return say('disable', { id: formatID(tx.validationID) });
    case 'platformvm.AdvanceTimeTx':
      return say('advanceTime', { time: dateText(tx.time) });
    case 'platformvm.RewardValidatorTx':
      return say('reward', { tx: formatID(tx.txID) });
    case 'platformvm.RewardAutoRenewedValidatorTx':
      return say('rewardAutoRenewed', { tx: formatID(tx.txID) });
  }
}

/** Sums by asset, in words. */
function amountsText(
  list: readonly { readonly asset: number; readonly amount?: bigint }[],
  assets: readonly AssetText[],
): string {
  const sums = new Map<number, bigint>();
  for (const { asset, amount } of list)
    if (amount !== undefined) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  return listed([...sums].map(([asset, amount]) => amountText(amount, assets[asset]!)));
}

const receiversOf = (flows: readonly Flow[]): readonly string[] => [
  ...new Set(flows.map(({ to }) => partyTitle(to as Party))),
];

const receiversText = (flows: readonly Flow[]): string => listed(receiversOf(flows));

function sendText(sent: readonly Flow[], what: string): string {
  const receivers = receiversOf(sent);
  return receivers.length === 1
    ? say('send', { what, to: receivers[0]! })
    : say('sendMany', { what, count: String(receivers.length) });
}

/** Since Durango a start that is 0 is whenever it is accepted. */
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

/** Phrases as one sentence: all but the first without a capital. */
const sentenceOf = (phrases: readonly string[]): string =>
  listed(
    phrases.map((phrase, i) => (i === 0 ? phrase : phrase[0]!.toLowerCase() + phrase.slice(1))),
  );

function operationText(
  { assetID, operation }: Operation,
  subject: Subject,
  { assets }: Moves,
): string {
  const owner = (of: Parameters<typeof partyOf>[0]) => partyTitle(partyOf(of, subject));
  switch (operation.type) {
    case 'secp256k1fx.MintOperation': {
      const id = formatID(assetID);
      const asset = assets.find((of) => of.id === id)!;
      return say('mint', {
        what: amountText(operation.transferOutput.amount, asset),
        to: owner(operation.transferOutput),
      });
    }
    case 'nftfx.MintOperation': {
      const group = String(operation.groupID);
      return operation.outputs.length === 1
        ? say('mintNFT', { group, to: owner(operation.outputs[0]!) })
        : say('mintNFTs', { group, count: String(operation.outputs.length) });
    }
    case 'nftfx.TransferOperation':
      return say('transferNFT', {
        group: String(operation.output.groupID),
        to: owner(operation.output),
      });
    case 'propertyfx.MintOperation':
      return say('mintProperty', { to: owner(operation.ownedOutput) });
    case 'propertyfx.BurnOperation':
      return say('burnProperty');
  }
}

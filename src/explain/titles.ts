/** Titles of transactions: what each does, in one sentence, by its type. */

import { primaryNetworkID } from '../chain/base.ts';
import type { FxOperation, Operation } from '../chain/xchain/components.ts';
import { nativeSymbolOf } from '../network/network.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatID, formatNodeID } from '../text/id.ts';
import { saidBy } from '../tx/message.ts';
import { ownerOf } from '../tx/owner.ts';
import type { AnyUnsignedTx, Owners } from '../tx/types.ts';
import { chainAlias, type ExplainedTx, partyOf } from './explained.ts';
import type { AssetText, Flow, FlowWhy, Party, Payment } from './explanation.ts';
import { assetsByGravity, type ExplainedFlows, leaves } from './flows.ts';
import {
  amountText,
  dateText,
  durationText,
  grouped,
  listed,
  partyTitle,
  quoted,
  validatorCount,
} from './format.ts';
import { say } from './messages.ts';

/** The data that titles are made from. */
export interface Telling {
  readonly explained: ExplainedTx;
  readonly assets: readonly AssetText[];
  readonly payments: readonly Payment[];
  readonly flows: readonly Flow[];
}

/** Functions that make titles, one for each transaction type. */
export type Titles<Package extends string> = {
  readonly [T in Extract<AnyUnsignedTx['type'], `${Package}.${string}`>]: (
    tx: Extract<AnyUnsignedTx, { readonly type: T }>,
    telling: Telling,
  ) => string;
};

/** Returns the flows of some kinds. */
const flowsOfKind = ({ flows }: Telling, ...whys: readonly FlowWhy[]): readonly Flow[] =>
  flows.filter(({ why }) => whys.includes(why));

/** Formats sums by asset. */
function amountsText(
  list: readonly { readonly asset: number; readonly amount?: bigint }[],
  { assets, flows }: Telling,
): string {
  const sums = new Map<number, bigint>();
  for (const { asset, amount } of list)
    if (amount !== undefined) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  const places = assetsByGravity([...sums.keys()], assets, flows);
  return listed(places.map((asset) => amountText(sums.get(asset)!, assets[asset]!)));
}

/** Formats nAVAX. */
const nAVAXText = (amount: bigint, { assets, explained }: Telling): string =>
  amountText(
    amount,
    assets.find((asset) => asset.native) ?? {
      id: 'AVAX',
      native: true,
      symbol: nativeSymbolOf(explained.network),
      denomination: 9,
    },
  );

/** Returns the recipients of flows, without duplicates. */
const receiversIn = (flows: readonly Flow[]): readonly string[] => [
  ...new Set(flows.map(({ to }) => partyTitle(to as Party))),
];

/** Formats an owner for a title. */
const ownerText = (owner: Owners, { explained }: Telling): string =>
  partyTitle(partyOf(owner, explained));

/** Formats a chain by its id. */
const chainText = (id: Uint8Array, { explained }: Telling): string =>
  say('chain', { alias: chainAlias(id, explained) });

/** Formats the chain of the transaction. */
const txChainText = ({ explained }: Telling): string => say('chain', { alias: explained.alias });

/** Formats a node id; as hex if the length is wrong. */
const nodeText = (bytes: Uint8Array): string =>
  bytes.length === 20 ? formatNodeID(bytes) : formatHex(bytes);

type Of<T extends string> = Extract<AnyUnsignedTx, { readonly type: `${string}.${T}` }>;

/** Returns the title of a BaseTx on the P- or X-chain. */
function baseTitle(_: Of<'BaseTx'>, telling: Telling): string {
  const outputs = flowsOfKind(telling, 'output');
  // Amounts that stay with the reader are mentioned only if nothing leaves.
  const leaving = outputs.filter(leaves);
  const sent = leaving.length > 0 ? leaving : outputs;
  const back = flowsOfKind(telling, 'change');
  if (sent.length > 0) return sendText(sent, amountsText(sent, telling));
  return back.length > 0
    ? say('sendBack', { what: amountsText(back, telling) })
    : say('sendNothing', { what: amountsText(telling.flows, telling) });
}

function sendText(sent: readonly Flow[], what: string): string {
  const receivers = receiversIn(sent);
  return receivers.length === 1
    ? say('send', { what, to: receivers[0]! })
    : say('sendMany', { what, count: String(receivers.length) });
}

/** Returns the title of an export. */
function exportTitle({ destinationChain }: Of<'ExportTx'>, telling: Telling): string {
  const sent = flowsOfKind(telling, 'export');
  return say('export', {
    what: amountsText(sent, telling),
    from: txChainText(telling),
    chain: chainText(destinationChain, telling),
    to: listed(receiversIn(sent)),
  });
}

/** Returns the title of an import. */
const importTitle = ({ sourceChain }: Of<'ImportTx'>, telling: Telling): string =>
  say('import', {
    what: amountsText(
      telling.payments.filter(({ importedFrom }) => importedFrom !== undefined),
      telling,
    ),
    chain: chainText(sourceChain, telling),
    to: txChainText(telling),
  });

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
const pTitles: Titles<'platformvm'> = {
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

/** Titles of X-chain transactions. */
const xTitles: Titles<'avm'> = {
  'avm.BaseTx': baseTitle,
  'avm.ExportTx': exportTitle,
  'avm.ImportTx': importTitle,
  'avm.CreateAssetTx': ({ name, symbol }) =>
    say('createAsset', { name: quoted(name), symbol: quoted(symbol) }),
  'avm.OperationTx': ({ operations }, telling) =>
    sentenceOf(
      [...operations]
        .sort((a, b) => gravityOf(a, telling) - gravityOf(b, telling))
        .map((operation) => operationText(operation, telling)),
    ),
};

/** Joins phrases to a sentence: all but the first without a capital letter. */
const sentenceOf = (phrases: readonly string[]): string =>
  listed(
    phrases.map((phrase, i) => (i === 0 ? phrase : phrase[0]!.toLowerCase() + phrase.slice(1))),
  );

/** Returns the order of an operation in a title: destroyed items first, then what others receive. */
function gravityOf({ operation }: Operation, { explained: { knowledge } }: Telling): number {
  if (operation.type === 'propertyfx.BurnOperation') return 0;
  const owners = gets(operation);
  return knowledge.isSaid && owners.every((owner) => knowledge.isOwn(ownerOf(owner))) ? 2 : 1;
}

/** Returns who receives what an operation moves or mints, ignoring the mint right that continues. */
function gets(operation: Exclude<FxOperation, { type: 'propertyfx.BurnOperation' }>) {
  switch (operation.type) {
    case 'secp256k1fx.MintOperation':
      return [operation.transferOutput];
    case 'nftfx.MintOperation':
      return operation.outputs;
    case 'nftfx.TransferOperation':
      return [operation.output];
    case 'propertyfx.MintOperation':
      return [operation.ownedOutput];
  }
}

const operationText = (of: Operation, telling: Telling): string =>
  (phrases[of.operation.type] as Phrase<FxOperation>)(of.operation, telling, of.assetID);

type Phrase<O> = (operation: O, telling: Telling, assetID: Uint8Array) => string;

const phrases: {
  readonly [T in FxOperation['type']]: Phrase<Extract<FxOperation, { readonly type: T }>>;
} = {
  'secp256k1fx.MintOperation': ({ transferOutput }, telling, assetID) => {
    const id = formatID(assetID);
    const asset = telling.assets.find((of) => of.id === id)!;
    return say('mint', {
      what: amountText(transferOutput.amount, asset),
      to: ownerText(transferOutput, telling),
    });
  },
  'nftfx.MintOperation': ({ groupID, outputs }, telling) => {
    const group = String(groupID);
    return outputs.length === 1
      ? say('mintNFT', { group, to: ownerText(outputs[0]!, telling) })
      : say('mintNFTs', { group, count: String(outputs.length) });
  },
  'nftfx.TransferOperation': ({ output }, telling) =>
    say('transferNFT', { group: String(output.groupID), to: ownerText(output, telling) }),
  'propertyfx.MintOperation': ({ ownedOutput }, telling) =>
    say('mintProperty', { to: ownerText(ownedOutput, telling) }),
  'propertyfx.BurnOperation': () => say('burnProperty'),
};

const titles: Titles<string> = {
  ...pTitles,
  ...xTitles,
  'atomic.ImportTx': importTitle,
  'atomic.ExportTx': exportTitle,
};

/** Returns the title of a transaction: what it does, in one sentence. */
export const titleOf = (
  explained: ExplainedTx,
  moves: Pick<ExplainedFlows, 'assets' | 'payments' | 'flows'>,
): string =>
  (titles[explained.tx.type] as (tx: AnyUnsignedTx, telling: Telling) => string)(explained.tx, {
    explained,
    ...moves,
  });

/** Titles of transactions: what each does, in one sentence, by its type. */

import { primaryNetworkID } from '../chain/base.ts';
import type { FxOperation, Operation } from '../chain/xchain/components.ts';
import { nativeSymbolOf } from '../network/network.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatID, formatNodeID } from '../text/id.ts';
import { dateText, durationText, grouped } from '../text/words.ts';
import { saidBy } from '../tx/message.ts';
import { ownerOf } from '../tx/owner.ts';
import type { AnyUnsignedTx, Owners } from '../tx/types.ts';
import { chainAlias, type ExplainedTx, partyOf } from './explained.ts';
import type { AssetText, Flow, FlowWhy, Party, Payment } from './explanation.ts';
import { assetsByGravity, type ExplainedFlows, isBurned, leaves } from './flows.ts';
import { amountText, dayText, listed, partyTitle, quoted, validatorCount } from './format.ts';

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
  `${chainAlias(id, explained)}-chain`;

/** Formats the chain of the transaction. */
const txChainText = ({ explained }: Telling): string => `${explained.alias}-chain`;

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
  const returned = flowsOfKind(telling, 'returned');
  if (sent.length > 0) return sendText(sent, telling);
  if (back.length > 0) return `Move ${amountsText(back, telling)} back to who pays`;
  return returned.length > 0
    ? `Move ${returnedText(returned, telling)}`
    : `Burn ${amountsText(telling.flows, telling)} and send nothing`;
}

function sendText(sent: readonly Flow[], telling: Telling): string {
  const receivers = receiversIn(sent);
  const to = receivers.length === 1 ? receivers[0]! : `${receivers.length} receivers`;
  return `Send ${amountsText(sent, telling)} to ${to}${lockText(sent, telling)}`;
}

/** Formats what goes back to who signed. */
function returnedText(flows: readonly Flow[], telling: Telling): string {
  const isOne = flows.every(({ to }) => to!.addresses.length === 1);
  return `${amountsText(flows, telling)} back to ${isOne ? 'a signer' : 'the signers'}`;
}

/** Formats the locks of what is sent, unless they are over: `, usable from 31 Dec 2099`. */
function lockText(sent: readonly Flow[], { explained: { time = 0n } }: Telling): string {
  const lockOf = ({ to, stakeableUntil = 0n }: Flow): bigint =>
    to && to.locktime > stakeableUntil ? to.locktime : stakeableUntil;
  const locked = sent.filter((flow) => lockOf(flow) > time);
  if (locked.length === 0) return '';
  const times = [...new Set(locked.map(lockOf))];
  const last = dayText(times.reduce((a, b) => (a > b ? a : b)));
  const isAll = locked.length === sent.length;
  if (isAll && times.length === 1) return `, usable from ${last}`;
  return `, ${isAll ? 'all' : 'some'} of it usable only from ${last}`;
}

/** Returns the title of an export. */
function exportTitle({ destinationChain }: Of<'ExportTx'>, telling: Telling): string {
  const sent = flowsOfKind(telling, 'export');
  return `Export ${amountsText(sent, telling)} from the ${txChainText(telling)} to the ${chainText(destinationChain, telling)} for ${listed(receiversIn(sent))}${lockText(sent, telling)}`;
}

/** Returns the title of an import. */
const importTitle = ({ sourceChain }: Of<'ImportTx'>, telling: Telling): string =>
  `Import ${amountsText(
    telling.payments.filter(({ importedFrom }) => importedFrom !== undefined),
    telling,
  )} from the ${chainText(sourceChain, telling)} to the ${txChainText(telling)}`;

type Staking = Extract<AnyUnsignedTx, { readonly validator: unknown; readonly stake: unknown }>;

const stakeText = (telling: Telling): string => amountsText(flowsOfKind(telling, 'stake'), telling);

const stakeTitle =
  (verb: 'Stake' | 'Delegate', preposition: 'on' | 'to') =>
  (tx: Staking, telling: Telling): string => {
    const { nodeID, start, end } = tx.validator;
    const node = formatNodeID(nodeID);
    const isElastic = 'subnetID' in tx && !equalBytes(tx.subnetID, primaryNetworkID);
    const where = isElastic ? `${node} (${formatID(tx.subnetID)})` : node;
    const period = periodText(start, end, telling.explained.time);
    return `${verb} ${stakeText(telling)} ${preposition} ${where} ${period}`;
  };

/** Formats a staking period. Since Durango, a start of 0 means the time of acceptance. */
function periodText(start: bigint, end: bigint, time: bigint | undefined): string {
  if (start > 0n && end > start)
    return `from ${dateText(start)} to ${dateText(end)} (${durationText(end - start)})`;
  return time !== undefined && end > time
    ? `until ${dateText(end)} (${durationText(end - time)})`
    : `until ${dateText(end)}`;
}

/** Titles of P-chain transactions. */
const pTitles: Titles<'platformvm'> = {
  'platformvm.BaseTx': baseTitle,
  'platformvm.ExportTx': exportTitle,
  'platformvm.ImportTx': importTitle,
  'platformvm.CreateSubnetTx': ({ owner }, telling) =>
    `Create a subnet owned by ${ownerText(owner, telling)}`,
  'platformvm.CreateChainTx': ({ chainName, subnetID }) =>
    `Create the blockchain ${quoted(chainName)} in subnet ${formatID(subnetID)}`,
  'platformvm.AddSubnetValidatorTx': ({ validator: { nodeID, subnetID, end } }) =>
    `Let ${formatNodeID(nodeID)} validate subnet ${formatID(subnetID)} until ${dateText(end)}`,
  'platformvm.RemoveSubnetValidatorTx': ({ nodeID, subnetID }) =>
    `Remove ${formatNodeID(nodeID)} from subnet ${formatID(subnetID)}`,
  'platformvm.TransferSubnetOwnershipTx': ({ subnetID, newOwner }, telling) =>
    `Give subnet ${formatID(subnetID)} to ${ownerText(newOwner, telling)}`,
  'platformvm.TransformSubnetTx': ({ subnetID }) => `Make subnet ${formatID(subnetID)} elastic`,
  'platformvm.AddValidatorTx': stakeTitle('Stake', 'on'),
  'platformvm.AddPermissionlessValidatorTx': stakeTitle('Stake', 'on'),
  'platformvm.AddDelegatorTx': stakeTitle('Delegate', 'to'),
  'platformvm.AddPermissionlessDelegatorTx': stakeTitle('Delegate', 'to'),
  'platformvm.AddAutoRenewedValidatorTx': ({ nodeID, period }, telling) =>
    `Stake ${stakeText(telling)} on ${nodeText(nodeID)} in periods of ${durationText(period)}`,
  'platformvm.SetAutoRenewedValidatorConfigTx': ({ txID, period }) =>
    period === 0n
      ? `End validator ${formatID(txID)} after the period that runs`
      : `Renew validator ${formatID(txID)} in periods of ${durationText(period)}`,
  'platformvm.ConvertSubnetToL1Tx': ({ subnetID, validators }) =>
    `Turn subnet ${formatID(subnetID)} into an L1 with ${validatorCount(validators.length)}`,
  'platformvm.RegisterL1ValidatorTx': ({ message, balance }, telling) => {
    const said = saidBy('register', message);
    return said
      ? `Register ${nodeText(said.nodeID)} as an L1 validator with ${nAVAXText(balance, telling)}`
      : 'Hand an L1 message to the P-chain';
  },
  'platformvm.SetL1ValidatorWeightTx': ({ message }) => {
    const said = saidBy('weight', message);
    if (!said) return 'Hand an L1 message to the P-chain';
    const id = formatID(said.validationID);
    return said.weight === 0n
      ? `Remove L1 validation ${id}`
      : `Set the weight of L1 validation ${id} to ${grouped(`${said.weight}`)}`;
  },
  'platformvm.IncreaseL1ValidatorBalanceTx': ({ balance, validationID }, telling) =>
    `Add ${nAVAXText(balance, telling)} to the balance of L1 validation ${formatID(validationID)}`,
  'platformvm.DisableL1ValidatorTx': ({ validationID }) =>
    `Disable L1 validation ${formatID(validationID)}`,
  'platformvm.AdvanceTimeTx': ({ time }) => `Set the time of the chain to ${dateText(time)}`,
  'platformvm.RewardValidatorTx': ({ txID }) => `End the staking of ${formatID(txID)}`,
  'platformvm.RewardAutoRenewedValidatorTx': ({ txID }) =>
    `End a period of validator ${formatID(txID)}`,
};

/** Titles of X-chain transactions. */
const xTitles: Titles<'avm'> = {
  'avm.BaseTx': baseTitle,
  'avm.ExportTx': exportTitle,
  'avm.ImportTx': importTitle,
  'avm.CreateAssetTx': ({ name, symbol }) => `Create the asset ${quoted(name)} (${quoted(symbol)})`,
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

const operationText = ({ operation, assetID }: Operation, telling: Telling): string =>
  (phrases[operation.type] as Phrase<FxOperation>)(operation, telling, assetID);

type Phrase<O> = (operation: O, telling: Telling, assetID: Uint8Array) => string;

const phrases: {
  readonly [T in FxOperation['type']]: Phrase<Extract<FxOperation, { readonly type: T }>>;
} = {
  'secp256k1fx.MintOperation': ({ transferOutput }, telling, assetID) => {
    const id = formatID(assetID);
    const asset = telling.assets.find((known) => known.id === id)!;
    return `Mint ${amountText(transferOutput.amount, asset)} for ${ownerText(transferOutput, telling)}`;
  },
  'nftfx.MintOperation': ({ groupID, outputs }, telling) => {
    const group = String(groupID);
    return outputs.length === 1
      ? `Mint an NFT of group ${group} for ${ownerText(outputs[0]!, telling)}`
      : `Mint ${outputs.length} NFTs of group ${group}`;
  },
  'nftfx.TransferOperation': ({ output }, telling) =>
    `Transfer an NFT of group ${output.groupID} to ${ownerText(output, telling)}`,
  'propertyfx.MintOperation': ({ ownedOutput }, telling) =>
    `Mint an ownership for ${ownerText(ownedOutput, telling)}`,
  'propertyfx.BurnOperation': () => 'Burn an ownership',
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

/** Returns the second line of a title: what goes back to who signed, if the title is not about it. */
export function subtitleOf(
  explained: ExplainedTx,
  moves: Pick<ExplainedFlows, 'assets' | 'payments' | 'flows'>,
): string | undefined {
  const telling = { explained, ...moves };
  const returned = flowsOfKind(telling, 'returned');
  const others = moves.flows.some((flow) => !isBurned(flow) && flow.why !== 'returned');
  return returned.length > 0 && (others || !explained.tx.type.endsWith('.BaseTx'))
    ? returnedText(returned, telling)
    : undefined;
}

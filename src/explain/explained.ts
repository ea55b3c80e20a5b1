/**
 * The transaction of an explanation with its network, owners and credentials, and the reader's context. Every part of an
 * explanation is derived from it.
 */

import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import type { AnyTx } from '../chain/tx.ts';
import type { Draft, Slot } from '../draft/draft.ts';
import { identifyNetwork } from '../network/identity.ts';
import { type Network, nativeSymbolOf } from '../network/network.ts';
import type { Opened } from '../open/opened.ts';
import type { Knowledge, Ownership } from '../owners/knowledge.ts';
import type { FindingValue } from '../review/deeds.ts';
import type { ReviewContext } from '../review/expected.ts';
import {
  type Credit,
  creditsOf,
  type Known,
  knowledgeOfTx,
  knownOf,
  networkOf,
  type Parts,
} from '../review/known.ts';
import { created } from '../review/receivers.ts';
import { formatAddress } from '../text/address.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatID, formatShortID } from '../text/id.ts';
import { headOf } from '../tx/effects.ts';
import type { AnyUTXO, Owners } from '../tx/types.ts';
import type { AssetText, Party, Trust } from './explanation.ts';
import { amountText, nameText } from './format.ts';

/** Symbol and decimals of an asset, as `avm.getAssetDescription` returns them. */
export interface AssetName {
  readonly symbol: string;
  readonly denomination: number;
}

/** What a device does not display of a transaction, as `ledgerScreens` returns it. */
export interface DeviceView {
  /** Fields that are not displayed, or displayed differently. */
  readonly hidden: readonly {
    /** Path in the transaction, such as `outputs[1]`. */
    readonly path: string;
    /** Set if the field is the recipient of an amount or right. */
    readonly receiver?: {
      /** 20 bytes each. */
      readonly addresses: readonly Uint8Array[];
      /** Signatures needed. */
      readonly threshold: number;
      /** Unix seconds; 0 if the owner is not locked. */
      readonly locktime: bigint;
      /** Whether the address is derived from the device's account. */
      readonly own: boolean;
    };
  }[];
  /** What the device cannot display, in words; set if it shows only a hash (blind signing). */
  readonly unreadable?: string;
}

/** What the reader knows besides the transaction. All of it is optional; the explanation omits what depends on missing facts. */
export interface ExplainContext extends Omit<ReviewContext, 'expect' | 'change'> {
  /** Result of `ledgerScreens` for the same draft. Fields that the device hides become warnings. */
  readonly device?: DeviceView;
  /** Next nonces of C-chain accounts, by `0x…` in lower case. A different nonce in the transaction becomes a warning. */
  readonly nonces?: Readonly<Record<string, bigint>>;
  /** Symbols and decimals of assets, by CB58 id. */
  readonly assets?: Readonly<Record<string, AssetName>>;
}

/** A value that `explain` accepts: a draft, a transaction, or the result of `open`. */
export type Explainable = Draft | AnyTx | Opened;

/** The owner and UTXO shown for a credential: as known, otherwise as the draft claims. Used for texts only; no check depends on a claim. */
export interface Holding {
  readonly owner?: OutputOwners | undefined;
  readonly utxo?: AnyUTXO | undefined;
  readonly trust: Trust;
}

/** A transaction with everything that is known about it. */
export interface ExplainedTx extends Parts {
  readonly network: Network | undefined;
  /** Input of the review; undefined if the network is unknown. */
  readonly known: Known | undefined;
  /** What is known about owners, and which are the reader's. */
  readonly knowledge: Knowledge;
  /** HRP of the addresses; also derived from the networkID of an unknown network. */
  readonly hrp: string | undefined;
  readonly networkName: string | undefined;
  /** Chain alias in front of addresses on the transaction's chain. */
  readonly alias: string;
  /** Unix seconds of the reader's clock. */
  readonly time: bigint | undefined;
  readonly context: ExplainContext;
  /** What each credential is for. */
  readonly credits: readonly Credit[];
  /** Returns the owner of a credential by its index. */
  readonly holdingAt: (place: number) => Holding;
}

/** @throws {AvalancheError} What `context.own` is not. */
export function explainedTxOf(parts: Parts, context: ExplainContext): ExplainedTx {
  const { chain, tx, draft } = parts;
  const { networkID } = headOf(tx);
  const network = networkOf(networkID, context.network) ?? draft?.network;
  const identity = network ?? (networkID === undefined ? undefined : identifyNetwork(networkID));
  const blockchain = (draft?.chain === 'X' && draft.blockchain) || context.blockchain;
  const reader = blockchain ? { ...context, blockchain } : context;
  const known = network && knownOf(parts, reader);
  const knowledge = known ?? knowledgeOfTx(parts, undefined, blockchain, chain, reader);
  const { credits } = known ?? creditsOf(parts, knowledge);
  return {
    ...parts,
    network,
    known,
    knowledge,
    hrp: identity?.hrp,
    networkName: identity && nameText(identity.name),
    alias: chain === 'X' && blockchain ? nameText(blockchain.alias) : chain,
    time: context.time,
    context: reader,
    credits,
    holdingAt: (place) => holdingOf(credits[place]?.ownership, draft?.slots[place]),
  };
}

/** How well an owner is known, in a word. */
const trustOf = (ownership: Ownership): Trust => {
  if (ownership.is === 'unknown') return 'unknown';
  if (ownership.is !== 'claimed') return 'proven';
  if (ownership.isOwn) return 'own';
  return ownership.isChangeable ? 'changeable' : 'claimed';
};

/** Returns the known owner, otherwise the claimed one. */
export function holdingOf(ownership: Ownership = { is: 'unknown' }, said?: Slot): Holding {
  const trust = trustOf(ownership);
  if (ownership.is === 'proven' || ownership.is === 'supplied')
    return { owner: ownership.owner, utxo: ownership.utxo, trust };
  if (ownership.is === 'unknown' || !said) return { trust };
  return { owner: said.owner, utxo: 'utxo' in said ? said.utxo : undefined, trust };
}

/** Returns the display name of an asset by its CB58 id, or of the asset that the transaction creates. */
export function assetNamed(
  id: string | undefined,
  {
    network,
    tx,
    txID,
    context: { assets = {} },
  }: Pick<ExplainedTx, 'network' | 'tx' | 'txID' | 'context'>,
): AssetText {
  if (network && id === formatID(network.avaxAssetID))
    return { id, native: true, symbol: nativeSymbolOf(network), denomination: 9 };
  const isNew = id === undefined || id === created || id === txID;
  const said = isNew
    ? tx.type === 'avm.CreateAssetTx' && tx
    : Object.hasOwn(assets, id) && assets[id]!;
  const asset = { id: isNew ? txID : id, native: false };
  return said && said.denomination <= 32
    ? { ...asset, symbol: said.symbol, denomination: said.denomination }
    : { ...asset, denomination: 0 };
}

/** Returns the name of a chain, such as `P-chain`, or its id if it has none. */
export function chainAlias(id: Uint8Array, { network, tx, alias }: ExplainedTx): string {
  const own = headOf(tx).blockchainID;
  if (own && equalBytes(own, id)) return alias;
  const chains = network ? Object.values(network.chains) : [];
  const found = chains.find(({ blockchainID }) => equalBytes(blockchainID, id));
  return found ? nameText(found.alias) : formatID(id);
}

/** Formats an address with chain and network prefix, or as a short id if the network is unknown. */
export const addressText = (
  bytes: Uint8Array,
  { hrp, alias }: Pick<ExplainedTx, 'hrp' | 'alias'>,
): string => (hrp === undefined ? formatShortID(bytes) : formatAddress(alias, hrp, bytes));

/** Converts an owner for display. */
export const partyOf = (
  { threshold, addresses, locktime = 0n }: Owners,
  explained: Pick<ExplainedTx, 'hrp' | 'alias'>,
): Party => ({
  addresses: addresses.map((address) => addressText(address, explained)),
  threshold,
  locktime,
});

/** Converts an account of the C-chain for display. */
export const accountParty = (address: Uint8Array): Party => ({
  addresses: [formatHex(address)],
  threshold: 1,
  locktime: 0n,
});

/** Returns a key that is equal for equal owners. */
export const partyKey = ({ threshold, locktime, addresses }: Party): string =>
  `${threshold} ${locktime} ${addresses.join(' ')}`;

/** Formats a deed or an expected deed for display: an amount or item, and its recipient. */
export function toldText(
  { text, amount = 0n, asset, item }: FindingValue,
  nameOf: (assetID: string) => AssetText,
): string {
  const isItem = item !== undefined && !item.startsWith('secp256k1fx.');
  const units = asset && amount > 0n ? amountText(amount, nameOf(asset)) : undefined;
  const what = isItem ? item : units;
  const value = nameText(text);
  if (what === undefined) return item !== undefined && text === '' ? item : value;
  return text === '' ? what : `${what} → ${value}`;
}

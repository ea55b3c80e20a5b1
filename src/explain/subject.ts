import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import type { AnyTx } from '../chain/tx.ts';
import type { Draft, Slot } from '../draft/draft.ts';
import { identify } from '../network/identity.ts';
import type { Network } from '../network/network.ts';
import type { Opened } from '../open/opened.ts';
import type { Knowledge, Ownership } from '../owners/knowledge.ts';
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
import type { ReviewContext } from '../review/review.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { headOf } from '../tx/effects.ts';
import type { AnyUTXO } from '../tx/types.ts';
import type { AssetText, Trust } from './explanation.ts';
import { nameText } from './format.ts';

/** How people call an asset, and the decimals that they count in: what `avm.getAssetDescription` says. */
export interface AssetName {
  readonly symbol: string;
  readonly denomination: number;
}

/** What a device does not display of a transaction, as `ledgerScreens` says it. */
export interface DeviceView {
  /** What is not displayed, or displayed differently. */
  readonly hidden: readonly {
    /** Its place in the transaction, such as `outputs[1]`. */
    readonly path: string;
    /** Set if it is somebody who receives an amount or a right. */
    readonly receiver?: {
      /** 20 bytes each. */
      readonly addresses: readonly Uint8Array[];
      /** Signatures needed. */
      readonly threshold: number;
      /** Unix seconds; 0 if the owner is not locked. */
      readonly locktime: bigint;
      /** Whether it is derived from the account of the device. */
      readonly own: boolean;
    };
  }[];
  /** What the device cannot display, in words: it then shows a hash only. */
  readonly unreadable?: string;
}

/** What is known beside the transaction: all of it may be missing, and what depends on it is then not said. */
export interface ExplainContext extends Omit<ReviewContext, 'expect' | 'change'> {
  /** What `ledgerScreens` says of the same draft: what the device hides is warned of. */
  readonly device?: DeviceView;
  /** The next nonces of accounts of the C-chain, by `0x…` in lower case: another one in the transaction is warned of. */
  readonly nonces?: Readonly<Record<string, bigint>>;
  /** Names of assets by their CB58 id. */
  readonly assets?: Readonly<Record<string, AssetName>>;
}

/** What can be explained. */
export type Explainable = Draft | AnyTx | Opened;

/** How a UTXO or an authority is told: as it is known to be, else as the draft claims. Only texts depend on the claim. */
export interface Holding {
  readonly owner?: OutputOwners | undefined;
  readonly utxo?: AnyUTXO | undefined;
  readonly trust: Trust;
}

/** A transaction with all that is known of it. */
export interface Subject extends Parts {
  readonly network: Network | undefined;
  /** What is reviewed; undefined where the network is not known. */
  readonly known: Known | undefined;
  /** Who owns what, and who the reader is. */
  readonly knowledge: Knowledge;
  /** The hrp of its addresses, also where the network is not known. */
  readonly hrp: string | undefined;
  readonly networkName: string | undefined;
  /** Text before addresses of its own chain. */
  readonly alias: string;
  /** Unix seconds of the reader's clock. */
  readonly time: bigint | undefined;
  readonly context: ExplainContext;
  /** What each credential is for. */
  readonly credits: readonly Credit[];
  /** Who a credential is of, by its place. */
  readonly holdingAt: (place: number) => Holding;
}

/** @throws {AvalancheError} What `context.own` is not. */
export function subjectOf(parts: Parts, context: ExplainContext): Subject {
  const { chain, tx, draft } = parts;
  const { networkID } = headOf(tx);
  const network = networkOf(networkID, context.network) ?? draft?.network;
  const identity = network ?? (networkID === undefined ? undefined : identify(networkID));
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
const trustOf = (of: Ownership): Trust => {
  if (of.is === 'unknown') return 'unknown';
  if (of.is !== 'claimed') return 'proven';
  if (of.isOwn) return 'own';
  return of.isChangeable ? 'changeable' : 'claimed';
};

/** What is known, else what is claimed. */
export function holdingOf(of: Ownership = { is: 'unknown' }, said?: Slot): Holding {
  const trust = trustOf(of);
  if (of.is === 'proven' || of.is === 'supplied') return { owner: of.owner, utxo: of.utxo, trust };
  if (of.is === 'unknown' || !said) return { trust };
  return { owner: said.owner, utxo: 'utxo' in said ? said.utxo : undefined, trust };
}

/** An asset by its CB58, or the one that the transaction creates, as people read it. */
export function assetNamed(
  id: string | undefined,
  {
    network,
    tx,
    txID,
    context: { assets = {} },
  }: Pick<Subject, 'network' | 'tx' | 'txID' | 'context'>,
): AssetText {
  if (network && id === formatID(network.avaxAssetID))
    return { id, native: true, symbol: 'AVAX', denomination: 9 };
  const isNew = id === undefined || id === created || id === txID;
  const said = isNew
    ? tx.type === 'avm.CreateAssetTx' && tx
    : Object.hasOwn(assets, id) && assets[id]!;
  const of = { id: isNew ? txID : id, native: false };
  return said && said.denomination <= 32
    ? { ...of, symbol: said.symbol, denomination: said.denomination }
    : { ...of, denomination: 0 };
}

/** How people call a chain: `P-chain`, or the id of one that has no name here. */
export function chainAlias(id: Uint8Array, { network, tx, alias }: Subject): string {
  const own = headOf(tx).blockchainID;
  if (own && equalBytes(own, id)) return alias;
  const chains = network ? Object.values(network.chains) : [];
  const found = chains.find(({ blockchainID }) => equalBytes(blockchainID, id));
  return found ? nameText(found.alias) : formatID(id);
}

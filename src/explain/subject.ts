import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import type { AnyTx } from '../chain/tx.ts';
import type { Draft } from '../draft/draft.ts';
import { identify } from '../network/identity.ts';
import type { Network } from '../network/network.ts';
import type { Opened } from '../open/opened.ts';
import type { Knowledge, Ownership } from '../owners/knowledge.ts';
import {
  askedOf,
  credentialClaims,
  type Known,
  knowledgeOfTx,
  knownOf,
  networkOf,
  type Parts,
  partsOf,
} from '../review/known.ts';
import type { ReviewContext } from '../review/review.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { headOf } from '../tx/effects.ts';
import { type UTXOID, utxoKey } from '../tx/order.ts';
import type { AnyUTXO } from '../tx/types.ts';
import type { Trust } from './explanation.ts';
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

/** How a UTXO is told: as it is known to be, else as the draft claims. Only texts depend on the claim. */
export interface Holding {
  readonly utxo?: AnyUTXO;
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
  readonly holdingOf: (id: UTXOID) => Holding;
  /** How well it is known who a credential is of, by its place, and who that is. */
  readonly ownerAt: (place: number) => {
    readonly owner?: OutputOwners | undefined;
    readonly trust: Trust;
  };
}

/**
 * @throws {AvalancheError} `Unsupported`: something opened that is no transaction; what `context.own` is not.
 */
export function subjectOf(of: Explainable, context: ExplainContext): Subject {
  const parts = partsOf(of);
  const { chain, tx, draft } = parts;
  const { networkID } = headOf(tx);
  const network = networkOf(networkID, context.network) ?? draft?.network;
  const identity = network ?? (networkID === undefined ? undefined : identify(networkID));
  const blockchain = (draft?.chain === 'X' && draft.blockchain) || context.blockchain;
  const reader = blockchain ? { ...context, blockchain } : context;
  const known = network && knownOf(of, reader);
  const knowledge = known ?? knowledgeOfTx(parts, undefined, blockchain, chain, reader);
  const ownerships = ownershipsIn(parts, known, knowledge);
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
    ownerAt: ownersIn(parts, ownerships),
    holdingOf: holdingsIn(parts, knowledge, ownerships),
  };
}

/** How well an owner is known, in a word. */
const trustOf = (of: Ownership): Trust => {
  if (of.is === 'unknown') return 'unknown';
  if (of.is !== 'claimed') return 'proven';
  if (of.isOwn) return 'own';
  return of.isChangeable ? 'changeable' : 'claimed';
};

function ownersIn({ draft }: Parts, of: readonly Ownership[]): Subject['ownerAt'] {
  return (place) => {
    const ownership = of[place];
    if (!ownership) return { trust: 'unknown' };
    const isTrue = ownership.is === 'proven' || ownership.is === 'supplied';
    const claim = ownership.is === 'claimed' ? draft?.slots[place]?.owner : undefined;
    return { owner: isTrue ? ownership.owner : claim, trust: trustOf(ownership) };
  };
}

function holdingsIn(
  { tx, draft }: Parts,
  knowledge: Knowledge,
  of: readonly Ownership[],
): Subject['holdingOf'] {
  const places = new Map<string, number>();
  credentialClaims(tx).forEach((claim, i) => {
    const asked = askedOf(claim);
    if (asked?.is === 'utxo') places.set(utxoKey(asked.id), i);
  });
  return (id) => {
    const place = places.get(utxoKey(id));
    const ownership = place === undefined ? knowledge.ownershipOf({ is: 'utxo', id }) : of[place]!;
    const slot = place === undefined ? undefined : draft?.slots[place];
    const utxo =
      ownership.is === 'proven' || ownership.is === 'supplied'
        ? ownership.utxo
        : ownership.is === 'claimed' && slot && 'utxo' in slot
          ? slot.utxo
          : undefined;
    return { ...(utxo && { utxo }), trust: trustOf(ownership) };
  };
}

/** How each credential's owner is known. */
const ownershipsIn = (
  { tx, draft }: Parts,
  known: Known | undefined,
  knowledge: Knowledge,
): readonly Ownership[] =>
  known
    ? known.credits.map(({ ownership }) => ownership)
    : credentialClaims(tx).map((claim, i): Ownership => {
        const asked = askedOf(claim);
        return asked ? knowledge.ownershipOf(asked, draft?.slots[i]) : { is: 'unknown' };
      });

/** How people call a chain: `P-chain`, or the id of one that has no name here. */
export function chainAlias(id: Uint8Array, { network, tx, alias }: Subject): string {
  const own = headOf(tx).blockchainID;
  if (own && equalBytes(own, id)) return alias;
  const chains = network ? Object.values(network.chains) : [];
  const found = chains.find(({ blockchainID }) => equalBytes(blockchainID, id));
  return found ? nameText(found.alias) : formatID(id);
}

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
import type { LedgerScreens } from '../sign/hardware/screens.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { headOf } from '../tx/effects.ts';
import { type UTXOID, utxoKey, utxosByKey } from '../tx/order.ts';
import { unlocked } from '../tx/output.ts';
import { ownerOf } from '../tx/owner.ts';
import { inputsOf } from '../tx/parts.ts';
import type { AnyUTXO } from '../tx/types.ts';
import type { Trust } from './explanation.ts';
import { nameText } from './format.ts';

/** How people call an asset, and the decimals that they count in: what `avm.getAssetDescription` says. */
export interface AssetName {
  readonly symbol: string;
  readonly denomination: number;
}

/** What is known beside the transaction: all of it may be missing, and what depends on it is then not said. */
export interface ExplainContext extends Omit<ReviewContext, 'expect' | 'change'> {
  /** What `ledgerScreens` says of the same draft: what the device hides is warned of. */
  readonly device?: Pick<LedgerScreens, 'hidden' | 'unreadable'>;
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
  const ownerAt = ownersIn(parts, knowledge);
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
    ownerAt,
    holdingOf: holdingsIn(parts, knowledge),
  };
}

/** How well an owner is known, in a word. */
const trustOf = (of: Ownership): Trust => {
  if (of.is === 'unknown') return 'unknown';
  if (of.is !== 'claimed') return 'proven';
  if (of.isOwn) return 'own';
  return of.isChangeable ? 'changeable' : 'claimed';
};

function ownersIn({ tx, draft }: Parts, knowledge: Knowledge): Subject['ownerAt'] {
  const claims = credentialClaims(tx);
  return (place) => {
    const claim = claims[place];
    const asked = claim && askedOf(claim);
    if (!asked) return { trust: 'unknown' };
    const slot = draft?.slots[place];
    const of = knowledge.ownershipOf(asked, slot);
    const isTrue = of.is === 'proven' || of.is === 'supplied';
    const owner = isTrue ? of.owner : of.is === 'claimed' ? slot?.owner : undefined;
    return { owner, trust: trustOf(of) };
  };
}

function holdingsIn({ tx, draft }: Parts, knowledge: Knowledge): Subject['holdingOf'] {
  const claims = utxosByKey(
    draft?.slots.flatMap((slot) => ('utxo' in slot ? [slot.utxo] : [])) ?? [],
  );
  const inputs = utxosByKey(inputsOf(tx).map(({ value }) => value));
  const found = new Map<string, Holding>();
  return (id) => {
    const key = utxoKey(id);
    let holding = found.get(key);
    if (!holding) {
      const claim = claims.get(key);
      const input = inputs.get(key);
      const amount = input && unlocked(input.input).amount;
      const of = knowledge.ownershipOf(
        { is: 'utxo', id, amount },
        claim && { utxo: claim, owner: ownerOf(unlocked(claim.output)) },
      );
      const isTrue = of.is === 'proven' || of.is === 'supplied';
      const utxo = isTrue ? of.utxo : of.is === 'claimed' ? claim : undefined;
      found.set(key, (holding = { ...(utxo && { utxo }), trust: trustOf(of) }));
    }
    return holding;
  };
}

/** How people call a chain: `P-chain`, or the id of one that has no name here. */
export function chainAlias(id: Uint8Array, { network, tx, alias }: Subject): string {
  const own = headOf(tx).blockchainID;
  if (own && equalBytes(own, id)) return alias;
  const chains = network ? Object.values(network.chains) : [];
  const found = chains.find(({ blockchainID }) => equalBytes(blockchainID, id));
  return found ? nameText(found.alias) : formatID(id);
}

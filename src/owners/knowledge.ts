/**
 * Who owns the inputs and authorities of a transaction, and how that is known. This is the only place that distinguishes proofs,
 * what the reader supplied, and claims of a draft's maker.
 */

import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { type AvalancheError, isError, within } from '../errors/error.ts';
import type { Chain, Network } from '../network/network.ts';
import type { Evidence } from '../state/evidence.ts';
import { authorityOwner, type Owner } from '../state/owner.ts';
import { formatID } from '../text/id.ts';
import { type UTXOID, utxoKey, utxosByKey } from '../tx/order.ts';
import { amountOf, unlocked } from '../tx/output.ts';
import { accountOwner, ownerOf } from '../tx/owner.ts';
import type { AnyUTXO, Owners } from '../tx/types.ts';
import { evidenceOf } from './evidenceowners.ts';
import { nobody, type Own, type OwnTests, ownTests } from './own.ts';
import {
  type ClaimReason,
  noEvidence,
  type Origin,
  type Proof,
  type ProofSources,
  proofOfAuthority,
  proofOfUTXO,
  unknownOrigin,
} from './proof.ts';

/** What the reader of a transaction knows, independent of its maker. */
export interface ReaderKnowledge {
  /**
   * The reader's own addresses of any chain, wallets (whose addresses are derived at the draft's paths) and whole owners. An owner
   * that includes addresses of others counts as the reader's only if it is listed as a whole.
   */
  readonly own?: Own;
  /** UTXOs that the reader vouches for. They take precedence over evidence and over claims of a draft. */
  readonly utxos?: readonly AnyUTXO[];
  /** Evidence in addition to the draft's. */
  readonly evidence?: readonly Evidence[];
  /**
   * Current owners by CB58 id of a subnet, of an L1 validation, or of the transaction that added a validator, as in a state. The
   * reader vouches for them as for `utxos`.
   */
  readonly authorities?: Readonly<Record<string, Owner>>;
  /** Parameters of a custom network. If omitted, those of a draft are used, and the review reports that they are only claimed. */
  readonly network?: Network;
  /** Unix seconds of the reader's clock. If omitted, every lock counts as still locked. */
  readonly time?: bigint;
}

/** What a credential authorizes, as the transaction commits to it. */
export type Asked =
  /** A UTXO, with the amount that its input states. */
  | { readonly is: 'utxo'; readonly id: UTXOID; readonly amount?: bigint | undefined }
  | { readonly is: 'authority'; readonly of: Uint8Array }
  | { readonly is: 'account'; readonly address: Uint8Array };

/** What a draft or state claims about the owner: a slot of the draft, or a UTXO of the state. */
export interface Said {
  /** The claimed owner. */
  readonly owner: OutputOwners;
  /** The claimed UTXO. */
  readonly utxo?: AnyUTXO;
}

/** How the owner is known. */
export type Ownership = (
  | {
      /** `proven`: by evidence or by the transaction itself. `supplied`: the reader vouches for it. */
      readonly is: 'proven' | 'supplied';
      readonly owner: OutputOwners;
      readonly utxo?: AnyUTXO;
      readonly by: readonly Uint8Array[];
    }
  | {
      readonly is: 'claimed';
      readonly owner: Claimed<OutputOwners>;
      /** Whether all possible signers are the reader, or the reader listed the whole owner. */
      readonly isOwn: boolean;
      /** Whether an accepted transaction set the owner and a later one may have changed it. */
      readonly isChangeable: boolean;
      readonly why: ClaimReason;
    }
  | { readonly is: 'unknown' }
) & {
  /** The error for a false claim. */
  readonly disproved?: AvalancheError;
};

/** Network and chain of a transaction, and the paths of its draft. */
export interface KnownPlace {
  readonly network: Network | undefined;
  /** The instance of the AVM, if it is not the X-chain. */
  readonly blockchain?: Chain | undefined;
  /** The chain of the transaction. */
  readonly chain: Chain | undefined;
  /** Derivation paths of a draft or state. */
  readonly paths?: Readonly<Record<string, string>> | undefined;
  readonly evidence?: readonly Evidence[] | undefined;
}

/** Answers who owns an input or authority, and which owners are the reader's. */
export interface Knowledge extends OwnTests {
  /** Whether the reader listed any own addresses, owners or wallets. */
  readonly isSaid: boolean;
  /** Makes the same tests for another list, at the same paths. */
  readonly testsOf: (own: Own) => OwnTests;
  readonly ownershipOf: (asked: Asked, said?: Said) => Ownership;
  /** Returns why evidence could not be used. */
  readonly unusable: () => readonly string[];
}

/** Parses the `authorities` of a state. @throws {AvalancheError} Under `authorities` and the id: as `authorityOwner`. */
export const ownersByID = (
  authorities: Readonly<Record<string, Owner>>,
  network: Network,
): ReadonlyMap<string, OutputOwners> =>
  new Map(
    Object.entries(authorities).map(([id, owner]) => [
      id,
      within(['authorities', id], () => authorityOwner(owner, network.chains.P, network)),
    ]),
  );

/**
 * Gathers what is known of owners. What the reader supplies takes precedence over evidence, evidence over claims.
 * @param accepted txIDs that are accepted if the transaction is: those of the UTXOs that it spends.
 * @throws {AvalancheError} Under `own`: as the parser of the entry; under `authorities`: as `authorityOwner`.
 */
export function knowledgeOf(
  place: KnownPlace,
  reader: ReaderKnowledge,
  accepted: readonly Uint8Array[],
): Knowledge {
  const { network, blockchain, chain } = place;
  const { own } = reader;
  const testsOf = (own: Own) =>
    ownTests(own, { network, chain, ...('paths' in place && { paths: place.paths }) });
  const tests = own ? within(['own'], () => testsOf(own)) : nobody;
  const problems = new Set<string>();
  const usable = <T>(otherwise: T, step: () => T): T => {
    try {
      return step();
    } catch (e) {
      if (!isError(e) || e.code === 'Disproved') throw e;
      problems.add(e.detail);
      return otherwise;
    }
  };
  const evidence = [...(place.evidence ?? []), ...(reader.evidence ?? [])];
  const index =
    network && evidence.length > 0
      ? usable(noEvidence, () =>
          evidenceOf(evidence, { network, ...(blockchain && { blockchain }) }),
        )
      : noEvidence;
  const sources: ProofSources = {
    index,
    isOwn: tests.isSigner,
    trusted: utxosByKey(reader.utxos ?? []),
    ...(reader.authorities && network && { authorities: ownersByID(reader.authorities, network) }),
    accepted,
  };
  const proofOf = (asked: Asked, said: Said | undefined): Proof | undefined =>
    asked.is === 'utxo'
      ? said?.utxo && usable(undefined, () => proofOfUTXO(said.utxo!, sources))
      : asked.is === 'authority' && said
        ? usable(undefined, () => proofOfAuthority(asked.of, said.owner, sources))
        : undefined;
  return {
    ...tests,
    isSaid: own !== undefined,
    testsOf,
    unusable: () => [...problems],
    ownershipOf: (asked, said) => {
      if (asked.is === 'account')
        return { is: 'proven', owner: accountOwner(asked.address), by: [] };
      const { proof, disproved } = tried(() => proofOf(asked, said));
      const wrong = disproved && { disproved };
      const truth =
        asked.is === 'utxo' ? utxoTruth(asked, sources, usable) : authorityTruth(asked, sources);
      if (truth) return { ...truth, ...wrong };
      if (!said || disproved) return { is: 'unknown', ...wrong };
      return {
        is: 'claimed',
        owner: claimed(said.owner),
        isOwn: tests.isSigner(said.owner),
        isChangeable: proof?.status === 'changeable' || (proof?.status === 'own' && !proof.why),
        why: proof?.why ?? 'noParent',
      };
    },
  };
}

type Truth = Extract<Ownership, { is: 'proven' | 'supplied' }>;

/** Returns the known owner of a UTXO, ignoring claims. */
function utxoTruth(
  { id, amount }: Extract<Asked, { is: 'utxo' }>,
  { trusted, index, accepted }: ProofSources,
  usable: <T>(otherwise: T, step: () => T) => T,
): Truth | undefined {
  const supplied = trusted!.get(utxoKey(id));
  const truth = (status: Truth['is'], utxo: AnyUTXO, txIDs: Truth['by']): Truth => ({
    is: status,
    utxo,
    by: txIDs,
    owner: ownerOf(unlocked(utxo.output) as Owners),
  });
  if (supplied) return truth('supplied', supplied, []);
  const origin = usable(unknownOrigin, () => index.originOf(id, accepted));
  const made = madeBy(origin, id, amount);
  return made && truth('proven', made, origin.by);
}

/** Returns the known owner of an authority: as supplied by the reader, or by evidence that no later transaction can change. */
function authorityTruth(
  { of: id }: Extract<Asked, { is: 'authority' }>,
  { authorities, index, accepted }: ProofSources,
): Truth | undefined {
  const supplied = authorities?.get(formatID(id));
  if (supplied) return { is: 'supplied', owner: supplied, by: [] };
  const fixed = index
    .authoritiesOf(id, accepted)
    .find(({ isProven, isChangeable }) => isProven && !isChangeable);
  return fixed && { is: 'proven', owner: fixed.owner, by: [fixed.txID] };
}

/** Returns the UTXO that evidence proves. For a reward or refund with a single possible owner: that owner with the amount of the input. */
function madeBy(
  origin: Origin,
  { txID, outputIndex }: UTXOID,
  amount: bigint | undefined,
): AnyUTXO | undefined {
  if (origin.kind === 'output') {
    const { assetID, output } = origin;
    return { txID, outputIndex, assetID, output } as AnyUTXO;
  }
  if (origin.kind !== 'owners' || amount === undefined) return undefined;
  const [owner, ...others] = origin.owners;
  if (!owner || others.length > 0) return undefined;
  return { txID, outputIndex, assetID: origin.assetID, output: amountOf(amount, owner) };
}

function tried(step: () => Proof | undefined): {
  readonly proof?: Proof | undefined;
  readonly disproved?: AvalancheError;
} {
  try {
    return { proof: step() };
  } catch (e) {
    if (!isError(e, 'Disproved')) throw e;
    return { disproved: e };
  }
}

/**
 * A value that only the maker of a draft claims. It can be read only as text for display, never for a decision, so a claim can add
 * findings and never remove one.
 */
export interface Claimed<T> {
  /** Formats the claim. */
  readonly show: (text: (value: T) => string) => string;
}

/** Wraps a claim. */
const claimed = <T>(value: T): Claimed<T> => ({ show: (text) => text(value) });

/**
 * Compares a claimed UTXO or authority with the evidence and with what the caller vouches for. The result is a status, or an error if
 * the claim is false.
 */
import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { AvalancheError, type Path } from '../errors/error.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { type UTXOID, utxoKey } from '../tx/order.ts';
import { lockOf, type Output, transferOutputOf, unlocked } from '../tx/output.ts';
import { ownerOf, sameOwner } from '../tx/owner.ts';
import type { AnyUTXO, Owners } from '../tx/types.ts';
import type { IsOwn } from './own.ts';

/** Reasons why evidence does not prove an owner, with their meaning. */
export const claimReasons = /* @__PURE__ */ Object.freeze({
  noParent: 'The transaction that made it was not given.',
  unavailable: 'The node that was asked does not have the transaction that made it.',
  severalOwners:
    'A reward goes to one of several owners, and the transaction that staked does not say to which.',
  uncommitted:
    'Nothing shows that the transaction that names the owner was accepted: no id commits to it.',
  changed:
    'The transaction that set the owner names another one. A later one that is not among the evidence may have changed it.',
} as const);

/** The reason why evidence does not prove an owner: a key of `claimReasons`. */
export type ClaimReason = keyof typeof claimReasons;

/**
 * How well the owner of a UTXO, account or authority is known.
 *
 * - `proven`: by transactions whose ids commit to exactly that owner, or by UTXOs that the caller vouches for.
 * - `own`: not proven, but every address of the claimed owner is the signer's, so a false claim costs the signer nothing.
 * - `changeable`: owner of a subnet. An accepted transaction set it; that no later one changed it cannot be proven.
 * - `claimed`: only claimed by the maker of the state or draft.
 */
export type ProofStatus = 'proven' | 'own' | 'changeable' | 'claimed';

/** How well an owner is known, and which transactions prove it. */
export interface Proof {
  /** How well the owner is known. */
  readonly status: ProofStatus;
  /** Whether every address of the claimed owner is the signer's. Independent of the status. */
  readonly isOwn: boolean;
  /**
   * Ids of the transactions that prove it; for a claim, those that were examined. Empty if the transaction itself proves it (an
   * account of the C-chain) or the caller vouches for it.
   */
  readonly by: readonly Uint8Array[];
  /** Why it is not proven. */
  readonly why?: ClaimReason;
}

/** The origin of a UTXO according to the evidence. */
export type Origin =
  /** The UTXO is an output of a known transaction, so all of it is known. */
  | {
      readonly kind: 'output';
      /** The asset; 32 bytes. */
      readonly assetID: Uint8Array;
      /** The output that the transaction produced. */
      readonly output: Output;
      /** IDs of the transactions that prove it; 32 bytes each. */
      readonly by: readonly Uint8Array[];
    }
  /** The UTXO is a reward or refund. Its owner is one of these; only the input commits to the amount. */
  | {
      readonly kind: 'owners';
      /** The asset; 32 bytes. */
      readonly assetID: Uint8Array;
      /** The possible owners. */
      readonly owners: readonly OutputOwners[];
      /** IDs of the transactions that prove it; 32 bytes each. */
      readonly by: readonly Uint8Array[];
    }
  /** The transaction is known and produces no such UTXO. */
  | {
      readonly kind: 'none';
      /** IDs of the transactions that prove it; 32 bytes each. */
      readonly by: readonly Uint8Array[];
    }
  | {
      readonly kind: 'unknown';
      /** Why it is not proven. */
      readonly why: ClaimReason;
      /** IDs of the transactions that prove it; 32 bytes each. */
      readonly by: readonly Uint8Array[];
    };

/** An owner of a subnet, validation or auto-renewed validator that a transaction set. */
export interface AuthorityOrigin {
  /** The owner that the transaction set. */
  readonly owner: OutputOwners;
  /** The transaction that set it; 32 bytes. */
  readonly txID: Uint8Array;
  /** Whether the id commits to the transaction, or the transaction is an ancestor of the inputs. */
  readonly isProven: boolean;
  /** Whether another transaction can change it. */
  readonly isChangeable: boolean;
}

/** An index of evidence, made by `evidenceOf`. */
export interface EvidenceIndex {
  /**
   * Returns the origin of a UTXO.
   * @param accepted txIDs that are known to be accepted: those of the UTXOs that are spent.
   */
  originOf(utxo: UTXOID, accepted?: readonly Uint8Array[]): Origin;
  /**
   * Returns the owners that transactions set for a subnet, an L1 validation or an auto-renewed validator, by its id.
   * @param accepted txIDs that are known to be accepted: those of the UTXOs that are spent.
   */
  authoritiesOf(id: Uint8Array, accepted?: readonly Uint8Array[]): readonly AuthorityOrigin[];
}

/** The origin of a UTXO without evidence. */
export const unknownOrigin: Origin = /* @__PURE__ */ Object.freeze({
  kind: 'unknown',
  why: 'noParent',
  by: [],
});

/** An index without evidence. */
export const noEvidence: EvidenceIndex = /* @__PURE__ */ Object.freeze({
  originOf: () => unknownOrigin,
  authoritiesOf: () => [],
});

/** What a claimed owner is compared with. */
export interface ProofSources {
  readonly index: EvidenceIndex;
  /** Tests whether all addresses of an owner are the signer's. */
  readonly isOwn: IsOwn;
  /** UTXOs that the caller vouches for, by `utxoKey`. */
  readonly trusted?: ReadonlyMap<string, AnyUTXO>;
  /** Current owners of authorities that the caller vouches for, by CB58 id. */
  readonly authorities?: ReadonlyMap<string, OutputOwners>;
  /** txIDs that are known to be accepted. */
  readonly accepted?: readonly Uint8Array[];
}

/**
 * Determines how well the owner of a UTXO is known.
 * @throws {AvalancheError} `Disproved`, with the path of what differs: `assetID`, `output.addresses`, `output.amount`,
 *   `output.locktime`, `txID` (the transaction produces no such UTXO).
 */
export function proofOfUTXO(utxo: AnyUTXO, sources: ProofSources): Proof {
  const owner = ownerOf(unlocked(utxo.output) as Owners);
  const isOwn = sources.isOwn(owner);
  const vouched = sources.trusted?.get(utxoKey(utxo));
  if (vouched) {
    verifySame(utxo, vouched, []);
    return { status: 'proven', isOwn, by: [] };
  }
  const origin = sources.index.originOf(utxo, sources.accepted);
  const { by: txIDs } = origin;
  switch (origin.kind) {
    case 'output':
      verifySame(utxo, origin, txIDs);
      return { status: 'proven', isOwn, by: txIDs };
    case 'owners': {
      verifyUnlocked(utxo, origin.assetID, txIDs);
      const said = origin.owners.some((candidate) => sameOwner(candidate, owner));
      if (!said) throw disproved('the owner', txIDs, 'output', 'addresses');
      if (origin.owners.every((candidate) => sameOwner(candidate, owner)))
        return { status: 'proven', isOwn, by: txIDs };
      return unproven(isOwn, txIDs, 'severalOwners');
    }
    case 'none':
      throw disproved('that there is this output', txIDs, 'txID');
    case 'unknown':
      return unproven(isOwn, txIDs, origin.why);
  }
}

/**
 * Determines how well the owner of an authority is known.
 * @throws {AvalancheError} `Disproved`: the owner that disables an L1 validator or configures an auto-renewed one cannot change, and
 *   differs from the claim; or the caller vouches for another owner.
 */
export function proofOfAuthority(
  id: Uint8Array,
  owner: OutputOwners,
  sources: ProofSources,
): Proof {
  const isOwn = sources.isOwn(owner);
  const vouched = sources.authorities?.get(formatID(id));
  if (vouched) {
    if (sameOwner(vouched, owner)) return { status: 'proven', isOwn, by: [] };
    throw disproved('the owner', [], 'owner');
  }
  const all = sources.index.authoritiesOf(id, sources.accepted);
  const known = all.filter(({ isProven }) => isProven);
  const same = known.find((candidate) => sameOwner(candidate.owner, owner));
  if (same) {
    const txIDs = [same.txID];
    if (!same.isChangeable) return { status: 'proven', isOwn, by: txIDs };
    return { status: isOwn ? 'own' : 'changeable', isOwn, by: txIDs };
  }
  const fixed = known.find(({ isChangeable }) => !isChangeable);
  if (fixed) throw disproved('the owner', [fixed.txID], 'owner');
  if (known.length > 0)
    return unproven(
      isOwn,
      known.map(({ txID }) => txID),
      'changed',
    );
  const [first] = all;
  return first
    ? unproven(
        isOwn,
        all.map(({ txID }) => txID),
        'uncommitted',
      )
    : unproven(isOwn, [], 'noParent');
}

/** Returns the proof for an account of the C-chain: the transaction names the account, which is its own owner. */
export const proofOfAccount = (owner: OutputOwners, { isOwn }: ProofSources): Proof => ({
  status: 'proven',
  isOwn: isOwn(owner, true),
  by: [],
});

const unproven = (isOwn: boolean, txIDs: readonly Uint8Array[], reason: ClaimReason): Proof =>
  isOwn
    ? { status: 'own', isOwn, by: txIDs, why: reason }
    : { status: 'claimed', isOwn, by: txIDs, why: reason };

const disproved = (what: string, txIDs: readonly Uint8Array[], ...path: Path): AvalancheError => {
  const names = txIDs.map((id) => formatID(id));
  const said = names.length > 0 ? `the transaction ${names.join(', ')}` : 'what the caller gave';
  return new AvalancheError('Disproved', `${said} disproves ${what}`, { by: names }).at(...path);
};

type Held = Pick<AnyUTXO, 'assetID'> & { readonly output: Output };

/** Compares a claimed UTXO with the proven one. */
function verifySame(utxo: Held, said: Held, txIDs: readonly Uint8Array[]): void {
  if (!equalBytes(utxo.assetID, said.assetID)) throw disproved('the asset', txIDs, 'assetID');
  if (lockOf(utxo.output) !== lockOf(said.output))
    throw disproved('the lock', txIDs, 'output', 'locktime');
  const [held, claimed] = [unlocked(utxo.output), unlocked(said.output)];
  if (held.type !== claimed.type)
    throw disproved('the type of the output', txIDs, 'output', 'type');
  if (transferOutputOf(utxo)?.amount !== transferOutputOf(said)?.amount)
    throw disproved('the amount', txIDs, 'output', 'amount');
  if (!sameOwner(held as Owners, claimed as Owners))
    throw disproved('the owner', txIDs, 'output', 'addresses');
  for (const key of ['groupID', 'payload'] as const)
    if (!sameMember((held as Members)[key], (claimed as Members)[key]))
      throw disproved('the token', txIDs, 'output', key);
}

/** Properties of a token besides its owner. */
interface Members {
  readonly groupID?: number;
  readonly payload?: Uint8Array;
}

const sameMember = (a: number | Uint8Array | undefined, b: typeof a): boolean =>
  a instanceof Uint8Array && b instanceof Uint8Array ? equalBytes(a, b) : a === b;

/** Checks that a claimed reward or refund is a plain amount without a stakeable lock. */
function verifyUnlocked({ assetID, output }: Held, said: Uint8Array, txIDs: readonly Uint8Array[]) {
  if (!equalBytes(assetID, said)) throw disproved('the asset', txIDs, 'assetID');
  if (output.type === 'stakeable.LockOut') throw disproved('the lock', txIDs, 'output', 'locktime');
  if (output.type !== 'secp256k1fx.TransferOutput')
    throw disproved('the type of the output', txIDs, 'output', 'type');
}

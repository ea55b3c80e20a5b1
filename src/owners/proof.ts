import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { AvalancheError, type Path } from '../errors/error.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { type UTXOID, utxoKey } from '../tx/order.ts';
import { lockOf, type Output, transferOutputOf, unlocked } from '../tx/output.ts';
import { ownerOf, sameOwner } from '../tx/owner.ts';
import type { AnyUTXO, Owners } from '../tx/types.ts';
import type { IsOwn } from './own.ts';

/** Why evidence does not prove an owner, and what it means. */
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

/** Why evidence does not prove an owner: a key of `claimReasons`. */
export type ClaimReason = keyof typeof claimReasons;

/**
 * How well the owner of a UTXO, account or authority is known.
 *
 * - `proven`: transactions whose ids commit to it say exactly that owner, or UTXOs that the caller vouches for.
 * - `own`: not proven, but every address of the claimed owner is the signer's, so that a lie costs the signer nothing.
 * - `changeable`: of the owner of a subnet. An accepted transaction set it; that no later one changed it cannot be proven.
 * - `claimed`: only the maker of the state or draft says so.
 */
export type ProofStatus = 'proven' | 'own' | 'changeable' | 'claimed';

/** How well an owner is known, and by what. */
export interface Proof {
  /** Whether the owner is proven, and by what. */
  readonly status: ProofStatus;
  /** Whether every address of the claimed owner is the signer's, whatever the status. */
  readonly isOwn: boolean;
  /**
   * Ids of the transactions that say so; of a claim, those that were looked at. Empty if the transaction itself says it (an account
   * of the C-chain), or the caller's UTXOs.
   */
  readonly by: readonly Uint8Array[];
  /** Why it is not proven. */
  readonly why?: ClaimReason;
}

/** What evidence says of where a UTXO comes from. */
export type Origin =
  /** An output: all of it is known. */
  | {
      readonly kind: 'output';
      /** The asset; 32 bytes. */
      readonly assetID: Uint8Array;
      /** The output that the transaction made. */
      readonly output: Output;
      /** IDs of the transactions that tell it; 32 bytes each. */
      readonly by: readonly Uint8Array[];
    }
  /** A reward or a refund: the owner is one of these; only the input commits to the amount. */
  | {
      readonly kind: 'owners';
      /** The asset; 32 bytes. */
      readonly assetID: Uint8Array;
      /** The owners that come into question. */
      readonly owners: readonly OutputOwners[];
      /** IDs of the transactions that tell it; 32 bytes each. */
      readonly by: readonly Uint8Array[];
    }
  /** The transaction is known, and makes no such UTXO. */
  | {
      readonly kind: 'none';
      /** IDs of the transactions that tell it; 32 bytes each. */
      readonly by: readonly Uint8Array[];
    }
  | {
      readonly kind: 'unknown';
      /** Why it is not proven. */
      readonly why: ClaimReason;
      /** IDs of the transactions that tell it; 32 bytes each. */
      readonly by: readonly Uint8Array[];
    };

/** An owner of a subnet, validation or auto-renewed validator that a transaction set. */
export interface AuthorityOrigin {
  /** The owner that the transaction set. */
  readonly owner: OutputOwners;
  /** The transaction that set it; 32 bytes. */
  readonly txID: Uint8Array;
  /** Whether the id commits to the transaction, or the transaction is an ancestor of what is spent. */
  readonly isProven: boolean;
  /** Whether another transaction can change it. */
  readonly isChangeable: boolean;
}

/** Evidence that can be asked: `evidenceOf` makes it. */
export interface EvidenceIndex {
  /** Where a UTXO comes from. */
  originOf(utxo: UTXOID, accepted?: readonly Uint8Array[]): Origin;
  /**
   * Who was set to authorize for a subnet, an L1 validation or an auto-renewed validator, by its id.
   * @param accepted txIDs that are known to be accepted: those of the UTXOs that are spent.
   */
  authoritiesOf(id: Uint8Array, accepted?: readonly Uint8Array[]): readonly AuthorityOrigin[];
}

/** What is known of a UTXO without evidence. */
export const unknownOrigin: Origin = /* @__PURE__ */ Object.freeze({
  kind: 'unknown',
  why: 'noParent',
  by: [],
});

/** The index of no evidence. */
export const noEvidence: EvidenceIndex = /* @__PURE__ */ Object.freeze({
  originOf: () => unknownOrigin,
  authoritiesOf: () => [],
});

/** What decides about owners beside the evidence. */
export interface ProofFacts {
  readonly index: EvidenceIndex;
  /** Whether an owner is the signer's with all of its addresses. */
  readonly isOwn: IsOwn;
  /** UTXOs that the caller vouches for, by `utxoKey`. */
  readonly trusted?: ReadonlyMap<string, AnyUTXO>;
  /** Who authorizes now, by id in CB58, as the caller vouches for. */
  readonly authorities?: ReadonlyMap<string, OutputOwners>;
  /** txIDs that are known to be accepted. */
  readonly accepted?: readonly Uint8Array[];
}

/**
 * How well the owner of a UTXO is known.
 * @throws {AvalancheError} `Disproved`, with the path of what differs: `assetID`, `output.addresses`, `output.amount`,
 *   `output.locktime`, `txID` (the transaction makes no such UTXO).
 */
export function proofOfUTXO(utxo: AnyUTXO, facts: ProofFacts): Proof {
  const owner = ownerOf(unlocked(utxo.output) as Owners);
  const isOwn = facts.isOwn(owner);
  const vouched = facts.trusted?.get(utxoKey(utxo));
  if (vouched) {
    verifySame(utxo, vouched, []);
    return { status: 'proven', isOwn, by: [] };
  }
  const origin = facts.index.originOf(utxo, facts.accepted);
  const { by } = origin;
  switch (origin.kind) {
    case 'output':
      verifySame(utxo, origin, by);
      return { status: 'proven', isOwn, by };
    case 'owners': {
      verifyUnlocked(utxo, origin.assetID, by);
      const said = origin.owners.some((of) => sameOwner(of, owner));
      if (!said) throw disproved('the owner', by, 'output', 'addresses');
      if (origin.owners.every((of) => sameOwner(of, owner))) return { status: 'proven', isOwn, by };
      return unproven(isOwn, by, 'severalOwners');
    }
    case 'none':
      throw disproved('that there is this output', by, 'txID');
    case 'unknown':
      return unproven(isOwn, by, origin.why);
  }
}

/**
 * How well the owner who authorizes is known.
 * @throws {AvalancheError} `Disproved`: who disables an L1 validator, or changes an auto-renewed one, never changes, and is another; the
 *   caller vouches for another.
 */
export function proofOfAuthority(id: Uint8Array, owner: OutputOwners, facts: ProofFacts): Proof {
  const isOwn = facts.isOwn(owner);
  const vouched = facts.authorities?.get(formatID(id));
  if (vouched) {
    if (sameOwner(vouched, owner)) return { status: 'proven', isOwn, by: [] };
    throw disproved('the owner', [], 'owner');
  }
  const all = facts.index.authoritiesOf(id, facts.accepted);
  const known = all.filter(({ isProven }) => isProven);
  const same = known.find((of) => sameOwner(of.owner, owner));
  if (same) {
    const by = [same.txID];
    if (!same.isChangeable) return { status: 'proven', isOwn, by };
    return { status: isOwn ? 'own' : 'changeable', isOwn, by };
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

/** An account of the C-chain: the transaction names it, and it is its own owner. */
export const proofOfAccount = (owner: OutputOwners, { isOwn }: ProofFacts): Proof => ({
  status: 'proven',
  isOwn: isOwn(owner, true),
  by: [],
});

const unproven = (isOwn: boolean, by: readonly Uint8Array[], why: ClaimReason): Proof =>
  isOwn ? { status: 'own', isOwn, by, why } : { status: 'claimed', isOwn, by, why };

const disproved = (what: string, by: readonly Uint8Array[], ...at: Path): AvalancheError => {
  const names = by.map((id) => formatID(id));
  const said = names.length > 0 ? `the transaction ${names.join(', ')}` : 'what the caller gave';
  return new AvalancheError('Disproved', `${said} disproves ${what}`, { by: names }).at(...at);
};

type Held = Pick<AnyUTXO, 'assetID'> & { readonly output: Output };

/** Compares all of a UTXO with what its parent says. */
function verifySame(utxo: Held, said: Held, by: readonly Uint8Array[]): void {
  if (!equalBytes(utxo.assetID, said.assetID)) throw disproved('the asset', by, 'assetID');
  if (lockOf(utxo.output) !== lockOf(said.output))
    throw disproved('the lock', by, 'output', 'locktime');
  const [of, is] = [unlocked(utxo.output), unlocked(said.output)];
  if (of.type !== is.type) throw disproved('the type of the output', by, 'output', 'type');
  if (transferOutputOf(utxo)?.amount !== transferOutputOf(said)?.amount)
    throw disproved('the amount', by, 'output', 'amount');
  if (!sameOwner(of as Owners, is as Owners))
    throw disproved('the owner', by, 'output', 'addresses');
  for (const key of ['groupID', 'payload'] as const)
    if (!sameMember((of as Members)[key], (is as Members)[key]))
      throw disproved('the token', by, 'output', key);
}

/** What a token is, beside its owner. */
interface Members {
  readonly groupID?: number;
  readonly payload?: Uint8Array;
}

const sameMember = (a: number | Uint8Array | undefined, b: typeof a): boolean =>
  a instanceof Uint8Array && b instanceof Uint8Array ? equalBytes(a, b) : a === b;

/** A reward or refund is an amount without a stakeable lock. */
function verifyUnlocked({ assetID, output }: Held, said: Uint8Array, by: readonly Uint8Array[]) {
  if (!equalBytes(assetID, said)) throw disproved('the asset', by, 'assetID');
  if (output.type === 'stakeable.LockOut') throw disproved('the lock', by, 'output', 'locktime');
  if (output.type !== 'secp256k1fx.TransferOutput')
    throw disproved('the type of the output', by, 'output', 'type');
}

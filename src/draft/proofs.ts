import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { toList } from '../errors/arguments.ts';
import { within } from '../errors/error.ts';
import { type IsOwn, type OwnOptions, ownTest } from '../evidence/own.ts';
import {
  type EvidenceIndex,
  noEvidence,
  type Proof,
  type ProofFacts,
  proofOfAccount,
  proofOfAuthority,
  proofOfUTXO,
} from '../evidence/proof.ts';
import type { Network } from '../network/network.ts';
import { type Address, authorityOwner, type Owner } from '../state/owner.ts';
import type { State } from '../state/state.ts';
import { parseAccount } from '../text/account.ts';
import { equalBytes } from '../text/bytes.ts';
import { utxosByKey } from '../tx/order.ts';
import type { AnyUTXO } from '../tx/types.ts';
import type { Draft } from './draft.ts';
import type { Slot } from './slot.ts';
import { ownedBy, type Wallet } from './wallet.ts';

/**
 * Who the signer is: wallets, addresses of any chain, accounts (`0x…`), and whole owners. An owner with addresses of others is the signer's
 * only if it is listed as a whole: then a coin of the signer's alone can be spent in its name, if a coordinator says that it is its coin.
 */
export type Own = Wallet | readonly OneOwn[];

/** One of them. */
export type OneOwn = Wallet | Address | Owner;

/** How well the owner of a slot is known. */
export interface SlotProof extends Proof {
  /** Place among the slots. */
  readonly slot: number;
}

/** What the slots of a draft are compared with. */
export interface SlotFacts {
  /** Of `evidenceOf`; without it nothing is proven. */
  readonly index?: EvidenceIndex;
  /** The caller's own addresses. */
  readonly own?: Own;
  /** UTXOs that the caller vouches for. */
  readonly utxos?: readonly AnyUTXO[];
  /** Who authorizes now, by CB58 of a subnet, validation or auto-renewed validator, as the caller vouches for. */
  readonly authorities?: Readonly<Record<string, Owner>>;
}

/**
 * As `prove`, with evidence that has been indexed: programs that read no transactions but their own leave that out.
 * @throws {AvalancheError} As `prove`.
 */
export function proofsOf(draft: Draft, facts: SlotFacts): readonly SlotProof[] {
  const { index = noEvidence, own = [], utxos, authorities } = facts;
  const { slots } = draft;
  const about: ProofFacts = {
    index,
    isOwn: within(['own'], () => signerTest(draft, own)),
    ...(utxos && { trusted: utxosByKey(utxos) }),
    ...(authorities && { authorities: ownersByID(authorities, draft.network) }),
    // A transaction that is accepted spends only what accepted ones made.
    accepted: slots.flatMap((slot) => ('utxo' in slot ? [slot.utxo.txID] : [])),
  };
  return slots.map((slot, i) =>
    within(['slots', i], () => ({ slot: i, ...proofOfSlot(slot, about) })),
  );
}

/**
 * Owners as a state has them, by id.
 * @throws {AvalancheError} Under `authorities` and the id: as `authorityOwner`.
 */
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

/** The wallets, and everything else. */
function splitOwn(own: Own) {
  const isAlone = typeof own === 'object' && own !== null && 'owner' in own;
  const all: readonly OneOwn[] = isAlone ? [own] : toList(own);
  const isWallet = (one: OneOwn): one is Wallet =>
    typeof one === 'object' && one !== null && 'owner' in one;
  return {
    wallets: all.filter(isWallet),
    listed: all.filter((one): one is Address | Owner => !isWallet(one)),
  };
}

/** Whether a wallet derives an owner where the paths of a draft or state say, whatever its lock. */
const derives =
  (of: Draft | State, wallets: readonly Wallet[]): IsOwn =>
  (owner) =>
    wallets.some((one) => ownedBy(one, { ...owner, locktime: 0n }, of));

/**
 * Whether an owner is the caller's, to receive: all of its addresses are, it is listed, or a wallet derives it, other signers of the
 * wallet included.
 */
export function ownerTest(of: Draft | State, own: Own): IsOwn {
  const isSigner = signerTest(of, own);
  const isDerived = derives(of, splitOwn(own).wallets);
  return (owner, isAccount) => isSigner(owner, isAccount) || isDerived(owner);
}

/**
 * Whether a lie about an owner costs the signer nothing: all of its addresses are the signer's, or the signer lists the whole owner. That
 * a wallet of several signers derives it does not suffice, for a coin of one of them could be called a coin of all.
 */
export function signerTest(of: Draft | State, own: Own): IsOwn {
  const { wallets, listed } = splitOwn(own);
  const isDerived = derives(of, wallets);
  const isMine = (address: Uint8Array): boolean =>
    isDerived({
      type: 'secp256k1fx.OutputOwners',
      locktime: 0n,
      threshold: 1,
      addresses: [address],
    });
  return ownTest(listed, { ...ownOptionsOf(of), isMine });
}

/** How the caller's addresses are read for a draft or state: accounts count on the C-chain only. */
export const ownOptionsOf = ({
  chain,
  network,
}: Pick<Draft | State, 'chain' | 'network'>): OwnOptions =>
  chain === 'C' ? { network, parseAccount } : { network };

/** The number of signatures in an input is the threshold: without any, nobody's signature can count in the slot. */
function proofOfSlot(slot: Slot, facts: ProofFacts): Proof {
  const proof = proofOfOwner(slot, facts);
  if (slot.signatureIndices.length > 0 || proof.status !== 'claimed') return proof;
  const { isOwn, by } = proof;
  return { status: 'proven', isOwn, by };
}

const proofOfOwner = (slot: Slot, facts: ProofFacts): Proof =>
  'utxo' in slot
    ? within(['utxo'], () => proofOfUTXO(slot.utxo, facts))
    : slot.kind === 'auth'
      ? proofOfAuthority(slot.of, slot.owner, facts)
      : proofOfAccount(slot.owner, facts);

/**
 * The owner of a single address that all slots have; undefined if they have several, or one of several addresses. Whoever holds its key
 * can believe such a draft without evidence: if another slot were somebody else's, it would name another key.
 */
export function soleOwnerOf({
  slots,
}: {
  readonly slots: readonly SoleSlot[];
}): OutputOwners | undefined {
  const [first] = slots;
  const [address, ...others] = first?.owner.addresses ?? [];
  if (!first || !address || others.length > 0) return undefined;
  const isSame = slots.every(
    ({ kind, owner }) =>
      (kind === 'account') === (first.kind === 'account') &&
      owner.threshold === 1 &&
      owner.addresses.length === 1 &&
      equalBytes(owner.addresses[0]!, address),
  );
  return isSame
    ? { type: 'secp256k1fx.OutputOwners', locktime: 0n, threshold: 1, addresses: [address] }
    : undefined;
}

type SoleSlot = Pick<Slot, 'kind' | 'owner'>;

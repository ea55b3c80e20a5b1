import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { checkShape } from '../errors/arguments.ts';
import { within } from '../errors/error.ts';
import { type Chain, type Network, networkShape } from '../network/network.ts';
import type { Evidence } from '../state/evidence.ts';
import { authorityOwner, type Owner } from '../state/owner.ts';
import { blockchainOf, placeOf, type State } from '../state/state.ts';
import { equalBytes } from '../text/bytes.ts';
import { parseID } from '../text/id.ts';
import { utxosByKey } from '../tx/order.ts';
import type { AnyUTXO } from '../tx/types.ts';
import { evidenceOf } from './evidence.ts';
import { ownersByID } from './knowledge.ts';
import { type Own, ownTests } from './own.ts';
import {
  type Proof,
  type ProofFacts,
  proofOfAccount,
  proofOfAuthority,
  proofOfUTXO,
} from './proof.ts';

/** What the owners of a draft are compared with, beside the evidence of the draft. */
export interface ProofOptions {
  /** The signer's: a wallet, whose addresses are derived at the draft's paths, or addresses and whole owners. */
  readonly own?: Own;
  /** More evidence. */
  readonly evidence?: readonly Evidence[];
  /** UTXOs that the caller vouches for: they win over those of the draft. */
  readonly utxos?: readonly AnyUTXO[];
  /** Who authorizes now, by CB58 of a subnet, validation or auto-renewed validator: the caller vouches for them as well. */
  readonly authorities?: Readonly<Record<string, Owner>>;
  /** txIDs that a node was asked for and does not have. */
  readonly unavailable?: readonly Uint8Array[];
}

/** How well the owner of a slot is known. */
export interface SlotProof extends Proof {
  /** Place among the slots. */
  readonly slot: number;
}

/** Who may sign a credential, by the word of the maker of a draft. */
interface ProvableSlot {
  readonly kind: 'input' | 'auth' | 'operation' | 'account';
  readonly owner: OutputOwners;
  readonly signatureIndices: readonly number[];
  readonly utxo?: AnyUTXO;
  readonly of?: Uint8Array;
}

/** As much of a draft as its owners depend on. */
interface Provable {
  readonly chain: 'P' | 'X' | 'C';
  readonly network: Network;
  readonly blockchain?: Chain;
  readonly slots: readonly ProvableSlot[];
  readonly evidence: readonly Evidence[];
  readonly paths?: Readonly<Record<string, string>>;
}

/**
 * Says of each slot of a draft whether its owner is proven, the signer's own, or only claimed: an input commits to a UTXO, but not to
 * its owner, and a signature counts in every slot of its key. All evidence is compared with the draft.
 * @throws {AvalancheError} With the path, like `slots[1].utxo.output.addresses`: `Disproved`: evidence, or a UTXO that the caller
 *   vouches for, says another owner, asset, amount or lock; as `evidenceOf`; what an address of `own` is not.
 */
export function prove(draft: Provable, options: ProofOptions = {}): readonly SlotProof[] {
  return within(['draft'], () => {
    const { own = [], evidence = [], utxos, authorities, unavailable } = options;
    checkShape(draft, { network: networkShape, slots: ['an object'], evidence: 'a list' });
    const { slots, network, paths } = draft;
    const facts: ProofFacts = {
      index: evidenceOf([...draft.evidence, ...evidence], {
        ...placeOf(draft),
        ...(unavailable && { unavailable }),
      }),
      isOwn: within(['own'], () => ownTests(own, { network, chain: blockchainOf(draft), paths }))
        .isSigner,
      ...(utxos && { trusted: utxosByKey(utxos) }),
      ...(authorities && { authorities: ownersByID(authorities, network) }),
      // A transaction that is accepted spends only what accepted ones made.
      accepted: slots.flatMap(({ utxo }) => (utxo ? [utxo.txID] : [])),
    };
    return slots.map((slot, i) =>
      within(['slots', i], () => ({ slot: i, ...proofOfSlot(slot, facts) })),
    );
  });
}

/** The number of signatures in an input is the threshold: without any, nobody's signature can count in the slot. */
function proofOfSlot(slot: ProvableSlot, facts: ProofFacts): Proof {
  const { utxo, of, owner } = slot;
  const proof = utxo
    ? within(['utxo'], () => proofOfUTXO(utxo, facts))
    : of
      ? proofOfAuthority(of, owner, facts)
      : proofOfAccount(owner, facts);
  if (slot.signatureIndices.length > 0 || proof.status !== 'claimed') return proof;
  const { isOwn, by } = proof;
  return { status: 'proven', isOwn, by };
}

/**
 * The owner of a single address that all slots have; undefined if they have several, or one of several addresses. Whoever holds its key
 * can believe such a draft without evidence: if another slot were somebody else's, it would name another key.
 */
export function soleOwnerOf({
  slots,
}: {
  readonly slots: readonly Pick<ProvableSlot, 'kind' | 'owner'>[];
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

/** What a state is compared with, beside its own evidence. */
export interface StateProofOptions {
  /** More evidence. */
  readonly evidence?: readonly Evidence[];
  /** UTXOs that the caller vouches for: they win over those of the state. */
  readonly utxos?: readonly AnyUTXO[];
  /** txIDs that a node was asked for and does not have. */
  readonly unavailable?: readonly Uint8Array[];
}

/** How well the owners that a state names are known. */
export interface StateProofs {
  /** In the order of the state's UTXOs; empty on C. */
  readonly utxos: readonly Proof[];
  /** Of UTXOs that can be imported, by the chain that exported them. */
  readonly imports: { readonly [C in State['chain']]?: readonly Proof[] };
  /** By the ids of the state's `authorities`. */
  readonly authorities: Readonly<Record<string, Proof>>;
}

/**
 * Says of each UTXO and authority of a state whether its owner is proven, the caller's own (`state.own`), or only claimed.
 * @throws {AvalancheError} With the path: `Disproved`: evidence says another owner, asset, amount or lock; as `evidenceOf`;
 *   what an address of `own` is not.
 */
export function proveState(state: State, options: StateProofOptions = {}): StateProofs {
  const { network, own = [], evidence = [] } = state;
  const chain = blockchainOf(state);
  const facts: ProofFacts = {
    index: evidenceOf([...evidence, ...(options.evidence ?? [])], {
      ...placeOf(state),
      ...(options.unavailable && { unavailable: options.unavailable }),
    }),
    isOwn: within(['own'], () => ownTests(own, { network }).isSigner),
    ...(options.utxos && { trusted: utxosByKey(options.utxos) }),
  };
  const proofs = (utxos: readonly AnyUTXO[], ...at: readonly string[]): readonly Proof[] =>
    utxos.map((utxo, i) => within([...at, i], () => proofOfUTXO(utxo, facts)));
  const authorities = Object.entries((state.chain === 'P' && state.authorities) || {});
  return {
    utxos: state.chain === 'C' ? [] : proofs(state.utxos, 'utxos'),
    imports: Object.fromEntries(
      Object.entries(state.imports ?? {}).map(([from, utxos]) => [
        from,
        proofs(utxos as readonly AnyUTXO[], 'imports', from),
      ]),
    ),
    authorities: Object.fromEntries(
      authorities.map(([id, owner]) => [
        id,
        within(['authorities', id], () =>
          proofOfAuthority(parseID(id), authorityOwner(owner, chain, network), facts),
        ),
      ]),
    ),
  };
}

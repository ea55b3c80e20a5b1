/** Proves the owners of a draft's slots or of a state, from evidence and from what the caller vouches for. */

import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { readable } from '../errors/arguments.ts';
import { within } from '../errors/error.ts';
import { deepCopy } from '../errors/frozen.ts';
import { networkCopy } from '../network/known.ts';
import { type Chain, type Network, networkArgument } from '../network/network.ts';
import {
  aList,
  aListOf,
  anObject,
  anything,
  aText,
  checkArgument,
  objectOf,
  optional,
  someBytes,
} from '../schema/check.ts';
import type { Evidence } from '../state/evidence.ts';
import { authorityOwner, type Owner } from '../state/owner.ts';
import { blockchainOf, checkStateShape, placeOf, type State } from '../state/state.ts';
import { equalBytes } from '../text/bytes.ts';
import { parseID } from '../text/id.ts';
import { utxosByKey } from '../tx/order.ts';
import { utxoArgument } from '../tx/output.ts';
import type { AnyUTXO } from '../tx/types.ts';
import { evidenceOf } from './evidenceowners.ts';
import { ownersByID } from './knowledge.ts';
import { type Own, ownTests } from './own.ts';
import {
  type Proof,
  type ProofSources,
  proofOfAccount,
  proofOfAuthority,
  proofOfUTXO,
} from './proof.ts';

/** What both kinds of proofs have as options; their parts are checked where they are read. */
const proofOptions = /* @__PURE__ */ (() =>
  objectOf({
    own: optional(anything),
    evidence: optional(aListOf(anObject)),
    utxos: optional(aListOf(utxoArgument)),
    authorities: optional(anObject),
    unavailable: optional(aListOf(someBytes)),
  }))();
const draftArgument = /* @__PURE__ */ (() =>
  objectOf(
    { network: networkArgument, slots: aListOf(anObject), evidence: aList },
    { name: 'a draft' },
  ))();

/** Options of `prove`: what to compare the owners of a draft with, in addition to the draft's own evidence. */
export interface ProofOptions {
  /** The signer's own wallet (whose addresses are derived at the draft's paths), or addresses and whole owners. */
  readonly own?: Own;
  /** Additional evidence. */
  readonly evidence?: readonly Evidence[];
  /** UTXOs that the caller vouches for. They take precedence over those of the draft. */
  readonly utxos?: readonly AnyUTXO[];
  /** Current owners by CB58 id of a subnet, validation or auto-renewed validator. The caller vouches for them as for `utxos`. */
  readonly authorities?: Readonly<Record<string, Owner>>;
  /** txIDs that a node was asked for and does not have. */
  readonly unavailable?: readonly Uint8Array[];
}

/** How well the owner of a slot is known. */
export interface SlotProof extends Proof {
  /** Index of the slot. */
  readonly slot: number;
}

/** The signers of a credential according to the maker of a draft. */
export interface ProvableSlot {
  readonly kind: 'input' | 'auth' | 'operation' | 'account';
  readonly owner: OutputOwners;
  readonly signatureIndices: readonly number[];
  readonly utxo?: AnyUTXO;
  readonly of?: Uint8Array;
}

/** The parts of a draft that its owners depend on. */
export interface Provable {
  readonly chain: 'P' | 'X' | 'C';
  readonly network: Network;
  readonly blockchain?: Chain;
  readonly slots: readonly ProvableSlot[];
  readonly evidence: readonly Evidence[];
  readonly paths?: Readonly<Record<string, string>>;
}

/**
 * Determines for each slot of a draft whether its owner is proven, the signer's own, or only claimed. This matters because an input
 * commits to a UTXO but not to its owner, and a signature counts in every slot with the same key. All evidence is compared with the
 * draft.
 * @throws {AvalancheError} With the path, like `slots[1].utxo.output.addresses`: `Disproved`: evidence, or a UTXO that the caller
 *   vouches for, has another owner, asset, amount or lock; as `evidenceOf`; as the parser of an address for `own`.
 */
export function prove(draft: Provable, options: ProofOptions = {}): readonly SlotProof[] {
  const own = within(['draft'], () => readable('a draft', () => ownParts(draft)));
  return proofsIn(own, options);
}

function ownParts(draft: Provable): Provable {
  const { chain, network, blockchain, slots, evidence, paths } = checkArgument(draft, anObject);
  const rest = {
    chain,
    slots,
    evidence,
    ...(blockchain && { blockchain }),
    ...(paths && { paths }),
  };
  return { ...deepCopy(rest), network: networkCopy(network) };
}

/** As `prove`, for an own copy. */
export function proofsIn(draft: Provable, options: ProofOptions = {}): readonly SlotProof[] {
  return within(['draft'], () => {
    checkArgument(draft, draftArgument);
    checkArgument(options, proofOptions, 'options');
    const { own = [], evidence = [], utxos, authorities, unavailable } = options;
    const { slots, network, paths } = draft;
    const sources: ProofSources = {
      index: evidenceOf([...draft.evidence, ...evidence], {
        ...placeOf(draft),
        ...(unavailable && { unavailable }),
      }),
      isOwn: within(['own'], () => ownTests(own, { network, chain: blockchainOf(draft), paths }))
        .isSigner,
      ...(utxos && { trusted: utxosByKey(utxos) }),
      ...(authorities && { authorities: ownersByID(authorities, network) }),
      // An accepted transaction spends only outputs of accepted ones.
      accepted: slots.flatMap(({ utxo }) => (utxo ? [utxo.txID] : [])),
    };
    return slots.map((slot, i) =>
      within(['slots', i], () => ({ slot: i, ...proofOfSlot(slot, sources) })),
    );
  });
}

/** Determines the status of a slot. An input without signatures needs no signer, so its owner does not matter. */
function proofOfSlot(slot: ProvableSlot, sources: ProofSources): Proof {
  const { utxo, of: authorityID, owner } = slot;
  const proof = utxo
    ? within(['utxo'], () => proofOfUTXO(utxo, sources))
    : authorityID
      ? proofOfAuthority(authorityID, owner, sources)
      : proofOfAccount(owner, sources);
  if (slot.signatureIndices.length > 0 || proof.status !== 'claimed') return proof;
  const { isOwn, by: txIDs } = proof;
  return { status: 'proven', isOwn, by: txIDs };
}

const slotsArgument = /* @__PURE__ */ (() =>
  objectOf(
    { slots: aListOf(objectOf({ kind: aText, owner: objectOf({ addresses: aList }) })) },
    { name: 'a draft' },
  ))();

/**
 * Returns the single-address owner that all slots share; undefined if owners differ or have several addresses. The holder of that key
 * can sign such a draft without evidence: if a slot belonged to somebody else, the signature would not be valid there.
 */
export function soleOwnerOf(draft: {
  readonly slots: readonly Pick<ProvableSlot, 'kind' | 'owner'>[];
}): OutputOwners | undefined {
  checkArgument(draft, slotsArgument, 'draft');
  const { slots } = draft;
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

/** Options of `proveState`: what to compare the owners of a state with, in addition to its own evidence. */
export interface StateProofOptions {
  /** Additional evidence. */
  readonly evidence?: readonly Evidence[];
  /** UTXOs that the caller vouches for. They take precedence over those of the state. */
  readonly utxos?: readonly AnyUTXO[];
  /** txIDs that a node was asked for and does not have. */
  readonly unavailable?: readonly Uint8Array[];
}

/** How well the owners in a state are known. */
export interface StateProofs {
  /** Proofs of the state's UTXOs, in their order; empty on C. */
  readonly utxos: readonly Proof[];
  /** Proofs of importable UTXOs, by the chain that exported them. */
  readonly imports: { readonly [C in State['chain']]?: readonly Proof[] };
  /** Proofs of the state's `authorities`, by id. */
  readonly authorities: Readonly<Record<string, Proof>>;
}

/**
 * Determines for each UTXO and authority of a state whether its owner is proven, the caller's own (`state.own`), or only claimed.
 * @throws {AvalancheError} With the path: `Disproved`: evidence has another owner, asset, amount or lock; as `evidenceOf`; as the
 *   parser of an address for `own`.
 */
export function proveState(state: State, options: StateProofOptions = {}): StateProofs {
  checkStateShape(state);
  checkArgument(options, proofOptions, 'options');
  const { network, own = [], evidence = [] } = state;
  const chain = blockchainOf(state);
  const sources: ProofSources = {
    index: evidenceOf([...evidence, ...(options.evidence ?? [])], {
      ...placeOf(state),
      ...(options.unavailable && { unavailable: options.unavailable }),
    }),
    isOwn: within(['own'], () => ownTests(own, { network }).isSigner),
    ...(options.utxos && { trusted: utxosByKey(options.utxos) }),
  };
  const proofs = (utxos: readonly AnyUTXO[], ...path: readonly string[]): readonly Proof[] =>
    utxos.map((utxo, i) => within([...path, i], () => proofOfUTXO(utxo, sources)));
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
          proofOfAuthority(parseID(id), authorityOwner(owner, chain, network), sources),
        ),
      ]),
    ),
  };
}

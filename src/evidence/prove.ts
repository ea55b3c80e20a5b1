import { within } from '../errors/error.ts';
import type { Evidence } from '../state/evidence.ts';
import { authorityOwner } from '../state/owner.ts';
import { blockchainOf, placeOf, type State } from '../state/state.ts';
import { parseAccount } from '../text/account.ts';
import { parseID } from '../text/id.ts';
import { utxosByKey } from '../tx/order.ts';
import type { AnyUTXO } from '../tx/types.ts';
import { evidenceOf } from './origins.ts';
import { ownTest } from './own.ts';
import { type Proof, type ProofFacts, proofOfAuthority, proofOfUTXO } from './proof.ts';

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
    isOwn: within(['own'], () => ownTest(own, { network, parseAccount })),
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

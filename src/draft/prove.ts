import { within } from '../errors/error.ts';
import { evidenceOf } from '../evidence/origins.ts';
import type { Evidence } from '../state/evidence.ts';
import type { Owner } from '../state/owner.ts';
import { placeOf } from '../state/state.ts';
import type { AnyUTXO } from '../tx/types.ts';
import type { Draft } from './draft.ts';
import { type Own, proofsOf, type SlotProof } from './proofs.ts';

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

/**
 * Says of each slot of a draft whether its owner is proven, the signer's own, or only claimed: an input commits to a UTXO, but not to
 * its owner, and a signature counts in every slot of its key. All evidence is compared with the draft.
 * @throws {AvalancheError} With the path, like `slots[1].utxo.output.addresses`: `Disproved`: evidence, or a UTXO that the caller
 *   vouches for, says another owner, asset, amount or lock; as `evidenceOf`; what an address of `own` is not.
 */
export function prove(draft: Draft, options: ProofOptions = {}): readonly SlotProof[] {
  const { own, utxos, authorities, unavailable } = options;
  const index = within(['draft'], () =>
    evidenceOf([...draft.evidence, ...(options.evidence ?? [])], {
      ...placeOf(draft),
      ...(unavailable && { unavailable }),
    }),
  );
  return within(['draft'], () =>
    proofsOf(draft, {
      index,
      ...(own && { own }),
      ...(utxos && { utxos }),
      ...(authorities && { authorities }),
    }),
  );
}

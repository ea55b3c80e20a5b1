import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { guarded } from '../errors/arguments.ts';
import { within } from '../errors/error.ts';
import { ownTest } from '../evidence/own.ts';
import {
  type EvidenceIndex,
  type Proof,
  type ProofFacts,
  proofOfAccount,
  proofOfAuthority,
  proofOfUTXO,
} from '../evidence/proof.ts';
import type { Address } from '../state/owner.ts';
import { equalBytes } from '../text/bytes.ts';
import { utxoKey } from '../tx/order.ts';
import type { AnyUTXO } from '../tx/types.ts';
import type { Draft } from './draft.ts';
import type { Slot } from './slot.ts';
import { ownedBy, type Wallet } from './wallet.ts';

/** Who the signer is: a wallet, or addresses of any chain and accounts (`0x…`). */
export type Own = Wallet | readonly Address[];

/** How well the owner of a slot is known. */
export interface SlotProof extends Proof {
  /** Place among the slots. */
  readonly slot: number;
}

/** What the slots of a draft are compared with. */
export interface SlotFacts {
  /** Of `evidenceOf`; without it nothing is proven. */
  readonly index?: EvidenceIndex;
  readonly own?: Own;
  /** UTXOs that the caller vouches for. */
  readonly utxos?: readonly AnyUTXO[];
}

const noEvidence: EvidenceIndex = {
  originOf: () => ({ kind: 'unknown', why: 'noParent', by: [] }),
  authoritiesOf: () => [],
};

/**
 * As `prove`, with evidence that has been indexed: programs that read no transactions but their own leave that out.
 * @throws {AvalancheError} As `prove`.
 */
export const proofsOf = /* @__PURE__ */ guarded(function proofsOf(
  draft: Draft,
  facts: SlotFacts,
): readonly SlotProof[] {
  const { index = noEvidence, own = [], utxos } = facts;
  const { slots } = draft;
  const about: ProofFacts = {
    index,
    isOwn: within(['own'], () =>
      'owner' in own
        ? (owner) => ownedBy(own, { ...owner, locktime: 0n }, draft)
        : ownTest(own, draft.network),
    ),
    ...(utxos && { trusted: new Map(utxos.map((of) => [utxoKey(of), of])) }),
    // A transaction that is accepted spends only what accepted ones made.
    accepted: slots.flatMap((slot) => ('utxo' in slot ? [slot.utxo.txID] : [])),
  };
  return slots.map((slot, i) =>
    within(['slots', i], () => ({ slot: i, ...proofOfSlot(slot, about) })),
  );
});

const proofOfSlot = (slot: Slot, facts: ProofFacts): Proof =>
  'utxo' in slot
    ? within(['utxo'], () => proofOfUTXO(slot.utxo, facts))
    : slot.kind === 'auth'
      ? proofOfAuthority(slot.of, slot.owner, facts)
      : proofOfAccount(slot.owner, facts);

/**
 * The owner of a single address that all slots have; undefined if they have several, or one of several addresses. Whoever holds its key
 * can believe such a draft without evidence: if another slot were somebody else's, it would name another key.
 */
export const soleOwnerOf = /* @__PURE__ */ guarded(function soleOwnerOf({
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
});

type SoleSlot = Pick<Slot, 'kind' | 'owner'>;

import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import type { Draft } from '../draft/draft.ts';
import { type OneOwn, type Own, ownersByID, ownerTest, signerTest } from '../draft/proofs.ts';
import { AvalancheError, isError, within } from '../errors/error.ts';
import { evidenceOf } from '../evidence/origins.ts';
import { type IsOwn, ownTest } from '../evidence/own.ts';
import {
  type ClaimReason,
  noEvidence,
  type Origin,
  type Proof,
  type ProofFacts,
  proofOfAuthority,
  proofOfUTXO,
  unknownOrigin,
} from '../evidence/proof.ts';
import type { Chain, Network } from '../network/network.ts';
import type { Evidence } from '../state/evidence.ts';
import type { Address, Owner } from '../state/owner.ts';
import { parseAccount } from '../text/account.ts';
import { formatID } from '../text/id.ts';
import { type UTXOID, utxoKey, utxosByKey } from '../tx/order.ts';
import { amountOf, unlocked } from '../tx/output.ts';
import { inputsOf } from '../tx/parts.ts';
import type { AnyInput, AnyUnsignedTx, AnyUTXO } from '../tx/types.ts';
import type { Trust } from './explanation.ts';

/** What is known of a UTXO that is consumed. */
export interface Holding {
  /** As evidence or the caller says, else as the draft claims. */
  readonly utxo?: AnyUTXO;
  readonly trust: Trust;
  /** Why it is not proven. */
  readonly why?: ClaimReason;
  /** What the draft says that is not so. */
  readonly disproved?: string;
}

/** What is known of who authorizes. */
export interface Authorizing {
  readonly owner: OutputOwners | undefined;
  readonly trust: Trust;
  readonly why?: ClaimReason;
  readonly disproved?: string;
}

/** Who owns what a transaction uses, and how well that is known. */
export interface Knowledge {
  readonly holdingOf: (id: UTXOID) => Holding;
  /** @param claimed As the draft or the caller says. */
  readonly authorityOf: (id: Uint8Array, claimed: OutputOwners | undefined) => Authorizing;
  /** Whether what an owner receives is the reader's. Undefined if the reader did not say who it is. */
  readonly isOwn: IsOwn | undefined;
  /** Whether an owner is the reader's with all its signers. */
  readonly isSigner: IsOwn | undefined;
  /** Why evidence could not be used. */
  readonly unusable: () => readonly string[];
}

/** What decides about owners. */
interface Facts {
  readonly tx: AnyUnsignedTx;
  readonly draft: Draft | undefined;
  readonly network: Network | undefined;
  readonly context: {
    readonly own?: Own;
    readonly utxos?: readonly AnyUTXO[];
    readonly evidence?: readonly Evidence[];
    readonly authorities?: Readonly<Record<string, Owner>>;
    readonly blockchain?: Chain;
  };
}

/**
 * What draft, evidence and caller say together. The caller's UTXOs win, then evidence, then the draft.
 * @throws {AvalancheError} Under `own`: what an address of it is not; `Unsupported`: a wallet without a draft.
 */
export function knowledgeOf(facts: Facts): Knowledge {
  const { tx, draft, network, context } = facts;
  const unusable = new Set<string>();
  const { isOwn, isSigner } = ownTestsOf(context.own, facts);
  const vouched = utxosByKey(context.utxos ?? []);
  const claims = utxosByKey(
    draft?.slots.flatMap((slot) => ('utxo' in slot ? [slot.utxo] : [])) ?? [],
  );
  const inputs = utxosByKey(inputsOf(tx).map(({ value }) => value));
  const evidence = [...(draft?.evidence ?? []), ...(context.evidence ?? [])];
  const usable = <T>(otherwise: T, step: () => T): T => {
    try {
      return step();
    } catch (e) {
      if (!isError(e) || e.code === 'Disproved') throw e;
      unusable.add(e.detail);
      return otherwise;
    }
  };
  const index = network
    ? usable(noEvidence, () => evidenceOf(evidence, { ...context, network }))
    : noEvidence;
  const about: ProofFacts = {
    index,
    isOwn: isSigner ?? (() => false),
    trusted: vouched,
    ...(context.authorities &&
      network && { authorities: ownersByID(context.authorities, network) }),
    accepted: [...inputs.values()].map(({ txID }) => txID),
  };
  /** What is so, whatever the draft claims; undefined where nothing is known but the claim. */
  const truth = (id: UTXOID): AnyUTXO | undefined =>
    vouched.get(utxoKey(id)) ??
    madeBy(
      usable(unknownOrigin, () => index.originOf(id, about.accepted)),
      id,
      inputs.get(utxoKey(id)),
    );
  const holding = (id: UTXOID): Holding => {
    const claim = claims.get(utxoKey(id));
    const held = claim ?? truth(id);
    if (!held) return { trust: 'unknown' };
    return disprovable<Holding>(
      () => {
        const proof = usable(undefined, () => proofOfUTXO(held, about));
        const { status: trust = 'claimed', why } = proof ?? {};
        return { utxo: held, trust, ...(why && { why }) };
      },
      (disproved) => {
        const utxo = truth(id);
        return { ...(utxo && { utxo }), trust: utxo ? 'proven' : 'unknown', disproved };
      },
    );
  };
  const holdings = new Map<string, Holding>();
  return {
    holdingOf: (id) => {
      const key = utxoKey(id);
      let found = holdings.get(key);
      if (!found) holdings.set(key, (found = holding(id)));
      return found;
    },
    authorityOf: (id, claimed) =>
      authorizing(id, claimed, about, (step) => usable(undefined, step)),
    isOwn,
    isSigner,
    unusable: () => [...unusable],
  };
}

/** Who authorizes: as the caller says, then as evidence says, then as is claimed. */
function authorizing(
  id: Uint8Array,
  claimed: OutputOwners | undefined,
  facts: ProofFacts,
  usable: (step: () => Proof) => Proof | undefined,
): Authorizing {
  if (!claimed) return { owner: undefined, trust: 'unknown' };
  return disprovable<Authorizing>(
    () => {
      const { status: trust = 'claimed', why } =
        usable(() => proofOfAuthority(id, claimed, facts)) ?? {};
      return { owner: claimed, trust, ...(why && { why }) };
    },
    (disproved) => {
      const all = facts.index.authoritiesOf(id, facts.accepted);
      const fixed = all.find(({ isProven, isChangeable }) => isProven && !isChangeable);
      const owner = facts.authorities?.get(formatID(id)) ?? fixed?.owner;
      return { owner, trust: owner ? 'proven' : 'unknown', disproved };
    },
  );
}

/** The UTXO that evidence shows; of a reward or refund its owner, if there is only one, and the amount of the input. */
function madeBy(
  origin: Origin,
  { txID, outputIndex }: UTXOID,
  input: AnyInput | undefined,
): AnyUTXO | undefined {
  if (origin.kind === 'output') {
    const { assetID, output } = origin;
    return { txID, outputIndex, assetID, output } as AnyUTXO;
  }
  if (origin.kind !== 'owners' || !input) return undefined;
  const [owner, ...others] = origin.owners;
  if (!owner || others.length > 0) return undefined;
  const output = amountOf(unlocked(input.input).amount, owner);
  return { txID, outputIndex, assetID: origin.assetID, output };
}

function disprovable<T>(step: () => T, otherwise: (detail: string) => T): T {
  try {
    return step();
  } catch (e) {
    if (!isError(e, 'Disproved')) throw e;
    return otherwise(e.detail);
  }
}

function ownTestsOf(own: Own | undefined, { draft }: Facts): Pick<Knowledge, 'isOwn' | 'isSigner'> {
  if (!own) return { isOwn: undefined, isSigner: undefined };
  return within(['own'], () => {
    if (draft) {
      return { isOwn: ownerTest(draft, own), isSigner: signerTest(draft, own) };
    }
    const all: readonly OneOwn[] = 'owner' in own ? [own] : own;
    const listed = all.filter(
      (of): of is Address | Owner => typeof of !== 'object' || !('owner' in of),
    );
    if (listed.length < all.length)
      throw new AvalancheError(
        'Unsupported',
        'a wallet is found by the paths of a draft: give its addresses for a transaction',
      );
    const isOwn = ownTest(listed, { parseAccount });
    return { isOwn, isSigner: isOwn };
  });
}

/** Confirmation and signatures. The digest comes first, then the person, then the keys. */

import { nameIn } from '../draft/check.ts';
import type { Draft, Slot } from '../draft/draft.ts';
import { isMade } from '../draft/mark.ts';
import { digestOf, draftCopy } from '../draft/reading.ts';
import { AvalancheError } from '../errors/error.ts';
import { explain } from '../explain/explain.ts';
import type { Explanation } from '../explain/explanation.ts';
import type { Network } from '../network/network.ts';
import { checkPolicy, type SignOptions } from '../sign/allow.ts';
import { type Signer, signWith } from '../sign/external.ts';
import { evmAddressOf, type Key } from '../sign/key.ts';
import { policyOf } from '../sign/policy/policyof.ts';
import { sign } from '../sign/sign.ts';
import type { WalletSigner } from '../sign/wallet.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { type Account, isHDWallet, isKey, ownerOn } from './account.ts';
import { type Run, type Shared, unlessAborted } from './call.ts';
import type { Meant } from './plan.ts';

/** Returns the facts that a wallet knows independently of a draft. */
export const factsFor = ({ now }: Pick<Shared, 'now'>, { own }: Account, network: Network) => ({
  own,
  network,
  time: now(),
});

/** Explains a draft, for the person who confirms it. */
export const explanationOf = (
  shared: Pick<Shared, 'now'>,
  account: Account,
  draft: Draft,
  maxFee?: bigint,
): Explanation =>
  explain(draft, {
    ...factsFor(shared, account, draft.network),
    ...(maxFee !== undefined && { maxFee }),
  });

/** A draft with the signatures of the wallet's signers. */
export interface SignedDraft {
  readonly draft: Draft;
  /** The browser wallet that must sign it and submit it in one step. */
  readonly sender: WalletSigner | undefined;
  /** What the signers checked it against. */
  readonly how: SignOptions;
}

/**
 * Asks for confirmation of a draft and adds the signatures of the wallet's signers.
 * @param draft An own copy.
 * @throws {AvalancheError} `Declined`; as `sign` and `signWith`.
 */
export async function signed(
  { shared, payment, account, call }: Run,
  draft: Draft,
  meant: Meant | undefined,
): Promise<SignedDraft> {
  const { signers } = shared;
  const { confirm, onProgress, signal, maxFee } = call;
  const facts = factsFor(shared, account, draft.network);
  const reviewed = digestOf(draft);
  if (signers.length === 0 || !isAsked(draft, account.signing))
    return { draft, how: facts, sender: undefined };
  verifyShared(draft, account);
  if (confirm && !isWithin(draft, payment.confirmed, account, facts)) {
    const explanation = explanationOf(shared, account, draft, maxFee);
    const isConfirmed = await unlessAborted(
      Promise.resolve(confirm(explanation, draftCopy(draft))),
      signal,
    );
    if (isConfirmed !== true) throw new AvalancheError('Declined', 'it was not confirmed');
    payment.confirmed = draft;
  }
  onProgress?.({ step: 'confirmed', chain: draft.chain, draft: draftCopy(draft) });
  const limits = {
    ...(draft.chain !== 'C' && { change: ownerOn(account.change, draft.chain, draft.network) }),
    ...(maxFee !== undefined && { maxFee }),
  };
  // What was read from a record or came from others is signed as a person has seen it.
  const isFromElsewhere = confirm !== undefined && !isMade(draft, reviewed);
  const how: SignOptions = {
    ...facts,
    ...(meant && !isFromElsewhere
      ? { policy: policyOf(meant.intent, limits) }
      : confirm && { reviewed, ...(maxFee !== undefined && { maxFee }) }),
  };
  const keys: readonly Key[] = signers.flatMap((signer): readonly Key[] =>
    isKey(signer) ? [signer] : isHDWallet(signer) ? signer.keys(draftCopy(draft)) : [],
  );
  const external = signers.filter(
    (signer): signer is Signer => !isKey(signer) && !isHDWallet(signer),
  );
  const senders = draft.chain === 'C' ? external.filter(isSender) : [];
  const elsewhere = external.filter((signer) => !senders.some((sender) => sender === signer));
  const mine = keys.filter((key) =>
    isAsked(draft, new Set([formatHex(key.shortID), evmAddressOf(key)])),
  );
  const here = mine.length > 0 ? sign(draft, mine, how as SignOptions & { policy: never }) : draft;
  const whole =
    elsewhere.length > 0 && isAsked(here, account.signing)
      ? await unlessAborted(signWith(here, elsewhere, how), signal)
      : here;
  return { draft: whole, how, sender: whole.missing.length > 0 ? senders[0] : undefined };
}

/** Whether a signer submits what it signs, as browser wallets do on C. */
const isSender = (signer: Signer): signer is WalletSigner => 'send' in signer;

/** Says whose signatures a draft lacks, why the wallet added none if it did not, and what to do. */
export function whyUnsigned(draft: Draft, { signing }: Account, hasSigners: boolean): string {
  const open = draft.slots.filter(({ signatures }) => signatures.includes(null));
  const named = (isNamed: (slot: Slot, index: number) => boolean): readonly string[] => [
    ...new Set(
      open.flatMap((slot) =>
        slot.owner.addresses.flatMap((address, i) =>
          isNamed(slot, i) ? [nameIn(draft, slot, address)] : [],
        ),
      ),
    ),
  ];
  const isMine = ({ owner }: Slot, i: number): boolean =>
    signing.has(formatHex(owner.addresses[i]!));
  const isChosen = ({ signatureIndices }: Slot, i: number): boolean => signatureIndices.includes(i);
  const isMissing = ({ signatureIndices, signatures }: Slot, i: number): boolean =>
    signatures[signatureIndices.indexOf(i)] === null;
  const missing = named(isMissing).join(', ');
  const then = `pass the draft to finish once ${missing} signed it`;
  if (!hasSigners) return `the wallet has no signer: ${then}`;
  if (named((slot, i) => isMine(slot, i) && isChosen(slot, i)).length > 0)
    return `other signatures are needed: ${then}`;
  const mine = named(isMine).join(', ');
  return mine === ''
    ? `none of the wallet's addresses is an owner of what needs a signature: ${then}`
    : `${mine} is an owner, but ${named(isChosen).join(', ')} were chosen to sign: ${then}; or chooseSigners makes a new draft, without signatures, for ${mine}`;
}

/** Whether a slot lacks a signature of one of the addresses. */
const isOpenTo = (slot: Slot, names: ReadonlySet<string>): boolean =>
  slot.signatures.some(
    (signature, place) =>
      !signature && names.has(formatHex(slot.owner.addresses[slot.signatureIndices[place]!]!)),
  );

/** Whether a draft lacks a signature of one of the addresses. */
const isAsked = ({ slots }: Draft, names: ReadonlySet<string>): boolean =>
  slots.some((slot) => isOpenTo(slot, names));

/** Checks that a wallet with a shared owner signs for that owner alone: its keys can own other coins, which a draft from elsewhere may spend. */
function verifyShared(draft: Draft, { shared, signing, isMine }: Account): void {
  if (!shared) return;
  const at = draft.slots.findIndex(
    (slot) => slot.kind !== 'account' && isOpenTo(slot, signing) && !isMine(slot.owner),
  );
  const slot = draft.slots[at];
  if (!slot) return;
  const { threshold, addresses } = slot.owner;
  const found = `${threshold} of ${addresses.map((address) => nameIn(draft, slot, address)).join(', ')}`;
  throw new AvalancheError(
    'Mismatch',
    `needs a signature for ${found}, which is not the wallet's shared owner: to sign for it, use a wallet of that owner`,
    { found },
  ).at('slots', at, 'owner');
}

/** Whether a draft does nothing beyond the one that was confirmed. */
function isWithin(
  draft: Draft,
  before: Draft | undefined,
  { addresses, shared }: Account,
  facts: SignOptions,
): boolean {
  if (!before) return false;
  if (equalBytes(digestOf(before), digestOf(draft))) return true;
  const policy = policyOf(before, { own: shared ? [shared] : addresses });
  return checkPolicy(draft, policy, facts).length === 0;
}

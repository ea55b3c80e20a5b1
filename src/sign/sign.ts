import { sha256 } from '../crypto/hash.ts';
import { addressIn, digestOf, nameIn, verifyDraft, verifySignatures } from '../draft/check.ts';
import { type Draft, missingOf, type Slot } from '../draft/draft.ts';
import { isMade, markMade, type NotElsewhere, type Reviewed } from '../draft/made.ts';
import { toList } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { type Address, addressBytes } from '../state/owner.ts';
import { blockchainOf } from '../state/state.ts';
import { equalBytes, oncePerRun } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { withIndices } from '../tx/credentials.ts';
import { listOf, type SignOptions, verifyAllowed } from './allow.ts';
import { checkKey, type Key, signWithKey } from './key.ts';

/**
 * The `MissingSigner` of a draft: context has `missing`, for each credential that needs signatures how many, and by which addresses.
 * @param why What happened, if it is more than that they are missing.
 */
export function missingSigner(draft: Draft, why?: string): AvalancheError {
  const missing = missingOf(draft.slots).map(({ credential, need, candidates }) => ({
    credential,
    need,
    addresses: candidates.map((address) => nameIn(draft, draft.slots[credential]!, address)),
  }));
  const [first, ...others] = missing;
  const asked = first
    ? `credential ${first.credential} needs ${first.need} of ${first.addresses.join(', ')}`
    : 'all signatures are there';
  const more = others.length > 0 ? `, and ${others.length} more credentials` : '';
  return new AvalancheError(
    'MissingSigner',
    `${why === undefined ? '' : `${why}: `}${asked}${more}`,
    { missing },
  );
}

/**
 * Adds the signatures that the keys can give; `missing` of the result says who else must sign. The draft is checked first, and the policy,
 * before a key is used. A draft that was not built here of the signer's own intent, or was changed or copied since, needs `policy` or
 * `reviewed`. The keys' addresses are the signer's own. The signers of an owner with several addresses are part of the signed
 * bytes: the builder or `chooseSigners` chose them. Only if there is no signature yet, and the given keys suffice for an owner, these keys
 * are chosen instead.
 * @throws {AvalancheError} As `verifyDraft`, under `draft`; `NotReviewed`: neither policy nor digest for a draft from elsewhere;
 *   `MissingSigner`: no key adds anything, because the draft asks for none of them,
 *   their signatures are there, or others were chosen; context has `missing`, the addresses asked for; `Refused`: the policy does
 *   not allow it, context has `findings`; `Disproved`: evidence or `options.utxos` contradict the draft.
 */
export function sign<D extends Draft>(
  draft: D,
  keys: Key | readonly Key[],
  options: SignOptions &
    (Required<Pick<Reviewed, 'policy'>> | Required<Pick<Reviewed, 'reviewed'>>),
): D;
export function sign<D extends Draft & NotElsewhere>(
  draft: D,
  keys: Key | readonly Key[],
  options?: SignOptions,
): D;
export function sign<D extends Draft>(
  draft: D,
  keys: Key | readonly Key[],
  options: SignOptions = {},
): D {
  return signed(draft, listOf(keys), options);
}

function signed<D extends Draft>(draft: D, keys: readonly Key[], options: SignOptions): D {
  const bytes = within(['draft'], () => verifyDraft(draft));
  within(['draft'], () => verifySignatures(draft, bytes));
  keys.forEach((key, i) => {
    within(['keys', i], () => checkKey(key));
  });
  const keyOf = keysByAddress(keys);
  const isHere: IsHere = (slot, address) => keyOf(slot, address) !== undefined;
  const chosen = isSigned(draft)
    ? draft
    : withSigners(draft, (slot) => {
        const here = slot.owner.addresses.filter((address) => isHere(slot, address));
        return here.length < slot.owner.threshold
          ? slot.signatureIndices
          : preferredSigners(slot, isHere);
      });
  const keyAt = (slot: Slot, place: number): Key | undefined =>
    slot.signatures[place]
      ? undefined
      : keyOf(slot, slot.owner.addresses[slot.signatureIndices[place]!]!);
  if (!chosen.slots.some((slot) => slot.signatures.some((_, place) => keyAt(slot, place))))
    throw missingSigner(draft, whyNothing(draft, keys));
  // A policy is the caller's code: what it is shown is what is signed, whatever it does to the draft.
  const given = sha256(bytes);
  const digest = chosen === draft ? given : digestOf(chosen);
  const own = keys.flatMap((key) => namesOf(draft, key));
  verifyAllowed(chosen, options, own, { draft, digest: given });
  const made = new Map<Key, Uint8Array>();
  const signatureOf = (key: Key): Uint8Array => {
    let signature = made.get(key);
    if (!signature) made.set(key, (signature = signWithKey(key, digest)));
    return signature;
  };
  const slots = chosen.slots.map((slot) => ({
    ...slot,
    signatures: slot.signatures.map((signature, place) => {
      const key = keyAt(slot, place);
      return key ? signatureOf(key) : signature;
    }),
  }));
  return markMade({ ...chosen, slots, missing: missingOf(slots) }, digest);
}

/** The key of an address in a slot. */
function keysByAddress(keys: readonly Key[]): (slot: Slot, address: Uint8Array) => Key | undefined {
  const finder = (kind: Slot['kind']) => {
    let known: ReadonlyMap<string, Key> | undefined;
    return oncePerRun((address) => {
      known ??= new Map(keys.map((key) => [formatHex(addressOf(key, { kind })), key]));
      return known.get(formatHex(address));
    });
  };
  const ofAccount = finder('account');
  const ofShortID = finder('input');
  return ({ kind }, address) => (kind === 'account' ? ofAccount(address) : ofShortID(address));
}

/** The address of a key in a slot: that of its account is known to programs of the C-chain only. */
const addressOf = ({ shortID, publicKey }: Key, slot: Pick<Slot, 'kind'>): Uint8Array =>
  slot.kind === 'account' ? addressIn(slot, publicKey) : shortID;

/** What a key owns on the chain of a draft. */
const namesOf = ({ chain }: Draft, key: Key): readonly Address[] =>
  chain === 'C' ? [key.shortID, formatHex(addressOf(key, { kind: 'account' }))] : [key.shortID];

/** Why keys add nothing to a draft. */
function whyNothing(draft: Draft, keys: readonly Key[]): string {
  const isOf = (slot: Slot, key: Key, address: Uint8Array): boolean =>
    equalBytes(address, addressOf(key, slot));
  for (const key of keys) {
    const owned = draft.slots.filter((slot) =>
      slot.owner.addresses.some((address) => isOf(slot, key, address)),
    );
    const [first] = owned;
    const name = first && nameIn(draft, first, addressOf(key, first));
    const hasSigned = owned.some((slot) =>
      slot.signatureIndices.some(
        (of, i) => slot.signatures[i] && isOf(slot, key, slot.owner.addresses[of]!),
      ),
    );
    if (hasSigned) return `the signature of ${name} is there already`;
    if (owned.length > 0)
      return `${name} is an owner, but others were chosen to sign: chooseSigners makes a new draft, without signatures, for ${name}`;
  }
  return keys.length === 0 ? 'no key was given' : 'the draft asks for none of these keys';
}

/** A draft for other signers. */
export interface Chosen<D extends Draft> {
  /** Another transaction if the signers changed, so that every signature is made anew. */
  readonly draft: D;
  /** The signatures that do not count for it: all that there were, or none if the signers are the same. */
  readonly voided: readonly {
    /** Place among the slots. */
    readonly slot: number;
    /** Who signed: an address, or an account as `0x…`. */
    readonly address: string;
  }[];
}

/**
 * Makes a draft with these signers wherever they own something and too many could sign. Where fewer than the threshold are named, those
 * who were chosen before sign with them. Who signs is part of what is signed: `voided` says whose signatures are lost.
 * @param addresses Of the chain, or accounts of the C-chain as 20 bytes.
 * @throws {AvalancheError} What addresses throw; as `verifyDraft`, under `draft`.
 */
export function chooseSigners<D extends Draft>(draft: D, addresses: readonly Address[]): Chosen<D> {
  within(['draft'], () => verifyDraft(draft));
  const chain = blockchainOf(draft);
  const chosen = new Set(
    toList(addresses, 'addresses').map((address, i) =>
      within(['addresses', i], () => formatHex(addressBytes(address, chain, draft.network))),
    ),
  );
  const made = withSigners(draft, (slot) =>
    preferredSigners(slot, (_, address) => chosen.has(formatHex(address))),
  );
  if (made === draft) return { draft, voided: [] };
  const voided = draft.slots.flatMap((of, slot) =>
    of.signatures.flatMap((signature, place) => {
      const address = of.owner.addresses[of.signatureIndices[place]!]!;
      return signature ? [{ slot, address: nameIn(draft, of, address) }] : [];
    }),
  );
  return { draft: isMade(draft) ? markMade(made) : made, voided };
}

/** Whether somebody has signed. */
export const isSigned = ({ slots }: Draft): boolean =>
  slots.some(({ signatures }) => signatures.some((s) => s !== null));

type IsHere = (slot: Slot, address: Uint8Array) => boolean;

/** The draft with other signers, and without signatures; the same draft if the signers are the same. */
function withSigners<D extends Draft>(draft: D, signersOf: (slot: Slot) => readonly number[]): D {
  const chosen = draft.slots.map(signersOf);
  if (chosen.every((indices, i) => indices.join() === draft.slots[i]!.signatureIndices.join()))
    return draft;
  const slots = draft.slots.map((slot, i) => ({
    ...slot,
    signatureIndices: chosen[i]!,
    signatures: chosen[i]!.map(() => null),
  }));
  const unsignedTx = withIndices(draft.unsignedTx, chosen);
  return { ...draft, unsignedTx, slots, missing: missingOf(slots) };
}

/** A threshold of an owner: those who are preferred, then those who were chosen, then the lowest. */
function preferredSigners(slot: Slot, isPreferred: IsHere): readonly number[] {
  const { owner, signatureIndices } = slot;
  const rank = (i: number): number =>
    (isPreferred(slot, owner.addresses[i]!) ? 0 : 2) + (signatureIndices.includes(i) ? 0 : 1);
  return owner.addresses
    .map((_, i) => i)
    .sort((a, b) => rank(a) - rank(b) || a - b)
    .slice(0, owner.threshold)
    .sort((a, b) => a - b);
}

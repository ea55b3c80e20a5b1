/** Signs drafts with keys in memory, and chooses the signers of owners that have more addresses than their threshold. */
import { addressIn, nameIn, verifySignatures, withVerified } from '../draft/check.ts';
import { type Draft, missingOf, type Slot } from '../draft/draft.ts';
import { type BuiltDraft, choicesMade, isMade, markMade } from '../draft/mark.ts';
import { digestOf } from '../draft/reading.ts';
import { toList } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { type Address, addressBytes } from '../state/owner.ts';
import { blockchainOf } from '../state/state.ts';
import { equalBytes, oncePerRun } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { withIndices } from '../tx/credentials.ts';
import { listOf, type ReviewedSignOptions, type SignOptions, verifyAllowed } from './allow.ts';
import { checkKey, type Key, signWithKey } from './key.ts';

/**
 * Returns a `MissingSigner` for a draft. Its context has `missing`: for each credential, how many signatures it needs and from which
 * addresses.
 * @param why What happened, unless it is only that signatures are missing.
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
 * Signs a draft with the given keys, and returns it with their signatures; `missing` of the result lists who else must sign. The draft
 * and the policy are checked before a key is used. A draft that was not built here, or that was changed or copied since, needs `policy`
 * or `reviewed`. The keys' addresses count as the signer's own.
 *
 * Who signs for an owner with several addresses is part of the signed bytes, and was chosen by the builder or `chooseSigners`. If the
 * draft has no signature yet and the given keys suffice for an owner, these keys are chosen instead.
 * @throws {AvalancheError} As `finalize`, except `MissingSigner`; `NotReviewed`: a draft from elsewhere without `policy` or `reviewed`;
 *   `MissingSigner`: no key adds a signature, because the draft does not need it, has it already, or others were chosen; context has
 *   `missing`, the addresses that must sign; `Refused`: the policy does not allow the draft, context has `findings`; `Disproved`:
 *   evidence or `options.utxos` contradict the draft.
 * @example
 * import { readFileSync } from 'node:fs';
 * import { buildBaseTx } from 'avalanche-tx/build';
 * import { finalize, privateKey } from 'avalanche-tx/sign';
 * const state = parseState(readFileSync('examples/intents/states/P.json', 'utf8'));
 * const to = 'P-fuji10xcqpzrky6eff2g52qdye53xkk9jxkvrcsn24p';
 * const draft = buildBaseTx(state, { outputs: [{ to, amount: avax('1.5') }] }, { change: state.from[0] });
 * const signed = sign(draft, privateKey(new Uint8Array(32).fill(1)));
 * signed.missing; // []
 * finalize(signed).credentials.length; // 1
 */
export function sign<D extends BuiltDraft>(
  draft: D,
  keys: Key | readonly Key[],
  options?: SignOptions,
): D;
export function sign<D extends Draft>(
  draft: D,
  keys: Key | readonly Key[],
  options: ReviewedSignOptions,
): D;
export function sign<D extends Draft>(
  draft: D,
  keys: Key | readonly Key[],
  options: SignOptions = {},
): D {
  return withVerified(['draft'], draft, (reading) =>
    signed(reading.draft, [...listOf(keys)], options),
  );
}

function signed<D extends Draft>(draft: D, keys: readonly Key[], options: SignOptions): D {
  within(['draft'], () => verifySignatures(draft));
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
  // The digest comes first, then the policy, then the key.
  const digest = digestOf(chosen);
  const own = keys.flatMap((key) => namesOf(draft, key));
  verifyAllowed(chosen, options, own, draft);
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
  return markMade(
    { ...chosen, slots, missing: missingOf(slots) },
    digest,
    choicesMade(chosen, digest),
  );
}

/** Returns a function that finds the key of an address in a slot. */
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

/** Returns the address of a key in a slot: its EVM address in an account's slot, else its short id. */
const addressOf = ({ shortID, publicKey }: Key, slot: Pick<Slot, 'kind'>): Uint8Array =>
  slot.kind === 'account' ? addressIn(slot, publicKey) : shortID;

/** Returns the addresses of a key on the chain of a draft. */
const namesOf = ({ chain }: Draft, key: Key): readonly Address[] =>
  chain === 'C' ? [key.shortID, formatHex(addressOf(key, { kind: 'account' }))] : [key.shortID];

/** Explains why keys add no signature to a draft. */
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

/** The result of `chooseSigners`. */
export interface Chosen<D extends Draft> {
  /** The draft for the chosen signers. If they changed, it is another transaction, without signatures. */
  readonly draft: D;
  /** The signatures that were discarded: all existing ones if the signers changed, otherwise none. */
  readonly voided: readonly {
    /** Index of the slot. */
    readonly slot: number;
    /** The address that had signed, or an account as `0x…`. */
    readonly address: string;
  }[];
}

/**
 * Chooses who signs for owners that have more addresses than their threshold. If fewer than the threshold are given, previously chosen
 * signers fill the rest. The choice is part of the signed bytes, so existing signatures are lost if it changes (`voided`).
 * @param addresses Addresses of the chain, or accounts of the C-chain as 20 bytes.
 * @throws {AvalancheError} As `parseAddress`; as `finalize`, except `MissingSigner`.
 */
export function chooseSigners<D extends Draft>(draft: D, addresses: readonly Address[]): Chosen<D> {
  return withVerified(['draft'], draft, (reading) => choose(reading.draft, addresses));
}

function choose<D extends Draft>(draft: D, addresses: readonly Address[]): Chosen<D> {
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
  return { draft: made, voided };
}

/** Whether a draft has any signature. */
export const isSigned = ({ slots }: Draft): boolean =>
  slots.some(({ signatures }) => signatures.some((s) => s !== null));

type IsHere = (slot: Slot, address: Uint8Array) => boolean;

/**
 * Returns the draft with other signers and without signatures, or the same draft if the signers are the same. It counts as built here if
 * the draft does.
 */
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
  const made = { ...draft, unsignedTx, slots, missing: missingOf(slots) };
  const digest = digestOf(draft);
  return isMade(draft, digest) ? markMade(made, digestOf(made), choicesMade(draft, digest)) : made;
}

/** Chooses as many signers as the threshold: preferred ones first, then those chosen before, then those of the lowest index. */
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

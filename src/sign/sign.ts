import type { Draft } from '../draft/draft.ts';
import { digestOf, verifySignatures } from '../draft/signatures.ts';
import { missingOf, type Slot } from '../draft/slot.ts';
import { verifyDraft } from '../draft/verify.ts';
import { guarded } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { type Address, addressBytes } from '../state/owner.ts';
import { blockchainOf } from '../state/state.ts';
import { equalBytes, formatHex } from '../text/bytes.ts';
import { withIndices } from '../tx/claims.ts';
import { encodingOnce } from '../wire/codec.ts';
import { listOf, type SignOptions, verifyAllowed } from './allow.ts';
import { checkKey, type Key, signWithKey } from './key.ts';
import { missingSigner } from './missing.ts';

/**
 * Adds the signatures that the keys can give; what is still needed is in `missing`. The draft is checked first, and the policy, before
 * a key is used. The keys' addresses are the signer's own. While nobody has signed, the signers of an m-of-n owner are those whose keys are given; the first signature fixes them.
 * @throws {AvalancheError} As `verifyDraft`, under `draft`; `Refused`: the policy does not allow it, context has `findings`; `Disproved`:
 *   evidence or `options.utxos` contradict the draft; `MissingSigner`: no key adds anything, because the draft asks for
 *   none of them, their signatures are there, or the first signature fixed others; context has `missing`, the addresses asked for.
 */
export const sign = /* @__PURE__ */ guarded(function sign<D extends Draft>(
  draft: D,
  keys: Key | readonly Key[],
  options: SignOptions = {},
): D {
  return encodingOnce(draft.unsignedTx, () => signed(draft, listOf(keys), options));
});

function signed<D extends Draft>(draft: D, keys: readonly Key[], options: SignOptions): D {
  within(['draft'], () => {
    verifyDraft(draft);
    verifySignatures(draft);
  });
  keys.forEach((key, i) => {
    within(['keys', i], () => checkKey(key));
  });
  verifyAllowed(
    draft,
    options,
    keys.flatMap(({ shortID, evm }) => [shortID, evm]),
  );
  const byShortID = new Map(keys.map((key) => [formatHex(key.shortID), key]));
  const byAccount = new Map<string, Key>(keys.map((key) => [key.evm, key]));
  const keyOf = (slot: Slot, address: Uint8Array): Key | undefined =>
    (slot.kind === 'account' ? byAccount : byShortID).get(formatHex(address));
  const chosen = chooseOtherSigners(draft, (slot, address) => keyOf(slot, address) !== undefined);
  const digest = digestOf(chosen);
  const made = new Map<Key, Uint8Array>();
  const signatureOf = (key: Key | undefined): Uint8Array | null => {
    if (!key) return null;
    let signature = made.get(key);
    if (!signature) made.set(key, (signature = signWithKey(key, digest)));
    return signature;
  };
  const slots = chosen.slots.map((slot) => ({
    ...slot,
    signatures: slot.signatures.map(
      (signature, i) =>
        signature ?? signatureOf(keyOf(slot, slot.owner.addresses[slot.signatureIndices[i]!]!)),
    ),
  }));
  if (made.size === 0) throw missingSigner(draft, whyNothing(draft, keys));
  return { ...chosen, slots, missing: missingOf(slots) };
}

/** Why keys add nothing to a draft. */
function whyNothing(draft: Draft, keys: readonly Key[]): string {
  const isOf = ({ kind }: Slot, { shortID, evm }: Key, address: Uint8Array): boolean =>
    kind === 'account' ? formatHex(address) === evm : equalBytes(address, shortID);
  const chain = blockchainOf(draft);
  for (const key of keys) {
    const owned = draft.slots.filter((slot) =>
      slot.owner.addresses.some((address) => isOf(slot, key, address)),
    );
    const name = chain.vm === 'evm' ? key.evm : key.address(chain, draft.network);
    const hasSigned = owned.some((slot) =>
      slot.signatureIndices.some(
        (of, i) => slot.signatures[i] && isOf(slot, key, slot.owner.addresses[of]!),
      ),
    );
    if (hasSigned) return `the signature of ${name} is there already`;
    if (owned.length > 0)
      return `${name} is an owner, but the first signature fixed other signers; chooseSigners chooses them before it`;
  }
  return keys.length === 0 ? 'no key was given' : 'the draft asks for none of these keys';
}

/**
 * The draft with these signers wherever they own something and too many could sign: before they are known, the lowest that the
 * state had keys of are chosen, and `sign` chooses those whose keys it is given.
 * @param addresses Of the chain, or accounts of the C-chain as 20 bytes.
 * @throws {AvalancheError} `Mismatch`: somebody has signed, and other signers make another transaction; what addresses throw; as
 *   `verifyDraft`, under `draft`.
 */
export const chooseSigners = /* @__PURE__ */ guarded(function chooseSigners<D extends Draft>(
  draft: D,
  addresses: readonly Address[],
): D {
  within(['draft'], () => verifyDraft(draft));
  if (isSigned(draft))
    throw new AvalancheError(
      'Mismatch',
      'somebody has signed already: other signers make another transaction',
    );
  const chain = blockchainOf(draft);
  const chosen = new Set(
    addresses.map((address, i) =>
      within(['addresses', i], () => formatHex(addressBytes(address, chain, draft.network))),
    ),
  );
  return chooseOtherSigners(draft, (_, address) => chosen.has(formatHex(address)));
});

/** Whether somebody has signed. */
export const isSigned = ({ slots }: Draft): boolean =>
  slots.some(({ signatures }) => signatures.some((s) => s !== null));

type IsHere = (slot: Slot, address: Uint8Array) => boolean;

/**
 * The draft with the lowest signers that are here, where those chosen are not. Other indices are other bytes to sign,
 * so after the first signature nothing changes.
 */
function chooseOtherSigners<D extends Draft>(draft: D, isHere: IsHere): D {
  if (isSigned(draft)) return draft;
  const slots = draft.slots.map((slot) => {
    const signatureIndices = signersOf(slot, isHere);
    return { ...slot, signatureIndices };
  });
  const changed = slots.some(
    (slot, i) => slot.signatureIndices !== draft.slots[i]!.signatureIndices,
  );
  if (!changed) return draft;
  const unsignedTx = withIndices(
    draft.unsignedTx,
    slots.map(({ signatureIndices }) => signatureIndices),
  );
  return { ...draft, unsignedTx, slots, missing: missingOf(slots) };
}

function signersOf(slot: Slot, isHere: IsHere): readonly number[] {
  const { owner, signatureIndices } = slot;
  const here = owner.addresses.flatMap((address, i) => (isHere(slot, address) ? [i] : []));
  if (here.length === 0 || signatureIndices.every((i) => here.includes(i))) return signatureIndices;
  const others = owner.addresses.flatMap((_, i) => (here.includes(i) ? [] : [i]));
  const likely = others.filter((i) => signatureIndices.includes(i));
  const unlikely = others.filter((i) => !signatureIndices.includes(i));
  return [...here, ...likely, ...unlikely].slice(0, owner.threshold).sort((a, b) => a - b);
}

import { type Draft, missingOf, type Slot } from '../draft/draft.ts';
import { unsignedBytes, verifyDraft } from '../draft/verify.ts';
import { within } from '../errors.ts';
import { formatHex } from '../text/bytes.ts';
import { sha256 } from '../text/hash.ts';
import { type Key, signWithKey } from './key.ts';

/**
 * The draft with the signatures that the keys can give; what they cannot is in `missing`. The draft is checked first.
 * While nobody has signed, the signers of an m-of-n owner are those whose keys are here.
 * @throws {CodecError} As `verifyDraft`, under `draft`; `MissingSigner`: an object that is no key.
 */
export function sign(draft: Draft, ...keys: readonly Key[]): Draft {
  within(['draft'], () => verifyDraft(draft));
  const byAddress = new Map(keys.map((key) => [formatHex(key.shortID), key]));
  const chosen = rechoose(draft, (address) => byAddress.has(formatHex(address)));
  const digest = sha256(unsignedBytes(chosen));
  const made = new Map<string, Uint8Array>();
  const signatureOf = (address: Uint8Array): Uint8Array | null => {
    const id = formatHex(address);
    const key = byAddress.get(id);
    if (!key) return null;
    let signature = made.get(id);
    if (!signature) made.set(id, (signature = signWithKey(key, digest)));
    return signature;
  };
  const slots = chosen.slots.map((slot) => ({
    ...slot,
    signatures: slot.signatures.map(
      (signature, i) => signature ?? signatureOf(slot.owner.addresses[slot.signatureIndices[i]!]!),
    ),
  }));
  return { ...chosen, slots, missing: missingOf(slots) };
}

/**
 * The draft with the lowest signers that are here, where those chosen are not. Other indices are other bytes to sign,
 * so after the first signature nothing changes.
 */
function rechoose(draft: Draft, isHere: (address: Uint8Array) => boolean): Draft {
  if (draft.slots.some(({ signatures }) => signatures.some((s) => s !== null))) return draft;
  const slots = draft.slots.map((slot) => {
    const signatureIndices = signersOf(slot, isHere);
    return { ...slot, signatureIndices };
  });
  const changed = slots.some(
    (slot, i) => slot.signatureIndices !== draft.slots[i]!.signatureIndices,
  );
  return changed ? withIndices({ ...draft, slots, missing: missingOf(slots) }) : draft;
}

function signersOf(
  { owner, signatureIndices }: Slot,
  isHere: (address: Uint8Array) => boolean,
): readonly number[] {
  const here = owner.addresses.flatMap((address, i) => (isHere(address) ? [i] : []));
  if (here.length === 0 || signatureIndices.every((i) => here.includes(i))) return signatureIndices;
  const others = owner.addresses.flatMap((_, i) => (here.includes(i) ? [] : [i]));
  const likely = others.filter((i) => signatureIndices.includes(i));
  const unlikely = others.filter((i) => !signatureIndices.includes(i));
  return [...here, ...likely, ...unlikely].slice(0, owner.threshold).sort((a, b) => a - b);
}

/** The transaction with the indices of the slots: local inputs first, then imported ones. */
function withIndices(draft: Draft): Draft {
  let next = 0;
  const rewrite = <T extends { readonly input: object }>(inputs: readonly T[]): readonly T[] =>
    inputs.map((of) => ({
      ...of,
      input: { ...of.input, signatureIndices: draft.slots[next++]!.signatureIndices },
    }));
  const tx = draft.unsignedTx as {
    readonly inputs: readonly { readonly input: object }[];
    readonly importedInputs?: readonly { readonly input: object }[];
  };
  const inputs = rewrite(tx.inputs);
  const unsignedTx = {
    ...tx,
    inputs,
    ...(tx.importedInputs && { importedInputs: rewrite(tx.importedInputs) }),
  };
  return { ...draft, unsignedTx } as Draft;
}

import { sha256 } from '../crypto/hash.ts';
import { accountOf, shortIDOfPublicKey } from '../crypto/secp256k1.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { formatAddress } from '../network/address.ts';
import { recoverer } from '../rules/subject.ts';
import { blockchainOf } from '../state/state.ts';
import { equalBytes, oncePerRun } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import type { Draft } from './draft.ts';
import type { Slot } from './slot.ts';
import { unsignedBytes } from './verify.ts';

/** What signers sign. */
export const digestOf = (draft: Draft): Uint8Array => sha256(unsignedBytes(draft));

/** The address of a compressed public key in a slot: an account’s is another hash of it. */
export const addressIn = (slot: Pick<Slot, 'kind'>, publicKey: Uint8Array): Uint8Array =>
  slot.kind === 'account' ? accountOf(publicKey) : shortIDOfPublicKey(publicKey);

/** An address of a slot as people write it: an account’s as `0x…`. A draft’s `paths` are by this text. */
export const nameIn = (draft: Draft, { kind }: Pick<Slot, 'kind'>, address: Uint8Array): string =>
  kind === 'account'
    ? formatHex(address)
    : formatAddress(blockchainOf(draft), address, draft.network);

/** Derivation paths of those who may sign, by the text of their addresses: of what else a draft’s paths may hold, nothing. */
export function signerPaths(draft: Draft): readonly (readonly [string, string])[] {
  const { paths = {} } = draft;
  const names = draft.slots.flatMap((slot) =>
    slot.owner.addresses.map((address) => nameIn(draft, slot, address)),
  );
  return [...new Set(names)].flatMap((name) =>
    Object.hasOwn(paths, name) ? [[name, paths[name]!] as const] : [],
  );
}

/**
 * Checks each signature that a draft has against the address whose slot it stands in.
 * @param bytes The unsigned bytes that `verifyDraft` returned.
 * @throws {AvalancheError} `BadSignature`, with a path like `slots[0].signatures[1]`.
 */
export function verifySignatures(draft: Draft, bytes?: Uint8Array): void {
  const recover = recoverer(() => bytes ?? unsignedBytes(draft));
  const addressBy = (kind: Slot['kind']) =>
    oncePerRun((signature) => addressIn({ kind }, recover(signature)));
  const accountOf = addressBy('account');
  const shortIDOf = addressBy('input');
  draft.slots.forEach((slot, i) => {
    slot.signatures.forEach((signature, k) => {
      if (!signature) return;
      within(['slots', i, 'signatures', k], () => {
        const found = slot.kind === 'account' ? accountOf(signature) : shortIDOf(signature);
        if (!equalBytes(found, slot.owner.addresses[slot.signatureIndices[k]!]!))
          throw new AvalancheError(
            'BadSignature',
            'the signature is of another key than that of the slot',
          );
      });
    });
  });
}

/** External signers, which hold their keys elsewhere (KMS, HSM, MPC or device): digests to sign, and signatures to add to a draft. */

import { accountOf, shortIDOfPublicKey } from '../crypto/secp256k1.ts';
import { addressIn, nameIn, verifySignatures, withVerified } from '../draft/check.ts';
import { type Draft, missingOf } from '../draft/draft.ts';
import { type BuiltDraft, choicesMade, keepMark, markMade } from '../draft/mark.ts';
import { digestOf, draftCopy } from '../draft/reading.ts';
import { toBytes } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { copied, deepCopy } from '../errors/frozen.ts';
import type { Own } from '../owners/own.ts';
import {
  aFunction,
  aListOf,
  anObject,
  anything,
  checkArgument,
  objectOf,
} from '../schema/check.ts';
import { concatBytes, equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { withIndices } from '../tx/credentials.ts';
import { recoveredKey } from '../tx/recovered.ts';
import {
  listOf,
  type ReviewedSignOptions,
  type SignOptions,
  verifyAllowed,
  withOwn,
} from './allow.ts';
import { publicKeyFrom, type SignatureParts, signatureFrom, withLowS } from './encodings.ts';
import { missingSigner } from './sign.ts';

const signersArgument = /* @__PURE__ */ (() => aListOf(objectOf({ sign: aFunction })))();

/** A signature made by an external signer. Text is hex, with or without `0x`, or base64. */
export interface ExternalSignature {
  /** The digest that was signed. */
  readonly digest: Uint8Array;
  /**
   * The signature: 65 bytes with r, s and the recovery id, 0 to 3 or 27 to 30; or, together with `publicKey`, 64 bytes with r and s, or
   * DER. A high s is normalized to the low one.
   */
  readonly signature: Uint8Array | string;
  /**
   * The public key: 33 or 65 bytes, or SPKI (DER, also as PEM). Required if the signature has no recovery id.
   */
  readonly publicKey?: Uint8Array | string;
}

/** What is read of an `ExternalSignature`. */
interface SignatureRead extends SignatureParts {
  readonly digest: Uint8Array;
  /** The compressed public key, if it was given. */
  readonly publicKey?: Uint8Array;
}

/** Reads each part once. */
function readExternal(from: ExternalSignature): SignatureRead {
  const { digest, signature, publicKey } = from;
  return {
    digest: toBytes(digest, 'digest').slice(),
    ...within(['signature'], () => signatureFrom(signature)),
    ...(publicKey !== undefined && {
      publicKey: within(['publicKey'], () => publicKeyFrom(publicKey)),
    }),
  };
}

/**
 * Returns a signature in the node's format, with the public key that made it.
 * @throws {AvalancheError} `BadSignature`.
 */
function complete({ digest, publicKey, ...parts }: SignatureRead): {
  readonly signature: Uint8Array;
  readonly publicKey: Uint8Array;
} {
  const { compact, recoveryID } = withLowS(parts);
  if (recoveryID === undefined && !publicKey)
    throw new AvalancheError('BadSignature', 'has no recovery ID: give the public key too');
  for (const id of recoveryID === undefined ? [0, 1] : [recoveryID]) {
    const signature = concatBytes(compact, Uint8Array.of(id));
    const key = recoveredKey(digest, signature);
    if (!publicKey || equalBytes(key, publicKey)) return { signature, publicKey: key };
  }
  throw new AvalancheError('BadSignature', 'is not a signature of the public key');
}

/** A digest for an external signer, such as a device, a KMS or an MPC service. */
export interface Digest {
  /** The address that must sign, 20 bytes; for an account of the C-chain its EVM address. */
  readonly address: Uint8Array;
  /** Derivation path of its key, if the draft has it. */
  readonly path?: string;
  /** ECDSA over `digest`, which is already a sha256: do not hash it again. */
  readonly scheme: 'sha256-ecdsa';
  /** The digest to sign, 32 bytes; the same for all signers of a draft. */
  readonly digest: Uint8Array;
  /** The places in the transaction that this signature fills. */
  readonly slots: readonly {
    /** Index of the credential. */
    readonly credential: number;
    /** Index of the signature in the credential. */
    readonly slot: number;
  }[];
}

/**
 * Returns the digests that are still to be signed: one for each chosen signer, however many inputs. To have others sign, call
 * `chooseSigners` first. Like `sign`, it accepts a draft that was not built here only with `policy` or `reviewed`.
 * @throws {AvalancheError} As `finalize`, except `MissingSigner`; `NotReviewed`, `Refused`, `Disproved`, as `sign`.
 */
export function digestsOf(draft: BuiltDraft, options?: SignOptions): readonly Digest[];
export function digestsOf(draft: Draft, options: ReviewedSignOptions): readonly Digest[];
export function digestsOf(draft: Draft, options: SignOptions = {}): readonly Digest[] {
  return withVerified(['draft'], draft, (reading) => {
    verifyAllowed(reading.draft, options);
    return askedOf(reading.draft);
  });
}

/** Returns the missing signatures, by signer. */
export function askedOf(draft: Draft): readonly Digest[] {
  const digest = digestOf(draft);
  const { paths = {} } = draft;
  const found = new Map<string, Digest & { readonly slots: Digest['slots'][number][] }>();
  draft.slots.forEach((of, credential) => {
    of.signatures.forEach((signature, slot) => {
      if (signature) return;
      const address = of.owner.addresses[of.signatureIndices[slot]!]!;
      const key = `${of.kind === 'account'} ${formatHex(address)}`;
      const path = paths[nameIn(draft, of, address)];
      const asked = found.get(key) ?? {
        address,
        ...(path !== undefined && { path }),
        scheme: 'sha256-ecdsa',
        digest,
        slots: [],
      };
      asked.slots.push({ credential, slot });
      found.set(key, asked);
    });
  });
  return [...found.values()];
}

/**
 * Adds an external signature to every empty slot of its key, and returns the new draft.
 * @throws {AvalancheError} `BadArgument`, `BadText`: a part in an unknown encoding; `Mismatch`: the signature is for another digest;
 *   `BadSignature`: it is malformed, not by the public key, or by a key that has no empty slot; as `finalize`, except `MissingSigner`.
 */
export function addSignature<D extends Draft>(draft: D, from: ExternalSignature): D {
  checkArgument<object>(from, anObject, 'from');
  const read = readExternal(from);
  return withVerified(['draft'], draft, (reading) => withExternal(reading.draft, read));
}

function withExternal<D extends Draft>(draft: D, from: SignatureRead): D {
  within(['draft'], () => verifySignatures(draft));
  const digest = digestOf(draft);
  if (!equalBytes(from.digest, digest))
    throw new AvalancheError('Mismatch', 'is not a digest that this draft asks to sign').at(
      'digest',
    );
  const { signature, publicKey } = within(['signature'], () => complete(from));
  let placed = false;
  const slots = draft.slots.map((slot) => {
    const address = addressIn(slot, publicKey);
    const signatures = slot.signatures.map((before, i) => {
      const own = slot.owner.addresses[slot.signatureIndices[i]!]!;
      if (before || !equalBytes(own, address)) return before;
      placed = true;
      return signature;
    });
    return { ...slot, signatures };
  });
  if (!placed)
    throw new AvalancheError(
      'BadSignature',
      'no slot of the draft needs a signature of this key',
    ).at('signature');
  return keepMark({ ...draft, slots, missing: missingOf(slots) }, draft);
}

/** An asynchronous signer. It takes a draft and returns it with its signatures added. */
export interface Signer {
  /** The signer's addresses, if it knows them. */
  readonly own?: Own;
  /** Whether it finds its keys by the draft's derivation paths, and so signs nothing without them. */
  readonly byPath?: boolean;
  /** Checks the policy, then signs the draft. */
  sign<D extends Draft>(draft: D, options?: SignOptions): Promise<D>;
}

/**
 * Signs a draft with several signers in sequence; each sees the signatures of the previous ones. The policy is checked before the first
 * signer is asked, and again by each signer. The addresses of all signers count as the caller's own.
 * @throws As the signers; {AvalancheError} `Refused`, `Disproved` as `sign`; `Mismatch`: a signer returned another transaction;
 *   `BadSignature`: a signature does not belong to its slot; `MissingSigner`: nobody added a signature, and a device could not, because
 *   the draft has no derivation paths.
 */
export function signWith<D extends BuiltDraft>(
  draft: D,
  signers: Signer | readonly Signer[],
  options?: SignOptions,
): Promise<D>;
export function signWith<D extends Draft>(
  draft: D,
  signers: Signer | readonly Signer[],
  options: ReviewedSignOptions,
): Promise<D>;
export async function signWith<D extends Draft>(
  draft: D,
  signers: Signer | readonly Signer[],
  options: SignOptions = {},
): Promise<D> {
  const all = [...listOf(signers)];
  checkArgument(all, signersArgument, 'signers');
  checkArgument(options, anObject, 'options');
  const known = all.reduce((sum, { own = [] }) => withOwn(sum, own), { ...options });
  const first = readyToSign(draft, known, []);
  let signed = first;
  for (const signer of all) {
    // Each signer gets its own copies, because it may keep or change them.
    const { policy, ...others } = known;
    const answer = await signer.sign(keepMark(deepCopy(signed), signed), {
      ...copied(others),
      // The copy may not count as built here. That is safe to override, since the original was checked.
      ...(policy ? { policy } : { reviewed: digestOf(signed) }),
    });
    signed = withAnswer(signed, draftCopy(answer, 'draft'));
    within(['draft'], () => verifySignatures(signed));
  }
  const open = askedOf(signed);
  if (
    open.length > 0 &&
    open.length === askedOf(first).length &&
    open.every(({ path }) => path === undefined) &&
    all.some(({ byPath }) => byPath)
  )
    throw missingSigner(
      first,
      'the draft has no derivation paths of its signers, by which a device finds its keys: build it from a state with paths, such as { ...state, paths: found.paths.P } with found of connect().discover(account)',
    );
  const last = digestOf(signed);
  return markMade(signed, last, choicesMade(first, last));
}

/** Reads a draft, runs all checks that precede the use of a key, and returns the own copy that passed them. */
export const readyToSign = <D extends Draft>(draft: D, options: SignOptions, own: Own): D =>
  withVerified(['draft'], draft, (reading) => {
    within(['draft'], () => verifySignatures(reading.draft));
    verifyAllowed(reading.draft, options, own);
    return reading.draft;
  });

/** Takes the chosen signers and the signatures from a signer's answer, and nothing else. */
function withAnswer<D extends Draft>(before: D, after: Draft): D {
  const all = after.slots.map(({ signatureIndices, signatures }) => ({
    signatureIndices,
    signatures,
  }));
  const digestIn = (tx: Draft['unsignedTx']): Uint8Array =>
    digestOf({
      ...before,
      unsignedTx: withIndices(
        tx,
        before.slots.map(({ signatureIndices }) => signatureIndices),
      ),
    } as Draft);
  if (
    all.length !== before.slots.length ||
    !equalBytes(digestIn(after.unsignedTx), digestIn(before.unsignedTx))
  )
    throw new AvalancheError('Mismatch', 'the signer returned another transaction').at('draft');
  const slots = before.slots.map((slot, i) => ({ ...slot, ...all[i]! }));
  const unsignedTx = withIndices(
    before.unsignedTx,
    slots.map(({ signatureIndices }) => signatureIndices),
  );
  return { ...before, unsignedTx, slots, missing: missingOf(slots) };
}

const hashKey = /* @__PURE__ */ objectOf(
  { publicKey: anything, sign: aFunction },
  { name: 'an object of publicKey and sign' },
);

/**
 * Creates a signer from a function that signs digests, for a KMS, HSM or MPC service.
 * @param key The public key (33 or 65 bytes, or SPKI), and a function that signs a digest and returns 64 or 65 bytes, or DER. Both may be
 *   bytes, hex or base64; the public key may be PEM as well.
 * @throws {AvalancheError} `BadArgument`, `BadText`: the public key.
 * @example
 * const publicKey = '0x0327448e78ffa8cdb24cf19be0204ad954b1bdb4db8c51183534c1eecf2ebd094e';
 * formatHex(hashSigner({ publicKey, sign: async () => new Uint8Array(64) }).own[0]); // '0x3cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c'
 */
export function hashSigner(key: {
  readonly publicKey: Uint8Array | string;
  sign(digest: Uint8Array): Promise<Uint8Array | string>;
}): Signer & {
  /** Its address, 20 bytes, and its account of the C-chain. */
  readonly own: readonly [address: Uint8Array, account: `0x${string}`];
} {
  checkArgument(key, hashKey, 'key');
  const publicKey = within(['publicKey'], () => publicKeyFrom(key.publicKey));
  const own = [
    shortIDOfPublicKey(publicKey),
    formatHex(accountOf(publicKey)) as `0x${string}`,
  ] as const;
  return {
    own,
    async sign(given, options = {}) {
      const draft = readyToSign(given, options, own);
      const mine = askedOf(draft).filter(({ slots: [first], address }) =>
        equalBytes(addressIn(draft.slots[first!.credential]!, publicKey), address),
      );
      let signed = draft;
      for (const { digest } of mine.slice(0, 1))
        signed = addSignature(signed, {
          digest,
          signature: await key.sign(digest.slice()),
          publicKey,
        });
      return signed;
    },
  };
}

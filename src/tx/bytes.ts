import { maxSize as maxC } from '../chain/cchain/tx.ts';
import {
  chainNameOf,
  type Declaration,
  declarationOf,
  unsignedTxArgument,
} from '../chain/declared.ts';
import * as nftfx from '../chain/fx/nftfx.ts';
import * as propertyfx from '../chain/fx/propertyfx.ts';
import * as secp256k1fx from '../chain/fx/secp256k1fx.ts';
import { maxSize as maxP } from '../chain/pchain/tx.ts';
import { type AnyTx, txFrom } from '../chain/tx.ts';
import { maxSize as maxX } from '../chain/xchain/tx.ts';
import { sha256 } from '../crypto/hash.ts';
import { readable } from '../errors/arguments.ts';
import { aNumber, checkArgument } from '../schema/check.ts';
import { concatBytes } from '../text/bytes.ts';
import { decode, encode, versioned } from '../wire/codec.ts';
import { list, struct, union } from '../wire/declare.ts';
import type { Infer, Source, Type } from '../wire/type.ts';
import { credentialUsesOf } from './credentials.ts';
import { factOf, holding } from './held.ts';
import type { AnyUnsignedTx } from './types.ts';

/** Maximum size of a transaction in bytes, by chain. */
const maxSizes = { P: maxP, X: maxX, C: maxC } as const;

/** A credential that a node accepts. P and C have those of secp256k1fx only; on X the bytes have no wrapper. */
const Credential = /* @__PURE__ */ union('Credential', {
  9: secp256k1fx.Credential,
  14: nftfx.Credential,
  19: propertyfx.Credential,
});
/** The signatures for one input, operation or authorization. */
export type Credential = Infer<typeof Credential>;

const Credentials = /* @__PURE__ */ list(Credential);

/** Codec for transactions of one type: writes the same bytes as the union of all types, without loading the others. */
interface Codec {
  /** Without the version in front. */
  readonly body: Type<AnyUnsignedTx>;
  readonly unsigned: Type<AnyUnsignedTx>;
}

const codecs = /* @__PURE__ */ new WeakMap<Declaration, Codec>();

function codecOf(tx: AnyUnsignedTx): Codec {
  const declaration = declarationOf(tx);
  let codec = codecs.get(declaration);
  if (!codec) {
    const { typeID, type } = declaration;
    const body = union('UnsignedTx', { [typeID]: type }) as Type<AnyUnsignedTx>;
    codec = { body, unsigned: versioned('unsignedTx', body, maxSizes[chainNameOf(tx)]) };
    codecs.set(declaration, codec);
  }
  return codec;
}

/**
 * Encodes a transaction without credentials. The sha256 of these bytes is what gets signed.
 * @throws {AvalancheError} As `declarationOf` and `encode`.
 */
export function unsignedBytesOf(tx: AnyUnsignedTx): Uint8Array {
  return factOf(tx, 'bytes', () => encode(codecOf(tx).unsigned, tx));
}

/** Returns the sha256 of the unsigned bytes, which is what gets signed. */
export const txDigestOf = (tx: AnyUnsignedTx): Uint8Array =>
  factOf(tx, 'digest', () => sha256(unsignedBytesOf(tx)));

/**
 * Reads a transaction once: encodes it, and decodes an own copy from the bytes.
 * @throws {AvalancheError} As `declarationOf` and `encode`.
 */
export function readTx<T extends AnyUnsignedTx>(
  given: T,
): { readonly tx: T; readonly bytes: Uint8Array } {
  const { unsigned, bytes } = readable('a transaction', () => {
    const codec = codecOf(given);
    return { unsigned: codec.unsigned, bytes: encode(codec.unsigned, given) };
  });
  // Byte fields of the copy are views of what it is decoded from.
  return { tx: decode(unsigned, bytes.slice()) as T, bytes };
}

/** As `readTx`, and runs a step that holds the copy, so that each fact of it is derived once. */
export function withTx<T extends AnyUnsignedTx, V>(given: T, step: (tx: T) => V): V {
  const { tx, bytes } = readTx(given);
  return holding(tx, () => {
    factOf(tx, 'bytes', () => bytes);
    return step(tx);
  });
}

/**
 * Encodes a transaction with its credentials.
 * @param unsignedBytes The encoded unsigned transaction, if already known.
 * @throws {AvalancheError} As `declarationOf` and `encode`.
 */
export const signedBytesOf = (
  unsignedTx: AnyUnsignedTx,
  credentials: readonly Credential[],
  unsignedBytes: Uint8Array = unsignedBytesOf(unsignedTx),
): Uint8Array => concatBytes(unsignedBytes, encode(Credentials, credentials));

/**
 * Returns the signed transaction with its bytes and id.
 * @param unsignedBytes The encoded unsigned transaction, if already known.
 * @throws {AvalancheError} As `declarationOf` and `encode`.
 */
export const signedTxOf = (
  unsignedTx: AnyUnsignedTx,
  credentials: readonly Credential[],
  unsignedBytes?: Uint8Array,
): AnyTx => txWith(unsignedTx, credentials, signedBytesOf(unsignedTx, credentials, unsignedBytes));

/**
 * Decodes a signed transaction of the same type as `like`.
 * @throws {AvalancheError} As `declarationOf` and `decode`.
 */
export function signedTxFrom(like: AnyUnsignedTx, bytes: Uint8Array): AnyTx {
  const { body } = codecOf(like);
  const declare = (s: Source) => ({ unsignedTx: s.of(body), credentials: s.list(Credential) });
  const notes = { unsignedTx: 'What is signed.', credentials: 'One for each claim.' };
  const Tx = versioned('tx', struct('Tx', declare, notes), maxSizes[chainNameOf(like)]);
  const { unsignedTx, credentials } = decode(Tx, bytes);
  return txWith(unsignedTx, credentials, bytes);
}

function txWith(unsignedTx: AnyUnsignedTx, of: readonly Credential[], bytes: Uint8Array): AnyTx {
  const chain = chainNameOf(unsignedTx);
  const credentials = chain === 'X' ? of.map((credential) => ({ credential })) : of;
  return txFrom(chain, bytes, { unsignedTx, credentials } as Parameters<typeof txFrom>[2]);
}

/**
 * Returns the size in bytes of a transaction with all signatures, present or not.
 * @param unsignedSize Size of the unsigned bytes, if already known.
 */
export function signedSizeOf(
  tx: AnyUnsignedTx,
  unsignedSize: number = unsignedBytesOf(tx).length,
): number {
  checkArgument(tx, unsignedTxArgument, 'tx');
  checkArgument(unsignedSize, aNumber, 'unsignedSize');
  return credentialUsesOf(tx).reduce(
    (sum, { signatureIndices }) => sum + 8 + 65 * signatureIndices.length,
    unsignedSize + 4,
  );
}

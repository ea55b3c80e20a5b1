import { maxSize as maxC } from '../chain/cchain/tx.ts';
import { chainNameOf, type Declaration, declarationOf } from '../chain/declared.ts';
import * as nftfx from '../chain/fx/nftfx.ts';
import * as propertyfx from '../chain/fx/propertyfx.ts';
import * as secp256k1fx from '../chain/fx/secp256k1fx.ts';
import { maxSize as maxP } from '../chain/pchain/tx.ts';
import { type AnyTx, txFrom } from '../chain/tx.ts';
import { maxSize as maxX } from '../chain/xchain/tx.ts';
import { guarded } from '../errors/arguments.ts';
import { concatBytes } from '../text/bytes.ts';
import { decode, encode, versioned } from '../wire/codec.ts';
import { list, struct, union } from '../wire/declare.ts';
import type { Source } from '../wire/source.ts';
import type { Infer, Type } from '../wire/type.ts';
import { claimsOf } from './claims.ts';
import type { AnyUnsignedTx } from './types.ts';

/** Most bytes of a transaction, by chain. */
const maxSizes = { P: maxP, X: maxX, C: maxC } as const;

/** A credential that a node accepts. P and C have those of secp256k1fx only; on X the bytes have no wrapper. */
const Credential = /* @__PURE__ */ union('Credential', {
  9: secp256k1fx.Credential,
  14: nftfx.Credential,
  19: propertyfx.Credential,
});
/** What holds the signatures of one input, operation or authorization. */
export type Credential = Infer<typeof Credential>;

const Credentials = /* @__PURE__ */ list(Credential);

interface Signed {
  readonly unsignedTx: AnyUnsignedTx;
  readonly credentials: readonly Credential[];
}

/** How transactions of one type are read and written: as the unions of all types do, without the others. */
interface Codec {
  readonly unsigned: Type<AnyUnsignedTx>;
  readonly signed: Type<Signed>;
}

const codecs = /* @__PURE__ */ new WeakMap<Declaration, Codec>();

function codecOf(tx: AnyUnsignedTx): Codec {
  const declaration = declarationOf(tx);
  let codec = codecs.get(declaration);
  if (!codec) {
    const max = maxSizes[chainNameOf(tx)];
    const { typeID, type } = declaration;
    const body = union('UnsignedTx', { [typeID]: type }) as Type<AnyUnsignedTx>;
    const declare = (s: Source) => ({ unsignedTx: s.of(body), credentials: s.list(Credential) });
    const notes = { unsignedTx: 'What is signed.', credentials: 'One for each claim.' };
    codec = {
      unsigned: versioned('unsignedTx', body, max),
      signed: versioned('tx', struct('Tx', declare, notes), max),
    };
    codecs.set(declaration, codec);
  }
  return codec;
}

/**
 * The type of an unsigned transaction, which encodes and decodes that type of transaction only.
 * @throws {AvalancheError} As `declarationOf`.
 */
export const unsignedTypeOf = (tx: AnyUnsignedTx): Type<AnyUnsignedTx> => codecOf(tx).unsigned;

/**
 * The bytes whose sha256 is signed.
 * @throws {AvalancheError} As `declarationOf` and `encode`.
 */
export const unsignedBytesOf = /* @__PURE__ */ guarded(function unsignedBytesOf(
  tx: AnyUnsignedTx,
): Uint8Array {
  return encode(unsignedTypeOf(tx), tx);
});

/**
 * The bytes of a transaction with its credentials.
 * @throws {AvalancheError} As `declarationOf` and `encode`.
 */
export const signedBytesOf = (
  unsignedTx: AnyUnsignedTx,
  credentials: readonly Credential[],
): Uint8Array => concatBytes(unsignedBytesOf(unsignedTx), encode(Credentials, credentials));

/**
 * The signed transaction that `bytes` are, read as the type of transaction that `like` is.
 * @throws {AvalancheError} As `declarationOf` and `decode`.
 */
export function signedTxOf(like: AnyUnsignedTx, bytes: Uint8Array): AnyTx {
  const { unsignedTx, credentials } = decode(codecOf(like).signed, bytes);
  const chain = chainNameOf(like);
  const found = chain === 'X' ? credentials.map((credential) => ({ credential })) : credentials;
  return txFrom(chain, bytes, { unsignedTx, credentials: found } as Parameters<typeof txFrom>[2]);
}

/**
 * Length in bytes of a transaction with all of its signatures, whether it has them yet or not.
 * @param unsignedSize Length of the unsigned bytes, if it is known.
 */
export const signedSizeOf = /* @__PURE__ */ guarded(function signedSizeOf(
  tx: AnyUnsignedTx,
  unsignedSize: number = unsignedBytesOf(tx).length,
): number {
  return claimsOf(tx).reduce(
    (sum, { signatureIndices }) => sum + 8 + 65 * signatureIndices.length,
    unsignedSize + 4,
  );
});

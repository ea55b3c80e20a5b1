/** The library as it is published: the compiled code in `dist`, typed by its sources. */
import { readdirSync } from 'node:fs';
import type * as Build from '../src/build/index.ts';
import type * as CChain from '../src/chain/cchain/index.ts';
import type * as PChain from '../src/chain/pchain/index.ts';
import type * as XChain from '../src/chain/xchain/index.ts';
import type * as Fee from '../src/fee/index.ts';
import type * as Root from '../src/index.ts';
import type * as Network from '../src/network/index.ts';
import type * as Sign from '../src/sign/index.ts';
import type * as Verify from '../src/verify/index.ts';
import type * as Wire from '../src/wire/index.ts';

const dist = new URL('../dist/', import.meta.url);
const load = (file: string): Promise<unknown> => import(new URL(file, dist).href);

// Every declaration is loaded, as in a program that uses all of the library.
for (const file of readdirSync(dist, { recursive: true }) as string[])
  if (/^(chain|fx|message).*\.js$/.test(file)) await load(file);

const P = (await load('chain/pchain/index.js')) as typeof PChain;
const X = (await load('chain/xchain/index.js')) as typeof XChain;
const C = (await load('chain/cchain/index.js')) as typeof CChain;
const { bare, fromJSON, spans, toJSONText } = (await load('wire/index.js')) as typeof Wire;
const { contextOf, identify } = (await load('network/index.js')) as typeof Network;

export const decodeSigned = (bytes: Uint8Array): PChain.Tx => P.decode(P.Tx, bytes);
export const decodeUnsigned = (bytes: Uint8Array): PChain.UnsignedTx =>
  P.decode(P.UnsignedTx, bytes);
export const encodeSigned = (tx: PChain.Tx): Uint8Array => P.encode(P.Tx, tx);
export const encodeUnsigned = (tx: PChain.UnsignedTx): Uint8Array => P.encode(P.UnsignedTx, tx);
export const spansUnsigned = (bytes: Uint8Array) => spans(P.UnsignedTx, bytes);
export const spansSigned = (bytes: Uint8Array) => spans(P.Tx, bytes);
export const decodeXSigned = (bytes: Uint8Array): XChain.Tx => X.decode(X.Tx, bytes);
export const encodeXSigned = (tx: XChain.Tx): Uint8Array => X.encode(X.Tx, tx);

const { decode, encode, formatHex, formatID, fuji, idOf, inputIDOf, isCodecError, parseJSON } =
  (await load('index.js')) as typeof Root;

/** All that is done with signed transactions of one type of values. */
const codecOf = <T>(type: Wire.Type<T>) => ({
  decode: (bytes: Uint8Array): T => P.decode(type, bytes),
  encode: (value: T): Uint8Array => P.encode(type, value),
  toJSONText: (value: T, context: Wire.Context, bytes: Uint8Array): string =>
    toJSONText(type, value, context, bytes),
  fromJSON: (json: Root.JSONValue, context: Wire.Context): T => fromJSON(type, json, context),
  spans: (bytes: Uint8Array) => spans(type, bytes),
});
/** By chain. */
export const chains = {
  P: codecOf<unknown>(P.Tx),
  X: codecOf<unknown>(X.Tx),
  C: codecOf<unknown>(C.Tx),
};

const { buildBaseTx, buildConsolidateTxs } = (await load('build/index.js')) as typeof Build;
const { finalize, privateKey, sign } = (await load('sign/index.js')) as typeof Sign;
const { verifyCredentials, verifyTx } = (await load('verify/index.js')) as typeof Verify;
const { UTXO, UnsignedTx } = P;
const { txFee } = (await load('fee/index.js')) as typeof Fee;

export {
  bare,
  buildBaseTx,
  buildConsolidateTxs,
  contextOf,
  decode,
  encode,
  finalize,
  formatHex,
  formatID,
  fuji,
  identify,
  idOf,
  inputIDOf,
  isCodecError,
  parseJSON,
  privateKey,
  sign,
  txFee,
  UnsignedTx,
  UTXO,
  verifyCredentials,
  verifyTx,
};

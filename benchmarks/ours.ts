/** The library as it is published: the compiled code in `dist`, typed by its sources. */
import { readdirSync } from 'node:fs';
import type * as Build from '../src/build/index.ts';
import type * as PChain from '../src/chain/pchain/index.ts';
import type * as XChain from '../src/chain/xchain/index.ts';
import type * as Fee from '../src/fee/index.ts';
import type * as Root from '../src/index.ts';
import type * as Sign from '../src/sign/index.ts';
import type * as Wire from '../src/wire/index.ts';

const dist = new URL('../dist/', import.meta.url);
const load = (file: string): Promise<unknown> => import(new URL(file, dist).href);

// Every declaration is loaded, as in a program that uses all of the library.
for (const file of readdirSync(dist, { recursive: true }) as string[])
  if (/^(chain|fx|message).*\.js$/.test(file)) await load(file);

const P = (await load('chain/pchain/index.js')) as typeof PChain;
const X = (await load('chain/xchain/index.js')) as typeof XChain;
const { spans } = (await load('wire/index.js')) as typeof Wire;

export const decodeSigned = (bytes: Uint8Array): PChain.Tx => P.decode(P.Tx, bytes);
export const decodeUnsigned = (bytes: Uint8Array): PChain.UnsignedTx =>
  P.decode(P.UnsignedTx, bytes);
export const encodeSigned = (tx: PChain.Tx): Uint8Array => P.encode(P.Tx, tx);
export const encodeUnsigned = (tx: PChain.UnsignedTx): Uint8Array => P.encode(P.UnsignedTx, tx);
export const spansUnsigned = (bytes: Uint8Array) => spans(P.UnsignedTx, bytes);
export const spansSigned = (bytes: Uint8Array) => spans(P.Tx, bytes);
export const decodeXSigned = (bytes: Uint8Array): XChain.Tx => X.decode(X.Tx, bytes);
export const encodeXSigned = (tx: XChain.Tx): Uint8Array => X.encode(X.Tx, tx);

const { encode, fuji, formatID } = (await load('index.js')) as typeof Root;
const { buildBaseTx, buildConsolidateTxs } = (await load('build/index.js')) as typeof Build;
const { finalize, privateKey, sign } = (await load('sign/index.js')) as typeof Sign;
const { UTXO, UnsignedTx } = P;
const { txFee } = (await load('fee/index.js')) as typeof Fee;

export {
  buildBaseTx,
  buildConsolidateTxs,
  encode,
  finalize,
  formatID,
  fuji,
  privateKey,
  sign,
  txFee,
  UnsignedTx,
  UTXO,
};

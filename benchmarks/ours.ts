/** The library as Node loads it from the package, typed by its sources. */
import type * as Build from '../src/builder/index.ts';
import type * as CChain from '../src/chain/cchain/index.ts';
import type * as PChain from '../src/chain/pchain/index.ts';
import type * as XChain from '../src/chain/xchain/index.ts';
import type * as Fee from '../src/fee/index.ts';
import type * as Root from '../src/index.ts';
import type * as Network from '../src/network/index.ts';
import type * as Verify from '../src/rules/index.ts';
import type * as Sign from '../src/sign/index.ts';
import type * as Wire from '../src/wire/index.ts';

const load = (subpath = ''): Promise<unknown> => import(`avalanche-tx${subpath}`);

// Every declaration is loaded, as in a program that uses all of the library.
for (const subpath of ['/warp', '/blocks']) await load(subpath);

const P = (await load('/pchain')) as typeof PChain;
const X = (await load('/xchain')) as typeof XChain;
const C = (await load('/cchain')) as typeof CChain;
const {
  valueFromJSON: fromJSON,
  spansOfValue: spans,
  valueToJSONText: toJSONText,
} = (await load('/codec')) as typeof Wire;
const { jsonContext, identifyNetwork } = (await load('/network')) as typeof Network;

export const decodeSigned = (bytes: Uint8Array): PChain.Tx => P.decode(P.Tx, bytes);
export const decodeUnsigned = (bytes: Uint8Array): PChain.UnsignedTx =>
  P.decode(P.UnsignedTx, bytes);
export const encodeSigned = (tx: PChain.Tx): Uint8Array => P.encode(P.Tx, tx);
export const encodeUnsigned = (tx: PChain.UnsignedTx): Uint8Array => P.encode(P.UnsignedTx, tx);
export const spansSigned = (bytes: Uint8Array) => spans(P.Tx, bytes);
export const decodeXSigned = (bytes: Uint8Array): XChain.Tx => X.decode(X.Tx, bytes);
export const encodeXSigned = (tx: XChain.Tx): Uint8Array => X.encode(X.Tx, tx);

const { decode, encode, formatHex, formatID, fuji, idOf, inputIDOf, isError, mainnet, parseJSON } =
  (await load()) as typeof Root;

/** All that is done with signed transactions of one type of values. */
const codecOf = <T>(type: Wire.Type<T>) => ({
  decode: (bytes: Uint8Array): T => P.decode(type, bytes),
  encode: (value: T): Uint8Array => P.encode(type, value),
  /** With the id, which is hashed from the bytes that the value was decoded from. */
  toJSONText: (value: T, options: Wire.FromJSONOptions, bytes: Uint8Array): string =>
    toJSONText(type, value, { ...options, ids: new Map([[value, formatID(idOf(bytes))]]) }),
  fromJSON: (json: Root.JSONValue, options: Wire.FromJSONOptions): T =>
    fromJSON(type, json, options),
  spans: (bytes: Uint8Array) => spans(type, bytes),
});
/** By chain. */
export const chains = {
  P: codecOf<unknown>(P.Tx),
  X: codecOf<unknown>(X.Tx),
  C: codecOf<unknown>(C.Tx),
};

const { buildAddPermissionlessDelegatorTx, buildBaseTx, buildConsolidateTxs, buildImportTx } =
  (await load('/build')) as typeof Build;
const { finalize, privateKey, sign } = (await load('/sign')) as typeof Sign;
const { checkTx, factsOfState, refusalOf } = (await load('/rules')) as typeof Verify;
const { UTXO, UnsignedTx } = P;
const {
  deactivationsOf: deactivations,
  feeOf,
  validatorFeeOf: validatorFee,
} = (await load('/fee')) as typeof Fee;

export {
  buildAddPermissionlessDelegatorTx,
  buildBaseTx,
  buildConsolidateTxs,
  buildImportTx,
  checkTx,
  deactivations,
  decode,
  encode,
  factsOfState,
  feeOf,
  finalize,
  formatHex,
  formatID,
  fuji,
  identifyNetwork,
  idOf,
  inputIDOf,
  isError,
  jsonContext,
  mainnet,
  parseJSON,
  privateKey,
  refusalOf,
  sign,
  UnsignedTx,
  UTXO,
  validatorFee,
};

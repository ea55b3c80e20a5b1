/** The tables of `docs/migration/avalanchejs.md`: each module of avalanchejs with its rows. */
import {
  apiMethods,
  avm,
  Common,
  Context,
  etna,
  evm,
  info,
  pvm,
  unsignedTxMethods,
} from './builders.ts';
import type { Rows } from './row.ts';
import { avaxSerial, avmSerial, evmSerial, pvmSerial, root, warp } from './types.ts';
import { bls, networkIDs, secp256k1, utils } from './utils.ts';

/** Rows by module; `''` is the root. */
export const modules: { readonly [prefix: string]: Rows } = {
  '': root,
  pvm,
  'pvm.e': etna,
  avm,
  evm,
  utils,
  Common,
  Context,
  info,
  networkIDs,
  secp256k1,
  bls,
  avaxSerial,
  pvmSerial,
  'pvmSerial.warp': warp,
  avmSerial,
  evmSerial,
};

export { apiMethods, unsignedTxMethods };

import { versioned } from '../../wire/codec.ts';
import { type Declared, struct } from '../../wire/declare.ts';
import type { Source } from '../../wire/source.ts';
import type { Type } from '../../wire/type.ts';
import { utxoNotes } from '../base.ts';
import { maxSize, Output } from './tx.ts';

const utxo = (s: Source) => ({
  txID: s.id(),
  outputIndex: s.u32(),
  assetID: s.id(),
  output: s.of(Output),
});
/** Something that an import can spend, as `avax.getUTXOs` gives it. Source: avalanchego `vms/components/avax/utxo.go`. */
export interface UTXO extends Declared<typeof utxo> {}
export const UTXO: Type<UTXO> = /* @__PURE__ */ versioned(
  'utxo',
  /* @__PURE__ */ struct('avax.UTXO', utxo, utxoNotes),
  maxSize,
);

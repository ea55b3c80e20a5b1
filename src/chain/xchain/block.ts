import { versioned } from '../../wire/codec.ts';
import { type Declared, struct, union } from '../../wire/declare.ts';
import type { Source, Type } from '../../wire/type.ts';
import { blockNotes } from '../base.ts';
import { maxSize, TxBody } from './tx.ts';

const standardBlock = (s: Source) => ({
  type: 'avm.StandardBlock' as const,
  parentID: s.id(),
  height: s.u64(),
  time: s.u64(),
  merkleRoot: s.id(),
  txs: s.list(TxBody),
});
/** A block of the X-chain, since Cortina. Source: avalanchego `vms/avm/block/standard_block.go`. */
export interface StandardBlock extends Declared<typeof standardBlock> {}
export const StandardBlock: Type<StandardBlock> = /* @__PURE__ */ struct(
  'avm.StandardBlock',
  standardBlock,
  { ...blockNotes, merkleRoot: 'Always the zero ID.' },
  { also: { id: { before: null, idOf: (): Type<unknown> => Block } } },
);

/**
 * A block of the X-chain, as returned by `avm.getBlock`. Registration order: avalanchego
 * `vms/avm/block/parser.go`.
 */
export type Block = StandardBlock;
export const Block: Type<Block> = /* @__PURE__ */ versioned(
  'block',
  union('Block', { 20: StandardBlock }),
  maxSize,
);

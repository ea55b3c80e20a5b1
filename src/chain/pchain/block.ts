import { versioned } from '../../wire/codec.ts';
import { type Declared, struct, union } from '../../wire/declare.ts';
import type { Also, Source, Type } from '../../wire/type.ts';
import { blockNotes } from '../base.ts';
import { maxSize, TxBody } from './tx.ts';

/** The JSON-only `id` of a block, printed after its height. */
const idBefore = (before: string | null): { readonly id: Also<unknown> } => ({
  id: { before, idOf: (): Type<unknown> => Block },
});

const notes = { parentID: blockNotes.parentID, height: blockNotes.height };
const proposalNote = 'What it proposes: a commit or an abort follows.';
const atomicNote = 'An import or export.';

const apricotProposalBlock = (s: Source) => ({
  type: 'platformvm.ApricotProposalBlock' as const,
  parentID: s.id(),
  height: s.u64(),
  tx: s.of(TxBody),
});
/**
 * Proposes a transaction that its child block, a commit or an abort, decides; until Banff. Source: avalanchego
 * `vms/platformvm/block/proposal_block.go`.
 */
export interface ApricotProposalBlock extends Declared<typeof apricotProposalBlock> {}
export const ApricotProposalBlock: Type<ApricotProposalBlock> = /* @__PURE__ */ struct(
  'platformvm.ApricotProposalBlock',
  apricotProposalBlock,
  { ...notes, tx: proposalNote },
  { also: idBefore('tx') },
);

const apricotAbortBlock = (s: Source) => ({
  type: 'platformvm.ApricotAbortBlock' as const,
  parentID: s.id(),
  height: s.u64(),
});
/** Rejects the proposal of its parent; until Banff. Source: avalanchego `vms/platformvm/block/abort_block.go`. */
export interface ApricotAbortBlock extends Declared<typeof apricotAbortBlock> {}
export const ApricotAbortBlock: Type<ApricotAbortBlock> = /* @__PURE__ */ struct(
  'platformvm.ApricotAbortBlock',
  apricotAbortBlock,
  notes,
  { also: idBefore(null) },
);

const apricotCommitBlock = (s: Source) => ({
  type: 'platformvm.ApricotCommitBlock' as const,
  parentID: s.id(),
  height: s.u64(),
});
/**
 * Accepts the proposal of its parent; until Banff. The first block of the chain is one. Source: avalanchego
 * `vms/platformvm/block/commit_block.go`.
 */
export interface ApricotCommitBlock extends Declared<typeof apricotCommitBlock> {}
export const ApricotCommitBlock: Type<ApricotCommitBlock> = /* @__PURE__ */ struct(
  'platformvm.ApricotCommitBlock',
  apricotCommitBlock,
  notes,
  { also: idBefore(null) },
);

const apricotStandardBlock = (s: Source) => ({
  type: 'platformvm.ApricotStandardBlock' as const,
  parentID: s.id(),
  height: s.u64(),
  txs: s.list(TxBody),
});
/**
 * Contains transactions that need no decision; until Banff. Source: avalanchego
 * `vms/platformvm/block/standard_block.go`.
 */
export interface ApricotStandardBlock extends Declared<typeof apricotStandardBlock> {}
export const ApricotStandardBlock: Type<ApricotStandardBlock> = /* @__PURE__ */ struct(
  'platformvm.ApricotStandardBlock',
  apricotStandardBlock,
  { ...notes, txs: blockNotes.txs },
  { also: idBefore('txs') },
);

const apricotAtomicBlock = (s: Source) => ({
  type: 'platformvm.ApricotAtomicBlock' as const,
  parentID: s.id(),
  height: s.u64(),
  tx: s.of(TxBody),
});
/**
 * Contains one import or export; until Apricot phase 5. Source: avalanchego
 * `vms/platformvm/block/atomic_block.go`.
 */
export interface ApricotAtomicBlock extends Declared<typeof apricotAtomicBlock> {}
export const ApricotAtomicBlock: Type<ApricotAtomicBlock> = /* @__PURE__ */ struct(
  'platformvm.ApricotAtomicBlock',
  apricotAtomicBlock,
  { ...notes, tx: atomicNote },
  { also: idBefore('tx') },
);

const banffProposalBlock = (s: Source) => ({
  type: 'platformvm.BanffProposalBlock' as const,
  time: s.u64(),
  txs: s.list(TxBody),
  parentID: s.id(),
  height: s.u64(),
  tx: s.of(TxBody),
});
/**
 * Proposes a transaction that its child block, a commit or an abort, decides. Source: avalanchego
 * `vms/platformvm/block/proposal_block.go`.
 */
export interface BanffProposalBlock extends Declared<typeof banffProposalBlock> {}
export const BanffProposalBlock: Type<BanffProposalBlock> = /* @__PURE__ */ struct(
  'platformvm.BanffProposalBlock',
  banffProposalBlock,
  {
    time: blockNotes.time,
    txs: 'Transactions that take effect however it is decided; nodes put none here.',
    ...notes,
    tx: proposalNote,
  },
  { also: idBefore('tx') },
);

const banffAbortBlock = (s: Source) => ({
  type: 'platformvm.BanffAbortBlock' as const,
  time: s.u64(),
  parentID: s.id(),
  height: s.u64(),
});
/** Rejects the proposal of its parent. Source: avalanchego `vms/platformvm/block/abort_block.go`. */
export interface BanffAbortBlock extends Declared<typeof banffAbortBlock> {}
export const BanffAbortBlock: Type<BanffAbortBlock> = /* @__PURE__ */ struct(
  'platformvm.BanffAbortBlock',
  banffAbortBlock,
  { time: blockNotes.time, ...notes },
  { also: idBefore(null) },
);

const banffCommitBlock = (s: Source) => ({
  type: 'platformvm.BanffCommitBlock' as const,
  time: s.u64(),
  parentID: s.id(),
  height: s.u64(),
});
/** Accepts the proposal of its parent. Source: avalanchego `vms/platformvm/block/commit_block.go`. */
export interface BanffCommitBlock extends Declared<typeof banffCommitBlock> {}
export const BanffCommitBlock: Type<BanffCommitBlock> = /* @__PURE__ */ struct(
  'platformvm.BanffCommitBlock',
  banffCommitBlock,
  { time: blockNotes.time, ...notes },
  { also: idBefore(null) },
);

const banffStandardBlock = (s: Source) => ({
  type: 'platformvm.BanffStandardBlock' as const,
  time: s.u64(),
  parentID: s.id(),
  height: s.u64(),
  txs: s.list(TxBody),
});
/** Contains transactions that need no decision. Source: avalanchego `vms/platformvm/block/standard_block.go`. */
export interface BanffStandardBlock extends Declared<typeof banffStandardBlock> {}
export const BanffStandardBlock: Type<BanffStandardBlock> = /* @__PURE__ */ struct(
  'platformvm.BanffStandardBlock',
  banffStandardBlock,
  { time: blockNotes.time, ...notes, txs: blockNotes.txs },
  { also: idBefore('txs') },
);

/**
 * A block of the P-chain, as returned by `platform.getBlock`. Registration order: avalanchego
 * `vms/platformvm/block/codec.go`.
 */
export type Block =
  | ApricotProposalBlock
  | ApricotAbortBlock
  | ApricotCommitBlock
  | ApricotStandardBlock
  | ApricotAtomicBlock
  | BanffProposalBlock
  | BanffAbortBlock
  | BanffCommitBlock
  | BanffStandardBlock;
export const Block: Type<Block> = /* @__PURE__ */ versioned(
  'block',
  union('Block', {
    0: ApricotProposalBlock,
    1: ApricotAbortBlock,
    2: ApricotCommitBlock,
    3: ApricotStandardBlock,
    4: ApricotAtomicBlock,
    29: BanffProposalBlock,
    30: BanffAbortBlock,
    31: BanffCommitBlock,
    32: BanffStandardBlock,
  }),
  maxSize,
);

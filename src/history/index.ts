/** The history of a chain as a ledger: apply blocks in order, and get the changes of UTXOs, stakers, rewards, supplies and fees. */

export type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
export type { AnyTx } from '../chain/tx.ts';
export type { Network } from '../network/network.ts';
export type { Consumed, Effects, EffectsInput } from '../tx/effects.ts';
export type {
  AppliedEffects,
  ExportedUTXO,
  ImportedUTXO,
  L1Why,
  MadeUTXO,
  MadeWhy,
  PChanges,
  SpentUTXO,
  StakerWhy,
  UTXOChanges,
  XChanges,
} from './changes.ts';
export {
  type EntriesOptions,
  type Entry,
  type EntryAccount,
  type EntryChanges,
  type EntryWhy,
  entriesOf,
  type Moves,
  movesOf,
} from './entries.ts';
export {
  type History,
  type HistoryBalance,
  type HistoryNode,
  type HistoryOptions,
  type HistoryRow,
  historyOf,
  type IndexedBlock,
} from './history.ts';
export {
  type Blockchain,
  type L1Validator,
  l1BalanceOf,
  type PLedger,
  type PStores,
  type Renewal,
  type Staker,
  type StakerTx,
  type Store,
  type Subnet,
  type XLedger,
  type XStores,
} from './ledger.ts';
export { applyBlock, type CreateLedgerOptions, createLedger } from './ledgers.ts';
export { applyAcceptedTxs } from './xchain.ts';

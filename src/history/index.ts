/** The history of a chain as a ledger: apply blocks in order, and get the changes of UTXOs, stakers, rewards, supplies and fees. */
export {
  type FirstAsset,
  type FirstUTXO,
  type GenesisSummary,
  genesisSummaryOf,
} from '../chain/genesis.ts';
export type {
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
  type Blockchain,
  balanceOf,
  type L1Validator,
  type PLedger,
  type Renewal,
  type Staker,
  type StakerTx,
  type Store,
  type Subnet,
  type XLedger,
} from './ledger.ts';
export { advanceP, beginP } from './pchain.ts';
export { acceptX, advanceX, beginX } from './xchain.ts';

import { type ColumnsOf, decodedTables } from '../parquet/columns.ts';

/**
 * The tables that `index` writes, of events to which nothing is ever changed: `docs/guides/indexing.md` says what each column means.
 * Heights are those of blocks; 0 is the genesis, and what the X-chain accepted before it had blocks.
 */
export const indexTables = {
  blocks: {
    chain: 'string',
    height: 'uint64',
    time: 'uint64?',
    blockID: 'string',
    parentID: 'string',
    containerID: 'string',
    type: 'string',
    proposer: 'string?',
    transactions: 'uint32',
    size: 'uint32',
    accruedFees: 'uint64?',
  },
  transactions: { ...decodedTables.transactions, height: 'uint64', time: 'uint64?' },
  inputs: { ...decodedTables.inputs, height: 'uint64' },
  outputs: { ...decodedTables.outputs, height: 'uint64' },
  validators: { ...decodedTables.validators, height: 'uint64' },
  moves: {
    chain: 'string',
    height: 'uint64',
    txID: 'string',
    direction: 'string',
    peer: 'string',
    utxoTxID: 'string',
    utxoOutputIndex: 'uint32',
    assetID: 'string',
    amount: 'uint64?',
  },
  stakes: {
    height: 'uint64',
    time: 'uint64',
    event: 'string',
    txID: 'string',
    type: 'string',
    nodeID: 'string',
    subnetID: 'string',
    weight: 'uint64',
    start: 'uint64',
    end: 'uint64',
    potentialReward: 'uint64',
  },
  l1Validators: {
    height: 'uint64',
    time: 'uint64',
    event: 'string',
    validationID: 'string',
    subnetID: 'string',
    nodeID: 'string',
    weight: 'uint64',
    balance: 'uint64',
    feesUntil: 'uint64',
  },
  errors: {
    chain: 'string',
    index: 'uint64',
    containerID: 'string',
    code: 'string',
    path: 'string',
    message: 'string',
    bytes: 'string',
  },
} as const;

export type IndexTable = keyof typeof indexTables;
export const indexTableNames = Object.keys(indexTables) as readonly IndexTable[];

export type IndexRows = ColumnsOf<typeof indexTables>;

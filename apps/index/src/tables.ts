/**
 * The tables: every column with its type and its meaning, and the key of each table. Parquet files, SQL for engines and the guide follow
 * from here. Rows are events to which nothing is ever changed: what spent an output, or how a stake ended, is a join.
 */

/** How values are stored. `?`: may be null. */
type Storage = keyof Stored | `${keyof Stored}?`;

interface Stored {
  readonly string: string;
  readonly strings: readonly string[];
  readonly uint32: number;
  readonly uint64: bigint;
  readonly boolean: boolean;
  readonly bytes: Uint8Array;
  /** Unix seconds. In files: microseconds, without a time zone, UTC. */
  readonly time: bigint;
}

export interface Table {
  readonly about: string;
  /** The columns that no two rows share. */
  readonly key: readonly string[];
  readonly columns: Readonly<Record<string, readonly [Storage, string]>>;
}

const chain = ['string', 'P, X or C'] as const;
const height = [
  'uint64',
  'Height of the block; 0 for the genesis, and on X for what was accepted before its first block',
] as const;
const time = [
  'time?',
  "The block's time; null where neither the block nor the ledger tells one",
] as const;
const ledgerTime = ['time', "The chain's time"] as const;
const txID = ['string', 'The transaction'] as const;
const assetID = ['string', 'The asset'] as const;
const subnetID = [
  'string',
  '11111111111111111111111111111111LpoYY is the primary network',
] as const;

/** The tables of a folder. */
export const tables = {
  blocks: {
    about: 'A block',
    key: ['chain', 'height'],
    columns: {
      chain,
      height,
      time,
      block_id: ['string', 'As getBlock takes it'],
      parent_id: ['string', 'The block before'],
      container_index: ['uint64', "Place in the node's index"],
      container_id: ['string', 'The id in consensus: of the wrapper, where there is one'],
      type: ['string', 'Type of the block; evm on C'],
      proposer: ['string?', 'Node ID, where the wrapper names one'],
      tx_count: ['uint32', 'Rows of transactions'],
      size: ['uint32', 'Bytes of the block, without its wrapper'],
      accrued_fees: [
        'uint64?',
        'P with a ledger: nAVAX that an L1 validator active since Etna has paid by now',
      ],
      bytes: ['bytes?', 'The container; with --bytes'],
    },
  },
  transactions: {
    about: 'An accepted transaction; on C an atomic one',
    key: ['tx_id'],
    columns: {
      chain,
      height,
      time,
      tx_index: ['uint32', 'Place in the block'],
      tx_id: txID,
      type: ['string', 'Type in the codec, such as avm.BaseTx'],
      block_id: ['string?', 'The block; null before the first block of X'],
      network_id: ['uint32?', 'Null where the type names none'],
      fee: ['uint64', 'nAVAX that is burned as fee'],
      burned: ['uint64', 'nAVAX that is burned: fee, balances of L1 validators, and what is lost'],
      memo: ['bytes?', 'Null if empty'],
      bytes: ['bytes?', 'The signed transaction; with --bytes'],
    },
  },
  inputs: {
    about: 'A UTXO that is spent or imported, or an account of C that is debited',
    key: ['tx_id', 'input_index'],
    columns: {
      chain,
      height,
      time,
      tx_id: txID,
      input_index: ['uint32', 'Place among the inputs of the transaction'],
      spent_tx_id: ['string?', 'The transaction that produced the UTXO'],
      spent_output_index: ['uint32?', 'Its place among the outputs of that transaction'],
      account: ['string?', 'The debited account'],
      addresses: [
        'strings?',
        'Owners of the UTXO; null for imports and accounts, and without a ledger',
      ],
      asset_id: assetID,
      amount: ['uint64?', 'Smallest unit; null for NFTs, properties and minting rights'],
    },
  },
  outputs: {
    about: 'A UTXO, or an account of C that is credited',
    key: ['chain', 'tx_id', 'output_index'],
    columns: {
      chain,
      height,
      time,
      tx_id: ['string', "The transaction; for a stake's reward the one that staked"],
      output_index: ['uint32', 'Place among the outputs of the transaction'],
      type: ['string', 'Type of the output; account on C'],
      why: [
        'string',
        'output, mint, export (belongs to another chain), stake (usable from the end of the stake on), genesis, reward, delegateeReward, refund (of an L1 validator)',
      ],
      account: ['string?', 'The credited account'],
      addresses: ['strings?', 'Owners'],
      threshold: ['uint32?', 'How many of them have to sign'],
      locktime: ['uint64?', 'Unix seconds; 0 for none'],
      stakeable_locktime: ['uint64?', 'Unix seconds until which it can only be staked'],
      asset_id: assetID,
      amount: ['uint64?', 'Smallest unit; null for NFTs, properties and minting rights'],
      group_id: ['uint32?', 'Of an NFT, or the right to mint it'],
      payload: ['bytes?', 'Of an NFT'],
    },
  },
  moves: {
    about: 'A UTXO that is exported to another chain, or imported from one',
    key: ['tx_id', 'utxo_tx_id', 'utxo_output_index'],
    columns: {
      chain,
      height,
      time,
      tx_id: txID,
      direction: ['string', 'export or import'],
      peer_chain: ['string?', 'The other chain: P, X or C; null for another blockchain'],
      peer_id: ['string', 'Its blockchain id'],
      utxo_tx_id: ['string', 'The transaction that exported'],
      utxo_output_index: ['uint32', 'Place among its outputs'],
      asset_id: assetID,
      amount: ['uint64?', 'Smallest unit'],
    },
  },
  stakes: {
    about: 'A change of a stake on P. Needs the ledger.',
    key: ['height', 'event_index'],
    columns: {
      height,
      time: ledgerTime,
      event_index: ['uint32', 'Place among the changes of the block'],
      event: [
        'string',
        'pending, current, renewed, changed; it ends with rewarded, refused, ended, removed or aborted',
      ],
      is_end: ['boolean', 'Whether the stake ended'],
      tx_id: ['string', 'The transaction that staked'],
      type: ['string', 'Its type'],
      node_id: ['string', 'The node'],
      subnet_id: subnetID,
      weight: ['uint64', 'nAVAX, or weight in a subnet'],
      start_time: ['time?', 'Null if it is no time: permissioned validators may state any number'],
      end_time: ['time?', 'Null if it is no time'],
      potential_reward: ['uint64', 'Paid if the stake is rewarded'],
      rewards_addresses: ['strings?', 'Who gets the reward; null for permissioned validators'],
    },
  },
  l1_validators: {
    about: 'A change of an L1 validator. Needs the ledger.',
    key: ['height', 'event_index'],
    columns: {
      height,
      time: ledgerTime,
      event_index: ['uint32', 'Place among the changes of the block'],
      event: ['string', 'registered, weight, balance, disabled, deactivated or removed'],
      is_end: ['boolean', 'Whether it was removed'],
      validation_id: ['string', 'The validation'],
      subnet_id: subnetID,
      node_id: ['string', 'The node'],
      weight: ['uint64', 'Weight; 0 if removed'],
      balance: ['uint64', 'nAVAX after the change; 0 if inactive'],
      fees_until: [
        'uint64',
        'Its balance at a block is this less accrued_fees of the block; 0 if inactive',
      ],
    },
  },
  subnets: {
    about: 'A subnet that is created, changes its owner, or becomes elastic or an L1',
    key: ['tx_id'],
    columns: {
      height,
      time,
      tx_id: txID,
      event: ['string', 'created, owner, transformed or converted'],
      subnet_id: ['string', 'The subnet'],
      addresses: ['strings?', 'Owners; null unless created or owner'],
      threshold: ['uint32?', 'How many of them have to sign'],
      asset_id: ['string?', 'transformed: the staked asset'],
      manager_blockchain_id: [
        'string?',
        'converted: chain of the contract that manages validators',
      ],
      manager_address: ['string?', 'converted: its address'],
    },
  },
  blockchains: {
    about: 'A blockchain',
    key: ['blockchain_id'],
    columns: {
      height,
      time,
      blockchain_id: ['string', 'Id; also of the transaction that created it'],
      subnet_id: subnetID,
      vm_id: ['string', 'Its VM'],
      name: ['string', 'Its name'],
      genesis_size: ['uint32?', 'Bytes of its genesis data; null for those of the genesis'],
    },
  },
  assets: {
    about: 'An asset of X',
    key: ['asset_id'],
    columns: {
      height,
      time,
      asset_id: ['string', 'Id; also of the transaction that created it'],
      name: ['string', 'Anybody may take any name'],
      symbol: ['string', 'Anybody may take any symbol'],
      denomination: ['uint32', 'Decimals'],
    },
  },
} as const satisfies Readonly<Record<string, Table>>;

/**
 * What the ledger changed with the rows of a part, so that its state can be made again from the parts. No table for queries.
 * @see repair.ts
 */
const ledgerTable = {
  about: 'An entry of the ledger after the part',
  key: ['store', 'key'],
  columns: {
    store: ['string', 'The store of the ledger'],
    key: ['string', 'The key in it'],
    value: ['bytes?', 'Null if it was deleted'],
  },
} as const satisfies Table;

export const files = { ...tables, ledger: ledgerTable } as const;

export type TableName = keyof typeof tables;
export type FileName = keyof typeof files;
export const tableNames = Object.keys(tables) as readonly TableName[];
export const fileNames = Object.keys(files) as readonly FileName[];

type ValueOf<S extends string> = S extends `${infer K extends keyof Stored}?`
  ? Stored[K] | null
  : S extends keyof Stored
    ? Stored[S]
    : never;

/** A row of a file. */
export type Row<F extends FileName> = {
  readonly [C in keyof (typeof files)[F]['columns']]: (typeof files)[F]['columns'][C] extends readonly [
    infer S extends string,
    string,
  ]
    ? ValueOf<S>
    : never;
};

/** The rows of all files. */
export type Rows = { readonly [F in FileName]: Row<F>[] };

export const emptyRows = (): Rows =>
  Object.fromEntries(fileNames.map((name) => [name, []])) as unknown as Rows;

/** Tables by columns, and the tables that `decode --stream --parquet` writes: `docs/scale.md` says what each column means. */

/** How values are stored. `?`: may be null. */
export type Storage =
  | 'string'
  | 'string?'
  | 'strings?'
  | 'uint32'
  | 'uint32?'
  | 'uint64'
  | 'uint64?'
  /** DECIMAL(38, 0): the stake of a transaction that no node accepts can add up to more than a uint64. */
  | 'decimal';

/** The columns of a table, in their order. */
export type Table = Readonly<Record<string, Storage>>;

/** The tables of transactions. */
export const decodedTables = {
  transactions: {
    chain: 'string',
    txID: 'string',
    type: 'string',
    networkID: 'uint32?',
    blockID: 'string?',
  },
  inputs: {
    chain: 'string',
    txID: 'string',
    inputIndex: 'uint32',
    spentTxID: 'string?',
    spentOutputIndex: 'uint32?',
    account: 'string?',
    assetID: 'string',
    amount: 'uint64',
  },
  outputs: {
    chain: 'string',
    txID: 'string',
    outputIndex: 'uint32',
    account: 'string?',
    addresses: 'strings?',
    threshold: 'uint32?',
    locktime: 'uint64?',
    stakeableLocktime: 'uint64?',
    assetID: 'string',
    amount: 'uint64',
    why: 'string',
  },
  validators: {
    txID: 'string',
    validatorIndex: 'uint32',
    type: 'string',
    nodeID: 'string',
    subnetID: 'string',
    start: 'uint64?',
    end: 'uint64?',
    weight: 'decimal',
  },
  errors: {
    id: 'string',
    code: 'string',
    path: 'string',
    message: 'string',
  },
} as const satisfies Readonly<Record<string, Table>>;

export type TableName = keyof typeof decodedTables;

export const tableNames = Object.keys(decodedTables) as readonly TableName[];

interface Stored {
  readonly string: string;
  readonly strings: readonly string[];
  readonly uint32: number;
  readonly uint64: bigint;
  readonly decimal: bigint;
}

type ValueOf<S extends Storage> = S extends `${infer K extends keyof Stored}?`
  ? Stored[K] | null
  : S extends keyof Stored
    ? Stored[S]
    : never;

/** The values of tables, by columns. */
export type ColumnsOf<T extends Readonly<Record<string, Table>>> = {
  readonly [N in keyof T]: { readonly [C in keyof T[N]]: ValueOf<T[N][C]>[] };
};

/** The values of the tables of transactions. */
export type Columns = ColumnsOf<typeof decodedTables>;

/** Tables without rows. */
export const emptyColumns = <T extends Readonly<Record<string, Table>>>(tables: T): ColumnsOf<T> =>
  Object.fromEntries(
    Object.entries(tables).map(([name, table]) => [
      name,
      Object.fromEntries(Object.keys(table).map((column) => [column, []])),
    ]),
  ) as unknown as ColumnsOf<T>;

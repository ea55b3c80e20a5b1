/** The tables that `decode --stream --parquet` writes: `docs/scale.md` says what each column means. */

/** How values are stored. `?`: may be null. */
type Storage =
  | 'string'
  | 'string?'
  | 'strings?'
  | 'uint32'
  | 'uint32?'
  | 'uint64'
  | 'uint64?'
  /** DECIMAL(38, 0): the stake of a transaction that no node accepts can add up to more than a uint64. */
  | 'decimal';

const declared = {
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
} as const satisfies Readonly<Record<string, Readonly<Record<string, Storage>>>>;

export type TableName = keyof typeof declared;

/** The columns of each table, in their order. */
export const columns: {
  readonly [T in TableName]: Readonly<Record<keyof (typeof declared)[T], Storage>>;
} = declared;

export const tableNames = Object.keys(declared) as readonly TableName[];

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

/** A row of a table. */
export type Row<T extends TableName> = {
  readonly [C in keyof (typeof declared)[T]]: (typeof declared)[T][C] extends infer S extends
    Storage
    ? ValueOf<S>
    : never;
};

/** Tables by columns. */
export type Columns = {
  readonly [T in TableName]: { readonly [C in keyof Row<T>]: Row<T>[C][] };
};

/** Tables without rows. */
export const emptyColumns = (): Columns =>
  Object.fromEntries(
    tableNames.map((table) => [
      table,
      Object.fromEntries(Object.keys(columns[table]).map((column) => [column, []])),
    ]),
  ) as unknown as Columns;

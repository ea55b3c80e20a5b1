/** What the tables of the index say, read by DuckDB. */

import { duckdb } from '../../scripts/spark.ts';
import type { ChainName } from '../../src/chain/declared.ts';

export interface OutputRow {
  readonly height: bigint;
  /** txID and index. */
  readonly key: string;
  readonly txID: string;
  readonly assetID: string;
  readonly amount: bigint;
  readonly why: string;
  /** The account, or the addresses. */
  readonly owners: readonly string[];
  /** Of an export: the other blockchain. */
  readonly peer: string;
}

export interface InputRow {
  readonly height: bigint;
  readonly txID: string;
  /** txID and index of the UTXO. */
  readonly key: string;
  readonly account: string;
  readonly amount: bigint;
}

/** A row of `transactions`. */
export interface TxRow {
  readonly height: bigint;
  readonly txID: string;
  readonly type: string;
}

export interface StakeRow {
  readonly height: bigint;
  readonly txID: string;
  readonly event: string;
}

/** A row of `l1Validators`. */
export interface L1Row {
  readonly height: bigint;
  readonly validationID: string;
  readonly event: string;
  readonly weight: bigint;
  readonly feesUntil: bigint;
}

/** The tables of a chain, in the order of their rows. */
export interface Tables {
  readonly transactions: readonly TxRow[];
  readonly outputs: readonly OutputRow[];
  readonly inputs: readonly InputRow[];
  readonly stakes: readonly StakeRow[];
  readonly l1Validators: readonly L1Row[];
  /** Heights of `blocks`, and the last `accruedFees`. */
  readonly heights: readonly bigint[];
  readonly accruedFees: bigint;
}

/** Prints the rows of queries, a line each: values with tabs between them, and a line without any after each query. */
const program = `
import duckdb, sys
db = duckdb.connect()
for query in sys.argv[1:]:
    answer = db.execute(query)
    while rows := answer.fetchmany(10000):
        sys.stdout.write(''.join('\\t'.join('' if of is None else ','.join(of) if isinstance(of, list) else str(of) for of in row) + '\\n' for row in rows))
    sys.stdout.write('\\n')`;

/** Reads the tables of a chain. */
export async function tablesOf(folder: string, chain: ChainName): Promise<Tables> {
  const rows = (table: string): string =>
    `read_parquet('${folder}/parts/${chain}-*/${table}.parquet', filename = true, file_row_number = true)`;
  const of = (columns: string, table: string): string =>
    `SELECT ${columns} FROM ${rows(table)} t ORDER BY t.filename, t.file_row_number`;
  const text = await duckdb(
    program,
    of('height, tx_id, type', 'transactions'),
    `SELECT t.height, t.tx_id, t.output_index, t.asset_id, t.amount, t.why, t.account, t.addresses, m.peer_id
      FROM ${rows('outputs')} t LEFT JOIN ${rows('moves')} m
      ON t.why = 'export' AND m.direction = 'export' AND m.utxo_tx_id = t.tx_id AND m.utxo_output_index = t.output_index
      WHERE t.amount IS NOT NULL ORDER BY t.filename, t.file_row_number`,
    `SELECT height, tx_id, spent_tx_id, spent_output_index, account, amount FROM ${rows('inputs')} t
      WHERE amount IS NOT NULL ORDER BY t.filename, t.file_row_number`,
    of('height, tx_id, event', 'stakes'),
    of('height, validation_id, event, weight, fees_until', 'l1_validators'),
    of('height, accrued_fees', 'blocks'),
  );
  const [transactions, outputs, inputs, stakes, l1Validators, blocks] = text
    .split(/(?<=^|\n)\n/)
    .map((part) =>
      part === ''
        ? []
        : part
            .trimEnd()
            .split('\n')
            .map((line) => line.split('\t')),
    );
  return {
    transactions: transactions!.map(([height, txID, type]) => ({
      height: BigInt(height!),
      txID: txID!,
      type: type!,
    })),
    outputs: outputs!.map(([height, txID, index, assetID, amount, why, account, owners, peer]) => ({
      height: BigInt(height!),
      key: `${txID} ${index}`,
      txID: txID!,
      assetID: assetID!,
      amount: BigInt(amount!),
      why: why!,
      peer: peer!,
      owners: account === '' ? owners!.split(',') : [account!],
    })),
    inputs: inputs!.map(([height, txID, spent, index, account, amount]) => ({
      height: BigInt(height!),
      txID: txID!,
      key: `${spent} ${index}`,
      account: account!,
      amount: BigInt(amount!),
    })),
    stakes: stakes!.map(([height, txID, event]) => ({
      height: BigInt(height!),
      txID: txID!,
      event: event!,
    })),
    l1Validators: l1Validators!.map(([height, validationID, event, weight, feesUntil]) => ({
      height: BigInt(height!),
      validationID: validationID!,
      event: event!,
      weight: BigInt(weight!),
      feesUntil: BigInt(feesUntil!),
    })),
    heights: blocks!.map(([height]) => BigInt(height!)),
    accruedFees: BigInt(blocks!.at(-1)?.[1] || 0),
  };
}

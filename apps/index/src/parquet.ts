/** Rows as Parquet files, compressed and with statistics, and back. */
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  asyncBufferFromFile,
  type Compressors as Decompressors,
  parquetMetadataAsync,
  parquetReadObjects,
} from 'hyparquet';
import { ByteWriter, type ColumnSource, ParquetWriter } from 'hyparquet-writer';
import { type FileName, files, type Row } from './tables.ts';

type SchemaElement = ParquetWriter['schema'][number];

/** Rows of a row group: what an engine reads at least, and what a merge has in memory, of the ledger from sixteen files at once. */
const groupRowsOf = (file: FileName): number => (file === 'ledger' ? 2_048 : 32_768);

/** gzip is in every version of Node and read by every engine; it is within 3 % of zstd here. */
const level = 4;

function leaf(name: string, storage: string): SchemaElement[] {
  const isNullable = storage.endsWith('?');
  const repetition_type = isNullable ? 'OPTIONAL' : 'REQUIRED';
  switch (isNullable ? storage.slice(0, -1) : storage) {
    case 'uint32':
      return [{ name, type: 'INT32', converted_type: 'UINT_32', repetition_type }];
    case 'uint64':
      return [{ name, type: 'INT64', converted_type: 'UINT_64', repetition_type }];
    case 'boolean':
      return [{ name, type: 'BOOLEAN', repetition_type }];
    case 'bytes':
      return [{ name, type: 'BYTE_ARRAY', repetition_type }];
    case 'time':
      return [{ name, type: 'INT64', converted_type: 'TIMESTAMP_MICROS', repetition_type }];
    case 'strings':
      return [
        { name, converted_type: 'LIST', repetition_type, num_children: 1 },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        {
          name: 'element',
          type: 'BYTE_ARRAY',
          converted_type: 'UTF8',
          repetition_type: 'REQUIRED',
        },
      ];
    default:
      return [{ name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type }];
  }
}

const columnsOf = (file: FileName): readonly (readonly [string, string])[] =>
  Object.entries(files[file].columns).map(([name, [storage]]) => [name, storage] as const);

/** A file of a table, as its rows come. */
export class TableWriter<F extends FileName> {
  readonly #bytes = new ByteWriter(1 << 16);
  readonly #writer: ParquetWriter;
  readonly #columns: readonly (readonly [string, string])[];
  readonly #groupRows: number;
  #rows: Row<F>[] = [];

  constructor(file: F) {
    this.#columns = columnsOf(file);
    this.#groupRows = groupRowsOf(file);
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: [
        { name: 'root', num_children: this.#columns.length },
        ...this.#columns.flatMap(([name, storage]) => leaf(name, storage)),
      ],
      codec: 'GZIP',
      compressors: { GZIP: (input) => gzipSync(input, { level }) },
      createdBy: 'avalanche-tx-index',
    });
  }

  /** Adds rows, and returns the bytes of the row groups that they complete. */
  add(rows: readonly Row<F>[]): Uint8Array {
    for (const row of rows) {
      this.#rows.push(row);
      if (this.#rows.length === this.#groupRows) this.#encode();
    }
    return this.#taken();
  }

  /** The last bytes. */
  end(): Uint8Array {
    if (this.#rows.length > 0) this.#encode();
    void this.#writer.finish();
    return this.#taken();
  }

  #encode(): void {
    const rows = this.#rows;
    this.#rows = [];
    const columnData = this.#columns.map(([name, storage]): ColumnSource => {
      const isTime = storage.startsWith('time');
      const data = rows.map((row) => {
        const value = (row as Readonly<Record<string, unknown>>)[name];
        return isTime && value !== null ? (value as bigint) * 1_000_000n : value;
      });
      return { name, data };
    });
    void this.#writer.write({ columnData, rowGroupSize: rows.length });
  }

  #taken(): Uint8Array {
    const bytes = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    return bytes;
  }
}

const decompressors: Decompressors = { GZIP: (input) => gunzipSync(input) };

/** The rows of a file, a row group at a time. */
export async function* readTable<F extends FileName>(
  file: F,
  path: string,
): AsyncGenerator<readonly Row<F>[]> {
  const source = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(source);
  const columns = columnsOf(file);
  let rowStart = 0;
  for (const { num_rows } of metadata.row_groups) {
    const rowEnd = rowStart + Number(num_rows);
    const rows = await parquetReadObjects({
      file: source,
      metadata,
      compressors: decompressors,
      rowStart,
      rowEnd,
      utf8: false,
      parsers: { timestampFromMicroseconds: (micros) => micros / 1_000_000n },
    });
    yield rows.map((row) =>
      Object.fromEntries(columns.map(([name, storage]) => [name, valueFrom(row[name], storage)])),
    ) as unknown as readonly Row<F>[];
    rowStart = rowEnd;
  }
}

function valueFrom(value: unknown, storage: string): unknown {
  return value === undefined ? null : storage.startsWith('uint32') ? Number(value) : value;
}

/** Tables as Parquet. Row groups are encoded where their rows are, and put into files by who writes. */
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Table } from './columns.ts';

type SchemaElement = ParquetWriter['schema'][number];
type RowGroup = ParquetWriter['row_groups'][number];
type ColumnChunk = RowGroup['columns'][number];

/** A row group, as if it were the first of its file. */
export interface Group {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly rows: RowGroup;
}

/** The bytes before the first row group of a file: `PAR1`. */
const headLength = 4;

const leaf = (name: string, storage: string): SchemaElement[] => {
  const isNullable = storage.endsWith('?');
  const repetition_type = isNullable ? 'OPTIONAL' : 'REQUIRED';
  const kind = isNullable ? storage.slice(0, -1) : storage;
  switch (kind) {
    case 'uint32':
      return [{ name, type: 'INT32', converted_type: 'UINT_32', repetition_type }];
    case 'uint64':
      return [{ name, type: 'INT64', converted_type: 'UINT_64', repetition_type }];
    case 'decimal': {
      const decimal = { converted_type: 'DECIMAL', precision: 38, scale: 0 } as const;
      return [{ name, type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, ...decimal, repetition_type }];
    }
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
};

function schemaOf(table: Table): SchemaElement[] {
  const of = Object.entries(table);
  return [
    { name: 'root', num_children: of.length },
    ...of.flatMap(([name, storage]) => leaf(name, storage)),
  ];
}

const startFile = (table: Table, writer: ByteWriter): ParquetWriter =>
  new ParquetWriter({
    writer,
    schema: schemaOf(table),
    codec: 'UNCOMPRESSED',
    statistics: false,
    createdBy: 'avalanche-tx',
  });

/** Encodes the rows of a table; undefined if there are none. */
export function encodeGroup(
  table: Table,
  data: { readonly [column: string]: readonly unknown[] },
): Group | undefined {
  const columnData = Object.entries(data as { [column: string]: unknown[] }).map(
    ([name, values]) => ({
      name,
      data: values,
      offsetIndex: false,
    }),
  );
  const rowGroupSize = columnData[0]!.data.length;
  if (rowGroupSize === 0) return undefined;
  const writer = new ByteWriter(1 << 20);
  const file = startFile(table, writer);
  void file.write({ columnData, rowGroupSize });
  return {
    bytes: new Uint8Array(writer.buffer, headLength, writer.index - headLength),
    rows: file.row_groups[0]!,
  };
}

/** A file of a table, written as its row groups come. */
export function parquetFile(table: Table) {
  const writer = new ByteWriter();
  const file = startFile(table, writer);
  const taken = (): Uint8Array<ArrayBuffer> => {
    const bytes = new Uint8Array(writer.getBuffer());
    writer.index = 0;
    return bytes;
  };
  return {
    /** The first bytes. */
    head: taken(),
    /** Notes a row group whose bytes are written next. */
    add({ length, rows }: { readonly length: number; readonly rows: Group['rows'] }): void {
      const shift = BigInt(writer.offset - headLength);
      file.row_groups.push({ ...rows, columns: rows.columns.map((c) => shifted(c, shift)) });
      file.num_rows += rows.num_rows;
      writer.offset += length;
    },
    /** The last bytes. */
    end(): Uint8Array {
      void file.finish();
      return taken();
    },
  };
}

function shifted(column: ColumnChunk, shift: bigint): ColumnChunk {
  const { meta_data: meta, file_offset } = column;
  const { data_page_offset, dictionary_page_offset } = meta!;
  return {
    ...column,
    file_offset: file_offset + shift,
    meta_data: {
      ...meta!,
      data_page_offset: data_page_offset + shift,
      ...(dictionary_page_offset !== undefined && {
        dictionary_page_offset: dictionary_page_offset + shift,
      }),
    },
  };
}

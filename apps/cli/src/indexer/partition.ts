/**
 * Partitions: folders with one Parquet file for each table. A partition is written in a folder of its own and appears by a rename. Its
 * bytes depend on its containers alone: where its row groups end follows from the rows.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { isError } from 'avalanche-tx';
import { IOError } from '../input.ts';
import { emptyColumns } from '../parquet/columns.ts';
import { encodeGroup, type Group, parquetFile } from '../parquet/encode.ts';
import { type IndexRows, type IndexTable, indexTableNames, indexTables } from './tables.ts';

/** Rows of one table after which row groups end. */
const mostRows = 20_000;

/** What is said of a partition in its `partition.json`. */
export interface PartitionNote {
  /** The index that its containers are of, such as `P/block`. */
  readonly feed: string;
  /** Index of its first container, and how many it has. */
  readonly first: string;
  readonly containers: string;
  /** Id of the last container. */
  readonly lastID: string;
  /** The block id of its last block; null if the next block may have any parent. */
  readonly lastBlock: string | null;
  /** Whether it has all containers that it can have. Otherwise it is written again. */
  readonly isWhole: boolean;
  /** Whether the ledger goes on after it. */
  readonly hasLedger: boolean;
  readonly rows: { readonly [T in IndexTable]: number };
  /** SHA-256 of each file. */
  readonly sha256: { readonly [T in IndexTable]: string };
}

type Told = Omit<PartitionNote, 'rows' | 'sha256'>;

/** Runs what touches files; what fails is an `IOError`. */
export async function written<T>(write: () => T | Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (e) {
    if (isError(e) || typeof (e as NodeJS.ErrnoException).code !== 'string') throw e;
    throw new IOError('the index cannot be written', e as NodeJS.ErrnoException);
  }
}

interface Part {
  readonly table: IndexTable;
  readonly path: string;
  readonly file: FileHandle;
  readonly hash: ReturnType<typeof createHash>;
  /** Row groups in the file, without their bytes. */
  readonly groups: { readonly length: number; readonly rows: Group['rows'] }[];
}

/** A partition that is being written. */
export class Partition {
  /** Rows that are in no file yet. */
  rows: IndexRows = emptyColumns(indexTables);
  /** The first column of each table. */
  #columns = firstColumns(this.rows);
  readonly #folder: string;
  readonly #parts: readonly Part[];

  private constructor(folder: string, parts: readonly Part[]) {
    this.#folder = folder;
    this.#parts = parts;
  }

  /** Begins a partition in an empty folder. */
  static async begin(folder: string): Promise<Partition> {
    return written(async () => {
      mkdirSync(folder, { recursive: true });
      const parts: Part[] = [];
      for (const table of indexTableNames) {
        const path = join(folder, `${table}.parquet`);
        const file = await open(path, 'wx');
        const { head } = parquetFile(indexTables[table]);
        await file.writeFile(head);
        const hash = createHash('sha256').update(head);
        parts.push({ table, path, file, hash, groups: [] });
      }
      return new Partition(folder, parts);
    });
  }

  /** Whether the rows fill a row group. */
  isFull(): boolean {
    return this.#columns.some(({ length }) => length >= mostRows);
  }

  /** Writes the rows as a row group. */
  flush(): Promise<void> {
    const { rows } = this;
    this.rows = emptyColumns(indexTables);
    this.#columns = firstColumns(this.rows);
    return written(async () => {
      for (const { table, file, hash, groups } of this.#parts) {
        const group = encodeGroup(indexTables[table], rows[table]);
        if (!group) continue;
        await file.writeFile(group.bytes);
        hash.update(group.bytes);
        groups.push({ length: group.bytes.length, rows: group.rows });
      }
    });
  }

  /** Completes the partition, and puts it into its place. */
  async finish(place: string, told: Told): Promise<void> {
    await this.flush();
    await written(async () => {
      const ends = this.#parts.map((part) => ({ part, end: endOf(part) }));
      for (const { part, end } of ends) {
        await part.file.writeFile(end);
        await part.file.sync();
        await part.file.close();
      }
      await note(this.#folder, told, ends);
      putInPlace(this.#folder, place);
    });
  }

  /** Puts a copy of what the partition has so far into its place. The partition itself goes on. */
  async show(copy: string, place: string, told: Told): Promise<void> {
    await written(async () => {
      rmSync(copy, { recursive: true, force: true });
      mkdirSync(copy, { recursive: true });
      const ends = [];
      for (const part of this.#parts) {
        const group = encodeGroup(indexTables[part.table], this.rows[part.table]);
        const more = group ? [{ length: group.bytes.length, rows: group.rows }] : [];
        const shown = { ...part, hash: part.hash.copy(), groups: [...part.groups, ...more] };
        const path = join(copy, `${part.table}.parquet`);
        copyFileSync(part.path, path);
        const file = await open(path, 'a');
        if (group) {
          await file.writeFile(group.bytes);
          shown.hash.update(group.bytes);
        }
        const end = endOf(shown);
        await file.writeFile(end);
        await file.close();
        ends.push({ part: shown, end });
      }
      await note(copy, told, ends);
      putInPlace(copy, place);
    });
  }

  /** Closes the files without completing them. */
  async drop(): Promise<void> {
    for (const { file } of this.#parts) await file.close().catch(() => {});
  }
}

const firstColumns = (rows: IndexRows): readonly (readonly unknown[])[] =>
  indexTableNames.map((table) => Object.values<readonly unknown[]>(rows[table])[0]!);

/** The last bytes of a file, after which nothing can follow. */
function endOf({ table, groups }: Pick<Part, 'table' | 'groups'>): Uint8Array {
  const content = parquetFile(indexTables[table]);
  for (const group of groups) content.add(group);
  return content.end();
}

/** Writes `partition.json`. */
async function note(
  folder: string,
  told: Told,
  ends: readonly {
    readonly part: Pick<Part, 'table' | 'hash' | 'groups'>;
    readonly end: Uint8Array;
  }[],
): Promise<void> {
  const rows = ends.map(({ part: { table, groups } }) => {
    return [table, groups.reduce((sum, { rows }) => sum + Number(rows.num_rows), 0)] as const;
  });
  const hashes = ends.map(({ part: { table, hash }, end }) => {
    return [table, hash.update(end).digest('hex')] as const;
  });
  const all = { ...told, rows: Object.fromEntries(rows), sha256: Object.fromEntries(hashes) };
  await writeWhole(join(folder, 'partition.json'), `${JSON.stringify(all, undefined, 2)}\n`);
}

/** Writes a file and waits until it is on the disk. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Renames a folder to its place. What is there is removed first: for a moment there is neither, and never both. */
function putInPlace(folder: string, place: string): void {
  const old = `${folder}-old`;
  mkdirSync(join(place, '..'), { recursive: true });
  rmSync(old, { recursive: true, force: true });
  if (existsSync(place)) renameSync(place, old);
  renameSync(folder, place);
  rmSync(old, { recursive: true, force: true });
}

/** Reads the note of a partition; undefined if there is none. */
export function readNote(place: string): PartitionNote | undefined {
  const path = join(place, 'partition.json');
  if (!existsSync(path)) return undefined;
  return JSON.parse(readFileSync(path, 'utf8')) as PartitionNote;
}

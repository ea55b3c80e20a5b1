/**
 * Parts: folders with a file for each table, of consecutive containers. A part is written under a name that no pattern for Parquet files
 * matches, and appears by one rename. It never changes; several are replaced by one that is merged from them.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AvalancheError } from 'avalanche-tx';
import { onDisk, syncFolder } from './disk.ts';
import { readTable, TableWriter } from './parquet.ts';
import { fromText, toText } from './plain.ts';
import { type FileName, fileNames, type Row, type Rows } from './tables.ts';

/** What is known of a part. Its folder has it as `part.json`. */
export interface Part {
  /** The name of its folder: the index, and the first and last container. */
  readonly name: string;
  /** The index of the containers, such as `P/block`. */
  readonly feed: string;
  /** The first container and the last. */
  readonly first: bigint;
  readonly last: bigint;
  readonly lastID: string;
  /** Id of the last block; null at the start, and while X has vertices. */
  readonly lastBlock: string | null;
  /** The last row of blocks. */
  readonly height: bigint;
  readonly time: bigint | null;
  /** How often it was merged. */
  readonly level: number;
  readonly rows: { readonly [F in FileName]: number };
  readonly bytes: number;
  /** SHA-256 of each file. */
  readonly sha256: { readonly [F in FileName]: string };
}

/** What is known of a part before its files are. */
type Content = Omit<Part, 'name' | 'rows' | 'bytes' | 'sha256'>;

/** X-tx is before X-block: what the X-chain accepted before it had blocks. */
const rank = ({ feed }: Part): number => (feed.endsWith('/tx') ? 0 : 1);
export const byFirst = (a: Part, b: Part): number =>
  rank(a) - rank(b) || (a.first < b.first ? -1 : a.first > b.first ? 1 : 0);

/** The error of a part that is not what was written. */
export const damagedPart = (out: string, { name }: Part): AvalancheError =>
  new AvalancheError(
    'StoreFailed',
    `part ${name} is damaged: avalanche-index verify names what is, and repair removes it`,
    { operation: 'read', path: join(partsFolder(out), name), reason: 'EIO' },
  );

const padded = (index: bigint): string => String(index).padStart(12, '0');
const nameOf = ({ feed, first, last }: Content): string =>
  `${feed.replace('/', '-')}-${padded(first)}-${padded(last)}`;

export const partsFolder = (out: string): string => join(out, 'parts');
export const fileOf = (out: string, { name }: Pick<Part, 'name'>, file: FileName): string =>
  join(partsFolder(out), name, `${file}.parquet`);

/** Where a file is while it is written: below `work`, without the suffix of a table. */
const unfinished = (folder: string, file: FileName): string => join(folder, `${file}.unfinished`);

interface OpenTable<F extends FileName> {
  readonly file: F;
  readonly handle: FileHandle;
  readonly writer: TableWriter<F>;
  readonly hash: ReturnType<typeof createHash>;
  rows: number;
  bytes: number;
}

async function openTable<F extends FileName>(folder: string, file: F): Promise<OpenTable<F>> {
  const handle = await open(unfinished(folder, file), 'w');
  const hash = createHash('sha256');
  return { file, handle, writer: new TableWriter(file), hash, rows: 0, bytes: 0 };
}

async function write<F extends FileName>(table: OpenTable<F>, bytes: Uint8Array): Promise<void> {
  if (bytes.length === 0) return;
  await table.handle.writeFile(bytes);
  table.hash.update(bytes);
  table.bytes += bytes.length;
}

/**
 * Writes a part.
 * @param rowsOf The rows of a file, in batches.
 */
async function writeFiles(
  out: string,
  content: Content,
  rowsOf: (file: FileName) => AsyncIterable<readonly Row<FileName>[]>,
): Promise<Part> {
  const name = nameOf(content);
  const folder = join(out, 'work', name);
  const place = join(partsFolder(out), name);
  return onDisk('a part cannot be written', async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const done: OpenTable<FileName>[] = [];
    for (const file of fileNames) {
      const table = await openTable(folder, file);
      try {
        for await (const rows of rowsOf(file)) {
          table.rows += rows.length;
          await write(table, table.writer.add(rows));
        }
        await write(table, table.writer.end());
        await table.handle.sync();
      } finally {
        await table.handle.close();
      }
      done.push(table);
    }
    const part: Part = {
      name,
      ...content,
      rows: Object.fromEntries(done.map(({ file, rows }) => [file, rows])) as Part['rows'],
      bytes: done.reduce((sum, { bytes }) => sum + bytes, 0),
      sha256: Object.fromEntries(
        done.map(({ file, hash }) => [file, hash.digest('hex')]),
      ) as Part['sha256'],
    };
    // The whole folder is out of sight: names with their suffix are seen by nobody.
    for (const file of fileNames)
      renameSync(unfinished(folder, file), join(folder, `${file}.parquet`));
    await writeWhole(join(folder, 'part.json'), `${toText(part)}\n`);
    await syncFolder(folder);
    mkdirSync(dirname(place), { recursive: true });
    // Left by a run that ended before it noted the part.
    rmSync(place, { recursive: true, force: true });
    renameSync(folder, place);
    await syncFolder(dirname(place));
    return part;
  });
}

const keyOf = ({ store, key }: Row<'ledger'>): string => `${store}/${key}`;
const byKey = (a: Row<'ledger'>, b: Row<'ledger'>): number => (keyOf(a) < keyOf(b) ? -1 : 1);

/** Writes rows as a part: those of the ledger in the order of their keys, so that parts can be merged without having them in memory. */
export const writePart = (
  out: string,
  content: Omit<Content, 'level'>,
  rows: Rows,
): Promise<Part> =>
  writeFiles(out, { ...content, level: 0 }, async function* (file) {
    yield file === 'ledger' ? [...rows.ledger].sort(byKey) : rows[file];
  });

/**
 * Merges consecutive parts into one. Of the ledger, the last value of each key stays.
 * @throws {AvalancheError} `StoreFailed`: a part is damaged.
 */
export async function mergeParts(out: string, parts: readonly Part[]): Promise<Part> {
  // A merged part has hashes of its own, which would hide what is wrong with those that it is made of.
  for (const part of parts)
    if ((await damagedFiles(out, part)).length > 0) throw damagedPart(out, part);
  const [first, last] = [parts[0]!, parts.at(-1)!];
  const { feed, lastID, lastBlock, height, time } = last;
  const level = Math.max(...parts.map((of) => of.level)) + 1;
  const content = {
    feed,
    first: first.first,
    last: last.last,
    lastID,
    lastBlock,
    height,
    time,
    level,
  };
  const rowsOf = async function* (file: FileName): AsyncGenerator<readonly Row<FileName>[]> {
    if (file === 'ledger') yield* lastEntries(parts.map((part) => fileOf(out, part, file)));
    else for (const part of parts) yield* readTable(file, fileOf(out, part, file));
  };
  return writeFiles(out, content, rowsOf);
}

/** The entries of a ledger's file, one after another. */
class Entries {
  readonly #groups: AsyncGenerator<readonly Row<'ledger'>[]>;
  #rows: readonly Row<'ledger'>[] = [];
  #next = 0;
  entry: Row<'ledger'> | undefined;
  key = '';

  constructor(path: string) {
    this.#groups = readTable('ledger', path);
  }

  async advance(): Promise<void> {
    while (this.#next === this.#rows.length) {
      const group = await this.#groups.next();
      this.#rows = group.done ? [] : group.value;
      this.#next = 0;
      if (!group.done) continue;
      this.entry = undefined;
      return;
    }
    this.entry = this.#rows[this.#next++]!;
    this.key = keyOf(this.entry);
  }
}

/** The last entry of each key in files of ledgers that follow one another. */
async function* lastEntries(paths: readonly string[]): AsyncGenerator<readonly Row<'ledger'>[]> {
  let open = paths.map((path) => new Entries(path));
  for (const file of open) await file.advance();
  let batch: Row<'ledger'>[] = [];
  for (;;) {
    open = open.filter(({ entry }) => entry);
    if (open.length === 0) break;
    const key = open.reduce((least, file) => (file.key < least ? file.key : least), open[0]!.key);
    let last: Row<'ledger'> | undefined;
    for (const file of open) {
      if (file.key !== key) continue;
      last = file.entry;
      await file.advance();
    }
    batch.push(last!);
    if (batch.length < 1000) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/**
 * Reads what a folder says of itself.
 * @returns Undefined if it is no whole part.
 */
export function readPart(out: string, name: string): Part | undefined {
  const path = join(partsFolder(out), name, 'part.json');
  if (!existsSync(path)) return undefined;
  try {
    const part = fromText<Part>(readFileSync(path, 'utf8'));
    return part.name === name && nameOf(part) === name ? part : undefined;
  } catch {
    return undefined;
  }
}

/** Hashes the files of a part. @returns Those that differ from what the part says. */
export async function damagedFiles(out: string, part: Part): Promise<readonly FileName[]> {
  const damaged: FileName[] = [];
  for (const file of fileNames) {
    const hash = createHash('sha256');
    try {
      for await (const chunk of createReadStream(fileOf(out, part, file))) hash.update(chunk);
    } catch {
      damaged.push(file);
      continue;
    }
    if (hash.digest('hex') !== part.sha256[file]) damaged.push(file);
  }
  return damaged;
}

/** Writes a file and waits until it is on the disk. */
export async function writeWhole(path: string, content: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

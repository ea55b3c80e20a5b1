/**
 * Stores the state of `avalanche-tx testnode` in a file: a dump, and behind it a record of every later request that
 * changed something, on the disk before its reply is sent.
 *
 * Each record has its length and a SHA-256 over its content and the sum of the record before it, so that no record can
 * be changed, removed, doubled or moved without notice. Two lines at the beginning say by turns how many records are
 * answered: what is missing at the end is noticed as well, and told apart from a request that was never answered. Each
 * append is two writes with a sync behind each: the record, then the line that counts it.
 *
 * The first failure of a write, sync or rename ends it all: what was answered is on the disk by then, and nothing more
 * is answered, as the memory may have what the disk has not.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AvalancheError } from 'avalanche-tx';
import { takeLease } from 'avalanche-tx/filestore';
import type { HTTPRequest } from 'avalanche-tx/testnode';
import { IOError } from '../../shared/failures.ts';
import { formats } from './formats.ts';
import { type FileLayer, writeAll } from './testnodefiles.ts';

/** A request that may have changed something, and the clock when it was answered. */
export interface JournalEntry {
  /** Unix seconds. */
  readonly time: string;
  /** Absent if only the clock moved. */
  readonly request?: HTTPRequest;
  /** The hash of the reply. */
  readonly reply?: string;
}

/** An open state file. It is saved once before anything is appended. */
export interface StateFile {
  /** The dump that it had; undefined if it is new. */
  readonly dump: string | undefined;
  /** What happened after the dump, in order. */
  readonly entries: readonly JournalEntry[];
  /** Bytes at its end that are no whole record. Their request was never answered. */
  readonly dropped: number;
  /** Appends an entry, and returns when it is on the disk. */
  readonly append: (entry: JournalEntry) => void;
  /** Entries since the dump. */
  readonly length: () => number;
  /** Replaces the file by one with this dump and no entries. */
  readonly save: (dump: string) => void;
  /** Closes it, and gives its lock back. */
  readonly close: () => Promise<void>;
}

const stateName = 'avalanche-tx state of a test node ';
const stateFormat = `${stateName}${formats.testnode}`;
const title = `${stateFormat}\n`;
/** How a dump begins, as `testnode.dump` gives it. */
const dumpTitle = 'avalanche-tx test node ';

const hashOf = (...parts: readonly (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/** A record as it is in the file, and its sum. */
function recordOf(previous: string, content: string): { bytes: Buffer; sum: string } {
  const payload = Buffer.from(content);
  const sum = hashOf(previous, payload);
  return {
    sum,
    bytes: Buffer.concat([Buffer.from(`${payload.length} ${sum}\n`), payload, newline]),
  };
}

const newline = Buffer.from('\n');

/** The line that says how many records are answered, and the sum of the last one. */
function countLine(count: number, sum: string): string {
  const text = `${String(count).padStart(12, '0')} ${sum}`;
  return `${text} ${hashOf(text)}\n`;
}

const countLength = countLine(1, hashOf('')).length;
const firstRecord = title.length + 2 * countLength;

/** What a file has. */
interface Content {
  readonly payloads: readonly string[];
  readonly dropped: number;
}

const damaged = (what: string): AvalancheError =>
  new AvalancheError(
    'BadChecksum',
    `the state is damaged: ${what}. It was left as it is: use a copy of it, or another file`,
  );

/** The error for a state of another version. */
function otherFormat(said: string): AvalancheError {
  const number = Number(said.slice(stateName.length));
  const advice =
    number > formats.testnode ? 'update avalanche-tx' : 'make it again with this version';
  return new AvalancheError(
    'BadVersion',
    `has format ${number}, this version reads format ${formats.testnode}: ${advice}`,
    { version: said },
  ).at('format');
}

/** Reads all whole records. */
function readRecords(bytes: Buffer) {
  const records: { readonly payload: string; readonly sum: string }[] = [];
  let at = firstRecord;
  let previous = title;
  for (;;) {
    const start = bytes.indexOf(newline, at) + 1;
    const [, length, sum] =
      /^(\d{1,12}) ([0-9a-f]{64})\n$/.exec(
        bytes.toString('latin1', at, Math.min(start, at + 80)),
      ) ?? [];
    if (length === undefined) break;
    const end = start + Number(length);
    const payload = bytes.subarray(start, end);
    if (bytes[end] !== newline[0] || hashOf(previous, payload) !== sum) break;
    records.push({ payload: payload.toString(), sum: sum! });
    previous = sum!;
    at = end + 1;
  }
  return { records, end: at };
}

/** Reads the lines that count the records; those that are damaged are left out. */
function readCounts(bytes: Buffer) {
  return [0, 1].flatMap((i) => {
    const start = title.length + i * countLength;
    const line = bytes.toString('latin1', start, start + countLength);
    const [count = '', sum = ''] = line.split(' ', 2);
    return line === countLine(Number(count), sum) ? [{ count: Number(count), sum }] : [];
  });
}

/**
 * Reads a state.
 * @throws {AvalancheError} `BadChecksum`: something that was answered is missing or changed; `BadText`: not a state; `BadVersion`: another
 *   format.
 * @internal
 */
export function readContent(bytes: Buffer): Content {
  if (bytes.toString('latin1', 0, dumpTitle.length) === dumpTitle)
    return { payloads: [bytes.toString()], dropped: 0 };
  const [, said] = /^(.{1,60}? \d{1,9})\n/.exec(bytes.toString('latin1', 0, 80)) ?? [];
  if (said !== stateFormat && said?.startsWith(stateName)) throw otherFormat(said);
  if (said !== stateFormat)
    throw new AvalancheError('BadText', 'is not the state of a test node, nor a dump of one', {
      kind: 'dump',
    });
  const counts = readCounts(bytes);
  const { records, end } = readRecords(bytes);
  const dropped = bytes.length - end;
  const answered = Math.max(0, ...counts.map(({ count }) => count));
  if (answered === 0) throw damaged('both lines that count its records are damaged');
  if (records.length < answered)
    throw damaged(`record ${records.length + 1} of ${answered} is missing or changed`);
  if (counts.some(({ count, sum }) => records[count - 1]!.sum !== sum))
    throw damaged('the lines that count its records are of other records');
  // At most one request was not answered: half its record, or all of it and perhaps half the line that counts it.
  const more = records.length - answered;
  const isInterrupted =
    counts.length < 2 ? more === 1 && dropped === 0 : more + Math.sign(dropped) <= 1;
  if (!isInterrupted) throw damaged('its records are not those that it counts');
  return { payloads: records.map(({ payload }) => payload), dropped };
}

/** Follows symbolic links, so that the file that they lead to is replaced, not they. */
function targetOf(name: string, files: FileLayer): string {
  let target = resolve(name);
  for (let links = 0; links < 40; links++) {
    try {
      target = resolve(dirname(target), files.readlinkSync(target));
    } catch {
      return target;
    }
  }
  return target;
}

/** Makes a rename durable, where the system can. */
function syncFolder(name: string, files: FileLayer): void {
  // Windows opens no folders.
  if (process.platform === 'win32') return;
  const folder = files.openSync(name, 'r');
  try {
    files.fsyncSync(folder);
  } finally {
    files.closeSync(folder);
  }
}

/**
 * Opens a state file.
 * @param name The file; it need not exist. A symbolic link stays one.
 * @param files The file system.
 * @throws {AvalancheError} `InUse`: another process has it; `StoreFailed`: its lock cannot be taken; `BadChecksum`, `BadText`: it is
 *   damaged, or is not a state.
 * @throws {IOError} If it cannot be read or written.
 */
export async function openStateFile(name: string, files: FileLayer = fs): Promise<StateFile> {
  const target = targetOf(name, files);
  let failure: unknown;
  const attempt = <T>(step: () => T): T => {
    if (failure) throw failure;
    try {
      return step();
    } catch (e) {
      failure =
        e instanceof AvalancheError
          ? e
          : new IOError('the state cannot be read or written', e as NodeJS.ErrnoException);
      throw failure;
    }
  };
  const lease = await takeLease(`${target}.lock`);
  /** What the file was when it was last read or written; undefined if there was none. */
  let known: { readonly ino: number; readonly size: number } | undefined;
  const look = () => (files.existsSync(target) ? files.statSync(target) : undefined);
  /** A person may have removed the lock, or another process taken it over while this one was stopped. */
  const checkUnchanged = () => {
    const found = look();
    if (!files.existsSync(lease.folder) || found?.ino !== known?.ino || found?.size !== known?.size)
      throw new Error(`${target} was changed by another program`);
  };
  let file: number | undefined;
  let count = 0;
  let sum = title;
  const closeFile = () => {
    if (file !== undefined) files.closeSync(file);
    file = undefined;
  };
  const close = async () => {
    closeFile();
    await lease.release();
  };

  let content: Content;
  try {
    content = attempt(() => {
      known = look();
      return known ? readContent(files.readFileSync(target)) : { payloads: [], dropped: 0 };
    });
  } catch (e) {
    await lease.release().catch(() => {});
    throw e;
  }

  /** Writes the file anew beside the old one, and puts it into its place when all of it is on the disk. */
  const replace = (dump: string): void => {
    checkUnchanged();
    const record = recordOf(title, dump);
    const line = countLine(1, record.sum);
    const bytes = Buffer.concat([Buffer.from(`${title}${line}${line}`), record.bytes]);
    const next = `${target}.new`;
    const written = files.openSync(next, 'w+', 0o600);
    try {
      writeAll(written, bytes, 0, files);
      files.fsyncSync(written);
      if (files.fstatSync(written).size !== bytes.length) throw new Error('the file is not whole');
      closeFile();
      files.renameSync(next, target);
    } catch (e) {
      files.closeSync(written);
      files.rmSync(next, { force: true });
      throw e;
    }
    file = written;
    known = files.fstatSync(file);
    ({ sum } = record);
    count = 1;
    syncFolder(dirname(target), files);
  };

  return {
    dump: content.payloads[0],
    entries: content.payloads.slice(1).map((text) => JSON.parse(text) as JournalEntry),
    dropped: content.dropped,
    length: () => Math.max(0, count - 1),
    append: (entry) =>
      attempt(() => {
        checkUnchanged();
        const { ino, size } = known!;
        const record = recordOf(sum, JSON.stringify(entry));
        writeAll(file!, record.bytes, size, files);
        files.fdatasyncSync(file!);
        known = { ino, size: size + record.bytes.length };
        ({ sum } = record);
        count++;
        const line = Buffer.from(countLine(count, sum));
        writeAll(file!, line, title.length + (count % 2) * countLength, files);
        files.fdatasyncSync(file!);
      }),
    save: (dump) => attempt(() => replace(dump)),
    close,
  };
}

/**
 * Stores the state of `avalanche-tx testnode` in a file. The file is a dump; a journal next to it contains every
 * later request that changed something, written before its reply is sent. A crash at any point therefore loses
 * nothing that was answered.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { HTTPRequest } from '../../../src/testnode/serve/http.ts';
import { IOError } from './input.ts';

/** A request that may have changed something, and the clock when it was answered. */
export interface JournalEntry {
  /** Unix seconds. */
  readonly time: string;
  /** Absent if only the clock moved. */
  readonly request?: HTTPRequest;
}

/** An open state file. */
export interface StateFile {
  /** The dump that it had; undefined if it is new. */
  readonly dump: string | undefined;
  /** What happened after the dump, in order. */
  readonly entries: readonly JournalEntry[];
  /** Appends to the journal, and returns when it is on the disk. */
  readonly append: (entry: JournalEntry) => void;
  /** Entries in the journal. */
  readonly length: () => number;
  /** Replaces the dump, and empties the journal. */
  readonly save: (dump: string) => void;
  readonly close: () => void;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Writes text to a file so that the file has its old or its new content, whatever happens. */
function replaceFile(name: string, text: string): void {
  const next = `${name}.new`;
  const file = openSync(next, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(next, name);
  syncFolder(dirname(name));
}

/** Makes a rename durable, where the system can. */
function syncFolder(name: string): void {
  try {
    const folder = openSync(name, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch (e) {
    // Windows opens no folders.
    if (process.platform !== 'win32') throw e;
  }
}

/** The entries of a journal. The last line may be cut: its request was never answered. */
function readEntries(journal: string, dump: string): readonly JournalEntry[] {
  if (!existsSync(journal)) return [];
  const [first = '', ...lines] = readFileSync(journal, 'utf8').split('\n');
  // A journal of another dump is one that was saved already.
  if (first !== hashOf(dump)) return [];
  const whole = lines.slice(0, -1);
  return whole.map((line) => JSON.parse(line) as JournalEntry);
}

function attempt<T>(step: () => T): T {
  try {
    return step();
  } catch (e) {
    throw new IOError('the state cannot be read or written', e as NodeJS.ErrnoException);
  }
}

/**
 * Opens a state file.
 * @param name The file; it need not exist.
 * @throws {IOError} If it cannot be read or written.
 */
export function openStateFile(name: string): StateFile {
  const journal = `${name}.journal`;
  const dump = existsSync(name) ? attempt(() => readFileSync(name, 'utf8')) : undefined;
  const entries = dump === undefined ? [] : attempt(() => readEntries(journal, dump));
  let file: number | undefined;
  let length = entries.length;
  return {
    dump,
    entries,
    length: () => length,
    append: (entry) =>
      attempt(() => {
        file ??= openSync(journal, 'a', 0o600);
        writeSync(file, `${JSON.stringify(entry)}\n`);
        fsyncSync(file);
        length++;
      }),
    save: (text) =>
      attempt(() => {
        replaceFile(name, text);
        if (file !== undefined) closeSync(file);
        replaceFile(journal, `${hashOf(text)}\n`);
        file = openSync(journal, 'a', 0o600);
        length = 0;
      }),
    close: () =>
      attempt(() => {
        if (file !== undefined) closeSync(file);
        file = undefined;
        if (length === 0) rmSync(journal, { force: true });
      }),
  };
}

/** The file of a run: what was asked and what became of each mutant, so that a run can go on where it was ended. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { SourceFile } from '../../scripts/source.ts';
import type { Mutant, Result } from './report.ts';

export interface RunRecord {
  /** What decides which mutants are tried, and in what order. */
  readonly asked: {
    readonly seed: string;
    readonly folders: string;
    readonly weakening: boolean;
    /** Whether every mutation of a site is tried, or one. */
    readonly every: boolean;
    /** A hash of the mutated files. */
    readonly source: string;
  };
  readonly uncompiled: number;
  /** Seconds that all parts of the run took. */
  readonly seconds: number;
  /** Files and names of tests that said nothing in the sweep of mutants that are undecided. */
  readonly unswept?: readonly string[];
  readonly results: readonly Result[];
}

/** A hash of files: mutants of one run are mutants of one source. */
export function hashOf(files: readonly SourceFile[]): string {
  const hash = createHash('sha256');
  for (const { name, text } of files) hash.update(`${name}\n${text.length}\n${text}`);
  return hash.digest('hex').slice(0, 16);
}

/** Tells the mutants of one source apart, unlike their keys. */
export const placeOf = ({
  file,
  mutation: { start, end, text },
}: Pick<Mutant, 'file' | 'mutation'>): string => `${file} ${start} ${end} ${text}`;

export const readRecord = (file: string): RunRecord =>
  JSON.parse(readFileSync(file, 'utf8')) as RunRecord;

/** The run that a file holds, if there is one. Throws if it asked something else. */
export function resume(file: string, asked: RunRecord['asked']): RunRecord | undefined {
  if (!existsSync(file)) return undefined;
  const record = readRecord(file);
  for (const [name, value] of Object.entries(asked)) {
    const other = record.asked[name as keyof typeof asked];
    if (other !== value)
      throw new Error(
        `${file} is a run with another ${name} (${other}, now ${value}): name a file that does not exist`,
      );
  }
  return record;
}

/** Writes the file whole or not at all. */
export function writeRecord(file: string, record: RunRecord): void {
  writeFileSync(`${file}.part`, `${JSON.stringify(record, null, 1)}\n`);
  renameSync(`${file}.part`, file);
}

/** An earlier run with the results of mutants that were tried again. */
export function mergeResults(
  earlier: readonly Result[],
  again: readonly Result[],
): readonly Result[] {
  const byKey = new Map(again.map((result) => [result.key, result]));
  return earlier.map((result) => byKey.get(result.key) ?? result);
}

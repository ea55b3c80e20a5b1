/** What a run of mutants came to, by folder, with every survivor. */
import { readFileSync } from 'node:fs';
import { lineOf } from '../../scripts/source.ts';
import { type Mutation, mutate, operators } from './sites.ts';

/** A mutation of a file, and what it looks like. */
export interface Mutant {
  readonly file: string;
  readonly mutation: Mutation;
  /** Line of the change. */
  readonly line: number;
  readonly before: string;
  readonly after: string;
  /** The file and both texts: stays the same when other lines change. */
  readonly key: string;
}

export interface Result extends Mutant {
  readonly status:
    | 'killed'
    | 'timed out'
    | 'survived'
    /** No test enters the changed part. */
    | 'not reached'
    | 'equivalent'
    /** It lived on in the sweep, and the run was ended before it was tried alone. */
    | 'undecided';
  /** The first test that failed. */
  readonly killer?: { readonly file: string; readonly test: string };
  /** Whether an undecided one ran in a test of the sweep. */
  readonly ran?: boolean;
  /** Why an equivalent one is no other program. */
  readonly reason?: string;
}

/** How a mutation looks, and the key that finds it again. */
export function keyOf(
  text: string,
  file: string,
  mutation: Mutation,
): Omit<Mutant, 'file' | 'mutation'> {
  const from = text.lastIndexOf('\n', mutation.start - 1) + 1;
  const end = text.indexOf('\n', mutation.end);
  const to = end < 0 ? text.length : end;
  const clean = (lines: string) => lines.replace(/\s+/g, ' ').trim();
  const before = clean(text.slice(from, to));
  const after = clean(
    mutate(text, mutation).slice(from, to + mutation.text.length - (mutation.end - mutation.start)),
  );
  return {
    line: lineOf(text, mutation.start),
    before,
    after,
    key: `${file}: ${before} => ${after}`,
  };
}

interface Equivalent {
  /** As a report gives it. */
  readonly key: string;
  /** Why no test can tell it from the original. */
  readonly reason: string;
}

/** The mutants that were judged to mean the same: keys and reasons. */
export function equivalents(): ReadonlyMap<string, string> {
  const list = JSON.parse(
    readFileSync(new URL('./equivalent.json', import.meta.url), 'utf8'),
  ) as readonly Equivalent[];
  return new Map(list.map(({ key, reason }) => [key, reason]));
}

/** The least share of mutants that die. */
const leastKilled = 0.9;
/** Folders in which no rule may go unnoticed. */
const strict = ['rules', 'fee'];

/** Whether no test noticed a mutant. */
export const isSurvivor = ({ status }: Result): boolean =>
  status === 'survived' || status === 'not reached';
const isStrict = ({ file, mutation }: Result): boolean =>
  strict.includes(file.split('/')[0]!) && operators[mutation.operator].weakens;

/** A table by folder, then the survivors; and whether that is enough. */
export function summarize(
  results: readonly Result[],
  uncompiled: number,
): { readonly text: string; readonly passed: boolean } {
  const rate = (of: readonly Result[]): number => {
    const counted = of.filter(({ status }) => status !== 'equivalent' && status !== 'undecided');
    return counted.length === 0
      ? 1
      : counted.filter((one) => !isSurvivor(one)).length / counted.length;
  };
  const percent = (of: readonly Result[]) => `${(rate(of) * 100).toFixed(1)} %`;
  const row = (name: string, of: readonly Result[]) => {
    const count = (status: Result['status']) => of.filter((one) => one.status === status).length;
    return `| ${[name, of.length, count('killed'), count('timed out'), count('survived'), count('not reached'), count('equivalent'), count('undecided'), percent(of)].join(' | ')} |`;
  };
  const folders = [...new Set(results.map(({ file }) => file.split('/')[0]!))].sort();
  const survivors = results
    .filter(isSurvivor)
    .sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
  const weakened = survivors.filter(isStrict);
  const lines = [
    '| folder | mutants | killed | timed out | survived | not reached | equivalent | undecided | rate |',
    '| --- | --: | --: | --: | --: | --: | --: | --: | --: |',
    ...folders.map((folder) =>
      row(
        folder,
        results.filter(({ file }) => file.startsWith(`${folder}/`)),
      ),
    ),
    row('all', results),
    '',
    `${uncompiled} mutants did not type-check and are not counted.`,
    `${weakened.length} survivors in ${strict.join(' and ')} delete or weaken a rule.`,
    ...survivors.flatMap((one) => [
      '',
      `${isStrict(one) ? '! ' : ''}src/${one.file}:${one.line} ${one.mutation.operator}${one.status === 'not reached' ? ' (no test gets here)' : ''}`,
      `- ${one.before}`,
      `+ ${one.after}`,
    ]),
  ];
  const isDecided = results.every(({ status }) => status !== 'undecided');
  return {
    text: lines.join('\n'),
    passed: isDecided && rate(results) >= leastKilled && weakened.length === 0,
  };
}

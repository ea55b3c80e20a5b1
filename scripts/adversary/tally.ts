/** Counts what objected to attacks, by their kind, and prints it. */
import { isError } from '../../src/errors/error.ts';

/** How one attack ended. */
export interface Outcome {
  /** What objected first, or what became of the transaction. */
  readonly by: string;
  /** Code of the objection. */
  readonly code?: string;
}

/** How many attacks of a kind ended how. */
export interface Row {
  readonly kind: string;
  readonly counts: ReadonlyMap<string, number>;
  readonly codes: ReadonlyMap<string, number>;
}

/** Counts of attacks. */
export function tally() {
  const rows = new Map<string, { counts: Map<string, number>; codes: Map<string, number> }>();
  const add = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);
  return {
    count(kind: string, { by, code }: Outcome): void {
      const row = rows.get(kind) ?? { counts: new Map(), codes: new Map() };
      rows.set(kind, row);
      add(row.counts, by);
      if (code !== undefined) add(row.codes, `${by}: ${code}`);
    },
    rows: (): readonly Row[] =>
      [...rows].map(([kind, row]) => ({ kind, ...row })).sort((a, b) => (a.kind < b.kind ? -1 : 1)),
  };
}

/** How many attacks of all kinds ended so. */
const totalOf = (rows: readonly Row[], by: string): number =>
  rows.reduce((sum, { counts }) => sum + (counts.get(by) ?? 0), 0);

/** The table as lines. */
export function tableOf(rows: readonly Row[], columns: readonly string[]): readonly string[] {
  const isMatrix = rows.some(({ counts }) => counts.has('all'));
  const summed = isMatrix ? ['all', ...columns] : columns;
  const sums = new Map(summed.map((by) => [by, totalOf(rows, by)]));
  const wide = Math.max(...rows.map(({ kind }) => kind.length), 4) + 2;
  const line = (title: string, cells: readonly unknown[]): string =>
    title.padEnd(wide) + cells.map((cell) => String(cell).padStart(10)).join('');
  const counted = ({ counts }: Pick<Row, 'counts'>) => [
    counts.get('all') ?? [...counts.values()].reduce((sum, n) => sum + n, 0),
    ...columns.map((by) => counts.get(by) ?? 0),
  ];
  const codes = rows.flatMap(({ kind, codes: of }) => [
    kind,
    ...[...of]
      .sort(([, a], [, b]) => b - a)
      .map(([code, n]) => `  ${String(n).padStart(5)}  ${code}`),
  ]);
  return [
    line('', ['all', ...columns]),
    ...rows.map((row) => line(row.kind, counted(row))),
    line('all', counted({ counts: sums })),
    '',
    'Codes of the objections:',
    ...codes,
  ];
}

/** The code of an error, with the finding or reason of a refusal; other errors are thrown on. */
export function codeOf(e: unknown): string {
  if (!isError(e)) throw e;
  const { findings } = e.context as { readonly findings?: readonly { readonly code: string }[] };
  return findings ? `${e.code} ${findings[0]?.code}` : e.code;
}

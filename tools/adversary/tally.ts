/** Counts how attacks ended, by their kind, and prints it. */
import { isError } from '../../src/errors/error.ts';

/** How one attack ended, or one thing that objected to it. */
export interface Outcome {
  /** What objected, or what became of the transaction. */
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
    /** Counts one attack of a kind. */
    count(kind: string, outcomes: readonly Outcome[]): void {
      const row = rows.get(kind) ?? { counts: new Map(), codes: new Map() };
      rows.set(kind, row);
      add(row.counts, 'all');
      for (const by of new Set(outcomes.map((of) => of.by))) add(row.counts, by);
      for (const { by, code } of outcomes) if (code !== undefined) add(row.codes, `${by}: ${code}`);
    },
    rows: (): readonly Row[] =>
      [...rows].map(([kind, row]) => ({ kind, ...row })).sort((a, b) => (a.kind < b.kind ? -1 : 1)),
  };
}

/** A table as lines. */
export function tableOf(rows: readonly Row[], columns: readonly string[]): readonly string[] {
  const all = ['all', ...columns];
  const wide = Math.max(...rows.map(({ kind }) => kind.length), 4) + 2;
  const line = (title: string, cells: readonly unknown[]): string =>
    title.padEnd(wide) + cells.map((cell) => String(cell).padStart(10)).join('');
  return [
    line('', all),
    ...rows.map(({ kind, counts }) =>
      line(
        kind,
        all.map((by) => counts.get(by) ?? 0),
      ),
    ),
  ];
}

/** The codes of all objections, by kind of attack, the most frequent first. */
export const codesOf = (rows: readonly Row[]): readonly string[] =>
  rows.flatMap(({ kind, codes }) => [
    kind,
    ...[...codes]
      .sort(([, a], [, b]) => b - a)
      .map(([code, n]) => `  ${String(n).padStart(5)}  ${code}`),
  ]);

/** The code of an error, with the finding or reason of a refusal; other errors are thrown on. */
export function codeOf(e: unknown): string {
  if (!isError(e)) throw e;
  const { findings } = e.context as { readonly findings?: readonly { readonly code: string }[] };
  return findings ? `${e.code} ${findings[0]?.code}` : e.code;
}

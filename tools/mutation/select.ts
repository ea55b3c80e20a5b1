/** Which tests to run on a mutant, and in what order, so that most die within a second. */
import type { FileCoverage, Outcome, Selection } from './protocol.ts';

/** Selections to run one after the other until one fails. */
export interface Phase {
  readonly selections: readonly Selection[];
  /** Milliseconds that they take without a mutation. */
  readonly time: number;
}

export interface Selector {
  /**
   * What can kill a mutant in a region: quick tests that enter it, then all quick tests of their files, at last slow ones that enter it.
   * @param unswept Of a mutant that has lived through a sweep: the tests that said nothing there. Of the others only those count that are
   *   slow, or depend on what runs when their file is loaded.
   */
  phases(file: string, region: number, unswept?: ReadonlySet<string>): readonly Phase[];
  /** Notes what killed a mutant of a file: it will come first for the next. */
  learn(file: string, outcome: { readonly killer?: Outcome['killer'] | undefined }): void;
}

/** A test above this many milliseconds waits until the others have passed. */
const slow = 150;
/** A test above this many is in no sweep. */
export const slowest = 2_500;

const folderOf = (file: string): string => file.split('/')[0]!;

/** A selector over what a run without mutations noted. */
export function selectorOf(coverage: readonly FileCoverage[]): Selector {
  const kills = new Map<string, number>();
  const count = (key: string) => kills.get(key) ?? 0;
  const sets = coverage.map((of) => ({
    ...of,
    load: new Set(of.load),
    tests: of.tests.map((test) => ({ ...test, regions: new Set(test.regions) })),
  }));
  /** The likely ones for their time first. */
  const rank = (source: string, file: string, time: number): number => {
    const near = file.startsWith(`test/${folderOf(source)}/`) ? 1 : 0.1;
    const seen = count(`${file} ${source}`) * 2 + count(`${file} ${folderOf(source)}`) * 0.2;
    return -(near + seen) / (time + 30);
  };
  const phaseOf = (source: string, chosen: readonly (Selection & { readonly time: number })[]) => ({
    time: chosen.reduce((sum, of) => sum + of.time, 0),
    selections: [...chosen]
      .sort((a, b) => rank(source, a.file, a.time) - rank(source, b.file, b.time))
      .map(({ time: _, ...of }) => of),
  });
  return {
    phases: (source, region, unswept) => {
      const quick: (Selection & { time: number })[] = [];
      const long: typeof quick = [];
      const whole: typeof quick = [];
      for (const { file, load, loadTime, tests } of sets) {
        // Of what runs when a file is loaded, tests notice something that enter the source at all.
        const isLoaded = load.has(region);
        const entering = tests.filter(({ name, regions, time }) => {
          if (isLoaded && regions.size > 0) return true;
          if (!regions.has(region)) return false;
          return unswept === undefined || time >= slowest || unswept.has(`${file} > ${name}`);
        });
        if (entering.length === 0) continue;
        const select = (of: typeof entering) => {
          const time = loadTime + of.reduce((sum, test) => sum + test.time, 0);
          return { file, tests: of.map(({ name }) => name), time };
        };
        const isQuick = ({ time }: { readonly time: number }) => time < slow;
        const parts = {
          quick: entering.filter(isQuick),
          long: entering.filter((of) => !isQuick(of)),
        };
        if (parts.quick.length > 0) quick.push(select(parts.quick));
        if (parts.long.length > 0) long.push(select(parts.long));
        // What is computed once may be noticed by a later test than the one that computes it.
        const all = tests.filter(isQuick);
        if (all.length > parts.quick.length && parts.quick.length > 0) whole.push(select(all));
      }
      return [quick, whole, long].filter((of) => of.length > 0).map((of) => phaseOf(source, of));
    },
    learn: (source, { killer }) => {
      if (killer === undefined) return;
      for (const key of [`${killer.file} ${source}`, `${killer.file} ${folderOf(source)}`])
        kills.set(key, count(key) + 1);
    },
  };
}

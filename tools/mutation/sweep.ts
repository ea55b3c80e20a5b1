/**
 * Runs quick tests against many mutants at once: the source is loaded with every mutant behind a switch, and each test runs once for
 * each mutant that it enters. That kills most. What a sweep does not kill may still die: what runs when a file is loaded, and values
 * that are computed once, keep what they are without a mutant.
 */
import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SourceFile } from '../../scripts/source.ts';
import type { RegionMap } from './coverage.ts';
import { root } from './host.ts';
import { fastEnvironment, timedOut } from './pool.ts';
import type { FileCoverage, SweepLine, SweepTask } from './protocol.ts';
import type { Mutant, Result } from './report.ts';
import { slowest } from './select.ts';
import { switchable } from './switches.ts';

export interface SweepOptions {
  readonly mutants: readonly Mutant[];
  readonly files: readonly SourceFile[];
  readonly regions: RegionMap;
  readonly coverage: readonly FileCoverage[];
  readonly jobs: number;
  /** Called for each mutant that dies, with its place in the list. */
  readonly onKill: (i: number, result: Result) => void;
  /** Called for each mutant that has run, if only once, in a test. */
  readonly onRun: (i: number) => void;
}

/**
 * Which tests run against a mutant in each round: first a few that are likely to notice it, then all others, the slow ones at last.
 * Those above the last limit are left to single runs.
 */
interface Round {
  /** Milliseconds of its tests: from, and below. */
  readonly time: readonly [number, number];
  readonly isWanted: (mutant: Numbered, test: string) => boolean;
}
/** Tests of a mutant in the first round, in all and of one file. */
const [few, fewOfFile] = [12, 4];
/** Milliseconds of a test of the first rounds. */
const quick = 200;

interface Numbered extends Mutant {
  readonly id: number;
  readonly region: number;
}
type Killer = NonNullable<Result['killer']>;

/** The mutants that each test enters; files of the mutants' folders first, then those whose tests are quick. */
function planOf(
  mutants: readonly Numbered[],
  coverage: readonly FileCoverage[],
  skipped: ReadonlySet<string>,
  { time: [least, most], isWanted }: Round,
): SweepTask['plan'] {
  const near = new Set(mutants.map(({ file }) => `test/${file.split('/')[0]}/`));
  const found = coverage.flatMap(({ file, tests }) => {
    const plan: Record<string, readonly number[]> = {};
    let time = 0;
    let count = 0;
    for (const test of tests) {
      const name = `${file} > ${test.name}`;
      if (test.time < least || test.time >= most || skipped.has(name)) continue;
      const entered = new Set(test.regions);
      const ids = mutants
        .filter((of) => entered.has(of.region) && isWanted(of, name))
        .map(({ id }) => id);
      if (ids.length === 0) continue;
      plan[test.name] = ids;
      time += test.time;
      count++;
    }
    const isNear = [...near].some((folder) => file.startsWith(folder));
    return count === 0 ? [] : [{ file, plan, rank: time / count + (isNear ? 0 : 1e6) }];
  });
  return Object.fromEntries(
    found.sort((a, b) => a.rank - b.rank).map(({ file, plan }) => [file, plan]),
  );
}

/** A few tests for each mutant: quick ones, near it, that enter little else. */
function likelyTests(
  mutants: readonly Numbered[],
  coverage: readonly FileCoverage[],
): ReadonlyMap<number, ReadonlySet<string>> {
  const byRegion = new Map<number, { file: string; name: string; cost: number }[]>();
  for (const { file, tests } of coverage)
    for (const { name, time, regions } of tests) {
      if (time >= quick) continue;
      const of = { file, name: `${file} > ${name}`, cost: regions.length + time * 2 };
      for (const region of regions) {
        const list = byRegion.get(region);
        if (list) list.push(of);
        else byRegion.set(region, [of]);
      }
    }
  const chosen = new Map<number, ReadonlySet<string>>();
  for (const { id, file, region } of mutants) {
    const folder = `test/${file.split('/')[0]}/`;
    const costOf = (of: { file: string; cost: number }) =>
      of.cost * (of.file.startsWith(folder) ? 1 : 4);
    const names = new Set<string>();
    const counts = new Map<string, number>();
    for (const of of (byRegion.get(region) ?? []).toSorted((a, b) => costOf(a) - costOf(b))) {
      const count = (counts.get(of.file) ?? 0) + 1;
      counts.set(of.file, count);
      if (count <= fewOfFile) names.add(of.name);
      if (names.size === few) break;
    }
    chosen.set(id, names);
  }
  return chosen;
}

/** Runs a process until it ends; gives its status. `read` is called now and then. */
const runOnce = (task: string, read: () => void): Promise<number> =>
  new Promise((resolve) => {
    const child = fork(fileURLToPath(new URL('./sweeper.ts', import.meta.url)), [task], {
      cwd: root,
      execArgv: ['--import', 'tsx'],
      env: fastEnvironment(),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const timer = setInterval(read, 2_000);
    child.once('exit', (status) => {
      clearInterval(timer);
      read();
      resolve(status ?? 1);
    });
  });

/** Sweeps with one process at a time, begun again without what stopped it. */
async function sweepPart(
  all: readonly Numbered[],
  { dead, unswept }: { readonly dead: Set<number>; readonly unswept: Set<string> },
  round: Round,
  { coverage, onKill, onRun }: SweepOptions,
): Promise<void> {
  const done = new Set<string>();
  const skipped = new Set<string>();
  const folder = mkdtempSync(join(tmpdir(), 'sweep-'));
  const kill = (id: number, killer: Killer) => {
    if (dead.has(id)) return;
    dead.add(id);
    const { id: _, region: __, ...mutant } = all.find((of) => of.id === id)!;
    const status = killer.test === timedOut.test ? 'timed out' : 'killed';
    onKill(id - 1, { ...mutant, status, killer });
  };
  try {
    for (let attempt = 0; ; attempt++) {
      const mutants = all.filter(({ id }) => !dead.has(id));
      const plan = planOf(
        mutants,
        coverage.filter(({ file }) => !done.has(file)),
        skipped,
        round,
      );
      if (Object.keys(plan).length === 0) return;
      const log = join(folder, `${attempt}.ndjson`);
      const task: SweepTask = { mutants, plan, log };
      writeFileSync(`${log}.task`, JSON.stringify(task));
      let seen = 0;
      let isEnded = true;
      const status = await runOnce(`${log}.task`, () => {
        if (!existsSync(log)) return;
        const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1);
        for (; seen < lines.length; seen++) {
          const line = JSON.parse(lines[seen]!) as SweepLine;
          if ('done' in line) done.add(line.done);
          else if ('ran' in line) onRun(line.ran - 1);
          else if ('killed' in line) kill(line.killed, { file: line.file, test: line.test });
          else if ('kept' in line) unswept.add(`${line.file} > ${line.kept}`);
          else {
            isEnded = false;
            if ('stuck' in line) kill(line.stuck, timedOut);
            else skipped.add(`${line.file} > ${line.test}`);
          }
        }
      });
      if (status === 0 && isEnded) return;
      if (isEnded) {
        // It ended by itself, out of memory for example.
        const [, id] = readFileSync(`${log}.beat`, 'utf8').trim().split(' ').map(Number);
        if (!id) throw new Error(`a sweep ended with status ${status}`);
        kill(id, timedOut);
      }
    }
  } finally {
    for (const test of skipped) unswept.add(test);
    rmSync(folder, { recursive: true });
  }
}

/**
 * Sweeps all mutants that can be behind switches. Gives the files and names of tests that say nothing of those that live: they keep what they
 * computed before, or a mutant left something behind.
 */
export async function sweep(options: SweepOptions): Promise<ReadonlySet<string>> {
  const { mutants, files, regions, jobs } = options;
  const numbered = mutants.map((mutant, i): Numbered => {
    return { ...mutant, id: i + 1, region: regions.at(mutant.file, mutant.mutation.start) };
  });
  const usable = files.flatMap((file) =>
    switchable(
      file,
      numbered.filter((of) => of.file === file.name),
    ),
  );
  const likely = likelyTests(usable, options.coverage);
  const isFirst = ({ id }: Numbered, test: string) => likely.get(id)?.has(test) === true;
  const rounds: readonly Round[] = [
    { time: [0, quick], isWanted: isFirst },
    { time: [0, quick], isWanted: (of, test) => !isFirst(of, test) },
    { time: [quick, slowest], isWanted: () => true },
  ];
  const unswept = new Set<string>();
  const work = async (_: unknown, job: number) => {
    const dead = new Set<number>();
    const part = usable.filter(({ id }) => id % jobs === job);
    for (const round of rounds) await sweepPart(part, { dead, unswept }, round, options);
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return unswept;
}

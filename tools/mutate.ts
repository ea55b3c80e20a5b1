/**
 * Changes the source in small ways at random, one at a time, and sees whether a test notices that needs only Node.
 *
 *     npx tsx tools/mutate.ts --seed 1 --count 1000 [--folders rules,fee] [--jobs 2] [--json FILE]
 *     npx tsx tools/mutate.ts --weakening --count all --folders rules,fee --json FILE   # every one that deletes or weakens a rule
 *     npx tsx tools/mutate.ts --again FILE      # the survivors of an earlier run, after new tests
 *
 * FILE is written while the run goes on. If it exists, the run continues it; a larger count begins with the same mutants.
 * Mutants that do not type-check are reported apart and do not count. A survivor that no test can kill, because it means the
 * same, goes into `tools/mutation/equivalent.json` with the reason. Ends with status 1 if fewer than 90 % die, or if a mutant
 * survives in `rules` or `fee` that deletes or weakens a rule.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { command } from '../scripts/oracle.ts';
import { readSource, type SourceFile } from '../scripts/source.ts';
import { coverage, mapRegions } from './mutation/coverage.ts';
import { pathOf } from './mutation/host.ts';
import { startPool } from './mutation/pool.ts';
import {
  hashOf,
  mergeResults,
  placeOf,
  type RunRecord,
  readRecord,
  resume,
  writeRecord,
} from './mutation/record.ts';
import { equivalents, isSurvivor, type Mutant, type Result, summarize } from './mutation/report.ts';
import { choose, find } from './mutation/sample.ts';
import { selectorOf } from './mutation/select.ts';
import { sweep } from './mutation/sweep.ts';
import { tryMutant } from './mutation/try.ts';

const defaultFolders = 'tx,rules,fee,state,builder,draft,sign,history';

interface Run {
  readonly mutants: readonly Mutant[];
  /** Results that are known already, by place. */
  readonly known: ReadonlyMap<string, Result>;
  readonly files: readonly SourceFile[];
  readonly jobs: number;
  /** Tests that said nothing in earlier sweeps; those of this one are added. */
  readonly unswept: Set<string>;
  /** Called with all results so far, now and then. */
  readonly save: (results: readonly Result[]) => void;
}

/** Tries all mutants that no earlier run has tried. */
async function runAll({
  mutants,
  known,
  files,
  jobs,
  unswept,
  save,
}: Run): Promise<readonly Result[]> {
  const same = equivalents();
  const results: (Result | undefined)[] = mutants.map((mutant) => {
    const reason = same.get(mutant.key);
    return reason === undefined
      ? known.get(placeOf(mutant))
      : { ...mutant, status: 'equivalent', reason };
  });
  const rest = (status?: 'undecided') =>
    [...mutants.entries()].filter(([i]) => results[i]?.status === status);
  const unknown = rest();
  if (unknown.length + rest('undecided').length === 0) return results as Result[];
  const started = Date.now();
  const say = (text: string) =>
    console.error(`${Math.round((Date.now() - started) / 1000)} s: ${text}`);
  const regions = mapRegions(files);
  const entered = await coverage(regions, jobs);
  const selector = selectorOf(entered);
  for (const { file, killer } of known.values()) if (killer) selector.learn(file, { killer });
  const keep = () => save(results.filter((result) => result !== undefined));

  say(`${unknown.length} mutants to sweep`);
  let dead = 0;
  const swept = new Set(
    [...mutants.entries()].flatMap(([i, of]) => (known.get(placeOf(of))?.ran ? [i] : [])),
  );
  const silent = await sweep({
    mutants: unknown.map(([, mutant]) => mutant),
    files,
    regions,
    coverage: entered,
    jobs,
    onRun: (i) => swept.add(unknown[i]![0]),
    onKill: (i, result) => {
      results[unknown[i]![0]] = result;
      selector.learn(result.file, { killer: result.killer });
      if (++dead % 10 === 0) keep();
      if (dead % 50 === 0) say(`${dead} of ${unknown.length} are dead`);
    },
  });
  for (const test of silent) unswept.add(test);
  for (const [i, mutant] of rest())
    results[i] = { ...mutant, status: 'undecided', ...(swept.has(i) && { ran: true }) };
  keep();

  const alive = rest('undecided');
  say(`${alive.length} mutants to try one by one`);
  const pool = await startPool(jobs);
  let done = 0;
  const queue = alive.values();
  const work = async () => {
    for (const [i, mutant] of queue) {
      const left = swept.has(i) ? unswept : undefined;
      results[i] = await tryMutant(mutant, left, { selector, regions, pool });
      keep();
      if (++done % 10 === 0) say(`${done} of ${alive.length} tried`);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  pool.close();
  return results as Result[];
}

const options = {
  seed: { type: 'string', default: '1' },
  count: { type: 'string', default: '100' },
  folders: { type: 'string', default: defaultFolders },
  weakening: { type: 'boolean', default: false },
  jobs: { type: 'string', default: '2' },
  json: { type: 'string' },
  again: { type: 'string' },
} as const;

await command(import.meta.url, async () => {
  const { values } = parseArgs({ options });
  const { seed, folders, weakening, json } = values;
  const all = readSource(pathOf(''));
  const inFolders = (list: readonly string[]) =>
    all.filter(({ name }) => list.includes(name.split('/')[0]!));
  const earlier = values.again === undefined ? undefined : readRecord(values.again);
  const wanted = (earlier?.asked.folders ?? folders).split(',');
  for (const folder of wanted)
    if (!existsSync(pathOf(folder))) console.warn(`src/${folder} does not exist: left out`);
  const files = inFolders(wanted);
  const every = values.count === 'all';
  const asked = { seed, folders, weakening, every, source: hashOf(files) };
  const kept = json === undefined || earlier ? undefined : resume(json, asked);
  const survivors = earlier?.results
    .filter((result) => isSurvivor(result) || result.status === 'undecided')
    .map(({ key }) => key);
  const { mutants, uncompiled } =
    survivors === undefined
      ? choose(files, {
          seed,
          count: every ? 'all' : Number(values.count),
          onlyWeakening: weakening,
        })
      : { mutants: find(files, new Set(survivors)), uncompiled: earlier!.uncompiled };
  console.error(`${mutants.length} mutants, ${uncompiled} others do not type-check`);

  // What an earlier sweep left alive is not swept again.
  const undecided = new Set(
    earlier?.results.filter(({ status }) => status === 'undecided').map(({ key }) => key),
  );
  const known: readonly Result[] = earlier
    ? mutants.filter(({ key }) => undecided.has(key)).map((of) => ({ ...of, status: 'undecided' }))
    : (kept?.results.filter(({ status }) => status !== 'equivalent') ?? []);

  const started = Date.now();
  const unswept = new Set(kept?.unswept ?? earlier?.unswept);
  const recordOf = (tried: readonly Result[]): RunRecord => ({
    asked: earlier === undefined ? asked : { ...earlier.asked, source: asked.source },
    uncompiled,
    seconds: (kept?.seconds ?? earlier?.seconds ?? 0) + Math.round((Date.now() - started) / 1000),
    unswept: [...unswept],
    results: earlier === undefined ? tried : mergeResults(earlier.results, tried),
  });
  const save = (tried: readonly Result[]) => {
    if (json !== undefined) writeRecord(json, recordOf(tried));
  };
  const tried = await runAll({
    mutants,
    known: new Map(known.map((result) => [placeOf(result), result])),
    files: inFolders([...new Set([...defaultFolders.split(','), ...wanted])]),
    jobs: Number(values.jobs),
    unswept,
    save,
  });
  save(tried);
  const record = recordOf(tried);
  const { text, passed } = summarize(record.results, uncompiled);
  console.log(`${text}\n\nseed ${record.asked.seed}, ${record.seconds} s`);
  if (survivors !== undefined && mutants.length < survivors.length)
    console.warn(`${survivors.length - mutants.length} survivors are no longer in the source`);
  process.exitCode = passed ? 0 : 1;
});

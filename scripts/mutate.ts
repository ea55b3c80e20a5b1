/**
 * Changes the source in small ways at random, one at a time, and sees whether a test notices that needs only Node.
 *
 *     npm run mutate -- --seed 1 --count 1000 [--folders rules,fee] [--jobs 2] [--json FILE]
 *     npm run mutate -- --again FILE      # the survivors of an earlier run, after new tests
 *
 * Mutants that do not type-check are reported apart and do not count. A survivor that no test can kill, because it means the
 * same, goes into `scripts/mutation/equivalent.json` with the reason. Ends with status 1 if fewer than 90 % die, or if a mutant
 * survives in `rules` or `fee` that deletes or weakens a rule.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { randomOf } from './fuzz/random.ts';
import { findTypeErrors } from './mutation/compile.ts';
import { coverage, mapRegions } from './mutation/coverage.ts';
import { pathOf } from './mutation/host.ts';
import { startPool, timedOut } from './mutation/pool.ts';
import { equivalents, keyOf, type Mutant, type Result, summarize } from './mutation/report.ts';
import { selectorOf } from './mutation/select.ts';
import { sitesOf } from './mutation/sites.ts';
import { command } from './oracle.ts';
import { readSource, type SourceFile } from './source.ts';

const folders = 'tx,rules,fee,state,builder,draft,sign,history';

/** Whole seconds since a time. */
const seconds = (from: number): number => Math.round((Date.now() - from) / 1000);

/** All sites in an order that the seed gives, with one mutation each. */
function* sample(files: readonly SourceFile[], seed: string): Generator<Mutant> {
  const random = randomOf(`mutate ${seed}`);
  const texts = new Map(files.map(({ name, text }) => [name, text]));
  const sites = files.flatMap(sitesOf).map((site) => ({ site, order: random.next() }));
  sites.sort((a, b) => a.order - b.order);
  for (const { site } of sites) {
    const mutation = random.pick(site.mutations);
    yield { file: site.file, mutation, ...keyOf(texts.get(site.file)!, site.file, mutation) };
  }
}

/** So many mutants that compile, and how many did not. */
function choose(all: Iterator<Mutant>, count: number) {
  const mutants: Mutant[] = [];
  let uncompiled = 0;
  while (mutants.length < count) {
    const batch: Mutant[] = [];
    for (let next = all.next(); !next.done; next = all.next()) {
      batch.push(next.value);
      if (batch.length >= (count - mutants.length) * 1.4 + 10) break;
    }
    if (batch.length === 0) break;
    const broken = findTypeErrors(batch);
    for (const [i, mutant] of batch.entries()) {
      if (mutants.length === count) break;
      if (broken.has(i)) uncompiled++;
      else mutants.push(mutant);
    }
  }
  return { mutants, uncompiled };
}

/** The mutants with these keys, wherever they stand now. */
function find(files: readonly SourceFile[], keys: ReadonlySet<string>): Mutant[] {
  const found = new Map<string, Mutant>();
  for (const file of files)
    for (const { mutations } of sitesOf(file))
      for (const mutation of mutations) {
        const mutant = { file: file.name, mutation, ...keyOf(file.text, file.name, mutation) };
        if (keys.has(mutant.key)) found.set(mutant.key, mutant);
      }
  return [...found.values()];
}

/** The keys of the survivors that an earlier run has written. */
function keysOf(file: string): ReadonlySet<string> {
  const { results } = JSON.parse(readFileSync(file, 'utf8')) as { readonly results: Result[] };
  return new Set(
    results
      .filter(({ status }) => status === 'survived' || status === 'not reached')
      .map(({ key }) => key),
  );
}

await command(import.meta.url, async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '100' },
      folders: { type: 'string', default: folders },
      jobs: { type: 'string', default: '2' },
      json: { type: 'string' },
      again: { type: 'string' },
    },
  });
  const wanted = values.folders.split(',');
  const all = readSource(pathOf(''));
  for (const folder of wanted)
    if (!existsSync(pathOf(folder))) console.warn(`src/${folder} does not exist: left out`);
  const inFolders = (list: readonly string[]) =>
    all.filter(({ name }) => list.includes(name.split('/')[0]!));
  const files = inFolders(wanted);
  const started = Date.now();
  const { mutants, uncompiled } =
    values.again === undefined
      ? choose(sample(files, values.seed), Number(values.count))
      : { mutants: find(files, keysOf(values.again)), uncompiled: 0 };
  console.error(`${mutants.length} mutants, ${uncompiled} others do not type-check`);

  const regions = mapRegions(inFolders([...new Set([...folders.split(','), ...wanted])]));
  const selector = selectorOf(await coverage(regions, Number(values.jobs)));
  console.error(`what the tests enter is known after ${seconds(started)} s`);
  const pool = await startPool(Number(values.jobs));
  const known = equivalents();
  let done = 0;
  const results = await Promise.all(
    mutants.map(async (mutant, id): Promise<Result> => {
      const { file, mutation, key } = mutant;
      const reason = known.get(key);
      if (reason !== undefined) return { ...mutant, status: 'equivalent', reason };
      const phases = () => selector.phases(file, regions.at(file, mutation.start));
      const length = phases().length;
      let status: Result = { ...mutant, status: length === 0 ? 'not reached' : 'survived' };
      for (let i = 0; i < length; i++) {
        // Chosen when a worker is free: by then more is known of what kills.
        const outcome = await pool.run(() => {
          const { selections, time } = phases()[i]!;
          return { task: { id, file, mutation, selections }, limit: 30_000 + time * 5 };
        });
        if (outcome.killer === undefined) continue;
        selector.learn(file, outcome);
        const inTime = outcome.killer.test !== timedOut.test;
        status = { ...mutant, status: inTime ? 'killed' : 'timed out', killer: outcome.killer };
        break;
      }
      if (++done % 50 === 0)
        console.error(`${done} of ${mutants.length} after ${seconds(started)} s`);
      return status;
    }),
  );
  pool.close();
  const { text, passed } = summarize(results, uncompiled);
  console.log(`${text}\n\nseed ${values.seed}, ${seconds(started)} s`);
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify({ ...values, uncompiled, results }, null, 1)}\n`);
  process.exitCode = passed ? 0 : 1;
});

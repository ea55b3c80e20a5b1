/** Which tests enter which regions of the source, found by one run of all tests that need only Node. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { SourceFile } from '../../scripts/source.ts';
import { root, startHost } from './host.ts';
import type { FileCoverage } from './protocol.ts';
import { type Regions, regionsOf } from './regions.ts';

/** The regions of several files in one numbering. */
export interface RegionMap {
  readonly total: number;
  /** The files, from `src/`. */
  readonly names: readonly string[];
  /** The number of a file's innermost region at an offset. */
  at(file: string, offset: number): number;
  /** The file's text with its regions counted, undefined for other files. */
  instrument(file: string): string | undefined;
}

/** Numbers the regions of files. */
export function mapRegions(files: readonly SourceFile[]): RegionMap {
  const byFile = new Map<string, { readonly regions: Regions; readonly first: number }>();
  let total = 0;
  for (const file of files) {
    const regions = regionsOf(file);
    byFile.set(file.name, { regions, first: total });
    total += regions.count;
  }
  return {
    total,
    names: [...byFile.keys()],
    at: (file, offset) => {
      const { regions, first } = byFile.get(file)!;
      return first + regions.at(offset);
    },
    instrument: (file) => {
      const of = byFile.get(file);
      if (of === undefined) return undefined;
      const text = of.regions.instrument((region) => `(__hits&&(__hits[${of.first + region}]=1))`);
      // Undefined for who calls into a circle of imports before this line has run.
      return `var __hits = (globalThis.__regions ??= new Uint8Array(${total}));${text}`;
    },
  };
}

const isTest = (name: string): boolean => name.endsWith('.test.ts');
const textOf = (name: string): string => readFileSync(join(root, name), 'utf8');

/** Changes with the source, the numbering and whatever all tests may depend on. */
function stateOf({ names, total }: RegionMap): string {
  const hash = createHash('sha256').update(`${total} ${names.join()}`);
  for (const folder of ['src', 'apps/cli/src', 'test', 'scripts', 'tools', 'examples'])
    for (const name of readdirSync(join(root, folder), {
      recursive: true,
      encoding: 'utf8',
    }).sort())
      if (/\.(ts|json)$/.test(name) && !isTest(name) && !/^mutat(e|ion\/(?!regions))/.test(name))
        hash.update(folder + name).update(textOf(join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}

/** Changes with a test file, and with those that it imports. */
function versionOf(file: string, hash = createHash('sha256')): string {
  const text = textOf(file);
  hash.update(text);
  for (const [, other] of text.matchAll(/^import '(\.[^']+\.test\.ts)';$/gm))
    hash.update(versionOf(join(file, '..', other!)));
  return hash.digest('hex').slice(0, 16);
}

interface Kept extends FileCoverage {
  readonly version: string;
}

/** What earlier runs noted, by test file: the last line of each counts, while its file is the same. */
function readKept(file: string): ReadonlyMap<string, Kept> {
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const all = lines.map((line) => JSON.parse(line) as Kept);
  const isSame = (of: Kept) => existsSync(join(root, of.file)) && of.version === versionOf(of.file);
  return new Map(all.filter(isSame).map((of) => [of.file, of]));
}

const nameOf = ({ moduleId }: { readonly moduleId: string }) => relative(root, moduleId);
const idOf = (file: string, { fullName }: { readonly fullName: string }) => `${file} > ${fullName}`;

/**
 * The tests that fail without a mutation where mutants run, in a process that has run others: they would kill every mutant. Gives their
 * files and names.
 */
async function failures(files: readonly string[], threads: number): Promise<Set<string>> {
  const vitest = await startHost({
    isolate: false,
    threads,
    bail: false,
    textOf: () => undefined,
  });
  const project = vitest.getRootProject();
  project.provide('coverageFile', '');
  project.provide('regionCount', 0);
  project.provide('selections', {});
  const { testModules } = await vitest.runTestSpecifications(
    files.map((file) => project.createSpecification(join(root, file))),
  );
  await vitest.close();
  return new Set(
    testModules.flatMap((module) =>
      [...module.children.allTests('failed')].map((test) => idOf(nameOf(module), test)),
    ),
  );
}

/**
 * Runs the tests that need only Node and gives what each enters. The answers are kept in the temporary folder: while the source is the
 * same, only test files that changed run again.
 */
export async function coverage(
  regions: RegionMap,
  threads: number,
): Promise<readonly FileCoverage[]> {
  const folder = join(tmpdir(), 'avalanche-tx-mutation');
  const keptIn = join(folder, `${stateOf(regions)}.ndjson`);
  mkdirSync(folder, { recursive: true });
  const vitest = await startHost({
    isolate: true,
    threads,
    bail: false,
    textOf: regions.instrument,
  });
  const all = await vitest.globTestSpecifications();
  const kept = readKept(keptIn);
  const changed = all.filter((of) => !kept.has(nameOf(of)));
  if (changed.length > 0) {
    const draft = `${keptIn}.${process.pid}`;
    const project = vitest.getRootProject();
    project.provide('coverageFile', draft);
    project.provide('regionCount', regions.total);
    project.provide('selections', {});
    const { testModules } = await vitest.runTestSpecifications(changed);
    const failed = await failures(changed.map(nameOf), threads);
    for (const module of testModules)
      for (const test of module.children.allTests('failed')) failed.add(idOf(nameOf(module), test));
    for (const id of failed) console.warn(`fails without a mutation, left out: ${id}`);
    const noted = existsSync(draft) ? readFileSync(draft, 'utf8').trimEnd().split('\n') : [];
    rmSync(draft, { force: true });
    for (const line of noted) {
      const of = JSON.parse(line) as FileCoverage;
      const tests = of.tests.filter(({ name }) => !failed.has(`${of.file} > ${name}`));
      appendFileSync(keptIn, `${JSON.stringify({ ...of, tests, version: versionOf(of.file) })}\n`);
    }
  }
  await vitest.close();
  const now = readKept(keptIn);
  return all.map((of) => now.get(nameOf(of))).filter((of) => of !== undefined);
}

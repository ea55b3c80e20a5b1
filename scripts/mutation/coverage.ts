/** Which tests enter which regions of the source, found by one run of all tests that need only Node. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceFile } from '../source.ts';
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

/** Changes with any file that the tests may depend on, and with the numbering. */
function stateOf({ names, total }: RegionMap): string {
  const hash = createHash('sha256').update(`${total} ${names.join()}`);
  for (const folder of ['src', 'test', 'scripts', 'examples'])
    for (const name of readdirSync(join(root, folder), {
      recursive: true,
      encoding: 'utf8',
    }).sort())
      if (/\.(ts|json)$/.test(name) && !/^mutat(e|ion\/(?!regions))/.test(name))
        hash.update(folder + name).update(readFileSync(join(root, folder, name)));
  return hash.digest('hex').slice(0, 16);
}

/**
 * Runs all tests that need only Node once and gives what each enters. The answer is kept in the temporary folder, and taken from
 * there while no source or test has changed.
 */
export async function coverage(
  regions: RegionMap,
  threads: number,
): Promise<readonly FileCoverage[]> {
  const folder = join(tmpdir(), 'avalanche-tx-mutation');
  const kept = join(folder, `${stateOf(regions)}.ndjson`);
  if (!existsSync(kept)) {
    mkdirSync(folder, { recursive: true });
    const draft = `${kept}.${process.pid}`;
    const vitest = await startHost({
      isolate: true,
      threads,
      bail: false,
      textOf: regions.instrument,
    });
    const project = vitest.getRootProject();
    project.provide('coverageFile', draft);
    project.provide('regionCount', regions.total);
    project.provide('selections', {});
    const { testModules } = await vitest.runTestSpecifications(
      await vitest.globTestSpecifications(),
    );
    await vitest.close();
    for (const module of testModules)
      for (const test of module.children.allTests('failed'))
        console.warn(`fails without a mutation, left out: ${test.fullName}`);
    rmSync(kept, { force: true });
    renameSync(draft, kept);
  }
  return readFileSync(kept, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as FileCoverage);
}

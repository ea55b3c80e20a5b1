/** Which mutants a run tries. */

import type { SourceFile } from '../../scripts/source.ts';
import { randomOf } from '../fuzz/random.ts';
import { findTypeErrors } from './compile.ts';
import { keyOf, type Mutant } from './report.ts';
import { type Mutation, operators, type Site, sitesOf } from './sites.ts';

export interface SampleOptions {
  /** Gives the order of the sites, and the mutation of each. */
  readonly seed: string;
  /** The number of mutants that type-check, or `all` mutations of every site. */
  readonly count: number | 'all';
  /** Leaves out mutations that neither delete nor weaken a rule. */
  readonly onlyWeakening: boolean;
}

/** The sites, without mutations that do the same as another: to remove an `if` is to make its condition false. */
function distinct(site: Site): readonly Mutation[] {
  const isIf = site.mutations.some(({ operator }) => operator === 'condition always false');
  return isIf
    ? site.mutations.filter(({ operator }) => operator !== 'remove statement')
    : site.mutations;
}

/** All mutants in an order that the seed gives: one of each site, or every one. */
function* ordered(
  files: readonly SourceFile[],
  { seed, count, onlyWeakening }: SampleOptions,
): Generator<Mutant> {
  const random = randomOf(`mutate ${seed}`);
  const texts = new Map(files.map(({ name, text }) => [name, text]));
  const isWanted = ({ operator }: Mutation) => !onlyWeakening || operators[operator].weakens;
  const sites = files
    .flatMap(sitesOf)
    .flatMap((site) =>
      count === 'all'
        ? distinct(site).map((mutation) => ({ ...site, mutations: [mutation] }))
        : [site],
    )
    .map((site) => ({ ...site, mutations: site.mutations.filter(isWanted) }))
    .filter(({ mutations }) => mutations.length > 0)
    .map((site) => ({ site, order: random.next() }))
    .sort((a, b) => a.order - b.order);
  for (const { site } of sites) {
    const mutation = random.pick(site.mutations);
    yield { file: site.file, mutation, ...keyOf(texts.get(site.file)!, site.file, mutation) };
  }
}

/** The first mutants of a seed that compile, and how many between them did not. A larger count begins with the same mutants. */
export function choose(
  files: readonly SourceFile[],
  options: SampleOptions,
): { readonly mutants: readonly Mutant[]; readonly uncompiled: number } {
  const count = options.count === 'all' ? Number.POSITIVE_INFINITY : options.count;
  const all = ordered(files, options);
  const mutants: Mutant[] = [];
  let uncompiled = 0;
  while (mutants.length < count) {
    const batch: Mutant[] = [];
    for (let next = all.next(); !next.done; next = all.next()) {
      batch.push(next.value);
      // The compiler takes them into memory all at once.
      if (batch.length >= Math.min((count - mutants.length) * 2.2 + 10, 1500)) break;
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
export function find(files: readonly SourceFile[], keys: ReadonlySet<string>): Mutant[] {
  const found = new Map<string, Mutant>();
  for (const file of files)
    for (const { mutations } of sitesOf(file))
      for (const mutation of mutations) {
        const mutant = { file: file.name, mutation, ...keyOf(file.text, file.name, mutation) };
        if (keys.has(mutant.key)) found.set(mutant.key, mutant);
      }
  return [...found.values()];
}

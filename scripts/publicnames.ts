/** The names that the entry points of `package.json` export, each with the declarations that it stands for. */
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { SourceFile } from './source.ts';

/** Entry points by subpath: the source file of each, from `src/`. */
export type EntryPoints = ReadonlyMap<string, string>;

/** The entry points of a project folder, by its `package.json`. */
export function entryPoints(root: string): EntryPoints {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly exports: { readonly [subpath: string]: string | { readonly types: string } };
  };
  const points = new Map<string, string>();
  for (const [subpath, target] of Object.entries(exports))
    if (typeof target !== 'string')
      points.set(subpath, target.types.replace(/^\.\/dist\//, '').replace(/\.d\.ts$/, '.ts'));
  return points;
}

/**
 * Entry points that declare the same things, each of its own chain: the codec of `avalanche-tx/xchain` has a `BaseTx` as that of
 * `avalanche-tx/pchain` has. Among them a name is one meaning.
 */
const chains: ReadonlySet<string> = new Set(['./pchain', './xchain', './cchain']);

/** Where a name is declared: a file and the name there. */
export type Declaration = string;

/** What one file exports: names to declarations. */
export function exportsOf(
  file: string,
  files: ReadonlyMap<string, SourceFile>,
  known: Map<string, Map<string, Declaration>>,
): Map<string, Declaration> {
  const done = known.get(file);
  if (done !== undefined) return done;
  const found = new Map<string, Declaration>();
  known.set(file, found); // a circle finds what is known so far
  const source = files.get(file);
  if (source === undefined) throw new Error(`${file} is exported, and not in src`);
  const resolve = (specifier: string): string | undefined =>
    specifier.startsWith('.') ? posix.join(dirname(file), specifier) : undefined;
  const from = (specifier: string, name: string): Declaration => {
    const target = resolve(specifier);
    if (target === undefined) return `${specifier} ${name}`;
    return exportsOf(target, files, known).get(name) ?? `${target} ${name}`;
  };
  const imported = new Map<string, Declaration>();
  for (const { moduleRequest, entries } of source.module.staticImports)
    for (const { importName, localName } of entries)
      imported.set(localName.value, from(moduleRequest.value, importName.name ?? importName.kind));
  for (const { entries } of source.module.staticExports)
    for (const { moduleRequest, importName, exportName, localName } of entries) {
      if (moduleRequest !== null && importName.kind === 'AllButDefault') {
        const target = resolve(moduleRequest.value);
        if (target !== undefined)
          for (const [name, declaration] of exportsOf(target, files, known))
            found.set(name, declaration);
        continue;
      }
      const name = exportName.name ?? 'default';
      if (moduleRequest !== null)
        found.set(name, from(moduleRequest.value, importName.name ?? '*'));
      else {
        const local = localName.name ?? name;
        found.set(name, imported.get(local) ?? `${file} ${local}`);
      }
    }
  return found;
}

/**
 * The public names that stand for more than one declaration: each declaration with the entry points that export it.
 * @param sources The files of `src/`.
 */
export function ambiguousNames(
  sources: readonly SourceFile[],
  points: EntryPoints,
): Map<string, Map<Declaration, string[]>> {
  const meanings = ([, at]: [Declaration, string[]]): string =>
    at.every((point) => chains.has(point)) ? 'of a chain' : at.join();
  return new Map(
    [...publicNames(sources, points)].filter(
      ([, declarations]) => new Set([...declarations].map(meanings)).size > 1,
    ),
  );
}

/** Every public name, its declarations, and the entry points at which it stands for each. */
export function publicNames(
  sources: readonly SourceFile[],
  points: EntryPoints,
): Map<string, Map<Declaration, string[]>> {
  const files = new Map(sources.map((file) => [file.name, file]));
  const known = new Map<string, Map<string, Declaration>>();
  const names = new Map<string, Map<Declaration, string[]>>();
  for (const [subpath, file] of points)
    for (const [name, declaration] of exportsOf(file, files, known)) {
      const declarations = names.get(name) ?? new Map<Declaration, string[]>();
      names.set(name, declarations);
      declarations.set(declaration, [...(declarations.get(declaration) ?? []), subpath]);
    }
  return names;
}

/**
 * What the bytes of a bundle are: each module, and each declaration of it, with what the gzipped bundle would lose without it.
 * `npm run sizes -- --why` prints it.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { decode } from '@jridgewell/sourcemap-codec';
import { parseSync } from 'oxc-parser';

/** A part of a bundle. */
export interface Part {
  /** A package, a folder of the source, a module or a declaration. */
  readonly name: string;
  readonly minified: number;
  /** Bytes by which the gzipped bundle is longer with it than without it. What parts share counts in none. */
  readonly gzipped: number;
}

/** A bundle as parts of several sizes, the largest first. */
export interface Parts {
  readonly folders: readonly Part[];
  readonly modules: readonly Part[];
  readonly declarations: readonly Part[];
  /** Texts for people, in all of them: string literals with a space. */
  readonly texts: Part;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Start of each top-level declaration of a module, and its name. */
function declarationsOf(file: string): readonly (readonly [start: number, name: string])[] {
  const { program } = parseSync(file, readFileSync(file, 'utf8'));
  return program.body.flatMap((statement) => {
    const of =
      'declaration' in statement && statement.declaration ? statement.declaration : statement;
    if (of.type === 'VariableDeclaration')
      return of.declarations.map(({ start, id }) => [start, nameOf(id)] as const);
    return [[statement.start, 'id' in of && of.id ? nameOf(of.id) : 'other'] as const];
  });
}

const nameOf = (id: object): string => ('name' in id ? String(id.name) : 'several');

/** For each character of a bundle the module that it comes from and the declaration. */
function ownersOf(
  code: string,
  map: string,
  folder: string,
): readonly (readonly [module: string, name: string])[] {
  const { sources, mappings } = JSON.parse(map) as { sources: string[]; mappings: string };
  const files = sources.map((source) => join(folder, source));
  const lines = files.map((file) => lineStarts(readFileSync(file, 'utf8')));
  const declared = files.map((file) => declarationsOf(file));
  const names = files.map((file) => moduleName(file));
  const bundler = ['bundler', ''] as const;
  const starts = lineStarts(code);
  const owners: (readonly [string, string])[] = Array(code.length).fill(bundler);
  const segments = decode(mappings).flatMap((line, i) =>
    line.map(([column, source, from, at]) => ({
      at: starts[i]! + column,
      source,
      from,
      column: at,
    })),
  );
  segments.forEach(({ at, source, from, column }, i) => {
    if (source === undefined) return;
    const place = lines[source]![from!]! + column!;
    const of = declared[source]!.findLast(([start]) => start <= place);
    owners.fill([names[source]!, of?.[1] ?? 'imports'], at, segments[i + 1]?.at ?? code.length);
  });
  return owners;
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** `@noble/hashes/sha2` or `builder/send`. */
function moduleName(file: string): string {
  const dependency = /.*node_modules\/(.*)\.\w+$/.exec(file)?.[1];
  return (
    dependency ??
    relative('src', file)
      .replace(/^(\.\.\/)*(src|dist)\//, '')
      .replace(/\.\w+$/, '')
  );
}

const folderOf = (module: string): string =>
  /^(@[^/]+\/[^/]+|bech32|base-x|bs58|[^/]+)/.exec(module)![0];

const sizeOf = (code: string): number => gzipSync(code, { level: 9 }).length;

/** Sizes of all parts that a key makes of the characters. */
function sizesBy(code: string, keyAt: (i: number) => string | undefined): readonly Part[] {
  const all = sizeOf(code);
  const spans = new Map<string, [number, number][]>();
  for (let i = 0; i < code.length; ) {
    const key = keyAt(i);
    const start = i++;
    while (i < code.length && keyAt(i) === key) i++;
    if (key === undefined) continue;
    const found = spans.get(key);
    if (found) found.push([start, i]);
    else spans.set(key, [[start, i]]);
  }
  return [...spans]
    .map(([name, list]) => {
      let rest = '';
      let from = 0;
      let minified = 0;
      for (const [start, end] of list) {
        rest += code.slice(from, start);
        from = end;
        minified += end - start;
      }
      return { name, minified, gzipped: all - sizeOf(rest + code.slice(from)) };
    })
    .sort((a, b) => b.gzipped - a.gzipped);
}

/** The string literals under a node, and the pieces of templates, that have a space in them. */
function textsIn(value: unknown, found: Node[] = []): readonly Node[] {
  if (Array.isArray(value)) for (const element of value) textsIn(element, found);
  else if (typeof value === 'object' && value !== null) {
    const node = value as Node & { readonly value?: unknown };
    const isText =
      (node.type === 'Literal' && typeof node.value === 'string' && node.value.includes(' ')) ||
      (node.type === 'TemplateElement' &&
        (node.value as { readonly raw: string }).raw.includes(' '));
    if (isText) found.push(node);
    else for (const inside of Object.values(node)) textsIn(inside, found);
  }
  return found;
}

/**
 * Tells what a bundle consists of.
 * @param code A minified bundle.
 * @param map Its source map, whose sources are relative to `folder`.
 */
export function partsOf(code: string, map: string, folder: string): Parts {
  const owners = ownersOf(code, map, folder);
  const isText = new Uint8Array(code.length);
  for (const { start, end } of textsIn(parseSync('bundle.js', code).program))
    isText.fill(1, start, end);
  const [texts] = sizesBy(code, (i) => (isText[i] ? 'texts' : undefined));
  return {
    folders: sizesBy(code, (i) => folderOf(owners[i]![0])),
    modules: sizesBy(code, (i) => owners[i]![0]),
    declarations: sizesBy(code, (i) => owners[i]!.join(' ')),
    texts: texts ?? { name: 'texts', minified: 0, gzipped: 0 },
  };
}

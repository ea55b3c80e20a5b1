/** What the entry points of the built package export: the text of each declaration, its documentation, and what it names. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { entryPoints, exportsOf } from './publicnames.ts';
import { type Node, parseSource, type SourceFile, walk } from './source.ts';

/** A declaration of the package. */
export interface Declared {
  /** Its file in `dist/`, and its name there. */
  readonly key: string;
  readonly name: string;
  readonly kind: 'function' | 'value' | 'type';
  /** TypeScript without comments on top: overloads one after the other. */
  readonly text: string;
  /** The comment on top, without its frame. */
  readonly doc: string;
  /** Keys of the declarations that the text names. */
  readonly names: readonly string[];
  /** Keys of the declarations that parameters and results of its functions and methods name. */
  readonly called: readonly string[];
}

/** An entry point, and what it exports under which name. */
export interface Entry {
  /** `avalanche-tx/build` */
  readonly module: string;
  /** The comment at the top of its source. */
  readonly about: string;
  readonly exports: ReadonlyMap<string, Declared>;
}

const list = (value: unknown): readonly Node[] => (value ?? []) as readonly Node[];

/** The names that a statement declares. */
const namesOf = (node: Node): readonly string[] =>
  node.type === 'VariableDeclaration'
    ? list(node.declarations).map(({ id }) => (id as { name: string }).name)
    : node.id
      ? [(node.id as { name: string }).name]
      : [];

const kinds: { readonly [type: string]: Declared['kind'] } = {
  TSDeclareFunction: 'function',
  FunctionDeclaration: 'function',
  VariableDeclaration: 'value',
  ClassDeclaration: 'value',
};

const signatureTypes: ReadonlySet<string> = new Set([
  'TSDeclareFunction',
  'TSMethodSignature',
  'TSFunctionType',
  'TSCallSignatureDeclaration',
  'MethodDefinition',
]);

/** The names of types in the signatures of a declaration. */
function namedInSignatures(declaration: Node): ReadonlySet<string> {
  const found = new Set<string>();
  walk(declaration, (node, ancestors) => {
    const { name } = (node.typeName ?? {}) as { readonly name?: string };
    if (node.type !== 'TSTypeReference' || name === undefined) return;
    if ([...ancestors, node].some(({ type }) => signatureTypes.has(type))) found.add(name);
    return;
  });
  return found;
}

/** The comment that ends right before an offset. */
function commentBefore(text: string, offset: number): string {
  const found = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(text.slice(0, offset));
  return (found?.[1] ?? '').replace(/^[ \t]*\* ?/gm, '').trim();
}

/** A file of declarations: what stands at its top, and what its names stand for. */
interface Module {
  readonly source: SourceFile;
  readonly declared: ReadonlyMap<
    string,
    readonly { readonly node: Node; readonly start: number }[]
  >;
  /** Keys by the names that the file imports. */
  readonly imported: ReadonlyMap<string, string>;
}

const resolve = (file: string, specifier: string): string =>
  posix.join(dirname(file), specifier).replace(/\.js$/, '.ts');

function moduleOf(source: SourceFile): Module {
  const declared = new Map<string, { node: Node; start: number }[]>();
  for (const top of list(source.program.body)) {
    const node = (top.declaration as Node | null | undefined) ?? top;
    if (top.type === 'ImportDeclaration') continue;
    for (const name of namesOf(node))
      declared.set(name, [...(declared.get(name) ?? []), { node, start: top.start }]);
  }
  const imported = new Map<string, string>();
  for (const { moduleRequest, entries } of source.module.staticImports)
    for (const { importName, localName } of entries)
      if (moduleRequest.value.startsWith('.'))
        imported.set(
          localName.value,
          `${resolve(source.name, moduleRequest.value)} ${importName.name ?? localName.value}`,
        );
  return { source, declared, imported };
}

/** All declarations of the built package. */
export class Package {
  readonly entries: readonly Entry[];
  readonly #modules: ReadonlyMap<string, Module>;
  readonly #sources: ReadonlyMap<string, SourceFile>;
  readonly #known = new Map<string, Map<string, string>>();
  readonly #declared = new Map<string, Declared | undefined>();

  constructor(root: string) {
    const names = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.d.ts') && !name.startsWith('node'))
      .map((name) => name.replaceAll('\\', '/'));
    this.#sources = new Map(
      names.map((name) => {
        const file = name.replace(/\.d\.ts$/, '.ts');
        return [
          file,
          { ...parseSource(name, readFileSync(join(root, 'dist', name), 'utf8')), name: file },
        ];
      }),
    );
    this.#modules = new Map([...this.#sources].map(([name, source]) => [name, moduleOf(source)]));
    this.entries = [...entryPoints(root)].map(([subpath, file]) => ({
      module: `avalanche-tx${subpath.slice(1)}`,
      about: aboutOf(readFileSync(join(root, 'src', file), 'utf8')),
      exports: new Map(
        [...exportsOf(file, this.#sources, this.#known)]
          .flatMap(([name, key]) => {
            const found = this.find(key);
            return found ? [[name, found] as const] : [];
          })
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    }));
  }

  /** A declaration by its key. */
  find(key: string): Declared | undefined {
    if (!this.#declared.has(key)) this.#declared.set(key, this.#read(key));
    return this.#declared.get(key);
  }

  /** The key of a name that a file imports or declares, where it is declared. */
  #keyOf(file: string, name: string): string | undefined {
    const module = this.#modules.get(file);
    if (module?.declared.has(name)) return `${file} ${name}`;
    const imported = module?.imported.get(name);
    if (imported === undefined) return undefined;
    const [from, original] = imported.split(' ') as [string, string];
    if (!this.#modules.has(from)) return undefined;
    return exportsOf(from, this.#sources, this.#known).get(original);
  }

  #read(key: string): Declared | undefined {
    const [file, name] = key.split(' ') as [string, string];
    const found = this.#modules.get(file)?.declared.get(name);
    if (!found) return undefined;
    const { text: all } = this.#modules.get(file)!.source;
    const raw = found.map(({ node, start }) => all.slice(start, node.end));
    const joined = raw.join('\n');
    const named = new Set<string>();
    for (const [, path, of] of joined.matchAll(/import\("([^"]+)"\)\.(\w+)/g)) {
      const from = resolve(file, path!);
      const target = this.#modules.has(from)
        ? exportsOf(from, this.#sources, this.#known).get(of!)
        : undefined;
      if (target) named.add(target);
    }
    const code = joined.replace(/\/\*[\s\S]*?\*\//g, '').replace(/'[^'\n]*'|"[^"\n]*"/g, "''");
    for (const [word] of code.matchAll(/\b[A-Za-z_]\w*\b/g)) {
      const target = this.#keyOf(file, word);
      if (target && target !== key) named.add(target);
    }
    const kind = found.map(({ node }) => kinds[node.type]).find((of) => of !== undefined) ?? 'type';
    return {
      key,
      name,
      kind,
      text: joined
        .replace(/import\("[^"]+"\)\./g, '')
        .replace(/^export /gm, '')
        .replace(/ {4}/g, '  '),
      doc: found.map(({ start }) => commentBefore(all, start)).find((doc) => doc !== '') ?? '',
      names: [...named].sort(),
      called: [...new Set(found.flatMap(({ node }) => [...namedInSignatures(node)]))]
        .map((word) => this.#keyOf(file, word))
        .filter((target) => target !== undefined && target !== key) as string[],
    };
  }
}

/** The comment with which a file starts, if it is not that of a declaration. */
function aboutOf(text: string): string {
  const found =
    /^\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*\n(?=\s*(import|export \{|export \*|export type \{))/.exec(
      text,
    );
  return (found?.[1] ?? '').replace(/^[ \t]*\* ?/gm, '').trim();
}

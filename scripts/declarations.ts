/**
 * Writes out, in the declarations of `dist/`, the members of interfaces that have them from a check, a schema or a part of another interface:
 * `interface Options extends Argument<typeof options> {}` becomes an interface with these members and their comments. Users see the same types; editors show the
 * comments (TypeScript 7.0 shows none of members that are computed), and the API report has the members. Part of `npm run build`.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API, type Project, SymbolFlags } from 'typescript/unstable/sync';
import { type Node, parseSource } from './source.ts';

/** Types that compute the members of an interface from a declaration, and from another interface. */
const ofDeclarations: ReadonlySet<string> = new Set(['Argument', 'Value']);
const ofInterfaces: ReadonlySet<string> = new Set(['Omit', 'Pick']);
/** Flags of the printer: types are not cut off, and an alias is written out. */
const noTruncation = 1;
const inTypeAlias = 1 << 23;

const all: ReadonlySet<string> = new Set([...ofDeclarations, ...ofInterfaces]);

/** Whether a type is computed: `Argument<typeof options>`, `Omit<Options, 'signal'>`. */
function isComputed({ expression, typeName, typeArguments }: Node, by = all): boolean {
  const { name = '' } = (expression ?? typeName ?? {}) as { readonly name?: string };
  const { params = [] } = (typeArguments ?? {}) as { readonly params?: readonly Node[] };
  return by.has(name) && (ofInterfaces.has(name) || params[0]?.type === 'TSTypeQuery');
}

/** A type as text, in which other files are named as they are in `dist/`. */
const shownAs = (text: string): string =>
  text
    .replace(/import\("([^"]+)\.ts"\)/g, 'import("$1.js")')
    .replaceAll('Uint8Array<ArrayBufferLike>', 'Uint8Array');

/** What a declaration declares, and its node, in which the names of its file are known. */
function declaredAt({ checker }: Project, file: string, { id }: Node) {
  const { start } = id as Node;
  const symbol = checker.getSymbolAtPosition(file, start)!;
  const node = symbol.declarations
    .map((handle) => handle.resolve())
    .find((of) => of !== undefined && of.pos <= start && start < of.end)!;
  return { type: checker.getDeclaredTypeOfSymbol(symbol), node };
}

/** The members of an interface that it has from the computed types among those that it extends. */
function membersOf(project: Project, file: string, declared: Node): string {
  const { checker } = project;
  const { type, node } = declaredAt(project, file, declared);
  const missing = checker.getUndefinedType().id;
  const bases = checker.getBaseTypes(type as Parameters<typeof checker.getBaseTypes>[0]);
  return (declared.extends as readonly Node[])
    .flatMap((base, i) => (isComputed(base) ? checker.getPropertiesOfType(bases[i]!) : []))
    .map((member) => {
      const isOptional = (member.flags & SymbolFlags.Optional) !== 0;
      const of = checker.getTypeOfSymbol(member)!;
      const text = shownAs(checker.typeToString(of, node, noTruncation));
      // An optional member is printed with `undefined`, which its declaration may not have.
      const parts =
        'getTypes' in of ? (of.getTypes as () => readonly { readonly id: number }[])() : [];
      const shown =
        isOptional && !parts.some(({ id }) => id === missing)
          ? text.replace(/ \| undefined$/, '')
          : text;
      const comment = checker.getDocumentationCommentOfSymbol(member).trim();
      const lines = comment.split('\n');
      const above =
        comment === ''
          ? ''
          : lines.length === 1
            ? `    /** ${comment} */\n`
            : `    /**\n${lines.map((line) => `     * ${line}`.trimEnd()).join('\n')}\n     */\n`;
      return `${above}    readonly ${member.name}${isOptional ? '?' : ''}: ${shown};\n`;
    })
    .join('');
}

/** The type that an alias stands for. */
function aliased(project: Project, file: string, declared: Node): string {
  const { type, node } = declaredAt(project, file, declared);
  return shownAs(project.checker.typeToString(type, node, noTruncation | inTypeAlias));
}

/** Writes the computed types of a file out: those of exported interfaces and aliases without parameters. */
function expand(project: Project, file: string): void {
  const text = readFileSync(file, 'utf8');
  const partsOf = (declared: Node): readonly [start: number, end: number, text: string][] => {
    const alias = declared.typeAnnotation as Node;
    if (declared.type === 'TSTypeAliasDeclaration')
      return isComputed(alias, ofDeclarations)
        ? [[alias.start, alias.end, aliased(project, file, declared)]]
        : [];
    const bases = (declared.extends ?? []) as readonly Node[];
    if (declared.type !== 'TSInterfaceDeclaration' || !bases.some((base) => isComputed(base)))
      return [];
    const body = declared.body as Node;
    const kept = bases.filter((base) => !isComputed(base));
    const heritage = kept.map(({ start, end }) => text.slice(start, end)).join(', ');
    const own = text.slice(body.start + 1, body.end - 1).replace(/^\n/, '');
    const members = `{\n${membersOf(project, file, declared)}${own}}`;
    const id = declared.id as Node;
    return [[id.end, body.end, `${heritage === '' ? '' : ` extends ${heritage}`} ${members}`]];
  };
  const edits = (parseSource(file, text).program.body as readonly Node[])
    .map(({ declaration }) => declaration as Node | null | undefined)
    .flatMap((declared) => (declared && !declared.typeParameters ? partsOf(declared) : []));
  if (edits.length === 0) return;
  let at = 0;
  let expanded = '';
  for (const [start, end, replacement] of edits) {
    expanded += text.slice(at, start) + replacement;
    at = end;
  }
  writeFileSync(file, expanded + text.slice(at));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const dist = join(root, 'dist');
  const config = join(dist, 'tsconfig.json');
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.d.ts'))
    .map((name) => join(dist, name));
  const api = new API({ cwd: root });
  writeFileSync(
    config,
    JSON.stringify({
      extends: '../tsconfig.json',
      compilerOptions: { paths: {}, allowImportingTsExtensions: false },
      files,
    }),
  );
  const [project] = api.updateSnapshot({ openProject: config }).getProjects();
  for (const file of files) expand(project!, file);
  api.close();
  rmSync(config);
}

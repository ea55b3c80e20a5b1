/** The public exports of a package, values and types, read from its declaration files. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSource } from '../source.ts';

/** What an exported name stands for in its module. */
interface Exported {
  readonly kind: 'value' | 'type' | 'namespace';
  /** Of a namespace: its module. */
  readonly file?: string;
}

type Names = Map<string, Exported>;

/** The declaration file that a specifier of a declaration file names. */
function resolve(from: string, specifier: string): string {
  const base = join(dirname(from), specifier.replace(/\.js$/, ''));
  const found = [`${base}.d.ts`, join(base, 'index.d.ts')].find(existsSync);
  if (found === undefined) throw new Error(`${from} imports ${specifier}, which does not exist`);
  return found;
}

const types = /^(TSInterfaceDeclaration|TSTypeAliasDeclaration)$/;

/** Whether each name that a module declares is a value; a class, an enum and a name with both meanings are. */
function declarations(program: { readonly [key: string]: unknown }): Map<string, boolean> {
  const found = new Map<string, boolean>();
  for (const statement of program.body as { readonly [key: string]: unknown }[]) {
    const node = (statement.declaration ?? statement) as {
      readonly type: string;
      readonly id?: { readonly name: string };
      readonly declarations?: readonly { readonly id: { readonly name: string } }[];
    };
    const names = node.declarations?.map(({ id }) => id.name) ?? (node.id ? [node.id.name] : []);
    for (const name of names) found.set(name, found.get(name) || !types.test(node.type));
  }
  return found;
}

/** The names that a declaration file exports. */
function namesOf(file: string, known = new Map<string, Names>()): Names {
  const done = known.get(file);
  if (done !== undefined) return done;
  const names: Names = new Map();
  known.set(file, names);
  const { module, program } = parseSource(file, readFileSync(file, 'utf8'));
  const declared = declarations(program);
  const imported = new Map<string, Exported>();
  // What comes from another package is a function or an object of it.
  const from = (specifier: string, name: string): Exported =>
    !specifier.startsWith('.')
      ? { kind: 'value' }
      : (namesOf(resolve(file, specifier), known).get(name) ?? { kind: 'value' });
  for (const { moduleRequest, entries } of module.staticImports)
    for (const { importName, localName } of entries) {
      if (!moduleRequest.value.startsWith('.')) continue;
      imported.set(
        localName.value,
        importName.name == null
          ? { kind: 'namespace', file: resolve(file, moduleRequest.value) }
          : from(moduleRequest.value, importName.name),
      );
    }
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, importName, exportName, localName } of entries) {
      const name = exportName.name;
      if (moduleRequest === null) {
        const local = localName.name ?? name!;
        const kind = declared.get(local) === false ? 'type' : 'value';
        names.set(name!, imported.get(local) ?? { kind });
      } else if (importName.kind === 'AllButDefault') {
        for (const [other, what] of namesOf(resolve(file, moduleRequest.value), known))
          if (!names.has(other)) names.set(other, what);
      } else if (importName.kind === 'All')
        names.set(name!, { kind: 'namespace', file: resolve(file, moduleRequest.value) });
      else names.set(name!, from(moduleRequest.value, importName.name!));
    }
  return names;
}

/** Every export of an entry point, namespaces opened: `pvm.e.newBaseTx`, with whether it is a value or a type. */
export function exportsOf(file: string): Map<string, 'value' | 'type'> {
  const found = new Map<string, 'value' | 'type'>();
  const known = new Map<string, Names>();
  const open = (of: string, prefix: string, above: readonly string[]): void => {
    for (const [name, { kind, file: inner }] of namesOf(of, known))
      if (kind !== 'namespace') found.set(prefix + name, kind);
      else if (!above.includes(inner!)) open(inner!, `${prefix}${name}.`, [...above, inner!]);
  };
  open(file, '', [file]);
  return found;
}

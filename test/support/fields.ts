/** The fields of exported interfaces and types, and whether an editor shows what they are. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';

/** What is used of a node of the syntax tree. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/** A field, by the name of its type: `PState.utxos`, `Draft.slots[].owner`. */
export interface Field {
  readonly name: string;
  readonly documented: boolean;
}

interface Module {
  readonly text: string;
  readonly body: readonly Node[];
  readonly docEnds: readonly number[];
}

const modules = new Map<string, Module>();

function moduleOf(file: string): Module {
  let found = modules.get(file);
  if (!found) {
    const text = readFileSync(file, 'utf8');
    const { program, comments } = parseSync(file, text);
    const docs = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'));
    const body = program.body as unknown as readonly Node[];
    modules.set(file, (found = { text, body, docEnds: docs.map(({ end }) => end) }));
  }
  return found;
}

const nameOf = (node: unknown): string => {
  const { name, value } = node as { readonly name?: string; readonly value?: string };
  return name ?? String(value);
};

/** The interfaces and types that a file exports, also from other files: the declaration and the file of each. */
export function exportedTypes(file: string): ReadonlyMap<string, readonly [Node, string]> {
  const found = new Map<string, readonly [Node, string]>();
  for (const statement of moduleOf(file).body) {
    const source = statement.source as { readonly value: string } | null | undefined;
    const from = source?.value.startsWith('.') ? join(dirname(file), source.value) : undefined;
    if (statement.type === 'ExportAllDeclaration' && from)
      for (const [name, of] of exportedTypes(from)) found.set(name, of);
    if (statement.type !== 'ExportNamedDeclaration') continue;
    const declaration = statement.declaration as Node | null;
    if (declaration && /^TS(Interface|TypeAlias)Declaration$/.test(declaration.type))
      found.set(nameOf(declaration.id), [declaration, file]);
    if (!from) continue;
    const there = exportedTypes(from);
    for (const { local, exported } of statement.specifiers as readonly Node[]) {
      const of = there.get(nameOf(local));
      if (of) found.set(nameOf(exported), of);
    }
  }
  return found;
}

/** `type` and `kind` tell the members of a union apart, and are names themselves. */
const isTag = (key: string): boolean => key === 'type' || key === 'kind';

/** The fields of a declaration, with those of objects in them. */
export function fieldsOf(
  name: string,
  [declaration, file]: readonly [Node, string],
): readonly Field[] {
  const { text, docEnds } = moduleOf(file);
  const isDocumented = ({ start }: Node): boolean =>
    docEnds.some((end) => end <= start && text.slice(end, start).trim() === '');
  const fields: Field[] = [];
  const members = (path: string, list: readonly Node[]): void => {
    for (const member of list) {
      if (!/^TS(Property|Method)Signature$/.test(member.type)) continue;
      const key = nameOf(member.key);
      if (!isTag(key)) fields.push({ name: `${path}.${key}`, documented: isDocumented(member) });
      inside(`${path}.${key}`, (member.typeAnnotation as Node | undefined)?.typeAnnotation);
    }
  };
  const inside = (path: string, of: unknown): void => {
    if (!of) return;
    const node = of as Node;
    if (node.type === 'TSTypeLiteral') members(path, node.members as readonly Node[]);
    for (const part of (node.types as readonly Node[] | undefined) ?? []) inside(path, part);
    if (node.elementType) inside(`${path}[]`, node.elementType);
    else if (node.typeAnnotation) inside(path, node.typeAnnotation);
    const args = node.typeArguments as { readonly params: readonly Node[] } | null | undefined;
    for (const part of args?.params ?? []) inside(path, part);
  };
  if (declaration.type === 'TSInterfaceDeclaration')
    members(name, (declaration.body as { readonly body: readonly Node[] }).body);
  else inside(name, declaration.typeAnnotation);
  return fields;
}

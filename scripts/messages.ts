/**
 * Prints every text of an error: for each code what it means, what people read (`src/explain/errormessages.ts`), and all details that the source
 * can throw, with the file that does. `npx tsx scripts/messages.ts --code BadText` prints one code.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseSync } from 'oxc-parser';
import { type ErrorCode, errorCodes } from '../src/errors/codes.ts';

const root = fileURLToPath(new URL('../src', import.meta.url));

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** A text that an error can have as its detail; `…` stands for what is filled in. */
interface Detail {
  readonly code: string;
  readonly text: string;
  /** Below `src`, with the line. */
  readonly at: string;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function* nodesIn(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) yield* nodesIn(child);
}

/** The texts that an expression can be. Undefined if it is not text. */
function textsOf(node: Node | undefined): readonly string[] | undefined {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : undefined;
    case 'TemplateLiteral': {
      const quasis = node.quasis as readonly { readonly value: { readonly cooked: string } }[];
      return [quasis.map(({ value }) => value.cooked).join('…')];
    }
    case 'ConditionalExpression': {
      const parts = [node.consequent, node.alternate].map((part) => textsOf(part as Node));
      return parts.some((part) => part) ? parts.flatMap((part) => part ?? []) : undefined;
    }
    case 'BinaryExpression':
      return [[node.left, node.right].map((part) => textsOf(part as Node)?.[0] ?? '…').join('')];
    default:
      return undefined;
  }
}

interface Helper {
  readonly code: string;
  /** Which argument is the detail. */
  readonly argument: number;
}

const nameOf = (node: unknown): string => String((node as { readonly name?: string } | null)?.name);

/** `new AvalancheError(code, detail)` in a tree. */
const madeIn = (tree: Node): readonly (readonly [code: string, detail: Node | undefined, Node])[] =>
  [...nodesIn(tree)]
    .filter(({ type, callee }) => type === 'NewExpression' && nameOf(callee) === 'AvalancheError')
    .flatMap((node) => {
      const [code, detail] = node.arguments as readonly Node[];
      return (textsOf(code) ?? ['(a code that is given)']).map((of) => [of, detail, node] as const);
    });

/** Functions of a file whose parameter becomes the detail of an error. */
function helpersIn(program: Node): ReadonlyMap<string, Helper> {
  const found = new Map<string, Helper>();
  for (const node of nodesIn(program)) {
    const { type, id, init } = node;
    const f =
      type === 'FunctionDeclaration'
        ? node
        : isNode(init) && /Function/.test(init.type)
          ? init
          : null;
    if (!f) continue;
    const names = (f.params as readonly unknown[]).map(nameOf);
    for (const [code, detail] of madeIn(f)) {
      const argument = detail?.type === 'Identifier' ? names.indexOf(nameOf(detail)) : -1;
      if (argument >= 0) found.set(nameOf(id), { code, argument });
    }
  }
  return found;
}

/** Every detail in the source. */
export function detailsInSource(): readonly Detail[] {
  const details: Detail[] = [];
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.ts')).sort()) {
    const text = readFileSync(join(root, file), 'utf8');
    const program = parseSync(file, text).program as unknown as Node;
    const helpers = helpersIn(program);
    const add = (code: string, detail: Node | undefined, { start }: Node): void => {
      const line = text.slice(0, start).split('\n').length;
      for (const of of textsOf(detail) ?? [])
        details.push({ code, text: of, at: `${file}:${line}` });
    };
    for (const [code, detail, node] of madeIn(program)) add(code, detail, node);
    for (const node of nodesIn(program)) {
      const helper = node.type === 'CallExpression' && helpers.get(nameOf(node.callee));
      if (helper) add(helper.code, (node.arguments as readonly Node[])[helper.argument], node);
    }
  }
  return details;
}

/** The source of the message for people, which is a template in the facts of the code. */
function templates(): ReadonlyMap<string, string> {
  const text = readFileSync(join(root, 'explain/errormessages.ts'), 'utf8');
  const program = parseSync('errormessages.ts', text).program as unknown as Node;
  const table = [...nodesIn(program)].find(
    ({ type, id }) => type === 'VariableDeclarator' && nameOf(id) === 'errorMessages',
  );
  const properties = (table?.init as Node | undefined)?.properties as readonly Node[];
  return new Map(
    properties.map(({ key, value }) => {
      const strings = [...nodesIn(value as Node)].flatMap((node) => textsOf(node) ?? []);
      const longest = strings.filter((of) => /\w/.test(of)).sort((a, b) => b.length - a.length)[0];
      return [
        nameOf(key),
        longest ?? `(${text.slice((value as Node).start, (value as Node).end)})`,
      ];
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { code: { type: 'string' } } });
  const people = templates();
  const details = detailsInSource();
  for (const code of Object.keys(errorCodes) as ErrorCode[]) {
    if (values.code !== undefined && values.code !== code) continue;
    console.log(`\n${code}: ${errorCodes[code]}\n  people: ${people.get(code)}`);
    for (const { code: of, text, at } of details)
      if (of === code) console.log(`  - ${text}  (${at})`);
  }
}

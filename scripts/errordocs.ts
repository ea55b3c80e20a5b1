/** `docs/reference/errors.md`, and a page for each error code: its meaning, what to do, a program that ends in it, its context, easy mistakes. */

import { readFileSync } from 'node:fs';
import type { ErrorExample } from '../examples/errors.ts';
import { type ErrorCode, errorCodes } from '../src/errors/codes.ts';
import { type AvalancheError, isError } from '../src/errors/error.ts';
import { errorHelp } from '../src/errors/help.ts';
import { cell, table } from './markdown.ts';
import { type Node, parseSource, type SourceFile } from './source.ts';

const read = (path: string): SourceFile =>
  parseSource(path, readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));

const list = (value: unknown): readonly Node[] => (value ?? []) as readonly Node[];
const textOf = ({ text }: SourceFile, { start, end }: Node): string => text.slice(start, end);
const nameOf = (node: Node): string => String((node.key as Node | undefined)?.name ?? '');

/** The statements of a file without their `export`. */
const statements = ({ program }: SourceFile): readonly Node[] =>
  list(program.body).map((node) =>
    node.type === 'ExportNamedDeclaration' && node.declaration ? (node.declaration as Node) : node,
  );

/** The text of the doc comment that ends right before a node, without its frame. */
function commentBefore({ text }: SourceFile, { start }: Node): string {
  const found = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(text.slice(0, start));
  return (found?.[1] ?? '').replace(/\n\s*\* ?/g, ' ').trim();
}

/** A property of a context: its name, type and meaning. */
type Property = readonly [name: string, type: string, meaning: string];

/** The properties that a type of `contexts.ts` has. */
function propertiesOf(file: SourceFile, type: Node): readonly Property[] {
  switch (type.type) {
    case 'TSIntersectionType':
      return list(type.types).flatMap((of) => propertiesOf(file, of));
    case 'TSTypeLiteral':
      return list(type.members).map((member) => propertyOf(file, member));
    case 'TSTypeReference': {
      const name = textOf(file, type.typeName as Node);
      const found = statements(file).find(
        (node) => node.type === 'TSInterfaceDeclaration' && (node.id as Node).name === name,
      )!;
      const base = list(found.extends)
        .map(({ expression }) => expression as Node)
        .filter((of) => textOf(file, of) !== 'Record')
        .flatMap((of) =>
          propertiesOf(file, { ...of, type: 'TSTypeReference', typeName: of } as Node),
        );
      const members = list((found.body as Node).body).filter(
        ({ type }) => type === 'TSPropertySignature',
      );
      return [...base, ...members.map((member) => propertyOf(file, member))];
    }
    default:
      throw new Error(`${type.type} in contexts.ts`);
  }
}

function propertyOf(file: SourceFile, member: Node): Property {
  const type = textOf(file, (member.typeAnnotation as Node).typeAnnotation as Node);
  const plain = type.replaceAll('readonly ', '').replace(/\/\*\*.*?\*\//gs, '');
  return [
    `\`${nameOf(member)}\`${member.optional ? '?' : ''}`,
    `\`${plain.replace(/\s+/g, ' ').replace(/; }/g, ' }').replace(/^\| /, '')}\``,
    commentBefore(file, member),
  ];
}

/** The context of every code, with what is said of all of them. */
function contexts(): ReadonlyMap<
  string,
  { readonly about: string; readonly properties: readonly Property[] }
> {
  const file = read('src/errors/contexts.ts');
  const all = statements(file).find(
    (node) => node.type === 'TSInterfaceDeclaration' && (node.id as Node).name === 'ErrorContexts',
  )!;
  return new Map(
    list((all.body as Node).body).map((member) => [
      nameOf(member),
      {
        about: commentBefore(file, member),
        properties: propertiesOf(file, (member.typeAnnotation as Node).typeAnnotation as Node),
      },
    ]),
  );
}

const uses = (code: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(code);

/** The names that a statement at the top of a file declares. */
const declared = (node: Node): readonly string[] =>
  list(node.declarations).map(({ id }) => (id as Node).name as string);

/** Of the examples the text of each body, after the declarations that it needs. */
function programs(): ReadonlyMap<string, string> {
  const file = read('examples/errors.ts');
  const constants = statements(file).filter(({ type }) => type === 'VariableDeclaration');
  const examples = constants.find((node) => declared(node).includes('errorExamples'))!;
  const entries = list(((list(examples.declarations)[0] as Node).init as Node).properties);
  return new Map(
    entries.map((entry) => {
      const run = list((entry.value as Node).properties).find((of) => nameOf(of) === 'run')!;
      const body = textOf(file, (run.value as Node).body as Node)
        .slice(1, -1)
        .replace(/^ {4}/gm, '')
        .trim()
        .replace(/^ {2}/gm, '');
      const own = constants
        .filter((node) => declared(node).some((name) => uses(body, name)))
        .map((node) => textOf(file, node));
      return [nameOf(entry), [...own, body].join('\n')] as const;
    }),
  );
}

/** The example of a code. Its list is of the codes of the package as it was built, which may lack a new one. */
export async function exampleOf(code: ErrorCode): Promise<ErrorExample> {
  const { errorExamples } = await import('../examples/errors.ts');
  const examples: { readonly [code: string]: ErrorExample } = errorExamples;
  const example = examples[code];
  if (example) return example;
  throw new Error(`examples/errors.ts has no example of ${code}`);
}

/** The error in which an example ends. */
export async function provoke(code: ErrorCode): Promise<AvalancheError> {
  const { run } = await exampleOf(code);
  try {
    await run();
  } catch (e) {
    if (isError(e, code)) return e;
    throw e;
  }
  throw new Error(`the example of ${code} ends without an error`);
}

/** The error in which an easy mistake ends. */
export interface MistakeError {
  readonly group: string;
  /** The call as somebody writes it. */
  readonly typed: string;
  readonly error: AvalancheError;
}

/** The errors of all mistakes of `examples/mistakes.ts`. */
export async function provokeMistakes(): Promise<readonly MistakeError[]> {
  const { mistakes } = await import('../examples/mistakes.ts');
  const found: MistakeError[] = [];
  for (const [group, list] of Object.entries(mistakes))
    for (const [typed, run] of list) {
      try {
        await run();
      } catch (e) {
        if (!isError(e)) throw new Error(`${typed} ends in ${e}`);
        found.push({ group, typed, error: e });
        continue;
      }
      throw new Error(`${typed} ends without an error`);
    }
  return found;
}

/** IDs and times of a test node in messages: other ones in each run, or too long for a table. */
const shortened = (message: string): string =>
  message.replace(/\b[1-9A-HJ-NP-Za-km-z]{40,}\b/g, (id) => `${id.slice(0, 5)}…`);

/** What a message says, wherever the mistake is: `must be a bigint, got number`. */
const gistOf = (message: string): string =>
  message.replace(/^\w+( at \S+)?: /, '').replace(/: .*/, '');

/** The mistakes that end in a code, one for each message, as a table; nothing if there are none. */
function mistakeTable(code: ErrorCode, all: readonly MistakeError[]): readonly string[] {
  const own = all.filter(({ error }) => error.code === code);
  const first = new Map(own.toReversed().map((of) => [gistOf(of.error.message), of]));
  const shown = own.filter((of) => first.get(gistOf(of.error.message)) === of);
  if (shown.length === 0) return [];
  return [
    '## Easy mistakes',
    table(
      ['What you wrote', 'Message'],
      shown.map(({ typed, error }) => [
        // Some are words, not code.
        /[({]/.test(typed) ? `\`${cell(typed)}\`` : typed,
        cell(shortened(error.message.replace(/^\w+:? /, ''))).replaceAll('<', '&lt;'),
      ]),
    ),
  ];
}

/** `docs/reference/errors.md`, and a page for each code in `docs/reference/errors/`. */
export async function errorPages(): Promise<ReadonlyMap<string, string>> {
  const [all, code] = [contexts(), programs()];
  const mistakes = await provokeMistakes();
  const pages = new Map<string, string>();
  for (const [name, meaning] of Object.entries(errorCodes) as [ErrorCode, string][]) {
    const error = await provoke(name);
    const { about, properties: rows } = all.get(name)!;
    const parts = [
      `# ${name}`,
      meaning,
      `**What to do.** ${errorHelp[name]}${name === 'NotProven' || name === 'Refused' ? ' See [owners and evidence](../../trust.md).' : ''}`,
      '## Example',
      `\`\`\`ts fragment\n${code.get(name)}\n// ${error.message}\n\`\`\``,
      ...(rows.length === 0
        ? []
        : [
            '## Context',
            ...(about === '' ? [] : [about]),
            rows.map(([property, type, text]) => `- ${property} (${type}): ${text}`).join('\n'),
          ]),
      ...mistakeTable(name, mistakes),
    ];
    pages.set(`docs/reference/errors/${name}.md`, `${parts.join('\n\n')}\n`);
  }
  return pages.set(
    'docs/reference/errors.md',
    `${[
      '# Error codes',
      'Every error is an `AvalancheError`. New codes may appear in minor releases, renames only in major ones. No error contains a key or a seed.',
      table(
        ['Property or function', 'What it gives'],
        [
          ['`code`', 'What happened.'],
          ['`context`', 'The data of this code. `isError(e, code)` types it.'],
          ['`path`, `offset`', 'Where in the value, and where in the bytes.'],
          ['`message`', 'A text for developers.'],
          ['`explainError(e)`', 'A text for users, from `avalanche-tx/explain`. It never throws.'],
          ['`helpOf(e)`', 'What to do, from `avalanche-tx/explain`.'],
        ],
      ),
      '`avalanche-tx help CODE` prints the meaning and what to do. All of these work offline.',
      '## All codes',
      table(
        ['Code', 'Meaning'],
        Object.entries(errorCodes).map(([name, meaning]) => [
          `[\`${name}\`](errors/${name}.md)`,
          meaning,
        ]),
      ),
      '<!-- Made by `npm run docs` from `src/errors/`, `examples/errors.ts` and `examples/mistakes.ts`. -->',
    ].join('\n\n')}\n`,
  );
}

/** The structural checks of `npm test`, `scripts/checks.ts`: each sees what is planted. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { added } from '../scripts/added.ts';
import { hermesProblems, loadProblems, problems, report, sizeProblems } from '../scripts/checks.ts';
import { codeLines, plainText, sourcesOf, sourcesWithout } from '../scripts/lines.ts';
import { parseSource } from '../scripts/source.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A project folder with these files. */
function project(
  files: { readonly [name: string]: string },
  packageJSON: object = { exports: {} },
) {
  const folder = mkdtempSync(join(tmpdir(), 'checks-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const all = { 'package.json': JSON.stringify(packageJSON), ...files };
  for (const [name, text] of Object.entries(all)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
}

/** A file long enough not to be short. */
const long = (text: string): string => `${text}\n${'// more\n'.repeat(20)}`;
const idsOf = (folder: string): string[] => problems(folder).map(({ id }) => id);

it('a circle of imports is named once, types and indirect ones included', () => {
  const folder = project({
    'src/text/a.ts': long("import type { B } from './b.ts';"),
    'src/text/b.ts': long("export { c } from './c.ts';"),
    'src/text/c.ts': long("import './a.ts';"),
    'src/text/d.ts': long("import './a.ts';"),
    'src/wire/self.ts': long("export type Self = typeof import('./self.ts');"),
  });
  expect(idsOf(folder)).toEqual([
    'circular import: text/a.ts, text/b.ts, text/c.ts',
    'circular import: wire/self.ts',
  ]);
});

it('a function of more than 80 lines is named, wherever it stands', () => {
  const body = (lines: number) => `{\n${'  f();\n'.repeat(lines - 2)}}`;
  const found = sizeProblems([
    parseSource(
      'rules/a.ts',
      [
        `function tooLong() ${body(81)}`,
        `function enough() ${body(80)}`,
        `export const table = { 'platformvm.BaseTx': (tx: unknown) => ${body(90)} };`,
      ].join('\n'),
    ),
  ]);
  expect(found.map(({ id, detail }) => `${id}: ${detail}`)).toEqual([
    'long function: rules/a.ts tooLong: 81 lines from line 1, at most 80',
    'long function: rules/a.ts platformvm.BaseTx: 90 lines from line 162, at most 80',
  ]);
});

it('a file above 400 lines or below 20 is named, an index may be short', () => {
  const of = (name: string, lines: number) => parseSource(name, 'f();\n'.repeat(lines));
  const found = sizeProblems([
    of('a.ts', 400),
    of('b.ts', 401),
    of('c.ts', 20),
    of('d.ts', 19),
    of('e/index.ts', 1),
  ]);
  expect(found.map(({ id }) => id)).toEqual(['long file: b.ts', 'short file: d.ts']);
});

it('what an engine without TextDecoder or a bundler without `export * as` fails on is named', () => {
  const text = [
    "export * as nft from './nft.ts';",
    'export const utf8 = new TextDecoder();',
    'export const table = { decoder: new TextDecoder("utf-8", { fatal: true }) };',
    'export const lazy = () => new TextDecoder();',
    'export const encoder = new TextEncoder();',
  ].join('\n');
  expect(
    loadProblems([parseSource('text/a.ts', text)]).map(({ id, detail }) => [id, detail]),
  ).toEqual([
    ['export * as: text/a.ts', 'line 1'],
    ['TextDecoder at import: text/a.ts', 'line 2'],
    ['TextDecoder at import: text/a.ts', 'line 3'],
  ]);
});

it('what Hermes cannot parse once `await` is `yield` is named', () => {
  const text = [
    'export const f = async (of: A) => ({ a: await of.b(), c: await offer(), d: await (of.b()) });',
    'for await (const of of list()) await of;',
  ].join('\n');
  expect(
    hermesProblems([parseSource('sign/a.ts', text)]).map(({ id, detail }) => [
      id,
      detail.split(':')[0],
    ]),
  ).toEqual([
    ['await of: sign/a.ts', 'line 1'],
    ['await of: sign/a.ts', 'line 2'],
  ]);
});

it('a public name with two declarations is named, re-exports and the codecs of chains are not', () => {
  const point = (file: string) => ({ types: `./dist/${file}.d.ts` });
  const folder = project(
    {
      'src/text/a.ts': long('export const one = 1;\nexport interface Owner {}\nexport class Tx {}'),
      'src/text/b.ts': long(
        "import { one as first } from './a.ts';\nexport { first as one };\nexport type Owner = 1;",
      ),
      'src/index.ts': "export * from './text/a.ts';\nexport { Owner as Same } from './text/a.ts';",
      'src/state/index.ts':
        "export * from '../text/b.ts';\nexport type { Owner as Same } from '../text/a.ts';",
      'src/chain/pchain/index.ts': 'export const BaseTx = 1;',
      'src/chain/xchain/index.ts': 'export const BaseTx = 2;\nexport const Tx = 3;',
    },
    {
      exports: {
        '.': point('index'),
        './state': point('state/index'),
        './pchain': point('chain/pchain/index'),
        './xchain': point('chain/xchain/index'),
        './package.json': './package.json',
      },
    },
  );
  expect(problems(folder).map(({ id, detail }) => `${id}: ${detail}`)).toEqual([
    'public name: Owner: text/a.ts Owner at .; text/b.ts Owner at ./state',
    'public name: Tx: text/a.ts Tx at .; chain/xchain/index.ts Tx at ./xchain',
  ]);
});

it('only the command line and what package.json selects for Node may import node modules', () => {
  const folder = project(
    {
      'src/crypto/sha256.node.ts': long("import { createHash } from 'node:crypto';"),
      'src/crypto/sha256.ts': long("import { createHash } from 'node:crypto';"),
      'src/cli/main.ts': long("import fs from 'node:fs';"),
    },
    {
      exports: {},
      imports: {
        '#sha256': {
          node: {
            types: './dist/crypto/sha256.node.d.ts',
            default: './dist/crypto/sha256.node.js',
          },
          deno: './dist/crypto/sha256.node.js',
          default: './dist/crypto/sha256.js',
        },
      },
    },
  );
  expect(idsOf(folder)).toEqual([
    'layer: crypto/sha256.ts: imports node:crypto; only cli knows the machine',
  ]);
});

it('an exception silences one problem, and has to go with it', () => {
  const found = [
    { id: 'short file: a.ts', detail: '3 lines' },
    { id: 'short file: b.ts', detail: '' },
  ];
  expect(report(found, ['short file: a.ts'])).toEqual(['short file: b.ts']);
  expect(report(found, ['short file: b.ts', 'short file: c.ts'])).toEqual([
    'short file: a.ts: 3 lines',
    'scripts/exceptions.json lists "short file: c.ts", which is repaired: remove it',
  ]);
});

it('lines of code are those that hold more than blanks and comments', () => {
  const text =
    "/** A\n * comment. */\nconst a = 1; // why\n\nconst b = '// no comment';\n/* one */ f();\n";
  expect(codeLines('a.ts', text)).toBe(3);
});

it('the account of lines leaves out facts of errors, and nothing else', () => {
  const text = [
    'export function f(value: bigint): void {',
    "  throw new AvalancheError('OutOfRange', 'too large', { value }, { offset: 1 }).at('value');",
    '}',
    "const g = () => new Error('too large', { cause: 1 });",
  ].join('\n');
  expect(plainText('a.ts', text)).toBe(
    [
      'export function f(value: bigint): void {',
      "  throw new AvalancheError('OutOfRange', 'too large', { offset: 1 }).at('value');",
      '}',
      "const g = () => new Error('too large', { cause: 1 });",
    ].join('\n'),
  );
});

it('what is counted apart are files, folders and declarations that exist, each once', () => {
  const sources = new Map([
    ['a/b.ts', 'export const one = 1;\nfunction two(): void {}\ninterface Three {}\n'],
    ['a/c.ts', 'type Four = 4;\n'],
    ['d.ts', 'one();\n'],
  ]);
  const left = (...paths: string[]) =>
    [...sourcesWithout(sources, paths)].map(([name, text]) => `${name}: ${text.trim()}`);
  expect(left('a/c.ts', 'a/b.ts#one,Three')).toEqual([
    'a/b.ts: function two(): void {}',
    'd.ts: one();',
  ]);
  expect(left('a/')).toEqual(['d.ts: one();']);
  expect(() => left('a/', 'a/c.ts')).toThrow('there is no a/c.ts');
  expect(() => left('a/b.ts#four')).toThrow('a/b.ts does not declare four');
  const paths = added.flatMap(({ now }) => now);
  expect(() => sourcesWithout(sourcesOf(join(root, 'src')), paths)).not.toThrow();
});

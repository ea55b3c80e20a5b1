/** The structural checks of `npm test`, `scripts/checks.ts`: each sees what is planted. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { hermesProblems, loadProblems, problems } from '../scripts/checks.ts';
import { parseSource } from '../scripts/source.ts';

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

const idsOf = (folder: string): string[] => problems(folder).map(({ id }) => id);

it('a circle of imports is named once, types and indirect ones included', () => {
  const folder = project({
    'src/text/a.ts': "import type { B } from './b.ts';",
    'src/text/b.ts': "export { c } from './c.ts';",
    'src/text/c.ts': "import './a.ts';",
    'src/text/d.ts': "import './a.ts';",
    'src/wire/self.ts': "export type Self = typeof import('./self.ts');",
  });
  expect(idsOf(folder)).toEqual([
    'circular import: text/a.ts, text/b.ts, text/c.ts',
    'circular import: wire/self.ts',
  ]);
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
      'src/text/a.ts': 'export const one = 1;\nexport interface Owner {}\nexport class Tx {}',
      'src/text/b.ts':
        "import { one as first } from './a.ts';\nexport { first as one };\nexport type Owner = 1;",
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

it('only what package.json selects for Node may import node modules', () => {
  const folder = project(
    {
      'src/crypto/sha256.node.ts': "import { createHash } from 'node:crypto';",
      'src/crypto/sha256.ts': "import { createHash } from 'node:crypto';",
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
    'layer: crypto/sha256.ts: imports node:crypto; only what package.json selects for Node may',
  ]);
});

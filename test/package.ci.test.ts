/** What is published, as those see it who install it: the packed tarball, without network. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Package } from '../scripts/exported.ts';
import { makeApp } from '../tools/platforms/app.ts';
import { addFastCheck, checking } from '../tools/platforms/types.ts';
import { packedPackage } from './support/artifacts.ts';
import { generated, targets } from './support/links.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'package-'));
const app = join(place, 'app');
const home = join(app, 'node_modules', 'avalanche-tx');
let tarball = '';

beforeAll(async () => {
  ({ tarball } = await packedPackage());
  makeApp(app, tarball);
  addFastCheck(app);
});
afterAll(() => rmSync(place, { recursive: true }));

const bin = (name: string): string => join(root, 'node_modules', name);

function run(program: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: app,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { status, printed: stdout + stderr };
}

describe('the packed package', () => {
  it('has two builds whose errors are instances of one class', () => {
    writeFileSync(
      join(app, 'builds.mjs'),
      `import * as forNode from 'avalanche-tx';
import * as forBundlers from './node_modules/avalanche-tx/dist/index.js';
const thrown = (f) => { try { f(); } catch (e) { return e; } };
for (const [one, other] of [[forNode, forBundlers], [forBundlers, forNode]]) {
  const e = thrown(() => one.parseHex('0x0'));
  console.log(one !== other, e instanceof one.AvalancheError, e instanceof other.AvalancheError);
}
`,
    );
    expect(run('builds.mjs').printed).toBe('true true true\ntrue true true\n');
  });

  it('is well formed for all that load it (publint)', () => {
    const { status, printed } = run(bin('publint/src/cli.js'), 'run', tarball, '--strict');
    expect(printed).toContain('All good!');
    expect(status).toBe(0);
  });

  it.each([
    ['7', bin('typescript/bin/tsc'), ['bundler', 'nodenext']],
    ['of the website', join(root, 'site/node_modules/typescript/bin/tsc'), ['node10']],
  ] as const)('has types that TypeScript %s checks, libraries included', (_, tsc, resolutions) => {
    for (const resolution of resolutions)
      expect(run(tsc, ...checking(app, resolution))).toEqual({ status: 0, printed: '' });
  });

  it('exports every type that a program must name to declare what a function takes and returns', () => {
    const code = new Package(root).entries.flatMap(({ module, exports }, i) => [
      `import type * as m${i} from '${module}';`,
      ...[...exports]
        .filter(([, { kind }]) => kind === 'function')
        .flatMap(([name]) => [
          `declare const p${i}_${name}: Parameters<typeof m${i}.${name}>;`,
          `declare const r${i}_${name}: Awaited<ReturnType<typeof m${i}.${name}>>;`,
          `export const f${i}_${name} = [[...p${i}_${name}], r${i}_${name}] as const;`,
        ]),
    ]);
    writeFileSync(join(app, 'named.ts'), code.join('\n'));
    const args = [
      '--declaration',
      '--emitDeclarationOnly',
      '--outDir',
      'named',
      '--target',
      'es2022',
    ];
    const options = ['--strict', '--skipLibCheck', '--module', 'nodenext', 'named.ts'];
    expect(run(bin('typescript/bin/tsc'), ...args, ...options)).toEqual({ status: 0, printed: '' });
    // The compiler writes what it infers only if it can name it.
    expect(readFileSync(join(app, 'named/named.d.ts'), 'utf8')).toContain('f0_parseJSON');
  });

  it('has every entry point where nothing reads `exports`: in `typesVersions` for types, in `alias` for Parcel', () => {
    const { exports, typesVersions, alias, imports } = JSON.parse(
      readFileSync(join(home, 'package.json'), 'utf8'),
    ) as {
      readonly exports: { readonly [entry: string]: { readonly [condition: string]: string } };
      readonly typesVersions: { readonly '*': { readonly [entry: string]: readonly string[] } };
      readonly alias: { readonly [path: string]: string };
      readonly imports: { readonly '#sha256': { readonly default: string } };
    };
    const entries = Object.entries(exports).filter(([name]) => !/^\.$|\.json$/.test(name));
    expect(typesVersions['*']).toEqual(
      Object.fromEntries(entries.map(([name, { types }]) => [name.slice(2), [types]])),
    );
    expect(alias).toEqual({
      './dist/crypto/sha256/platform.js': imports['#sha256'].default,
      ...Object.fromEntries(entries.map(([name, of]) => [name, of.default])),
    });
    // What `alias` replaces is the only file that needs `imports`.
    const readers = readdirSync(join(home, 'dist'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js') && !name.startsWith('node/'))
      .filter((name) => /['"]#sha256['"]/.test(readFileSync(join(home, 'dist', name), 'utf8')));
    expect(readers).toEqual(['crypto/sha256/platform.js']);
  });

  it('contains what package.json lists, and no other folder', () => {
    const folders = readdirSync(home).filter((name) => name !== 'node_modules');
    expect(folders.sort()).toEqual(
      [
        'CHANGELOG.md',
        'SECURITY.md',
        'LICENSE',
        'README.md',
        'codec.json',
        'dist',
        'package.json',
      ].sort(),
    );
  });

  it('links to what is in the repository, where the registry leads', () => {
    const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .map((path) => `docs/${path.replaceAll('\\', '/')}`)
      .filter((path) => path.endsWith('.md') && !path.startsWith(generated));
    const pages = ['README.md', 'SECURITY.md', 'apps/cli/README.md', ...docs];
    const broken = pages.flatMap((page) =>
      targets(readFileSync(join(root, page), 'utf8'))
        .map((target) => posix.join(posix.dirname(page), target.split('#')[0]!))
        .filter((path) => !path.startsWith(generated) && path !== posix.dirname(page))
        .filter((path) => !existsSync(join(root, path)))
        .map((path) => `${page}: ${path}`),
    );
    expect(pages.length).toBeGreaterThan(20);
    expect(broken).toEqual([]);
  });
});

describe('its engines', () => {
  it('are the versions that can require a module', () => {
    const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(engines.node).toBe('^20.19.0 || >=22.12.0');
    writeFileSync(
      join(app, 'required.cjs'),
      "console.log(typeof require('avalanche-tx').open, typeof require('avalanche-tx/build').build);",
    );
    const printed = execFileSync(process.execPath, ['required.cjs'], {
      cwd: app,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(printed).toBe('function function\n');
  });
});

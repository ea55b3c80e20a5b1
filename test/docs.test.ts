import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';
import { afterAll, describe, expect, it } from 'vitest';
import { pages } from '../scripts/docs.ts';
import { withChecks } from './support/codeblocks.ts';

const root = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

describe('pages that are made from the source', () => {
  it.each([...pages()])('%s is what the source says (npm run docs)', (path, text) => {
    expect(read(path)).toBe(text);
  });
});

// Inside the package, so that its own name resolves as it does for users.
const folder = new URL('test/.examples/', root);
afterAll(() => rmSync(fileURLToPath(folder), { recursive: true, force: true }));

let count = 0;
/** Runs a module; gives how many lines of it were compared with their comment. */
async function run(code: string): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const file = new URL(`example-${count++}.mjs`, folder);
  const checks: (readonly [unknown, unknown, string])[] = [];
  (globalThis as Record<string, unknown>).__check = (...args: [unknown, unknown, string]) => {
    checks.push(args);
    return true;
  };
  writeFileSync(file, transformSync(withChecks(code), { loader: 'ts', format: 'esm' }).code);
  await import(pathToFileURL(fileURLToPath(file)).href);
  for (const [found, wanted, line] of checks) expect(found, line).toEqual(wanted);
  return checks.length;
}

describe('README', () => {
  it('names each of its two commands on a line of its own', () => {
    const lines = read('README.md').split('\n');
    expect(lines).toContain('npm ci && npm run demo');
    expect(lines).toContain('npm ci && npm test');
    expect(read('.ci/run').split('\n')).toContain('npm ci && npm test');
  });

  it('has fewer than 160 lines', () =>
    expect(read('README.md').split('\n').length).toBeLessThan(160));
});

describe('docstrings', () => {
  const files = readdirSync(new URL('src', root), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.startsWith('cli/'));
  const examples = files.flatMap((file) =>
    [...read(`src/${file}`).matchAll(/\/\*\*(?:(?!\*\/).)*?@example\n(.*?)\*\//gs)].map(
      (match) => ({
        file,
        code: match[1]!.replace(/^ *\* ?/gm, '').split('\n@')[0]!,
      }),
    ),
  );

  const { exports } = JSON.parse(read('package.json')) as {
    exports: { readonly [subpath: string]: { readonly default: string } };
  };

  it('has examples', () => expect(examples.length).toBeGreaterThan(15));

  it.each(examples.map((e) => [e.file, e.code.trim(), e] as const))(
    '%s: %s',
    async (_, __, { file, code }) => {
      const own = `../../dist/${file.replace(/\.ts$/, '.js')}`;
      // The example sees the exports of its own module, and the root's beside them: all of the files a module, as
      // modules that are no entry point have no other.
      const names = Object.keys(
        (await import(
          new URL(`../dist/${file.replace(/\.ts$/, '.js')}`, import.meta.url).href
        )) as object,
      );
      const rootNames = Object.keys(
        (await import(new URL('../dist/index.js', import.meta.url).href)) as object,
      )
        .filter((name) => !names.includes(name))
        .concat('');
      const used = (list: readonly string[]) =>
        list.filter((name) => name !== '' && new RegExp(`\\b${name}\\b`).test(code));
      const checked = await run(
        `import { ${used(names).join(', ')} } from '${own}';\nimport { ${used(rootNames).join(', ')} } from 'avalanche-tx';\n${code}`.replace(
          /'avalanche-tx(.*?)'/g,
          (_, subpath) => `'../../${exports[`.${subpath}`]!.default}'`,
        ),
      );
      expect(checked).toBeGreaterThan(0);
    },
  );
});

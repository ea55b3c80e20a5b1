import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { pages } from '../scripts/docs.ts';
import * as library from '../src/index.ts';
import { itemRule, policyRules, receiverRule } from '../src/review/policyrules.ts';
import { withChecks } from './support/codeblocks.ts';

const root = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

describe('pages that are made from the source', () => {
  it.each([...pages()])('%s is what the source says (npm run docs)', (path, text) => {
    expect(read(path)).toBe(text);
  });
});

const folder = new URL('test/.examples/', root);
afterAll(() => rmSync(fileURLToPath(folder), { recursive: true, force: true }));

let count = 0;
/** Runs a module; gives how many lines of it were compared with their comment. */
async function run(code: string): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const file = new URL(`example-${count++}.mts`, folder);
  const checks: (readonly [unknown, unknown, string])[] = [];
  (globalThis as Record<string, unknown>).__check = (...args: [unknown, unknown, string]) => {
    checks.push(args);
    return true;
  };
  writeFileSync(file, withChecks(code));
  await import(fileURLToPath(file));
  for (const [found, wanted, line] of checks) expect(found, line).toEqual(wanted);
  return checks.length;
}

it('docs/policy.md has a row for each key of a policy, of a receiver and of an item', () => {
  const page = read('docs/policy.md');
  for (const { parts } of [policyRules, receiverRule, itemRule])
    for (const key of Object.keys(parts)) expect(page).toContain(`\n| \`${key}\` | `);
});

describe('docs/api.md', () => {
  const rows = read('docs/api.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'));
  const subpaths = Object.keys(
    (JSON.parse(read('package.json')) as { readonly exports: Record<string, unknown> }).exports,
  );

  it('names only functions that its entry points have', async () => {
    let count = 0;
    for (const row of rows) {
      const cells = row.split(' | ');
      const points = (cells.at(-1)!.match(/`(avalanche-tx)?(\/\w+)?`/g) ?? [])
        .map((of) => `avalanche-tx${of.slice(1, -1).replace('avalanche-tx', '')}`)
        .filter((of) => subpaths.includes(of.replace('avalanche-tx', '.')));
      const text = points.length > 0 ? cells.slice(0, -1).join(' | ') : row;
      const known = new Set<string>();
      // The table of texts and units has no column of entry points: most of them are in the root.
      for (const point of points.length > 0
        ? points
        : ['', '/sign', '/build', '/convert'].map((of) => `avalanche-tx${of}`))
        for (const name of Object.keys((await import(point)) as object)) known.add(name);
      for (const [, name] of text.matchAll(/(?<![.\w])([a-z]\w+)\(/g)) {
        count++;
        expect([...known], row).toContain(name);
      }
    }
    expect(count).toBeGreaterThan(60);
  });
});

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
    .filter((file) => file.endsWith('.ts'));
  const examples = files.flatMap((file) =>
    [...read(`src/${file}`).matchAll(/\/\*\*(?:(?!\*\/).)*?@example\n(.*?)\*\//gs)].map(
      (match) => ({
        file,
        code: match[1]!.replace(/^ *\* ?/gm, '').split('\n@')[0]!,
      }),
    ),
  );

  it('has examples', () => expect(examples.length).toBeGreaterThan(15));

  it.each(examples.map((e) => [e.file, e.code.trim(), e] as const))(
    '%s: %s',
    async (_, __, { file, code }) => {
      // The example sees the exports of its own module, and the root's beside them.
      const exported = Object.keys((await import(new URL(`src/${file}`, root).pathname)) as object);
      const others = Object.keys(library).filter((name) => !exported.includes(name));
      const imported = [...code.matchAll(/^import (.*) from/gm)].join();
      const used = (names: readonly string[]) =>
        names
          .filter((name) => {
            const word = new RegExp(`\\b${name}\\b`);
            return word.test(code) && !word.test(imported);
          })
          .join(', ');
      const checked = await run(
        `import { ${used(exported)} } from '../../src/${file}';\nimport { ${used(others)} } from 'avalanche-tx';\n${code}`,
      );
      expect(checked).toBeGreaterThan(0);
    },
  );
});

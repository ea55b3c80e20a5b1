/** Every test runs in one of the projects of `vitest.config.ts`, and those that need the node do not hide in the fast one. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .sort();
const isFast = (name: string): boolean => !/\.(?:ci|nightly)\.test\.ts$/.test(name);
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');
const needsNode = /^\s*describe(?:WithGo|Recorded|Node)\(/m;

it('tests that need the node have a file that runs them with one', () => {
  const without = files.filter((name) => {
    if (!isFast(name) || !needsNode.test(textOf(name))) return false;
    const other = (suffix: string) => join(folder, name.replace(/test\.ts$/, `${suffix}.test.ts`));
    return !existsSync(other('ci')) && !existsSync(other('nightly'));
  });
  expect(without).toEqual([]);
});

it('a file that runs another runs one that needs the node', () => {
  const wrong = files.filter((name) => {
    const [, other] = /^import '\.\/(.+\.test\.ts)';$/m.exec(textOf(name)) ?? [];
    return other !== undefined && !needsNode.test(textOf(join(name, '..', other)));
  });
  expect(wrong).toEqual([]);
});

it('the fast tests start no node, browser or Python themselves', () => {
  const starts = /\b(?:startLocalnode|withChromium|describeNeeding)\(|runOracle\(/;
  const found = files.filter((name) => {
    const text = textOf(name);
    return isFast(name) && starts.test(text) && !needsNode.test(text);
  });
  expect(found).toEqual([]);
});

it('files that mock modules do so where vitest.config.ts sees it, and load the source for themselves', () => {
  const hidden = files.filter((name) => /^[ \t]+vi\.(?:mock|doMock)\(/m.test(textOf(name)));
  expect(hidden).toEqual([]);
});

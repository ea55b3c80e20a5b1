/** What a node said is recorded for the fast tests, and asked of a node itself in another tier. */
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

it('every test with a recorded node has a file that runs it with a real one', () => {
  const without = files.filter((name) => {
    if (!isFast(name) || !needsNode.test(textOf(name))) return false;
    const other = (suffix: string) => join(folder, name.replace(/test\.ts$/, `${suffix}.test.ts`));
    return !existsSync(other('ci')) && !existsSync(other('nightly'));
  });
  expect(without).toEqual([]);
});

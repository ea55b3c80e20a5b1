/** What readers load. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { builtPages } from '../support/artifacts.ts';
import { filePath } from './support.ts';

const sizeOf = (file: string): number => gzipSync(readFileSync(file)).length;

it('the single file has at most 1 MB, gzipped, and its policy allows nothing from elsewhere', () => {
  expect(sizeOf(filePath)).toBeLessThan(1_000_000);
  const policy = /Content-Security-Policy" content="([^"]+)"/.exec(
    readFileSync(filePath, 'utf8'),
  )![1]!;
  expect(policy).not.toMatch(/unsafe|\*/);
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-/);
});

it('the page of the site loads at most 200 kB, gzipped, before it shows an explanation', async () => {
  const page = join(await builtPages(), 'inspector');
  const html = readFileSync(join(page, 'index.html'), 'utf8');
  const files = new Set<string>();
  const add = (name: string): void => {
    if (files.has(name)) return;
    files.add(name);
    if (!name.endsWith('.js')) return;
    // Static imports; those of `import()` load later.
    const script = readFileSync(join(page, name), 'utf8');
    for (const [, next] of script.matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g)) add(next!);
  };
  for (const [, name] of html.matchAll(/(?:href|src)="\/inspector\/([^"]+)"/g)) add(name!);
  expect(files.size).toBeGreaterThan(1);
  const total = [...files].reduce(
    (sum, name) => sum + sizeOf(join(page, name)),
    sizeOf(join(page, 'index.html')),
  );
  console.log(`the page of the inspector loads ${(total / 1000).toFixed(0)} kB`);
  expect(total).toBeLessThan(200_000);
});

/** Links between the pages of the repository, as its host and the package show them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { generated, prose, targets } from '../support/links.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(root + path, 'utf8');

/** Pages that people read in the repository. */
const pages = ['', 'docs/', 'test/', 'benchmarks/', 'examples/', 'vectors/']
  .flatMap((folder) =>
    readdirSync(root + folder, { recursive: folder !== '', encoding: 'utf8' }).map(
      (name) => folder + name.replaceAll('\\', '/'),
    ),
  )
  .filter(
    (path) =>
      path.endsWith('.md') && !path.includes('node_modules/') && !path.startsWith(generated),
  );

/** Anchors of a page, as the host of a repository makes them of headings, and those that the page sets itself. */
function anchors(markdown: string): ReadonlySet<string> {
  const found = new Set<string>();
  const text = markdown.replace(/^([ \t]*)(`{3,})[^\n]*\n.*?^[ \t]*\2[ \t]*$/gms, '');
  for (const [, heading] of text.matchAll(/^#{1,6} +(.+?)(?: \{#.*\})?$/gm)) {
    const slug = heading!
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    let name = slug;
    for (let n = 1; found.has(name); n++) name = `${slug}-${n}`;
    found.add(name);
  }
  for (const [, id] of text.matchAll(/(?:\bid="|\{#)([\w-]+)/g)) found.add(id!);
  return found;
}

/** By page: a long one is the target of many links. */
const known = new Map<string, ReadonlySet<string>>();
function anchorsOf(page: string): ReadonlySet<string> {
  if (!known.has(page)) known.set(page, anchors(read(page)));
  return known.get(page)!;
}

it('every link between pages of the repository leads to a file and a heading', () => {
  const broken = pages.flatMap((page) =>
    targets(read(page)).flatMap((target) => {
      const [path, anchor] = target.split('#') as [string, string?];
      const file = path === '' ? page : posix.join(posix.dirname(page), path);
      if (file.startsWith(generated)) return [];
      if (!existsSync(root + file)) return [`${page}: ${target}`];
      if (anchor === undefined || !file.endsWith('.md')) return [];
      return anchorsOf(file).has(anchor) ? [] : [`${page}: ${target}`];
    }),
  );
  expect(pages.length).toBeGreaterThan(20);
  expect(broken).toEqual([]);
});

it('every page of docs has one title, as its first line', () => {
  const without = pages
    .filter((page) => page.startsWith('docs/'))
    .filter((page) => !/^(---\n[\s\S]*?\n---\n+)?(<!--[\s\S]*?-->\n+)?# .+\n/.test(read(page)));
  expect(without).toEqual([]);
});

it('a picture says in words what it shows', () => {
  const silent = pages.flatMap((page) =>
    [...prose(read(page)).matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)]
      .filter(([, alt]) => alt!.trim().length < 10)
      .map(([, , path]) => `${page}: ${path}`),
  );
  expect(silent).toEqual([]);
});

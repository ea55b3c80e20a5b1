/** Links between the pages of the repository, as its host and the package show them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(root + path, 'utf8');

/** Is made with the site, whose own test checks its links. */
const generated = 'docs/reference/api/';

/** Pages that people read in the repository. */
const pages = ['', 'docs/', 'benchmarks/', 'examples/', 'vectors/']
  .flatMap((folder) =>
    readdirSync(root + folder, { recursive: folder !== '', encoding: 'utf8' }).map(
      (name) => folder + name.replaceAll('\\', '/'),
    ),
  )
  .filter(
    (path) =>
      path.endsWith('.md') && !path.includes('node_modules/') && !path.startsWith(generated),
  );

/** Text without what is code: in a fence, or between backticks. */
const prose = (markdown: string): string =>
  markdown
    .replace(/^([ \t]*)(`{3,})[^\n]*\n.*?^[ \t]*\2[ \t]*$/gms, '')
    .replace(/`[^`\n]*`/g, '``');

/** Targets of links and pictures within the repository. */
const targets = (markdown: string): readonly string[] =>
  [...prose(markdown).matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target));

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

it('every link between pages of the repository leads to a file and a heading', () => {
  const broken = pages.flatMap((page) =>
    targets(read(page)).flatMap((target) => {
      const [path, anchor] = target.split('#') as [string, string?];
      const file = path === '' ? page : posix.join(posix.dirname(page), path);
      if (file.startsWith(generated)) return [];
      if (!existsSync(root + file)) return [`${page}: ${target}`];
      if (anchor === undefined || !file.endsWith('.md')) return [];
      return anchors(read(file)).has(anchor) ? [] : [`${page}: ${target}`];
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

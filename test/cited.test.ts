/** What tests cite is in the repository: numbered cases and faults in `docs/rules.md`, and no page that is elsewhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('..', import.meta.url);
const textOf = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const filesIn = (folder: string): string[] =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}${name}`);
const tests = filesIn('test/').filter((name) => name !== 'test/cited.test.ts');

/** What titles of tests name, `[case 5, 6]`. */
const cited = (word: string): ReadonlySet<string> =>
  new Set(
    tests.flatMap((name) =>
      [...textOf(name).matchAll(new RegExp(`\\[${word} (\\w+(?:, \\w+)*)\\]`, 'g'))].flatMap(
        ([, list]) => list!.split(', '),
      ),
    ),
  );
/** The first cells of the rows of a table below a heading of the page. */
const listed = (heading: string): string[] => {
  const [, section] = textOf('docs/rules.md').split(`\n## ${heading}\n`);
  return [...section!.split('\n## ')[0]!.matchAll(/^\| (\w+) \| /gm)]
    .map(([, cell]) => cell!)
    .filter((cell) => /\d/.test(cell));
};

it.each([
  ['case', 'Cases', 108],
  ['fault', 'Faults of other libraries', 18],
])(
  'every %s that a test cites is in docs/rules.md, and every one there has a test',
  (word, heading, count) => {
    const rows = listed(heading);
    expect(rows).toHaveLength(count);
    expect([...cited(word)].filter((name) => !rows.includes(name))).toEqual([]);
    expect(rows.filter((name) => !cited(word).has(name))).toEqual([]);
  },
);

it('every heading of docs/rules.md that a test cites is there', () => {
  const headings = [...textOf('docs/rules.md').matchAll(/^## (.+)$/gm)].map(([, title]) => title!);
  const missing = tests.flatMap((name) =>
    [...textOf(name).matchAll(/docs\/rules\.md, "([^"]+)"/g)]
      .filter(([, title]) => !headings.includes(title!))
      .map(([, title]) => `${name}: ${title}`),
  );
  expect(missing).toEqual([]);
});

it('no page is cited that is not in the repository', () => {
  const sources = [...tests, ...filesIn('src/'), ...filesIn('scripts/'), ...filesIn('benchmarks/')];
  const missing = sources.flatMap((name) =>
    [...textOf(name).matchAll(/\b(?:docs|spec|test|vectors|benchmarks)\/[\w./-]+\.md\b/g)]
      .map(([path]) => path)
      .filter((path) => !existsSync(new URL(path, root)))
      .map((path) => `${name}: ${path}`),
  );
  expect(missing).toEqual([]);
});

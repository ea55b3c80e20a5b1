/** The search of the built site: the questions of `questions.ts`, with the index and the options that the browser gets. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import MiniSearch from 'minisearch';
import { beforeAll, expect, it } from 'vitest';
import { miniSearch, pathsWithWords } from '../../site/search.ts';
import { builtSite } from '../support/artifacts.ts';
import { questions } from './questions.ts';

let built: string;
let index: MiniSearch;
beforeAll(async () => {
  built = await builtSite();
  const chunks = `${built}/assets/chunks`;
  const file = readdirSync(chunks).find((name) => name.startsWith('@localSearchIndex'))!;
  const { default: text } = (await import(pathToFileURL(`${chunks}/${file}`).href)) as {
    readonly default: string;
  };
  index = MiniSearch.loadJSON(text, {
    storeFields: ['title', 'titles'],
    searchOptions: miniSearch.searchOptions as never,
    ...(miniSearch.options as { readonly fields: string[] }),
  });
}, 1_800_000);

/** The page of a result, by its path in `docs/` without `.md`. */
const pageOf = (id: string): string =>
  id
    .replace(/#.*/, '')
    .slice(1)
    .replace(/(^|\/)$/, '$1index')
    .replace(/\.html$/, '');

const isWritten = (page: string): boolean => existsSync(`${built}/${page}.html`);

it.each(questions)(
  'finds for “%s” the page that is meant among the first three',
  (query, ...pages) => {
    const found = [...new Set(index.search(query).map(({ id }) => pageOf(String(id))))].slice(0, 3);
    expect(
      found.filter((page) => pages.includes(page)),
      `found ${found.join(', ')}`,
    ).not.toEqual([]);
  },
);

it('asks at least 40 questions, and expects pages that exist', () => {
  expect(questions.length).toBeGreaterThanOrEqual(40);
  for (const [query, ...pages] of questions) expect(pages.filter(isWritten), query).not.toEqual([]);
});

it('has words for pages that exist, or are in the navigation for when they are written', () => {
  const text = readFileSync(new URL('../../site/navigation.ts', import.meta.url), 'utf8');
  const lost = pathsWithWords.filter((path) => !isWritten(path) && !text.includes(`'${path}'`));
  expect(lost).toEqual([]);
});

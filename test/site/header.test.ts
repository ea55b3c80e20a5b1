/** One header for the website, the inspector and the playground. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { headerOf, places } from '../../scripts/header.ts';
import { navigation } from '../../site/navigation.ts';

const links = (html: string): readonly string[] =>
  [...html.matchAll(/<a href="([^"]+)"[^>]*>([^<]*)<\/a>/g)].map(
    ([, href, text]) => `${text} ${href}`,
  );

it('has the same links in the same order, what people use before what explains it', () => {
  const shown = places.map(([name, link]) => `${name} ${link}`);
  expect(shown.slice(0, 3).map((of) => of.split(' ')[0])).toEqual([
    'Guides',
    'Inspector',
    'Playground',
  ]);
  const items = navigation() as readonly { readonly text: string; readonly link: string }[];
  expect(items.map(({ text, link }) => `${text} ${link}`)).toEqual(shown);
  for (const app of ['Inspector', 'Playground']) {
    expect(links(headerOf(app))).toEqual(shown);
    expect(headerOf(app)).toContain(`aria-current="page">${app}<`);
  }
});

it('of the single file leads nowhere', () => {
  expect(headerOf()).toContain('avalanche-tx');
  expect(headerOf()).not.toContain('href');
});

it.each(['inspector', 'playground'])(
  'above the %s is there without scripts, with a text',
  (app) => {
    const html = readFileSync(new URL(`../../apps/${app}/index.html`, import.meta.url), 'utf8');
    expect(html).toContain('<!-- HEADER -->');
    const [, text = ''] = /<noscript>([\s\S]*)<\/noscript>/.exec(html)!;
    expect(app === 'inspector' ? html : text).toMatch(/<!-- WELCOME -->|<h1>/);
    expect(text).toMatch(app === 'inspector' ? /<!-- GUIDE -->/ : /href="\/guides\/playground"/);
  },
);

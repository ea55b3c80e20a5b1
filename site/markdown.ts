/** What the site does with Markdown beyond VitePress: types on hover, anchors as a repository's host makes them, links into the repository and the playground. */
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MarkdownOptions, MarkdownRenderer } from 'vitepress';
import { exampleIDs } from '../scripts/examples.ts';
import { hover } from './hover.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** The anchor of a heading, as hosts of repositories make it: a link works in the repository and on the site. */
const slugify = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');

/**
 * Marks the blocks of the reference as plain. A block costs half a second or more, and those pages say the types of everything in words;
 * `test/guides.ci.test.ts` checks the types of their blocks.
 */
function plainReference(md: MarkdownRenderer): void {
  md.core.ruler.push('plain-reference', ({ tokens, env }) => {
    if (env.relativePath?.startsWith('reference/'))
      for (const token of tokens) if (token.type === 'fence') token.info += ' plain';
  });
}

/**
 * Links to files of the repository that are no pages become their text with the path as a hint: the site has no address for them.
 * A link to a file that does not exist stays, and VitePress reports it.
 */
function repositoryLinks(md: MarkdownRenderer): void {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    for (const { children } of tokens)
      children?.forEach((open, i) => {
        const href = open.type === 'link_open' ? (open.attrGet('href') ?? '') : '';
        if (href === '' || /^([a-z]+:|#|\/)/.test(href)) return;
        const target = posix.join('docs', posix.dirname(env.relativePath), href.split('#')[0]!);
        const isPage = target.startsWith('docs/') && target.endsWith('.md');
        if (isPage || !existsSync(`${root}${target}`)) return;
        open.tag = 'span';
        open.attrs = [
          ['class', 'repository-path'],
          ['title', `In the repository: ${target}`],
        ];
        children.slice(i).find(({ type }) => type === 'link_close')!.tag = 'span';
        open.type = 'repository_open';
        children.slice(i).find(({ type }) => type === 'link_close')!.type = 'repository_close';
      });
  });
}

/** A table in a box of its own that scrolls, by keyboard too, where the table is wider than the page. */
function scrollingTables(md: MarkdownRenderer): void {
  md.renderer.rules.table_open = () =>
    '<div class="table-scroll" tabindex="0" role="region" aria-label="Table"><table>\n';
  md.renderer.rules.table_close = () => '</table></div>\n';
}

/** A picture with another one for phones beside it (`x.narrow.svg`) is shown as that one there. */
function narrowPictures(md: MarkdownRenderer): void {
  md.core.ruler.push('narrow-pictures', ({ tokens, env, Token }) => {
    // Titles are rendered without a page.
    if (env.relativePath === undefined) return;
    const html = (content: string) => Object.assign(new Token('html_inline', '', 0), { content });
    for (const token of tokens)
      token.children = (token.children ?? []).flatMap((child) => {
        const narrow = String(child.attrGet?.('src') ?? '').replace(/\.svg$/, '.narrow.svg');
        const file = posix.join(root, 'docs', posix.dirname(env.relativePath), narrow);
        if (child.type !== 'image' || !narrow.endsWith('.narrow.svg') || !existsSync(file))
          return [child];
        const source = `<source media="(max-width: 640px)" srcset="./${narrow}">`;
        return [html(`<picture>${source}`), child, html('</picture>')];
      });
  });
}

const apps: { readonly [href: string]: string } = {
  'guides/inspector.md': '/inspector/',
  'guides/playground.md': '/playground/',
};

/** On the first page, links to the guides of the applications open the applications, which the repository does not have. */
function appLinks(md: MarkdownRenderer): void {
  md.core.ruler.push('app-links', ({ tokens, env }) => {
    if (env.relativePath !== 'index.md') return;
    for (const { children } of tokens)
      children?.forEach((open, i) => {
        const link = open.type === 'link_open' ? apps[open.attrGet('href') ?? ''] : undefined;
        if (link === undefined) return;
        const close = children.slice(i).find(({ type }) => type === 'link_close')!;
        Object.assign(open, { type: 'html_inline', content: `<a href="${link}" target="_self">` });
        Object.assign(close, { type: 'html_inline', content: '</a>' });
      });
  });
}

/** A link below each program that runs in the playground. It leaves the site's own pages, so the browser has to load it. */
function runLinks(md: MarkdownRenderer): void {
  md.core.ruler.push('run-links', (state) => {
    const path = String(state.env.relativePath ?? '').replace(/\.md$/, '');
    const ids = new Map([...exampleIDs(path, state.src)].map(([{ code }, id]) => [code, id]));
    if (ids.size === 0) return;
    state.tokens = state.tokens.flatMap((token) => {
      const id = token.type === 'fence' ? ids.get(token.content) : undefined;
      if (id === undefined) return [token];
      const link = new state.Token('html_block', '', 0);
      link.content = `<p class="run-this"><a href="/playground/#example=${id}" target="_self">Run this</a></p>\n`;
      return [token, link];
    });
  });
}

export const markdown: MarkdownOptions = {
  anchor: { slugify },
  // Braces in headings are text: `GET /v1/chains/{chainId}`.
  attrs: { disable: true },
  image: { lazyLoading: true },
  theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  codeTransformers: [hover()],
  config(md) {
    plainReference(md);
    repositoryLinks(md);
    scrollingTables(md);
    narrowPictures(md);
    appLinks(md);
    runLinks(md);
  },
};

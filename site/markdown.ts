/** What the site does with Markdown beyond VitePress: types on hover, anchors as a repository's host makes them, links into the repository and the playground. */
import { existsSync, readFileSync } from 'node:fs';
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

/** Files of the repository that are pages of the site. */
const filePages: { readonly [file: string]: string } = {
  'CHANGELOG.md': '/project/changes',
  'SECURITY.md': '/project/security',
  LICENSE: '/project/license',
};

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
        const page = filePages[target];
        if (page !== undefined) open.attrSet('href', page);
        const isPage = page !== undefined || (target.startsWith('docs/') && target.endsWith('.md'));
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

/** Characters of code in a cell that stay in one line. */
const longestName = 28;

/** Characters of code in a text that stay in one line, on a phone too. */
const longestWord = 24;

/** Marks short code with a place to break in it, `--kind KIND`, as a name that stays whole. */
function wholeNames(md: MarkdownRenderer): void {
  md.core.ruler.push('whole-names', ({ tokens }) => {
    for (const { children } of tokens)
      for (const child of children ?? [])
        if (child.type === 'code_inline' && child.content.length <= longestWord)
          if (/[- ]/.test(child.content)) child.attrJoin('class', 'name');
  });
}

/** The list of the headings of a page leaves out the service before a method, which all of them have. */
function shortOutline(md: MarkdownRenderer): void {
  md.core.ruler.push('short-outline', ({ tokens, env, Token }) => {
    if (!env.relativePath?.startsWith('rpc/')) return;
    tokens.forEach((token, i) => {
      const [first] = (token.type === 'heading_open' && tokens[i + 1]!.children) || [];
      const service = first?.type === 'text' && /^\w+\.(?=\w+$)/.exec(first.content)?.[0];
      if (!service) return;
      first.content = first.content.slice(service.length);
      const hidden = new Token('html_inline', '', 0);
      hidden.content = `<span class="ignore-header">${service}</span>`;
      tokens[i + 1]!.children!.unshift(hidden);
    });
  });
}

/**
 * A table in a box of its own that scrolls, by keyboard too, where the table is wider than the page. The box is named by the heading above it.
 * An empty cell of a head is no heading.
 */
function scrollingTables(md: MarkdownRenderer): void {
  md.core.ruler.push('table-names', ({ tokens }) => {
    const taken = new Map<string, number>();
    let heading = 'Table';
    tokens.forEach((token, i) => {
      if (token.type === 'heading_open') heading = plain(tokens[i + 1]!);
      if (token.type === 'table_open') {
        const count = (taken.get(heading) ?? 0) + 1;
        taken.set(heading, count);
        token.meta = { name: count === 1 ? heading : `${heading}, table ${count}` };
      }
      if (token.type === 'th_open' && tokens[i + 1]!.content === '')
        token.tag = tokens[i + 2]!.tag = 'td';
      const code = token.type === 'td_open' ? tokens[i + 1]!.children?.[0] : undefined;
      if (code?.type === 'code_inline' && code.content.length > longestName)
        code.attrJoin('class', 'long');
    });
  });
  md.renderer.rules.table_open = (tokens, i) =>
    `<div class="table-scroll" tabindex="0" role="region" aria-label="${md.utils.escapeHtml((tokens[i]!.meta as { readonly name: string }).name)}"><table>\n`;
  md.renderer.rules.table_close = () => '</table></div>\n';
}

type Token = Parameters<
  Parameters<MarkdownRenderer['core']['ruler']['push']>[1]
>[0]['tokens'][number];

/** The text of a heading, without the link that VitePress puts behind it. */
const plain = ({ children }: Token): string =>
  (children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('')
    .trim();

/** Width and height of a picture: of the `viewBox` of an SVG, or of the header of a WebP, lossy or extended. */
function sizeOf(file: string): readonly [string, string] | undefined {
  const bytes = readFileSync(file);
  if (file.endsWith('.svg')) {
    const found = /viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"/.exec(bytes.toString());
    return found ? [found[1]!, found[2]!] : undefined;
  }
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return [String(bytes.readUInt16LE(26) & 0x3fff), String(bytes.readUInt16LE(28) & 0x3fff)];
    case 'VP8X':
      return [String(bytes.readUIntLE(24, 3) + 1), String(bytes.readUIntLE(27, 3) + 1)];
    default:
      return undefined;
  }
}

/**
 * Pictures have their sizes, so that nothing moves when they arrive. One with another for narrow places beside it (`x.narrow.svg`) is shown
 * as that one there, by the width of the text and not of the window.
 */
function pictures(md: MarkdownRenderer): void {
  md.core.ruler.push('pictures', ({ tokens, env, Token }) => {
    // Titles are rendered without a page.
    if (env.relativePath === undefined) return;
    const html = (content: string) => Object.assign(new Token('html_inline', '', 0), { content });
    const image = (child: Token, src: string, name: string): Token => {
      const copy = Object.assign(new Token('image', 'img', 0), child, {
        attrs: [...(child.attrs ?? [])],
      });
      copy.attrSet('src', src);
      if (name !== '') copy.attrSet('class', name);
      const [width, height] = sizeOf(fileOf(src)) ?? [];
      if (width !== undefined) copy.attrSet('width', width);
      if (height !== undefined) copy.attrSet('height', height);
      return copy;
    };
    const fileOf = (src: string): string =>
      posix.join(root, 'docs', posix.dirname(env.relativePath), src);
    for (const token of tokens)
      token.children = (token.children ?? []).flatMap((child) => {
        const src = String(child.attrGet?.('src') ?? '');
        if (child.type !== 'image' || !existsSync(fileOf(src))) return [child];
        const narrow = src.replace(/\.svg$/, '.narrow.svg');
        if (narrow === src || !existsSync(fileOf(narrow))) return [image(child, src, '')];
        return [
          html('<span class="pictures">'),
          image(child, src, 'wide'),
          image(child, narrow, 'narrow'),
          html('</span>'),
        ];
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
    wholeNames(md);
    shortOutline(md);
    pictures(md);
    appLinks(md);
    runLinks(md);
  },
};

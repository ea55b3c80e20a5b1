/** What the site does with Markdown beyond VitePress: types on hover, the anchors of a repository's host, links into the repository. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformerTwoslash } from '@shikijs/vitepress-twoslash';
import type { MarkdownOptions, MarkdownRenderer } from 'vitepress';

const root = fileURLToPath(new URL('../', import.meta.url));

/** TypeScript 5 of this workspace: version 7 beside it has no such interface, and twoslash would import it by default. */
const require = createRequire(import.meta.url);
const typescript = require('typescript');

/** The anchor of a heading, as hosts of repositories make it: a link works in the repository and on the site. */
const slugify = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');

/** Whether a block shows types on hover: a whole program that imports the library. `docs/testing.md` has the words for blocks. */
const isHovered = (language: string, code: string, meta: string): boolean =>
  language === 'ts' && !/\b(fragment|plain)\b/.test(meta) && code.includes("from 'avalanche-tx");

/**
 * Marks the blocks of the reference as plain. A block costs half a second or more, and those pages say the types of everything in words;
 * `test/guides.e2e.test.ts` checks the types of their blocks.
 */
function plainReference(md: MarkdownRenderer): void {
  md.core.ruler.push('plain-reference', ({ tokens, env }) => {
    if (env.relativePath?.startsWith('reference/'))
      for (const token of tokens) if (token.type === 'fence') token.info += ' plain';
  });
}

/**
 * Types on hover, against the package as it was built. A block with a type error fails the build.
 * Source: `twoslash`, which resolves `avalanche-tx` from the root of the repository by its own `package.json`.
 */
const hover = () =>
  transformerTwoslash({
    throws: true,
    explicitTrigger: false,
    filter: (language, code, { meta }) => isHovered(language, code, meta?.__raw ?? ''),
    twoslashOptions: {
      tsModule: typescript,
      tsLibDirectory: dirname(require.resolve('typescript')),
      // Without a slash at its end: with one, paths have two, and twoslash loses every error.
      vfsRoot: root.slice(0, -1),
      compilerOptions: {
        target: typescript.ScriptTarget.ES2022,
        lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
        module: typescript.ModuleKind.ESNext,
        moduleResolution: typescript.ModuleResolutionKind.Bundler,
        moduleDetection: typescript.ModuleDetectionKind.Force,
        types: ['node'],
        strict: true,
        skipLibCheck: true,
      },
    },
  });

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

export const markdown: MarkdownOptions = {
  anchor: { slugify },
  headers: { slugify },
  image: { lazyLoading: true },
  theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  codeTransformers: [hover()],
  config(md) {
    plainReference(md);
    repositoryLinks(md);
    scrollingTables(md);
  },
};

import { defineConfig } from 'vitepress';
import { writeTexts } from '../llms.ts';
import { markdown } from '../markdown.ts';
import { navigation, readPages, sidebars } from '../navigation.ts';

const description =
  'Read, build, explain and sign Avalanche transactions offline. A TypeScript library for the X-, P- and C-chain.';

const pages = readPages();

export default defineConfig({
  srcDir: '../docs',
  title: 'avalanche-tx',
  description,
  lang: 'en',
  markdown,
  // One file for what all pages share: each page names it, none repeats it.
  metaChunk: true,
  router: { prefetchLinks: false },
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: '/icon.svg' }],
    ['meta', { name: 'color-scheme', content: 'light dark' }],
  ],
  themeConfig: {
    nav: navigation(),
    sidebar: sidebars(pages),
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          searchOptions: {
            fuzzy: 0.2,
            prefix: true,
            boost: { title: 4 },
            // Who searches for a task finds its guide before the functions. VitePress sends the function to the browser as text.
            boostDocument: (page: string) =>
              /\/(guides|concepts)\//.test(page) ? 2.5 : page.includes('/reference/api/') ? 0.8 : 1,
          },
        },
        // The index needs no colours and no types on hover: they would be made a second time.
        _render: (text, env, md) => md.render(text.replaceAll(/^(\s*```)\w.*$/gm, '$1'), env),
      },
    },
    externalLinkIcon: true,
    docFooter: { prev: 'Previous', next: 'Next' },
    notFound: {
      title: 'Page not found',
      quote: 'No page has this address. Search for its subject, or start from the overview.',
      linkText: 'Overview',
      linkLabel: 'Go to the overview',
    },
  },
  // Beside the pages: everything that a page loads comes from the site itself.
  // Pictures stay files, which load when they come into view.
  vite: { publicDir: '../site/public', build: { assetsInlineLimit: 0 } },
  buildEnd: ({ outDir }) => writeTexts(outDir, description),
});

import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTheme, defineConfigWithTheme, type HeadConfig } from 'vitepress';
import { addresses } from '../../scripts/addresses.ts';
import { summaryOf, writeTexts } from '../llms.ts';
import { markdown } from '../markdown.ts';
import { docs, linkOf, navigation, readPages, sidebars } from '../navigation.ts';
import { entriesOf, miniSearch } from '../search.ts';

const description =
  'Read, build, explain and sign Avalanche transactions offline. A TypeScript library for the X-, P- and C-chain.';

const pages = readPages();
const { homepage = '', repository = '' } = addresses();
const { version } = JSON.parse(readFileSync(`${docs}../package.json`, 'utf8')) as {
  readonly version: string;
};

const meta = (key: 'name' | 'property', name: string, content: string): HeadConfig => [
  'meta',
  { [key]: name, content },
];

/** The theme's own data: what `Footer` shows. */
interface Project {
  readonly project: { readonly version: string; readonly repository: string };
}

export default defineConfigWithTheme<DefaultTheme.Config & Project>({
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
    ['link', { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' }],
    ['meta', { name: 'color-scheme', content: 'light dark' }],
    ['meta', { name: 'theme-color', media: '(prefers-color-scheme: light)', content: '#ffffff' }],
    ['meta', { name: 'theme-color', media: '(prefers-color-scheme: dark)', content: '#111419' }],
  ],
  ...(homepage !== '' && { sitemap: { hostname: homepage } }),
  transformPageData(page) {
    const path = page.relativePath.replace(/\.md$/, '');
    if (pages.has(path) && path !== 'index') page.description = summaryOf(path);
  },
  /** What a link to the page looks like elsewhere. Addresses are whole, so they need to be known. */
  transformHead({ title, description: text, pageData }) {
    const path = pageData.relativePath.replace(/\.md$/, '');
    const address = `${homepage}${linkOf(path)}`;
    return [
      meta('property', 'og:title', title),
      meta('property', 'og:description', text),
      meta('property', 'og:type', 'website'),
      meta('name', 'twitter:card', 'summary_large_image'),
      ...(homepage === '' || !pages.has(path)
        ? []
        : ([
            ['link', { rel: 'canonical', href: address }],
            meta('property', 'og:url', address),
            meta('property', 'og:image', `${homepage}/preview.png`),
          ] satisfies HeadConfig[])),
    ];
  },
  themeConfig: {
    nav: navigation(),
    sidebar: sidebars(pages),
    outline: [2, 3],
    project: { version, repository },
    search: {
      provider: 'local',
      options: {
        detailedView: true,
        miniSearch: { ...miniSearch, _splitIntoSections: entriesOf },
        // The index needs no colours and no types on hover: they would be made a second time.
        _render: (text, env, md) => md.render(text.replaceAll(/^(\s*```)\w.*$/gm, '$1'), env),
      },
    },
    externalLinkIcon: true,
    docFooter: { prev: 'Previous', next: 'Next' },
  },
  // Beside the pages: everything that a page loads comes from the site itself.
  // Pictures stay files, which load when they come into view.
  vite: { publicDir: '../site/public', build: { assetsInlineLimit: 0 } },
  buildEnd({ outDir }) {
    writeTexts(outDir, description);
    // The README on npm shows it.
    copyFileSync(`${docs}explanation.svg`, join(outDir, 'explanation.svg'));
  },
});

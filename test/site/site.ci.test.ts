/** The website as it is built: its links, weight and text, and in a real browser what people do on it. */
import { readdirSync, readFileSync } from 'node:fs';
import { createMarkdownRenderer } from 'vitepress';
import { beforeAll, describe, expect, it } from 'vitest';
import { places } from '../../scripts/header.ts';
import { markdown } from '../../site/markdown.ts';
import { docs, isReference, readPages } from '../../site/navigation.ts';
import { builtSite } from '../support/artifacts.ts';
import { type Browser, describeWithChromium } from '../support/browsing.ts';
import { fileIn, withFolder } from '../support/staticserver.ts';
import { looksAccessible, overflow, sorts, strangers } from './views.ts';

/** The folder of the built site. */
let built: string;
beforeAll(async () => {
  built = `${await builtSite()}/`;
}, 1_800_000);

/** Every page of the built site, and its text. */
const htmls = (): readonly (readonly [path: string, html: string])[] =>
  readdirSync(built, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.html'))
    .sort()
    .map((path) => [path, readFileSync(built + path, 'utf8')] as const);

const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');

/** The values of an attribute of elements of these names. */
const attributes = (html: string, elements: string, name: string): readonly string[] =>
  [...html.matchAll(new RegExp(`<(?:${elements})\\b[^>]*? ${name}="([^"]*)"`, 'g'))].map(([, v]) =>
    unescaped(v!),
  );

/** The scripts and style sheets that a page names, by their files in the built site. */
const loaded = (path: string, html: string): readonly string[] => [
  ...new Set(
    [...attributes(html, 'link', 'href'), ...attributes(html, 'script', 'src')]
      .filter((name) => /\.(js|css)$/.test(name))
      .map((name) => new URL(name, `http://site/${path}`).pathname.slice(1)),
  ),
];

describe('the built site', () => {
  it('has a page for every file of docs, and a place for each in the navigation', () => {
    const pages = [...readPages().keys()];
    const found = new Set(htmls().map(([path]) => path));
    expect(pages.filter((path) => !found.has(`${path}.html`))).toEqual([]);
    expect(found.has('404.html')).toBe(true);
  });

  it('has no broken link, picture or anchor', () => {
    const pages = htmls();
    const ids = new Map(
      pages.map(([path, html]) => [path, new Set(attributes(html, '[a-z][a-z0-9-]*', 'id'))]),
    );
    let links = 0;
    const broken = pages.flatMap(([path, html]) =>
      [...attributes(html, 'a|link', 'href'), ...attributes(html, 'img|script|source', 'src')]
        .filter((target) => {
          const url = new URL(target, `http://site/${path}`);
          if (url.host !== 'site') return false;
          links++;
          const file = fileIn(built, url.pathname)?.slice(built.length);
          if (file === undefined) return true;
          const anchor = decodeURIComponent(url.hash.slice(1));
          // `example=…` of the playground is no anchor: `test/playground` looks at it.
          return anchor !== '' && !anchor.includes('=') && !ids.get(file)?.has(anchor);
        })
        .map((target) => `${path}: ${target}`),
    );
    expect(links).toBeGreaterThan(1000);
    expect(broken).toEqual([]);
  });

  it('says to previews what each page is', () => {
    // The playground's frame is inside a page.
    const pages = htmls().filter(([path]) => !/404\.html$|frame\.html$/.test(path));
    for (const [path, html] of pages) {
      const content = (key: string): string | undefined =>
        new RegExp(`<meta property="${key}" content="([^"]*)"`).exec(html)?.[1];
      expect(content('og:title'), path).toMatch(/\S/);
      expect(content('og:description'), path).toMatch(/\S/);
      expect(/<title>([^<]*)</.exec(html)![1], path).toMatch(/avalanche-tx/);
    }
    for (const name of ['preview.png', 'apple-touch-icon.png', 'icon.svg', 'explanation.svg'])
      expect(fileIn(built, `/${name}`), name).toBeDefined();
  });

  it('has a size for every picture, so that nothing moves when it arrives', () => {
    const without = htmls().flatMap(([path, html]) =>
      [...html.matchAll(/<img\b[^>]*>/g)]
        .filter(([tag]) => !/ width="[\d.]+"/.test(tag) || !/ height="[\d.]+"/.test(tag))
        .map(([tag]) => `${path}: ${tag}`),
    );
    expect(without).toEqual([]);
  });

  it('asks no other host for anything', () => {
    const elsewhere = htmls().flatMap(([path, html]) =>
      [
        ...attributes(html, 'link', 'href'),
        ...attributes(html, 'img|script|source|iframe|video|audio', 'src'),
        ...attributes(html, 'img|source', 'srcset'),
      ]
        .filter((target) => !target.startsWith('data:'))
        .filter((target) => new URL(target, `http://site/${path}`).host !== 'site')
        .map((target) => `${path}: ${target}`),
    );
    expect(elsewhere).toEqual([]);
    const styles = readdirSync(`${built}assets`).filter((name) => name.endsWith('.css'));
    expect(styles.length).toBeGreaterThan(0);
    for (const name of styles) {
      const css = readFileSync(`${built}assets/${name}`, 'utf8');
      expect(css).not.toMatch(/url\(["']?(https?:)?\/\//);
      expect(css).not.toMatch(/@font-face|@import/);
    }
  });

  it('has its pages as text for language models', () => {
    const list = readFileSync(`${built}llms.txt`, 'utf8');
    const named = [...list.matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S/gm)].map(([, path]) => path!);
    for (const path of named) expect(fileIn(built, `/${path}`), path).toBeDefined();
    for (const path of readPages().keys())
      if (!isReference(path)) expect(named).toContain(`${path}.md`);
    const all = readFileSync(`${built}llms-full.txt`, 'utf8');
    for (const path of readPages().keys()) expect(all).toContain(`<!-- ${path}.md -->`);
  });
});

describe('types on hover', () => {
  const block = (code: string): string =>
    `\`\`\`ts\nimport { avax } from 'avalanche-tx';\n${code}\n\`\`\``;

  it('come from the package', async () => {
    const md = await createMarkdownRenderer(docs, markdown);
    const html = md.render(block("const amount = avax('1.5');"));
    expect(html).toContain('twoslash-hover');
    expect(html.replaceAll(/<[^>]+>/g, '')).toMatch(/const amount: .*(NAVAX|bigint)/);
  });

  it('fail the build where a block has a type error', async () => {
    const md = await createMarkdownRenderer(docs, markdown);
    expect(() => md.render(block("const amount: string = avax('1.5');"))).toThrow(
      /not assignable to type/,
    );
  });
});

describeWithChromium('the site in a browser', (browse) => {
  it('has edges in line on a wide screen: switch of the theme, code, what runs it, and footer', () =>
    withFolder(built, (origin) =>
      browse(async (browser) => {
        await browser.become({ width: 1440, height: 900 });
        await browser.go(`${origin}/guides/quickstart`);
        const edges = await browser.evaluate<Record<string, number>>(`(() => {
          const box = (selector) => document.querySelector(selector).getBoundingClientRect();
          const range = document.createRange();
          range.selectNodeContents(document.querySelector('.run-this'));
          return {
            theme: innerWidth - box('.VPNavBarAppearance').right,
            run: range.getBoundingClientRect().right - box('.vp-doc [class*=language-]').right,
            footer: box('.site-footer').left - box('.vp-doc').left,
            end: box('.site-footer').right - box('.vp-doc').right,
          };
        })()`);
        expect(edges.theme).toBeGreaterThanOrEqual(24);
        const { run, footer, end } = edges;
        expect({ run, footer, end }).toEqual({ run: 0, footer: 0, end: 0 });
      }),
    ));

  const onSite = <T>(body: (browser: Browser, origin: string) => Promise<T>): Promise<T> =>
    withFolder(built, (origin) => browse((browser) => body(browser, origin)));

  it('keeps nobody out, in one view of a page of each sort', () =>
    onSite((browser, origin) => looksAccessible(browser, origin, 1)));

  it('has every link at hand and scrolls to no side, from 320 to 1440 px', () =>
    onSite(async (browser, origin) => {
      for (const width of [320, 390, 768, 820, 959, 960, 1024, 1280, 1440]) {
        await browser.become({ width, height: 800 });
        for (const path of Object.values(sorts)) {
          await browser.go(origin + path);
          const at = `${path} at ${width} px`;
          expect(await browser.evaluate(overflow), at).toBeLessThanOrEqual(0);
          const isFolded = await browser.evaluate<boolean>(
            `document.querySelector('.VPNavBarHamburger').offsetWidth > 0`,
          );
          if (isFolded)
            await browser.until(
              `document.querySelector('.VPNavScreen') ||
                (document.querySelector('.VPNavBarHamburger:not(.active)')?.click(), false)`,
            );
          const menu = isFolded ? '.VPNavScreen' : '.VPNavBarMenu';
          const links = await browser.evaluate<readonly string[]>(
            `[...document.querySelectorAll('${menu} a')]
              .filter((of) => { const { left, right, width } = of.getBoundingClientRect(); return width > 0 && left >= 0 && right <= innerWidth; })
              .map((of) => of.textContent.trim())`,
          );
          expect(links, at).toEqual(places.map(([name]) => name));
        }
      }
    }));

  it('shows the contents beside the text from 1024 px on, and where one is', () =>
    onSite(async (browser, origin) => {
      for (const width of [1024, 1280, 1440]) {
        await browser.become({ width, height: 800 });
        for (const path of [
          '/guides/wallet',
          '/gallery',
          '/threat-model',
          '/reference/errors/StoreFailed',
          '/benchmarks',
        ]) {
          await browser.go(origin + path);
          const at = `${path} at ${width} px`;
          const isBeside = `(() => {
            const text = document.querySelector('.vp-doc').getBoundingClientRect();
            const contents = document.querySelector('.VPDocAsideOutline').getBoundingClientRect();
            return contents.width > 100 && contents.left >= text.right && contents.right <= innerWidth;
          })()`;
          // It is drawn once the page has come to life.
          await browser.until(`document.querySelector('.VPDocAsideOutline.has-outline')`);
          expect(await browser.evaluate(isBeside), at).toBe(true);
          await browser.until(`(() => {
            const place = document.querySelector('.VPSidebar .is-active')?.getBoundingClientRect();
            return place && place.height > 0 && place.top >= 0 && place.bottom <= innerHeight;
          })()`);
        }
      }
    }));

  it('finds a page by keyboard', () =>
    onSite(async (browser, origin) => {
      await browser.become({ width: 1440 });
      await browser.go(`${origin}/`);
      await browser.until(`document.querySelector('#local-search button')`);
      await browser.press('Control+k');
      await browser.until(`document.activeElement?.closest('.VPLocalSearchBox') !== null`);
      await browser.type('stakeable lock');
      await browser.until(`document.querySelector('.VPLocalSearchBox a.result')`);
      await browser.until(`document.querySelector('.VPLocalSearchBox a.result.selected')`);
      await browser.press('Enter');
      await browser.until(`location.pathname !== '/'`);
      await browser.until(`!document.querySelector('.VPLocalSearchBox')`);
      expect(await browser.evaluate('location.pathname')).toBe('/concepts/lock.html');
      expect(strangers(browser, origin)).toEqual([]);
    }));

  it('changes the theme, and keeps it', () =>
    onSite(async (browser, origin) => {
      await browser.become({ width: 1440, theme: 'light' });
      await browser.go(origin + sorts.concept);
      const ground = 'getComputedStyle(document.body).backgroundColor';
      const light = await browser.evaluate(ground);
      await browser.until(`document.querySelector('.VPNavBar .VPSwitchAppearance')`);
      await browser.evaluate(`document.querySelector('.VPNavBar .VPSwitchAppearance').focus()`);
      await browser.press('Enter');
      await browser.until(`document.documentElement.classList.contains('dark')`);
      expect(await browser.evaluate(ground)).not.toBe(light);
      await browser.go(origin + sorts.guide);
      expect(await browser.evaluate(ground)).not.toBe(light);
    }));

  it('loads what a page names, and no more', () =>
    onSite(async (browser, origin) => {
      await browser.go(origin + sorts.concept);
      await browser.until(`document.querySelector('.VPNavBar .VPSwitchAppearance')`);
      const asked = browser.requests
        .map((url) => new URL(url).pathname)
        .filter((path) => /\.(js|css)$/.test(path));
      const named = loaded(
        'concepts/owner.html',
        readFileSync(`${built}concepts/owner.html`, 'utf8'),
      );
      expect([...new Set(asked)].filter((path) => !named.includes(path.slice(1)))).toEqual([]);
    }));

  it('can be read and followed without scripts', () =>
    onSite(async (browser, origin) => {
      await browser.become({ scripts: false, width: 390 });
      for (const path of Object.values(sorts)) {
        await browser.go(origin + path);
        const text = await browser.evaluate<string>('document.querySelector("main").innerText');
        expect(text.length, path).toBeGreaterThan(1000);
        const links = await browser.evaluate<number>(
          `[...document.querySelectorAll('.no-script a')].filter((a) => a.offsetHeight > 0).length`,
        );
        expect(links, path).toBeGreaterThan(3);
      }
      expect(strangers(browser, origin)).toEqual([]);
    }));
});

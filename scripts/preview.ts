/**
 * The picture that a link to the site shows elsewhere, and its icon for phones. Needs Chromium.
 *
 *     npx tsx scripts/preview.ts           into site/public/
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { browseAlone } from '../test/support/browsing.ts';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const address = (html: string): string =>
  `data:text/html;charset=utf-8,${encodeURIComponent(`<!doctype html><meta charset="utf-8">${html}`)}`;
const font = 'system-ui, "DejaVu Sans", sans-serif';

const preview = `<style>
  body { margin: 0; width: 1200px; height: 630px; box-sizing: border-box; padding: 52px 64px; background: #fff; color: #1c2430; font-family: ${font}; overflow: hidden; }
  h1 { margin: 0 0 10px; font-size: 54px; letter-spacing: -0.03em; }
  p { margin: 0 0 30px; font-size: 26px; color: #4b5667; }
  svg { width: 1072px; height: auto; }
</style><h1>avalanche-tx</h1><p>Avalanche transactions you can read before you sign</p>${read('docs/explanation.svg')}`;

const icon = `<style>
  body { margin: 0; background: #fff; } svg { display: block; width: 180px; height: 180px; padding: 26px; box-sizing: border-box; }
</style>${read('site/public/icon.svg')}`;

await browseAlone(async (browser) => {
  for (const [name, html, width, height] of [
    ['preview', preview, 1200, 630],
    ['apple-touch-icon', icon, 180, 180],
  ] as const) {
    await browser.become({ theme: 'light', width, height });
    await browser.tab.call('Emulation.setScrollbarsHidden', { hidden: true });
    await browser.go(address(html));
    const file = new URL(`../site/public/${name}.png`, import.meta.url);
    writeFileSync(file, await browser.picture(false));
  }
});

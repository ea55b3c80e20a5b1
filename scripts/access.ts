/**
 * What axe finds on every page of the built website, the inspector and the playground among them: wide and on a phone, in both themes in turn.
 * `test/site/` looks at one page of each sort, and `test/inspector/` at every state of the inspector. Needs Chromium and `npm run site`.
 *
 *     npx tsx scripts/access.ts           all pages; ends with 1 if any breaks a rule, or is wider than the window
 *     npx tsx scripts/access.ts guides    those whose address has the text
 */
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isAlive } from '../test/site/views.ts';
import { violations } from '../test/support/axe.ts';
import { browseAlone } from '../test/support/browsing.ts';
import { withFolder } from '../test/support/staticserver.ts';

const built = fileURLToPath(new URL('../site/.vitepress/dist', import.meta.url));
const [part = ''] = process.argv.slice(2);
if (!existsSync(built)) {
  console.error('The site is not built: npm run site');
  process.exit(2);
}

const paths = readdirSync(built, { recursive: true, encoding: 'utf8' })
  .map((path) => `/${path.replaceAll('\\', '/').replace(/(^|\/)index\.html$/, '$1')}`)
  // The frame has the program that runs, and is inside of a page.
  .filter(
    (path) => (path.endsWith('.html') || path.endsWith('/')) && path !== '/playground/frame.html',
  )
  .filter((path) => path.includes(part))
  .sort();
let found = 0;
await withFolder(built, (origin) =>
  browseAlone(async (browser) => {
    for (const [i, path] of paths.entries())
      for (const [k, width] of [1280, 390].entries()) {
        const theme = (i + k) % 2 === 0 ? 'light' : 'dark';
        await browser.become({ width, theme, height: 850 });
        await browser.go(origin + path);
        await browser.until(isAlive);
        const wide = await browser.evaluate<number>('document.documentElement.scrollWidth');
        const lines = [
          ...(await violations(browser)),
          ...(wide > width ? [`${wide} pixels wide`] : []),
        ];
        found += lines.length;
        for (const line of lines) console.log(`${path} at ${width} px, ${theme}: ${line}`);
      }
    for (const error of browser.errors) console.log(error);
    found += browser.errors.length;
  }),
);
console.log(`${paths.length} pages at two widths: ${found} violations`);
process.exitCode = found === 0 ? 0 : 1;

/**
 * Times codec, JSON, ids, building and signing in Chromium and Firefox, on a page that a server on loopback gives them:
 *
 *     npx tsx benchmarks/browsers.ts
 *
 * Every answer is compared before anything is timed. Ratios are what others take, times ours.
 */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { table } from '../scripts/markdown.ts';
import { command } from '../scripts/oracle.ts';
import { type AnyBrowser, browseAlone } from '../test/support/browsing.ts';
import { browseFirefox } from '../test/support/firefox.ts';
import { type Served, withServer } from '../test/support/staticserver.ts';
import { rows } from '../test/support/vectors.ts';
import { reads } from './codec.ts';
import { bytesOf, comesBack, inputOf } from './inputs.ts';
import type { PageResult, PageRow } from './page.ts';

/** The page's script with all that it uses, as a browser gets it. */
async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('page.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    logLevel: 'error',
    tsconfigRaw: '{}',
    // What avalanchejs is made of looks for Node's.
    define: { global: 'globalThis' },
    banner: { js: 'globalThis.process = { env: {} };' },
    minify: true,
  });
  return outputFiles[0]!.text;
}

/** An error while the script is loaded ends the run as well. */
const page = `<script>onerror = (what) => { globalThis.failed = String(what); };</script>
<script type="module" src="/page.js"></script>`;

/** P-chain transactions of all types that the codec by hand reads too, and whose JSON says all: every sixth. */
const pageRows = (): readonly PageRow[] =>
  rows('p-public')
    .filter((_, i) => i % 6 === 0)
    .filter(({ hex }) => reads(bytesOf(hex.slice(2))))
    .filter((row) => comesBack(inputOf(row)))
    .map(({ network, hex, json }) => ({ network, hex, json }));

/** What a browser measured on the page. */
async function measured(browser: AnyBrowser, origin: string): Promise<readonly PageResult[]> {
  await browser.go(`${origin}/page`);
  await browser.until('globalThis.results ?? globalThis.failed');
  const failed = await browser.evaluate<string | undefined>('globalThis.failed');
  if (failed !== undefined) throw new Error(failed);
  return browser.evaluate<readonly PageResult[]>('globalThis.results');
}

await command(import.meta.url, async () => {
  const script = await bundled();
  const files: Readonly<Record<string, Served>> = {
    '/page': { type: 'text/html', content: page },
    '/page.js': { type: 'text/javascript', content: script },
    '/rows.json': { type: 'application/json', content: JSON.stringify(pageRows()) },
  };
  const [chromium, firefox] = await withServer(
    (path) => files[path],
    async (origin) => [
      await browseAlone((browser) => measured(browser, origin)),
      await browseFirefox((browser) => measured(browser, origin)),
    ],
  );
  const cells = ({ ours, byHand, avalanchejs }: PageResult): readonly string[] => [
    ours.toFixed(2),
    byHand?.toFixed(2) ?? '',
    avalanchejs?.toFixed(2) ?? '',
  ];
  const others = ['by hand', 'avalanchejs'];
  console.log(
    table(
      ['', 'Chromium, ms', ...others, 'Firefox, ms', ...others],
      chromium.map((result, i) => [result.work, ...cells(result), ...cells(firefox[i]!)]),
    ),
  );
});

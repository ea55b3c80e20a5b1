/**
 * Times codec, JSON, ids, building and signing in Chromium and Firefox, on a page that a server on loopback gives them:
 *
 *     npm run bench:browsers
 *
 * Every answer is compared before anything is timed. Ratios are what others take, times ours.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { table } from '../scripts/markdown.ts';
import { command } from '../scripts/oracle.ts';
import { browse } from '../test/support/browsing.ts';
import { driveFirefox, type Served } from '../test/support/firefox.ts';
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
    minify: true,
  });
  return outputFiles[0]!.text;
}

/** P-chain transactions of all types that the codec by hand reads too, and whose JSON says all: every sixth. */
const pageRows = (): readonly PageRow[] =>
  rows('p-public')
    .filter((_, i) => i % 6 === 0)
    .filter(({ hex }) => reads(bytesOf(hex.slice(2))))
    .filter((row) => comesBack(inputOf(row)))
    .map(({ network, hex, json }) => ({ network, hex, json }));

async function inChromium(serve: (path: string) => Served | undefined) {
  const server = createServer((request, response) => {
    const found = serve(request.url!);
    response.writeHead(found ? 200 : 404, { 'content-type': found?.type ?? 'text/plain' });
    response.end(found?.content);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await browse(async (browser) => {
      await browser.go(`http://127.0.0.1:${(server.address() as AddressInfo).port}/page`);
      await browser.until('globalThis.results ?? globalThis.failed');
      const failed = await browser.evaluate<string | undefined>('globalThis.failed');
      if (failed !== undefined) throw new Error(`Chromium: ${failed}`);
      return browser.evaluate<readonly PageResult[]>('globalThis.results');
    });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function inFirefox(serve: (path: string) => Served | undefined) {
  const { results, error } = await driveFirefox<{ results: readonly PageResult[] }>(
    `frame.src = '/page';
    const page = frame.contentWindow;
    await until(() => page.results ?? page.failed);
    if (page.failed) throw new Error(page.failed);
    seen.results = page.results;`,
    { results: [] },
    serve,
  );
  if (error !== undefined) throw new Error(`Firefox: ${error}`);
  return results;
}

await command(import.meta.url, async () => {
  const script = await bundled();
  const files: Readonly<Record<string, Served>> = {
    '/page': { type: 'text/html', content: '<script type="module" src="/page.js"></script>' },
    '/page.js': { type: 'text/javascript', content: script },
    '/rows.json': { type: 'application/json', content: JSON.stringify(pageRows()) },
  };
  const serve = (path: string): Served | undefined => files[path];
  const chromium = await inChromium(serve);
  const firefox = await inFirefox(serve);
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

/** Browsers of the machine: on a page and in a worker, without a protocol for tests, so that any browser will do. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, firefox } from '../../scripts/needs.ts';
import type { Place, Platform } from './platform.ts';
import { oneFile } from './runtimes.ts';
import { run } from './tool.ts';

/** Runs in both, and tells the server. */
const script = `import { smoke } from './smoke.js';
const where = typeof document === 'undefined' ? 'worker' : 'page';
let said;
try { said = 'SMOKE ' + smoke(); } catch (e) { said = String(e && e.stack); }
fetch('/said/' + where, { method: 'POST', body: where + ': ' + said });
if (where === 'page') new Worker('/page.js', { type: 'module' });
`;

/** What a page and its worker say. */
async function visit(
  program: string,
  argsOf: (profile: string, url: string) => string[],
  code: string,
) {
  const profile = mkdtempSync(join(tmpdir(), 'browser-'));
  const said = new Map<string, string>();
  let told = () => {};
  const all = new Promise<void>((resolve) => {
    told = resolve;
  });
  const server = createServer((request, response) => {
    const page = request.url === '/';
    response.setHeader('content-type', page ? 'text/html' : 'text/javascript');
    if (page) response.end('<!doctype html><script type="module" src="/page.js"></script>');
    else if (request.url === '/page.js') response.end(code);
    else {
      let text = '';
      request.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      request.on('end', () => {
        response.end();
        if (request.url!.startsWith('/said/')) said.set(request.url!, text);
        if (said.size === 2) told();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const browser = spawn(program, argsOf(profile, `http://127.0.0.1:${port}/`), {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, HOME: profile, MOZ_DISABLE_CONTENT_SANDBOX: '1' },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    await Promise.race([
      all,
      once(browser, 'exit').then(() => Promise.reject(new Error('the browser ended'))),
      new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error('no report after five minutes')), 300_000);
      }),
    ]);
  } finally {
    clearTimeout(timer);
    const gone = once(browser, 'exit');
    if (browser.pid !== undefined && browser.exitCode === null && browser.signalCode === null) {
      process.kill(-browser.pid, 'SIGKILL');
      await gone;
    }
    server.close();
    server.closeAllConnections();
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
  return [...said.values()].join('\n');
}

const browser = (
  name: string,
  program: string | undefined,
  argsOf: (profile: string, url: string) => string[],
): Platform => ({
  name,
  sort: 'browser',
  how: 'one file, on a page and in a worker',
  run: async (place: Place) => {
    if (program === undefined) throw new Error('it is not on this machine');
    place.write('page.js', script);
    const version = await run(program, ['--version'], { cwd: place.app });
    return {
      text: await visit(program, argsOf, await oneFile(place, 'esm', 'page.js')),
      version: /\d+\.[\d.]+/.exec(version)?.[0] ?? '',
    };
  },
});

export const browsers: readonly Platform[] = [
  browser('Chromium', chromium, (profile, url) => [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--no-first-run',
    `--user-data-dir=${profile}`,
    url,
  ]),
  browser('Firefox', firefox, (profile, url) => [
    '--headless',
    '--no-remote',
    '--profile',
    profile,
    url,
  ]),
];

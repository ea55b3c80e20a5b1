/** Firefox with a page around the one under test, which drives it: the policies of our pages let no other script in. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOnPath } from '../../scripts/path.ts';
import { describeNeeding } from './needing.ts';

/** The program; undefined if it is missing. */
export const firefox = findOnPath('firefox-esr', 'firefox');

/** A group of tests that need Firefox: says loudly when they skip. */
export const describeWithFirefox = (name: string, body: () => void): void =>
  describeNeeding(
    firefox === undefined ? 'Firefox is missing: install it (firefox-esr).' : undefined,
    name,
    body,
  );

/** What a server answers; undefined if it has nothing there. */
export interface Served {
  readonly type: string;
  readonly content: string | Buffer;
}

/** What the script saw, and the error that ended it. */
type Reported<Seen> = Seen & { readonly error?: string };

/**
 * Opens a page with a frame in Firefox.
 * @param script The body of an async function that drives `frame`, has `until(condition)`, and adds to `seen`.
 * @param serve What is at an address, beside the page around.
 */
export async function driveFirefox<Seen>(
  script: string,
  seen: Seen,
  serve: (path: string) => Served | undefined,
): Promise<Reported<Seen>> {
  const around = `<!doctype html><iframe width="1300" height="900"></iframe><script type="module">
const frame = document.querySelector('iframe');
const until = async (f) => { while (!f()) await new Promise((done) => setTimeout(done, 50)); };
const seen = ${JSON.stringify(seen)};
const drive = async () => {${script}};
drive().catch((e) => { seen.error = String(e); }).finally(() => fetch('/said', { method: 'POST', body: JSON.stringify(seen) }));
</script>`;
  let told = (_: Reported<Seen>): void => {};
  const report = new Promise<Reported<Seen>>((resolve) => {
    told = resolve;
  });
  const server = createServer(async (request, response) => {
    const url = request.url!;
    if (url === '/said') {
      let text = '';
      for await (const part of request.setEncoding('utf8')) text += part;
      response.end();
      told(JSON.parse(text) as Reported<Seen>);
      return;
    }
    const found = url === '/' ? { type: 'text/html; charset=utf-8', content: around } : serve(url);
    response.writeHead(found ? 200 : 404, { 'content-type': found?.type ?? 'text/plain' });
    response.end(found?.content);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
  const browser = spawn(
    firefox!,
    ['--headless', '--no-remote', '--profile', profile, `http://127.0.0.1:${port}/`],
    {
      stdio: 'ignore',
      detached: true,
      env: { ...process.env, HOME: profile, MOZ_DISABLE_CONTENT_SANDBOX: '1' },
    },
  );
  try {
    const ended = once(browser, 'exit').then(() => Promise.reject(new Error('Firefox ended')));
    return await Promise.race([report, ended]);
  } finally {
    if (browser.exitCode === null && browser.signalCode === null) {
      const gone = once(browser, 'exit');
      process.kill(-browser.pid!, 'SIGKILL');
      await gone.catch(() => {});
    }
    server.close();
    server.closeAllConnections();
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** The inspector in Firefox: a page around it drives it, since its own policy lets no other script in. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { samples } from '../../apps/inspector/intake/samples.ts';
import { findOnPath } from '../../scripts/path.ts';
import { explain } from '../../src/explain/index.ts';
import { fuji } from '../../src/network/known.ts';
import { open } from '../../src/open/open.ts';
import { describeNeeding } from '../support/needing.ts';
import { filePath } from './support.ts';

const firefox = findOnPath('firefox-esr', 'firefox');

/** Runs in the page around the inspector, and reports what a person would see. */
const script = (texts: readonly string[]): string => `
const frame = document.querySelector('iframe');
const until = async (f) => { while (!f()) await new Promise((done) => setTimeout(done, 50)); };
const inner = () => frame.contentDocument;
const seen = { refused: [], pages: [] };
const watch = () => frame.contentWindow.addEventListener('securitypolicyviolation', (e) => seen.refused.push(e.blockedURI));
const load = async (url) => {
  frame.src = 'about:blank';
  await new Promise((done) => frame.addEventListener('load', done, { once: true }));
  frame.src = url;
  await new Promise((done) => frame.addEventListener('load', done, { once: true }));
  watch();
  await until(() => inner().querySelector('main'));
};
const run = async () => {
  for (const text of ${JSON.stringify(texts)}) {
    await load('/inspector.html');
    await until(() => inner().querySelector('#input'));
    const field = inner().querySelector('#input');
    const set = Object.getOwnPropertyDescriptor(frame.contentWindow.HTMLTextAreaElement.prototype, 'value').set;
    set.call(field, text);
    field.dispatchEvent(new frame.contentWindow.Event('input', { bubbles: true }));
    await until(() => inner().querySelector('[role=tab]'));
    const title = inner().querySelector('.says')?.textContent;
    const views = [];
    for (const tab of inner().querySelectorAll('[role=tab]')) {
      tab.click();
      await new Promise((done) => setTimeout(done, 300));
      views.push(inner().getElementById('panel').textContent.length > 0);
    }
    inner().querySelector('[role=tab]').click();
    await new Promise((done) => setTimeout(done, 500));
    await until(() => frame.contentWindow.location.hash.startsWith('#i='));
    const { hash } = frame.contentWindow.location;
    await load('/inspector.html' + hash);
    await until(() => inner().querySelector('[role=tab]'));
    seen.pages.push({ title, views, linked: inner().querySelector('.says')?.textContent });
  }
};
run().catch((e) => { seen.error = String(e); }).finally(() => fetch('/said', { method: 'POST', body: JSON.stringify(seen) }));
`;

interface Seen {
  readonly error?: string;
  readonly refused: readonly string[];
  readonly pages: readonly {
    readonly title: string;
    readonly views: readonly boolean[];
    readonly linked: string;
  }[];
}

/** Opens the page in Firefox, and gives what it reports. */
async function drive(texts: readonly string[]): Promise<Seen> {
  let told = (_: Seen): void => {};
  const report = new Promise<Seen>((resolve) => {
    told = resolve;
  });
  const server = createServer(({ url }, response) => {
    if (url === '/said') return;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      url === '/inspector.html'
        ? readFileSync(filePath)
        : `<!doctype html><iframe width="1000" height="800"></iframe><script type="module">${script(texts)}</script>`,
    );
  });
  server.on('request', (request, response) => {
    if (request.url !== '/said') return;
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      response.end();
      told(JSON.parse(text) as Seen);
    });
  });
  server.listen(0, '127.0.0.1');
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

describeNeeding(
  firefox === undefined ? 'Firefox is missing: install it (firefox-esr).' : undefined,
  'the inspector in Firefox',
  () => {
    it('opens typed inputs and links, shows every view, and its policy refuses nothing', async () => {
      const [payment, exported, draft] = samples.map(({ text }) => text);
      const { error, refused, pages } = await drive([payment!, exported!, draft!]);
      expect(error).toBeUndefined();
      expect(refused).toEqual([]);
      expect(pages.map(({ title }) => title).slice(0, 2)).toEqual(
        [payment!, exported!].map((text) => explain(open(text), { network: fuji }).title),
      );
      for (const { title, linked, views } of pages) {
        expect(linked).toBe(title);
        expect(views.length).toBeGreaterThan(4);
        expect(views).not.toContain(false);
      }
    });
  },
);

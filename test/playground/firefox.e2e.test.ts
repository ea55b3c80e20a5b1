/** The playground in Firefox: a page around it drives it, as the policy of the playground lets no other script in. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { expect, it } from 'vitest';
import { findOnPath } from '../../scripts/path.ts';
import { describeNeeding } from '../support/needing.ts';
import { buildPages, removePages } from '../support/pages.ts';

const firefox = findOnPath('firefox-esr', 'firefox');

/** Runs in the page around the playground, and reports what a person would see. */
const script = `
const frame = document.querySelector('iframe');
const seen = { refused: [], outputs: [] };
const until = async (f) => { while (!f()) await new Promise((done) => setTimeout(done, 50)); };
const find = (selector) => frame.contentDocument.querySelector(selector);
const said = () => find('.output .said').textContent;
const output = () => [...frame.contentDocument.querySelectorAll('.output pre, .failure-head')].map((of) => of.textContent).join('\\n');
const write = (code) => {
  const field = find('textarea');
  const { HTMLTextAreaElement, Event } = frame.contentWindow;
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(field, code);
  field.dispatchEvent(new Event('input', { bubbles: true }));
};
const run = async () => {
  find('.primary').click();
  await until(() => !/Ended|Stopped|Not run/.test(said()));
  await until(() => /Ended/.test(said()));
  seen.outputs.push(output());
};
const drive = async () => {
  frame.src = '/playground/';
  await new Promise((done) => frame.addEventListener('load', done, { once: true }));
  frame.contentWindow.addEventListener('securitypolicyviolation', (e) => seen.refused.push(e.violatedDirective));
  await until(() => find('.primary'));
  await run();
  seen.status = find('.tx .status').textContent;
  write("const a: number = 1;\\nthrow new Error('x' + a);");
  await run();
  write(["fetch('ADDRESS')", "import('ADDRESS')"].map((of) => "console.log(await " + of.replace('ADDRESS', location.origin + '/x.js') + ".then(() => 'reached', () => 'no'));").join('\\n'));
  await run();
  write("console.log('first');\\nfor (;;) {}");
  find('.primary').click();
  await until(() => output() === 'first');
  find('.primary').click();
  await until(() => said() === 'Stopped');
};
drive().catch((e) => { seen.error = String(e); }).finally(() => fetch('/said', { method: 'POST', body: JSON.stringify(seen) }));
`;

interface Seen {
  readonly error?: string;
  readonly refused: readonly string[];
  readonly outputs: readonly string[];
  readonly status: string;
}

const types: { readonly [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Opens the playground of a folder in Firefox, and gives what it reports, and what was asked for. */
async function drive(folder: string): Promise<Seen & { readonly asked: readonly string[] }> {
  let told = (_: Seen): void => {};
  const report = new Promise<Seen>((resolve) => {
    told = resolve;
  });
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const url = request.url!;
    asked.push(url);
    if (url === '/said') {
      let text = '';
      for await (const part of request.setEncoding('utf8')) text += part;
      response.end();
      told(JSON.parse(text) as Seen);
      return;
    }
    const file = join(folder, url.endsWith('/') ? `${url}index.html` : url);
    const isFile = url !== '/' && existsSync(file);
    response.setHeader(
      'content-type',
      types[url === '/' ? '.html' : extname(file)] ?? 'text/plain',
    );
    const around = `<!doctype html><iframe width="1300" height="900"></iframe><script type="module">${script}</script>`;
    response.statusCode = isFile || url === '/' ? 200 : 404;
    response.end(isFile ? readFileSync(file) : url === '/' ? around : undefined);
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
    return { ...(await Promise.race([report, ended])), asked };
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
  'the playground in Firefox',
  () => {
    it('runs, names the line of an error, refuses connections, and stops a loop', async () => {
      const folder = buildPages();
      try {
        const { error, refused, outputs, status, asked } = await drive(folder);
        expect(error).toBeUndefined();
        expect(refused).toEqual([]);
        expect(outputs[0]).toMatch(/^Accepted \w+$/m);
        expect(status).toBe('Accepted in block 2');
        expect(outputs[1]).toBe('Errorline 2');
        expect(outputs[2]).toBe('no\nno');
        expect(asked).not.toContain('/x.js');
      } finally {
        removePages(folder);
      }
    });
  },
);

/** A real browser for tests, over the DevTools protocol on a pipe. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { findOnPath } from '../../scripts/path.ts';
import { describeNeeding } from './needing.ts';

const chromium =
  process.env.CHROMIUM ||
  findOnPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable');

/** A `describe` of tests that visit pages. See `describeNeeding` for where Chromium is missing. */
export const describeWithChromium = (name: string, body: () => void): void =>
  describeNeeding(
    chromium === undefined
      ? 'Chromium is missing: install it (on Debian: apt-get install chromium), or name it in CHROMIUM.'
      : undefined,
    name,
    body,
  );

const flags = [
  '--headless',
  '--no-sandbox', // root in a container has none, and the pages are our own
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-breakpad',
  '--no-first-run',
  '--no-default-browser-check',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--remote-debugging-pipe',
];

/** A message of the protocol: JSON that a NUL ends. */
interface Message {
  readonly id?: number;
  readonly error?: { readonly message: string };
  readonly result?: object;
  readonly method?: string;
  readonly params?: object;
}

/** A tab of the browser. Source: chromedevtools.github.io/devtools-protocol. */
export interface Tab {
  /** Calls a method of the protocol; rejects if the browser answers with an error. */
  call<T = object>(method: string, params?: object): Promise<T>;
  /** Listens to an event of the protocol until the browser is gone. */
  on<T = object>(event: string, listener: (params: T) => void): void;
}

/**
 * Opens a page in a browser of its own, and gives the text with which the page calls `report(text)`. Rejects if the page
 * throws first, the browser ends, or it takes longer than 45 seconds. The browser is gone afterwards.
 */
export const visit = (url: string): Promise<string> =>
  withTab(45_000, async (tab) => {
    const reported = new Promise<string>((resolve, reject) => {
      tab.on<{ readonly payload: string }>('Runtime.bindingCalled', (e) => resolve(e.payload));
      tab.on<{ readonly exceptionDetails: object }>('Runtime.exceptionThrown', (e) =>
        reject(new Error(`the page threw: ${JSON.stringify(e.exceptionDetails)}`)),
      );
    });
    await tab.call('Runtime.enable');
    await tab.call('Runtime.addBinding', { name: 'report' });
    const [text] = await Promise.all([reported, tab.call('Page.navigate', { url })]);
    return text;
  });

/**
 * Runs a body with an empty tab in a browser of its own, which is gone afterwards.
 * @param limit Milliseconds after which it rejects.
 * @param more Further flags of the browser.
 */
export async function withTab<T>(
  limit: number,
  body: (tab: Tab) => Promise<T>,
  more: readonly string[] = [],
): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), 'chromium-'));
  const browser = spawn(chromium!, [...flags, ...more, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const [, , errors, input, output] = browser.stdio as unknown as [
    null,
    null,
    Readable,
    Writable,
    Readable,
  ];
  let said = '';
  errors.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000);
  });
  input.on('error', () => {}); // it has ended; 'close' tells
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<never>((_, reject) => {
    const fail = (what: string) => reject(new Error(`${chromium}: ${what}`));
    browser.once('error', (e) => fail(e.message));
    browser.once('close', (code, signal) => fail(`ended with ${code ?? signal}\n${said}`));
    timer = setTimeout(fail, limit, `not done after ${limit / 1000} s`);
  });
  try {
    return await Promise.race([attach(input, output).then(body), ended]);
  } finally {
    clearTimeout(timer);
    const gone = new Promise((resolve) => browser.once('exit', resolve));
    if (browser.pid !== undefined && browser.exitCode === null && browser.signalCode === null) {
      process.kill(-browser.pid, 'SIGKILL'); // with all its children
      await gone;
    }
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** Makes a tab, over the protocol's domain Target. */
async function attach(input: Writable, output: Readable): Promise<Tab> {
  let count = 0;
  const calls = new Map<number, (message: Message) => void>();
  const listeners = new Map<string, ((params: never) => void)[]>();
  let rest = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop()!;
    for (const json of messages) {
      const message: Message = JSON.parse(json);
      if (message.id !== undefined) calls.get(message.id)?.(message);
      for (const listener of listeners.get(message.method ?? '') ?? [])
        listener(message.params as never);
    }
  });

  const send = async (method: string, params: object, sessionId?: string): Promise<object> => {
    const id = ++count;
    const answer = new Promise<Message>((resolve) => calls.set(id, resolve));
    input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    const { error, result } = await answer;
    calls.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result!;
  };
  const { targetId } = (await send('Target.createTarget', { url: 'about:blank' })) as {
    readonly targetId: string;
  };
  const { sessionId } = (await send('Target.attachToTarget', { targetId, flatten: true })) as {
    readonly sessionId: string;
  };
  return {
    call: <T>(method: string, params: object = {}) => send(method, params, sessionId) as Promise<T>,
    on: (event, listener) => {
      listeners.set(event, [...(listeners.get(event) ?? []), listener]);
    },
  };
}

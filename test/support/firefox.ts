/** Firefox driven as a person does, over Marionette, the protocol below WebDriver. Source: firefox-source-docs.mozilla.org/testing/marionette. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { firefox, missing } from '../../scripts/needs.ts';
import { type AnyBrowser, type Browse, placeOf, waitUntil } from './browsing.ts';
import { describeNeeding } from './needing.ts';

type Call = <T = object>(command: string, params?: object) => Promise<T>;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** No first pages, no updates, a network that leads nowhere but to this machine, and no question whether a page may reach that. */
const preferences = {
  'marionette.port': 0,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.enabled': false,
  'network.lna.enabled': false,
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
};

const size = { MOZ_HEADLESS_WIDTH: '1400', MOZ_HEADLESS_HEIGHT: '1000' };

/** A Firefox of its own with one window, until it is closed. */
interface Firefox {
  readonly browser: AnyBrowser;
  close(): Promise<void>;
}

async function openFirefox(): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const marionette = ['--marionette', '--remote-allow-system-access'];
  const started = spawn(
    firefox!,
    ['--headless', '--no-remote', ...marionette, '--profile', profile],
    {
      stdio: 'ignore',
      detached: true,
      env: { ...process.env, HOME: profile, MOZ_DISABLE_CONTENT_SANDBOX: '1', ...size },
    },
  );
  const isRunning = (): boolean => started.exitCode === null && started.signalCode === null;
  const gone = new Promise<void>((resolve) => started.once('exit', () => resolve()));
  let socket: Socket | undefined;
  const close = async (): Promise<void> => {
    socket?.destroy();
    if (isRunning()) {
      process.kill(-started.pid!, 'SIGKILL');
      await gone;
    }
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  try {
    const file = join(profile, 'MarionetteActivePort');
    while (!existsSync(file) || readFileSync(file, 'utf8') === '') {
      if (!isRunning()) throw new Error('Firefox ended');
      await pause(100);
    }
    socket = connect(Number(readFileSync(file, 'utf8')), '127.0.0.1');
    return { browser: await browserOf(callsOver(socket)), close };
  } catch (e) {
    await close();
    throw e;
  }
}

/** A `describe` of tests that visit pages in one Firefox. See `describeNeeding` for where it is missing. */
export const describeWithFirefox = (
  name: string,
  body: (browse: Browse<AnyBrowser>) => void,
): void =>
  describeNeeding(missing.firefox, name, () => {
    let running: Promise<Firefox> | undefined;
    afterAll(async () => (await running)?.close());
    body(async (body) => {
      running ??= openFirefox();
      return body((await running).browser);
    });
  });

/** Calls over a socket: each message is its length in bytes, a colon, and JSON. */
function callsOver(socket: Socket): Call {
  let rest = Buffer.alloc(0);
  let count = 0;
  const waiting = new Map<number, (error: object | null, result: object) => void>();
  socket.on('close', () => {
    for (const done of waiting.values()) done({ message: 'Firefox ended' }, {});
  });
  socket.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const colon = rest.indexOf(':');
      const length = Number(rest.subarray(0, Math.max(0, colon)).toString());
      if (colon < 0 || rest.length < colon + 1 + length) return;
      const message = JSON.parse(rest.subarray(colon + 1, colon + 1 + length).toString());
      rest = rest.subarray(colon + 1 + length);
      // The first message says who speaks.
      if (Array.isArray(message)) waiting.get(message[1])?.(message[2], message[3]);
    }
  });
  return <T>(command: string, params: object = {}) =>
    new Promise<T>((resolve, reject) => {
      const id = ++count;
      waiting.set(id, (error, result) => {
        waiting.delete(id);
        if (error) reject(new Error(`${command}: ${JSON.stringify(error).slice(0, 1000)}`));
        else resolve(result as T);
      });
      const json = JSON.stringify([0, id, command, params]);
      socket.write(`${Buffer.byteLength(json)}:${json}`);
    });
}

/** Keys as WebDriver names them. */
const keys: { readonly [name: string]: string } = {
  Enter: '\uE007',
  Tab: '\uE004',
  Escape: '\uE00C',
  Control: '\uE009',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Home: '\uE011',
  End: '\uE010',
  Delete: '\uE017',
  PageDown: '\uE00F',
};

async function browserOf(call: Call): Promise<AnyBrowser> {
  await call('WebDriver:NewSession', {
    capabilities: { alwaysMatch: { acceptInsecureCerts: true } },
  });
  await call('WebDriver:SetTimeouts', { script: 400_000, pageLoad: 120_000 });
  const evaluate = async <T>(expression: string): Promise<T> => {
    // In a sandbox of the protocol: the page's policy lets no other script in.
    const script = `const [done] = arguments;
      (async () => (${expression}))().then((value) => done({ value }), (e) => done({ error: String(e) }));`;
    const { value } = await call<{
      readonly value: { readonly value: T; readonly error?: string };
    }>('WebDriver:ExecuteAsyncScript', { script, args: [], newSandbox: false });
    if (value.error !== undefined) throw new Error(`${expression}: ${value.error}`);
    return value.value;
  };
  const act = (actions: readonly object[]): Promise<object> =>
    call('WebDriver:PerformActions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  /** Runs a script with the rights of the browser itself. */
  const inBrowser = async (script: string, ...args: readonly unknown[]): Promise<void> => {
    await call('Marionette:SetContext', { value: 'chrome' });
    await call('WebDriver:ExecuteScript', { script, args });
    await call('Marionette:SetContext', { value: 'content' });
  };
  const press = async (...chords: readonly string[]): Promise<void> => {
    for (const chord of chords) {
      const names = chord.split('+').map((name) => keys[name] ?? name);
      await act([
        ...names.map((value) => ({ type: 'keyDown', value })),
        ...names.toReversed().map((value) => ({ type: 'keyUp', value })),
      ]);
    }
  };
  return {
    evaluate,
    press,
    async go(url) {
      await call('WebDriver:Navigate', { url });
    },
    until: (expression) => waitUntil(evaluate, expression),
    async type(text) {
      await evaluate(`document.execCommand('insertText', false, ${JSON.stringify(text)})`);
    },
    async point(element) {
      const { x, y } = await evaluate<{ readonly x: number; readonly y: number }>(placeOf(element));
      await call('WebDriver:PerformActions', {
        actions: [
          { type: 'pointer', id: 'mouse', actions: [{ type: 'pointerMove', duration: 0, x, y }] },
        ],
      });
    },
    async picture(full = false) {
      const { value } = await call<{ readonly value: string }>('WebDriver:TakeScreenshot', {
        full,
      });
      return Buffer.from(value, 'base64');
    },
    async paste(text) {
      await inBrowser(
        `Cc['@mozilla.org/widget/clipboardhelper;1'].getService(Ci.nsIClipboardHelper).copyString(arguments[0]);`,
        text,
      );
      await press('Control+v');
    },
    async choose(selector, files) {
      const { value } = await call<{ readonly value: Record<string, string> }>(
        'WebDriver:FindElement',
        { using: 'css selector', value: selector },
      );
      const [id] = Object.values(value);
      await call('WebDriver:ElementSendKeys', { id, text: files.join('\n') });
    },
  };
}

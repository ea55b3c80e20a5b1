/** A real browser for tests, over the DevTools protocol on a pipe. Source: chromedevtools.github.io/devtools-protocol. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { chromium } from '../../scripts/needs.ts';

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
  readonly sessionId?: string;
  readonly error?: { readonly message: string };
  readonly result?: object;
  readonly method?: string;
  readonly params?: object;
}

/** A tab of the browser, in a context of its own: no other tab shares its storage, permissions or settings. */
export interface Tab {
  /** Calls a method of the protocol; rejects if the browser answers with an error, or ends. */
  call<T = object>(method: string, params?: object): Promise<T>;
  /** Listens to an event of the protocol until the tab is gone. */
  on<T = object>(event: string, listener: (params: T) => void): void;
  /** The context, for methods of the whole browser. */
  readonly browserContextId: string;
  /** The first window that its page opened, as soon as it is there. */
  opened(): Promise<Tab>;
  close(): Promise<void>;
}

/** A running Chromium, until it is closed. */
export interface Chromium {
  openTab(): Promise<Tab>;
  close(): Promise<void>;
}

/** Starts a Chromium with a profile of its own. @param more Further flags. */
export function startChromium(more: readonly string[] = []): Chromium {
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
  const { send, listen, end } = messagesOf(input, output);
  browser.once('error', (e) => end(`${chromium}: ${e.message}`));
  const gone = new Promise<void>((resolve) => {
    browser.once('close', (code, signal) => {
      end(`${chromium} ended with ${code ?? signal}\n${said}`);
      resolve();
    });
  });
  const attached = async (targetId: string, browserContextId: string): Promise<Tab> => {
    const { sessionId } = await send<{ readonly sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    });
    const listeners = listen(sessionId);
    return {
      browserContextId,
      call: <T>(method: string, params: object = {}) => send<T>(method, params, sessionId),
      on: (event, listener) => {
        listeners.set(event, [...(listeners.get(event) ?? []), listener]);
      },
      async opened() {
        for (;;) {
          const { targetInfos } = await send<{
            readonly targetInfos: readonly {
              readonly targetId: string;
              readonly openerId?: string;
            }[];
          }>('Target.getTargets');
          const found = targetInfos.find(({ openerId }) => openerId === targetId);
          if (found) return attached(found.targetId, browserContextId);
          await new Promise((done) => setTimeout(done, 100));
        }
      },
      close: async () => {
        await send('Target.disposeBrowserContext', { browserContextId });
      },
    };
  };
  return {
    async openTab() {
      const { browserContextId } = await send<{ readonly browserContextId: string }>(
        'Target.createBrowserContext',
      );
      const { targetId } = await send<{ readonly targetId: string }>('Target.createTarget', {
        url: 'about:blank',
        browserContextId,
      });
      return attached(targetId, browserContextId);
    },
    async close() {
      if (browser.pid !== undefined && browser.exitCode === null && browser.signalCode === null)
        process.kill(-browser.pid, 'SIGKILL'); // with all its children
      await gone;
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

type Listeners = Map<string, readonly ((params: never) => void)[]>;

/** Calls and events over the pipes of a browser. */
function messagesOf(input: Writable, output: Readable) {
  let count = 0;
  let ended: Error | undefined;
  const calls = new Map<number, (message: Message) => void>();
  const sessions = new Map<string, Listeners>();
  let rest = '';
  input.on('error', () => {}); // it has ended; 'close' tells
  output.setEncoding('utf8').on('data', (text: string) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop()!;
    for (const json of messages) {
      const message: Message = JSON.parse(json);
      if (message.id !== undefined) calls.get(message.id)?.(message);
      const listeners = sessions.get(message.sessionId ?? '')?.get(message.method ?? '') ?? [];
      for (const listener of listeners) listener(message.params as never);
    }
  });
  return {
    async send<T = object>(method: string, params: object = {}, sessionId?: string): Promise<T> {
      if (ended) throw ended;
      const id = ++count;
      const answer = new Promise<Message>((resolve) => calls.set(id, resolve));
      input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
      const { error, result } = await answer;
      calls.delete(id);
      if (error) throw new Error(`${method}: ${error.message}`);
      return result as T;
    },
    /** The listeners to events of a session, by event. */
    listen(sessionId: string): Listeners {
      const listeners: Listeners = new Map();
      sessions.set(sessionId, listeners);
      return listeners;
    },
    /** Ends all calls with an error. */
    end(message: string): void {
      ended = new Error(message);
      for (const answer of calls.values()) answer({ error: { message } });
    },
  };
}

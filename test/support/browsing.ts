/** What a person does in a browser: goes to pages, presses keys, looks. */
import { afterAll } from 'vitest';
import { missing } from '../../scripts/needs.ts';
import { type Chromium, startChromium, type Tab } from './chromium.ts';
import { describeNeeding } from './needing.ts';

/** A window of the browser on one page after another. */
export interface Browser {
  /** Goes to an address, and waits until the page has loaded and stands still. */
  go(url: string): Promise<void>;
  /** The value of an expression in the page, awaited if it is a promise. */
  evaluate<T>(expression: string): Promise<T>;
  /** Waits until an expression is true in the page. */
  until(expression: string): Promise<void>;
  /** Presses keys, one after another: a name as of `KeyboardEvent.key`, with `Control+` in front where that is held. */
  press(...keys: readonly string[]): Promise<void>;
  /** Types text into what has the focus. */
  type(text: string): Promise<void>;
  /** Puts text into the clipboard, and presses Ctrl+V. */
  paste(text: string): Promise<void>;
  /** Moves the mouse over the beginning of an element that an expression gives. */
  point(element: string): Promise<void>;
  /** The size of the window, the theme that the system asks for, and whether scripts run, for the next page. */
  become(as: {
    readonly width?: number;
    readonly height?: number;
    readonly theme?: 'light' | 'dark';
    readonly scripts?: boolean;
  }): Promise<void>;
  /** A picture of what the window shows; of the whole page with `full`. */
  picture(full?: boolean, format?: 'png' | 'webp'): Promise<Buffer>;
  /** Chooses files in the first field for files that a selector finds. */
  choose(selector: string, files: readonly string[]): Promise<void>;
  /** The window that the page opened, as soon as it is there. */
  opened(): Promise<Browser>;
  /** Of the protocol, for what only one test needs. */
  readonly tab: Tab;
  /** Every address that was asked for since the start. */
  readonly requests: readonly string[];
  /** Every error that pages threw or wrote to the console. */
  readonly errors: readonly string[];
}

/** What is the same in Firefox. */
export type AnyBrowser = Pick<
  Browser,
  'go' | 'evaluate' | 'until' | 'press' | 'type' | 'paste' | 'point' | 'choose' | 'picture'
>;

/** Runs a body with an empty window of a browser. */
export type Browse<B extends AnyBrowser = Browser> = <T>(
  body: (browser: B) => Promise<T>,
) => Promise<T>;

const browseIn = async <T>(
  chromium: Chromium,
  body: (browser: Browser) => Promise<T>,
): Promise<T> => {
  const tab = await chromium.openTab();
  try {
    return await body(await browserOf(tab));
  } finally {
    await tab.close().catch(() => {}); // the browser may have ended, which the body has said
  }
};

/** Runs a body with a window of a Chromium of its own, which is gone afterwards. @param flags Further flags of the browser. */
export async function browseAlone<T>(
  body: (browser: Browser) => Promise<T>,
  flags: readonly string[] = [],
): Promise<T> {
  const chromium = startChromium(flags);
  try {
    return await browseIn(chromium, body);
  } finally {
    await chromium.close();
  }
}

/**
 * A `describe` of tests that visit pages. They share one Chromium, and each window has a context of its own in it, which keeps nothing
 * of others. See `describeNeeding` for where Chromium is missing.
 */
export const describeWithChromium = (name: string, body: (browse: Browse) => void): void =>
  describeNeeding(missing.chromium, name, () => {
    let running: Chromium | undefined;
    afterAll(() => running?.close());
    body((body) => {
      running ??= startChromium();
      return browseIn(running, body);
    });
  });

/** Milliseconds after which a wait is given up: against pages that never get there. No busy machine takes as long. */
export const patience = 300_000;

/** Waits until an expression is true in a page; the error has all that the page says. */
export async function waitUntil(
  evaluate: AnyBrowser['evaluate'],
  expression: string,
): Promise<void> {
  const end = performance.now() + patience;
  while (!(await evaluate<boolean>(`Boolean(${expression})`))) {
    if (performance.now() > end)
      throw new Error(
        `never true in the page: ${expression}\n${await evaluate('document.body?.innerText')}`,
      );
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** An expression for where in the window the mouse is over an element: in its middle, or 8 pixels from its left edge if it is wide. */
export const placeOf = (element: string): string => `(() => {
  const element = ${element};
  element.scrollIntoView({ block: 'nearest' });
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: Math.round(left + Math.min(width / 2, 8)), y: Math.round(top + height / 2) };
})()`;

const codes: { readonly [key: string]: number } = {
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  Escape: 27,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Delete: 46,
};

async function browserOf(tab: Tab): Promise<Browser> {
  const requests: string[] = [];
  const errors: string[] = [];
  const loaded = new Set<string>();
  let onLoad = (): void => {};
  tab.on<{ readonly request: { readonly url: string } }>('Network.requestWillBeSent', (e) => {
    requests.push(e.request.url);
  });
  tab.on<{ readonly exceptionDetails: object }>('Runtime.exceptionThrown', (e) => {
    errors.push(JSON.stringify(e.exceptionDetails));
  });
  tab.on<{ readonly type: string; readonly args: object }>('Runtime.consoleAPICalled', (e) => {
    if (e.type === 'error') errors.push(JSON.stringify(e.args));
  });
  tab.on<{ readonly loaderId: string; readonly name: string }>('Page.lifecycleEvent', (e) => {
    if (e.name !== 'load') return;
    loaded.add(e.loaderId);
    onLoad();
  });
  for (const domain of ['Network', 'Runtime', 'Page']) await tab.call(`${domain}.enable`);
  await tab.call('Page.setLifecycleEventsEnabled', { enabled: true });
  // Only a page with the focus may use the clipboard; without a window it may lose it.
  await tab.call('Emulation.setFocusEmulationEnabled', { enabled: true });

  const evaluate = async <T>(expression: string): Promise<T> => {
    const { result, exceptionDetails } = await tab.call<{
      readonly result: { readonly value: T };
      readonly exceptionDetails?: object;
    }>('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`);
    return result.value;
  };
  return {
    tab,
    requests,
    errors,
    evaluate,
    opened: async () => browserOf(await tab.opened()),
    async go(url) {
      const { loaderId, errorText } = await tab.call<{
        readonly loaderId?: string;
        readonly errorText?: string;
      }>('Page.navigate', { url });
      if (errorText !== undefined) throw new Error(`${url}: ${errorText}`);
      // Another fragment of the same page loads nothing.
      if (loaderId !== undefined)
        while (!loaded.has(loaderId))
          await new Promise<void>((resolve) => {
            onLoad = resolve;
          });
      await evaluate('document.fonts.ready.then(() => undefined)');
    },
    until: (expression) => waitUntil(evaluate, expression),
    async press(...keys) {
      for (const chord of keys) {
        const key = chord.split('+').at(-1)!;
        const event = {
          key,
          code: key.length === 1 ? `Key${key.toUpperCase()}` : key,
          modifiers: chord.startsWith('Control+') ? 2 : 0,
          windowsVirtualKeyCode: codes[key] ?? key.toUpperCase().charCodeAt(0),
          ...(key === 'Enter' ? { text: '\r' } : {}),
        };
        await tab.call('Input.dispatchKeyEvent', { type: 'keyDown', ...event });
        await tab.call('Input.dispatchKeyEvent', { type: 'keyUp', ...event, text: undefined });
      }
    },
    type: async (text) => {
      await tab.call('Input.insertText', { text });
    },
    async paste(text) {
      await tab.call('Browser.grantPermissions', {
        permissions: ['clipboardReadWrite'],
        browserContextId: tab.browserContextId,
      });
      await evaluate(
        `navigator.clipboard.writeText(${JSON.stringify(text)}).then(() => undefined)`,
      );
      const event = { key: 'v', code: 'KeyV', modifiers: 2, windowsVirtualKeyCode: 86 };
      const commands = ['paste'];
      await tab.call('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event, commands });
      await tab.call('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
    },
    async point(element) {
      const place = await evaluate<object>(placeOf(element));
      await tab.call('Input.dispatchMouseEvent', { type: 'mouseMoved', ...place });
    },
    async choose(selector, files) {
      const { root } = await tab.call<{ readonly root: { readonly nodeId: number } }>(
        'DOM.getDocument',
      );
      const { nodeId } = await tab.call<{ readonly nodeId: number }>('DOM.querySelector', {
        nodeId: root.nodeId,
        selector,
      });
      await tab.call('DOM.setFileInputFiles', { nodeId, files });
    },
    async become({ width, height, theme, scripts }) {
      if (width !== undefined)
        await tab.call('Emulation.setDeviceMetricsOverride', {
          width,
          height: height ?? 900,
          deviceScaleFactor: 1,
          mobile: width < 600,
        });
      if (theme !== undefined)
        await tab.call('Emulation.setEmulatedMedia', {
          features: [{ name: 'prefers-color-scheme', value: theme }],
        });
      if (scripts !== undefined)
        await tab.call('Emulation.setScriptExecutionDisabled', { value: !scripts });
    },
    async picture(full = false, format = 'png') {
      const { data } = await tab.call<{ readonly data: string }>('Page.captureScreenshot', {
        captureBeyondViewport: full,
        format,
        ...(format === 'webp' && { quality: 60 }),
      });
      return Buffer.from(data, 'base64');
    },
  };
}

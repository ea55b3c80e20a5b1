/** The playground in Chromium, as somebody uses it: examples, errors on purpose, loops, and code that tries to get out. */
import { describe, expect, it } from 'vitest';
import { readExamples } from '../../scripts/examples.ts';
import { builtPages } from '../support/artifacts.ts';
import { type Browser, describeWithChromium } from '../support/browsing.ts';
import { withFolder } from '../support/staticserver.ts';
import {
  brokenExamples,
  endInErrors,
  isForeign,
  looksAccessible,
  runsToTheEnd,
} from './examples.ts';
import { isOver, openPage, press, run, seen, shownCode, write } from './visit.ts';

const examples = readExamples();

/** The first examples that import each entry point of the package: together they import all that any does. */
const ofEachEntry = examples.filter(
  (() => {
    const seen = new Set<string>();
    return ({ code }) => {
      const entries = [...code.matchAll(/ from '([^']+)'/g)].map(([, name]) => name!);
      const isNew = entries.some((name) => !seen.has(name));
      for (const name of entries) seen.add(name);
      return isNew;
    };
  })(),
);

/** Of the examples that a change breaks, the first and the last for each change. */
const ofEachBreakage = (all: ReturnType<typeof brokenExamples>): typeof all =>
  all.filter(
    (of) =>
      of === all.find(({ what }) => what === of.what) ||
      of === all.findLast(({ what }) => what === of.what),
  );

describeWithChromium('the playground', (browse) => {
  const inPage = <T>(body: (browser: Browser, origin: string) => Promise<T>): Promise<T> =>
    builtPages().then((folder) =>
      withFolder(folder, (origin) => browse((browser) => body(browser, origin))),
    );

  it('runs an example of each entry point to the end that its guide shows, without a request or a violation', () =>
    inPage((browser, origin) => runsToTheEnd(browser, origin, ofEachEntry)));

  it('stops an endless loop, and stays usable', () =>
    inPage(async (browser, origin) => {
      await openPage(browser, origin);
      await write(browser, "console.log('first');\nfor (;;) {}");
      await press(browser, 'Run');
      await browser.until(`document.querySelector('.output').textContent.includes('first')`);
      await press(browser, 'Stop');
      expect((await seen(browser)).said).toBe('Stopped');
      await write(browser, "console.log('again')");
      expect((await run(browser)).printed).toBe('again');
      await write(browser, "for (;;) postMessage('x');");
      const { failures } = await run(browser);
      expect(failures.join()).toContain('more than the page can show');
      await write(browser, 'for (let i = 0; i < 20000; i++) console.log(i);');
      expect((await run(browser)).printed.split('\n').at(-1)).toBe('19999');
    }));

  it('lets the code reach nothing: no network, no page, no storage', () =>
    inPage(async (browser, origin) => {
      await openPage(browser, origin);
      await run(browser);
      const before = browser.requests.length;
      const tries = [
        `await fetch('${origin}/playground/frame.html')`,
        `await fetch('https://example.com/')`,
        `await import('${origin}/playground/frame.html')`,
        `await import('data:text/javascript,export default 1')`,
        `importScripts('${origin}/x.js')`,
        `await new Promise((resolve, reject) => { const s = new WebSocket('${origin.replace('http', 'ws')}/'); s.onopen = resolve; s.onerror = () => reject(new Error('refused')); })`,
        `await new Promise((resolve, reject) => { const s = new EventSource('${origin}/'); s.onopen = resolve; s.onerror = () => reject(new Error('refused')); })`,
        `await new Promise((resolve, reject) => { const r = new XMLHttpRequest(); r.open('GET', '${origin}/'); r.onload = resolve; r.onerror = () => reject(new Error('refused')); r.send(); })`,
        `await new Promise((resolve, reject) => { const r = indexedDB.open('x'); r.onsuccess = resolve; r.onerror = () => reject(r.error); })`,
        'await caches.open("x")',
        'localStorage.x = 1',
        'document.title',
        'parent.document',
        'new Function("return 1")()',
        `eval('1')`,
      ];
      const code = tries
        .map(
          (of) =>
            `try { ${of}; console.log('done: ' + ${JSON.stringify(of)}); } catch { console.log('no'); }`,
        )
        .join('\n');
      await write(browser, code);
      const { printed, failures } = await run(browser);
      expect(failures).toEqual([]);
      expect(printed.split('\n')).toEqual(tries.map(() => 'no'));
      await write(browser, `import '${origin}/playground/x.js';`);
      expect((await run(browser)).failures).toHaveLength(1);
      expect(browser.requests.slice(before).filter(isForeign)).toEqual([]);
    }));

  it('has a frame that cannot reach its page, and does nothing without its sandbox', () =>
    inPage(async (browser, origin) => {
      await openPage(browser, origin);
      expect(
        await browser.evaluate(`(() => {
          const frame = document.querySelector('iframe');
          try { frame.contentWindow.document; return 'reached'; } catch { return frame.getAttribute('sandbox'); }
        })()`),
      ).toBe('allow-scripts');
      await browser.go(`${origin}/playground/frame.html`);
      expect(
        await browser.evaluate(`new Promise((resolve) => {
          const seen = [];
          window.Worker = class { constructor() { seen.push('a worker'); } };
          addEventListener('message', ({ data }) => {
            if (data.type === 'report' || data.type === 'ready') seen.push(data.type);
            if (data.type === 'last') resolve(seen);
          });
          window.postMessage({ type: 'runner', text: 'postMessage("x")' }, '*');
          window.postMessage({ type: 'run', run: 1, code: '', isHeld: false }, '*');
          window.postMessage({ type: 'last' }, '*');
        })`),
      ).toEqual([]);
    }));

  it('runs nothing of a link until somebody presses Run', () =>
    inPage(async (browser, origin) => {
      await openPage(browser, origin);
      await write(browser, "console.log('from a link: ' + 'ü'.length);");
      const link = await browser.evaluate<string>(`new Promise((resolve) => {
        navigator.clipboard.writeText = (text) => { resolve(text); return Promise.resolve(); };
        [...document.querySelectorAll('button')].find((of) => of.textContent === 'Copy link').click();
      })`);
      await openPage(browser, origin, new URL(link).hash);
      await browser.until(`${shownCode}.includes('from a link')`);
      await browser.evaluate('new Promise((idle) => requestIdleCallback(() => idle()))');
      expect((await seen(browser)).said).toBe('Not run yet');
      expect((await run(browser)).printed).toBe('from a link: 1');
      await openPage(browser, origin, '#code=AAAA');
      await browser.until(`document.querySelector('.notice')?.textContent.includes('damaged')`);
    }));

  it('breaks the example, explains the error at its line, and takes it back', () =>
    inPage(async (browser, origin) => {
      await openPage(browser, origin);
      const titles = await browser.evaluate<readonly string[]>(
        `[...document.querySelectorAll('.toolbar label:nth-of-type(2) option')].map((of) => of.textContent).slice(1)`,
      );
      const found: Record<string, string> = {};
      for (const title of titles) {
        await browser.evaluate(`(() => {
          const menu = document.querySelector('.toolbar label:nth-of-type(2) select');
          menu.value = [...menu.options].find((of) => of.textContent === ${JSON.stringify(title)}).value;
          menu.dispatchEvent(new Event('change', { bubbles: true }));
        })()`);
        await browser.until(
          `document.querySelector('.notice.broken strong')?.textContent.startsWith(${JSON.stringify(title)})`,
        );
        await browser.until(isOver);
        const { failures } = await seen(browser);
        expect(failures, title).toHaveLength(1);
        found[title] = failures[0]!.split('\n')[0]!;
        expect(failures[0], title).toMatch(/line \d+/);
      }
      expect(found).toEqual({
        'Address of another network': 'WrongNetwork',
        'UTXO that is already spent': 'NotAccepted',
        'Fee that is too small': 'NotAccepted',
        'Missing signature': 'MissingSigner',
        'Signature of somebody else’s key': 'MissingSigner',
        'More than there is': 'Insufficient',
      });
      await press(browser, 'Undo the change');
      expect((await run(browser)).failures).toEqual([]);
    }));

  it('moves the clock, holds and makes blocks, and resets the node', () =>
    inPage(async (browser, origin) => {
      await openPage(browser, origin, '#example=guide/send-p');
      await browser.evaluate(`document.querySelector('.check input').click()`);
      await press(browser, 'Run');
      await browser.until(
        `document.querySelector('.tx .status')?.textContent === 'Waiting for a block'`,
      );
      await press(browser, 'Make a block');
      await browser.until(isOver);
      expect((await seen(browser)).printed).toMatch(/^Accepted/);
      await browser.until(
        `/Accepted in block 2/.test(document.querySelector('.tx .status').textContent)`,
      );
      const clock = () => browser.evaluate<string>(`document.querySelector('.clock').textContent`);
      expect(await clock()).toContain('1 Oct 2026');
      await press(browser, 'Advance');
      await browser.until(`document.querySelector('.clock').textContent.includes('2 Oct 2026')`);
      await press(browser, 'Reset');
      await browser.until(
        `document.querySelector('.clock').textContent.includes('1 Oct 2026, 00:00:00')`,
      );
      expect(await browser.evaluate(`document.querySelectorAll('.blocks li').length`)).toBe(0);
    }));

  it('completes, shows types and finds type errors in its editor, under the same policy', () =>
    inPage(async (browser, origin) => {
      await openPage(browser, origin);
      const light = browser.requests.filter((url) => /service-|declarations-/.test(url));
      expect(light).toEqual([]);
      // The editor colours its text in steps, while nothing else is to do.
      await browser.until(
        `new Set([...document.querySelector('.rich').shadowRoot.querySelectorAll('.cm-line span')].map((span) => getComputedStyle(span).color)).size > 2`,
      );
      await browser.evaluate(`(() => {
        window.editor = document.querySelector('.rich').shadowRoot;
        editor.querySelector('.cm-content').focus();
      })()`);
      await browser.press('Control+End');
      await browser.type('\nconst wrong: number = draft.fee.total;\ntestnode.fu');
      await browser.until(
        `editor.querySelector('.cm-tooltip-autocomplete li')?.textContent === 'fund'`,
      );
      await browser.until(
        `editor.querySelector('.cm-completionInfo')?.innerText.includes('AVAX from the reserve')`,
      );
      await browser.press('Enter');
      await browser.until(`editor.querySelector('.cm-lintRange-error')?.textContent === 'wrong'`);
      await browser.press('Control+Enter');
      await browser.until(isOver);
      expect((await seen(browser)).printed).toMatch(/^Accepted/);
      expect(await browser.evaluate('refused')).toEqual([]);
      expect(browser.errors).toEqual([]);
    }));

  it('runs by keyboard', () =>
    inPage(async (browser, origin) => {
      await openPage(browser, origin);
      await browser.evaluate(
        `document.querySelector('.rich').shadowRoot.querySelector('.cm-content').focus()`,
      );
      await browser.press('Control+Enter');
      await browser.until(isOver);
      expect((await seen(browser)).printed).toMatch(/^Accepted/);
      await browser.evaluate(`document.querySelector('header a').focus()`);
      const names: string[] = [];
      for (let i = 0; i < 20; i++) {
        await browser.press('Tab');
        names.push(
          await browser.evaluate(
            `((e) => e.getAttribute('aria-label') ?? (e.shadowRoot ? 'Editor' : e.textContent.slice(0, 20)))(document.activeElement)`,
          ),
        );
      }
      for (const name of ['Run', 'Copy link', 'Editor', 'Printed lines'])
        expect(names).toContain(name);
    }));

  it('axe finds nothing in the light theme, and on a phone in the dark one', () =>
    inPage(async (browser, origin) => {
      await looksAccessible(browser, origin, { width: 1440, theme: 'light' });
      await looksAccessible(browser, origin, { width: 390, theme: 'dark' });
    }));
});

describe('a change that breaks an example', () => {
  it('ends in an error that names what is wrong', () =>
    endInErrors(ofEachBreakage(brokenExamples(examples))));
});

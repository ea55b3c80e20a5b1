/** The playground in Chromium, as somebody uses it: every example, errors on purpose, loops, and code that tries to get out. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { breakages } from '../../apps/playground/model/breaking.ts';
import { prepare } from '../../apps/playground/runner/rewrite.ts';
import { readExamples } from '../../scripts/examples.ts';
import { violations } from '../support/axe.ts';
import { type Browser, browse } from '../support/browsing.ts';
import { describeWithChromium } from '../support/chromium.ts';
import { isShown } from '../support/codeblocks.ts';
import { buildPages, removePages, withPages } from '../support/pages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

let folder: string;
beforeAll(() => {
  folder = buildPages();
});
afterAll(() => removePages(folder));

const examples = readExamples();

/** What a person can read of a run. */
interface Seen {
  readonly said: string;
  /** Lines that were printed, without values. */
  readonly printed: string;
  readonly values: readonly { readonly line: number; readonly text: string }[];
  readonly failures: readonly string[];
}

const seen = (browser: Browser): Promise<Seen> =>
  browser.evaluate(`(() => {
    const all = (selector) => [...document.querySelectorAll('.output ' + selector)];
    return {
      said: document.querySelector('.output .said').textContent,
      printed: all('.line:not(.value) pre').map((of) => of.textContent).join('\\n'),
      values: all('.line.value').map((of) => ({
        line: Number(of.querySelector('.at').textContent.slice(5)),
        text: of.querySelector('pre').textContent,
      })),
      failures: all('.failure').map((of) => of.innerText),
    };
  })()`);

const write = (browser: Browser, code: string): Promise<void> =>
  browser.evaluate(`(() => {
    const field = document.querySelector('textarea');
    field.value = ${JSON.stringify(code)};
    field.dispatchEvent(new Event('input', { bubbles: true }));
  })()`);

const press = (browser: Browser, name: string): Promise<void> =>
  browser.evaluate(
    `[...document.querySelectorAll('button')].find((of) => of.textContent.trim() === ${JSON.stringify(name)}).click()`,
  );

/** Requests that are not of the page itself: Chromium asks for the icon again with each change of the fragment. */
const isForeign = (url: string): boolean => !/^blob:|\/icon\.svg$/.test(url);

const isOver = `/Ended|Stopped/.test(document.querySelector('.output .said')?.textContent)`;

/** Runs what is in the field to its end. */
async function run(browser: Browser): Promise<Seen> {
  await press(browser, 'Run');
  await browser.until(
    `document.querySelector('.output .said').textContent === 'Running…' || ${isOver}`,
  );
  await browser.until(isOver);
  return seen(browser);
}

/** Opens the page, and notes what its policy refuses. */
async function openPage(browser: Browser, origin: string, fragment = ''): Promise<void> {
  await browser.go('about:blank');
  await browser.go(`${origin}/playground/${fragment}`);
  await browser.until(`document.querySelector('textarea')`);
  await browser.evaluate(
    `window.refused = []; document.addEventListener('securitypolicyviolation', (e) => refused.push(e.violatedDirective + ' ' + e.blockedURI)); undefined`,
  );
}

const inPage = <T>(body: (browser: Browser, origin: string) => Promise<T>): Promise<T> =>
  withPages(folder, (origin) => browse((browser) => body(browser, origin)));

/** Values as the comments of guides write them, without what people write differently. */
const plain = (text: string): string => text.replaceAll(/[\s_,;]/g, '').replaceAll('"', "'");

describeWithChromium('the playground', () => {
  it('runs every example to the end that its guide shows, without a request or a violation', () =>
    inPage(async (browser, origin) => {
      await openPage(browser, origin);
      await run(browser);
      const before = browser.requests.length;
      for (const { id, code, output } of examples) {
        await browser.evaluate(`location.hash = '#example=${id}'`);
        await browser.until(`document.querySelector('textarea').value === ${JSON.stringify(code)}`);
        const found = await run(browser);
        expect({ id, failures: found.failures }).toEqual({ id, failures: [] });
        expect(found.said, id).toMatch(/^Ended after/);
        if (output !== undefined && !isShown(found.printed, output))
          expect({ id, printed: found.printed }).toEqual({ id, printed: output });
        const lines = code.split('\n');
        for (const { line, text } of found.values) {
          const [, wanted = ''] = / \/\/ (.*)$/.exec(lines[line - 1]!)!;
          // Some comments go on in words behind the value.
          expect(
            plain(wanted).startsWith(plain(text)) || plain(text) === plain(wanted),
            `${id} line ${line}: ${text}`,
          ).toBe(true);
        }
      }
      expect(browser.requests.slice(before).filter(isForeign)).toEqual([]);
      expect(await browser.evaluate('refused')).toEqual([]);
      expect(browser.errors).toEqual([]);
    }));

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
          const answers = [];
          addEventListener('message', ({ data }) => answers.push(data.type));
          window.postMessage({ type: 'runner', text: 'postMessage("x")' }, '*');
          window.postMessage({ type: 'run', run: 1, code: '', isHeld: false }, '*');
          setTimeout(() => resolve(answers.filter((type) => type === 'report' || type === 'ready')), 500);
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
      await browser.until(`document.querySelector('textarea').value.includes('from a link')`);
      await new Promise((resolve) => setTimeout(resolve, 300));
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
      expect(await clock()).toContain('1 Jan 2026');
      await press(browser, 'Advance');
      await browser.until(`document.querySelector('.clock').textContent.includes('2 Jan 2026')`);
      await press(browser, 'Reset');
      await browser.until(
        `document.querySelector('.clock').textContent.includes('1 Jan 2026, 00:00:00')`,
      );
      expect(await browser.evaluate(`document.querySelectorAll('.blocks li').length`)).toBe(0);
    }));

  it('completes, shows types and finds type errors in its editor, under the same policy', () =>
    inPage(async (browser, origin) => {
      await openPage(browser, origin);
      const light = browser.requests.filter((url) => /editor-|service-|declarations-/.test(url));
      expect(light).toEqual([]);
      await press(browser, 'Types and completion');
      await browser.until(
        `document.querySelector('.rich')?.shadowRoot?.querySelector('.cm-content')`,
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
        `editor.querySelector('.cm-completionInfo')?.innerText.includes('Gives AVAX of the reserve')`,
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
      await browser.evaluate(`document.querySelector('textarea').focus()`);
      await browser.press('Control+Enter');
      await browser.until(isOver);
      expect((await seen(browser)).printed).toMatch(/^Accepted/);
      await browser.evaluate(`document.querySelector('header a').focus()`);
      const names: string[] = [];
      for (let i = 0; i < 14; i++) {
        await browser.press('Tab');
        names.push(
          await browser.evaluate(
            `document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.slice(0, 20)`,
          ),
        );
      }
      for (const name of ['Run', 'Copy link', 'Types and completion', 'Code', 'Printed lines'])
        expect(names).toContain(name);
    }));

  it.each(['light', 'dark'] as const)(
    'axe finds nothing in the %s theme, wide and on a phone',
    (theme) =>
      inPage(async (browser, origin) => {
        for (const width of [1440, 390]) {
          await browser.become({ width, theme });
          await openPage(browser, origin);
          await run(browser);
          expect(await violations(browser, { iframes: false })).toEqual([]);
          expect(
            await browser.evaluate('document.documentElement.scrollWidth'),
          ).toBeLessThanOrEqual(width);
        }
      }),
  );
});

describe('every change that breaks an example', () => {
  it('ends in an error that names what is wrong', () => {
    // Below the root, so that the package finds itself.
    const home = mkdtempSync(`${root}dist/broken-`);
    const changes = examples.flatMap(({ id, code }) =>
      breakages.flatMap(({ id: what, apply }) => {
        const broken = apply(code);
        return broken ? [{ id, what, code: broken.code }] : [];
      }),
    );
    try {
      changes.forEach(({ code }, i) => {
        writeFileSync(
          `${home}/${i}.mjs`,
          prepare(code, () => undefined),
        );
      });
      writeFileSync(
        `${home}/all.mjs`,
        `globalThis.__value = () => {};
        const { log } = console;
        console.log = () => {};
        for (let i = 0; i < ${changes.length}; i++)
          log(await import('./' + i + '.mjs').then(() => 'no error', (e) => e.code ?? String(e)));`,
      );
      const printed = execFileSync(process.execPath, [`${home}/all.mjs`], { encoding: 'utf8' });
      const codes = printed.trim().split('\n');
      const wanted: Readonly<Record<string, string>> = {
        network: 'WrongNetwork',
        spent: 'NotAccepted',
        fee: 'NotAccepted',
        signature: 'MissingSigner',
        key: 'MissingSigner',
        amount: 'Insufficient',
        address: 'BadChecksum',
      };
      expect(new Set(changes.map(({ what }) => what))).toEqual(new Set(Object.keys(wanted)));
      expect(changes.map(({ id, what }, i) => [id, what, codes[i]])).toEqual(
        changes.map(({ id, what }) => [id, what, wanted[what]]),
      );
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });
});

describe('what the playground loads', () => {
  const size = (pattern: RegExp): number =>
    readdirSync(`${folder}/playground`)
      .filter((name) => pattern.test(name))
      .reduce(
        (sum, name) => sum + gzipSync(readFileSync(`${folder}/playground/${name}`)).length,
        0,
      );

  it('is at most 250 kB gzipped before its editor is asked for and something runs', () => {
    const first = size(/^(index|frame)\.html$|^playground-.*\.(js|css)$/);
    expect(first).toBeGreaterThan(10_000);
    expect(first).toBeLessThan(250_000);
  });
});

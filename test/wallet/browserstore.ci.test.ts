/** The store of payments in a real browser: a page, and two tabs of one. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { type Browser, describeWithChromium } from '../support/browsing.ts';
import { type Served, withServer } from '../support/staticserver.ts';
import { rightAnswers } from '../support/stores.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

async function page(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { isError } from './src/errors/error.ts';
        import { browserStore } from './src/wallet/browserstore.ts';
        import { answersOf } from './test/support/stores.ts';
        const code = (e) => (isError(e) ? e.code : String(e));
        Object.assign(globalThis, {
          browserStore, answersOf,
          take: async (name) => {
            try { globalThis.store = await browserStore(name).open(); return 'opened'; } catch (e) { return code(e); }
          },
          attempt: (call) => call.then((of) => of ?? null, code),
        });`,
      resolveDir: root,
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    tsconfigRaw: '{}',
  });
  const code = outputFiles[0]!.text;
  expect(code).not.toMatch(/["'`]node:/);
  return code;
}

const withPage = async <T>(body: (origin: string) => Promise<T>): Promise<T> => {
  const files: ReadonlyMap<string, Served> = new Map([
    [
      '/',
      {
        type: 'text/html',
        content: '<!doctype html><script type="module" src="/page.js"></script>',
      },
    ],
    ['/page.js', { type: 'text/javascript', content: await page() }],
  ]);
  return withServer((path) => files.get(path), body);
};

const visit = async (browser: Browser, origin: string) => {
  await browser.go(origin);
  await browser.until('globalThis.take');
};

/** Opens a second tab of the same browser profile. */
const another = async (browser: Browser, origin: string): Promise<Browser> => {
  await browser.tab.call('Runtime.evaluate', {
    expression: `void open(${JSON.stringify(origin)})`,
    userGesture: true,
  });
  const second = await browser.opened();
  await second.until('globalThis.take');
  return second;
};

describeWithChromium('a store of payments in a browser', (browse) => {
  it('does what every store must do', () =>
    withPage((origin) =>
      browse(async (browser) => {
        await visit(browser, origin);
        // JSON leaves out what is undefined.
        const found = await browser.evaluate<string>(
          `answersOf(browserStore('pay')).then((of) => JSON.stringify(of))`,
        );
        expect(JSON.parse(found)).toEqual(JSON.parse(JSON.stringify(rightAnswers)));
      }),
    ));

  it('is of one tab, until that leaves the page, even in the middle of a write', () =>
    withPage((origin) =>
      browse(async (browser) => {
        await visit(browser, origin);
        expect(await browser.evaluate(`take('pay')`)).toBe('opened');
        await browser.evaluate(`store.write('a', 'record', false)`);
        const second = await another(browser, origin);
        expect(await second.evaluate(`take('pay')`)).toBe('InUse');
        // Another account is another store.
        expect(await second.evaluate(`take('other')`)).toBe('opened');
        expect(await second.evaluate('store.unfinished()')).toEqual([]);
        // The first goes on, and goes away with a write under way.
        await browser.evaluate(`void store.write('b', 'x'.repeat(1e6), false)`);
        await browser.go('about:blank');
        await second.evaluate(`(async () => { while ((await take('pay')) !== 'opened'); })()`);
        const b = await second.evaluate<string | null>(`store.read('b').then((of) => of ?? null)`);
        expect([null, 'x'.repeat(1e6)]).toContain(b);
        expect(await second.evaluate(`store.read('a')`)).toBe('record');
      }),
    ));

  it('is refused once another script stole its lock, or the data of the page was deleted', () =>
    withPage((origin) =>
      browse(async (browser) => {
        await visit(browser, origin);
        await browser.evaluate(`take('pay')`);
        await browser.evaluate(
          `navigator.locks.request('avalanche-tx payments pay', { steal: true }, () => {})`,
        );
        expect(await browser.evaluate(`attempt(store.write('a', 'record', false))`)).toBe('InUse');
        await browser.evaluate(`store.close()`);

        await browser.evaluate(`take('pay')`);
        await browser.tab.call('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
        await browser.evaluate(
          `(async () => { while ((await attempt(store.write('a', 'record', false))) !== 'StoreFailed'); })()`,
        );
        expect(await browser.evaluate(`attempt(store.read('a'))`)).toBe('StoreFailed');
      }),
    ));

  it('of a newer version is refused and stays as it is', () =>
    withPage((origin) =>
      browse(async (browser) => {
        await visit(browser, origin);
        await browser.evaluate(`new Promise((resolve) => {
          const request = indexedDB.open('avalanche-tx payments pay', 7);
          request.onsuccess = () => resolve(request.result.close());
        })`);
        expect(await browser.evaluate(`take('pay')`)).toBe('BadVersion');
        expect(
          await browser.evaluate(
            `indexedDB.databases().then((all) => all.map(({ version }) => version))`,
          ),
        ).toEqual([7]);
        // The refusal gave the lock back.
        expect(await browser.evaluate(`take('pay')`)).toBe('BadVersion');
      }),
    ));

  it('keeps the old record where the browser takes a write back, and goes on', () =>
    withPage((origin) =>
      browse(async (browser) => {
        await visit(browser, origin);
        await browser.evaluate(`take('pay')`);
        await browser.evaluate(`store.write('a', 'old', false)`);
        // As it does when the disk is full.
        await browser.evaluate(`{
          const { transaction } = IDBDatabase.prototype;
          IDBDatabase.prototype.transaction = function (...args) {
            IDBDatabase.prototype.transaction = transaction;
            const made = this.transaction(...args);
            queueMicrotask(() => made.abort());
            return made;
          };
        }`);
        expect(await browser.evaluate(`attempt(store.write('a', 'new', true))`)).toBe(
          'StoreFailed',
        );
        expect(await browser.evaluate(`store.read('a')`)).toBe('old');
        expect(await browser.evaluate(`store.unfinished()`)).toEqual(['a']);
        await browser.evaluate(`store.write('a', 'new', true)`);
        expect(await browser.evaluate(`store.read('a')`)).toBe('new');
        expect(await browser.evaluate(`store.unfinished()`)).toEqual([]);
      }),
    ));
});

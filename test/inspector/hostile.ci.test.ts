/** Inputs made to run, to hang or to mislead: names that turn text around, huge, deep and damaged files, links. */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { samples } from '../../apps/inspector/intake/samples.ts';
import { fragmentOf } from '../../apps/inspector/model/link.ts';
import { open } from '../../src/open/open.ts';
import { toJSONText } from '../../src/open/opened.ts';
import { type Browser, describeWithChromium } from '../support/browsing.ts';
import { again, chooseView, dropFiles, openInspector, paste, settled } from './support.ts';

const [payment = ''] = samples.map(({ text }) => text);
const evil = 'A\u202e\u2066<img src=x onerror=alert(1)>\u0000\u200b\u0007';

/** A CreateAssetTx whose name is hostile. */
function hostileTx(): string {
  const rows = gunzipSync(
    readFileSync(new URL('../../vectors/x-public.ndjson.gz', import.meta.url)),
  )
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly type: string; readonly hex: string });
  const { hex } = rows.find(({ type }) => type === 'CreateAssetTx')!;
  return toJSONText(open(hex, { chain: 'X' })).replace(
    /"name":"(?:[^"\\]|\\.)*"/,
    `"name":${JSON.stringify(evil)}`,
  );
}

const tabs = (browser: Browser): Promise<readonly string[]> =>
  browser.evaluate(`[...document.querySelectorAll('[role=tab]')].map(({ id }) => id.slice(4))`);

/** Expects that nothing ran, nothing was asked, and that no character turns or hides text. */
async function expectCalm(browser: Browser, what: string): Promise<void> {
  const shown = await browser.evaluate<string>(
    `document.body.innerText + [...document.querySelectorAll('input, textarea')].map(({ id, value }) => id === 'input' ? '' : value).join()
      + [...document.querySelectorAll('[title], [aria-label]')].map((e) => e.title + e.ariaLabel).join()`,
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(shown, what).not.toMatch(/[\u0000-\u0008\u200b-\u200f\u202a-\u202e\u2066-\u2069]/);
  expect(await browser.evaluate(`document.querySelectorAll('img:not(.picture img)').length`)).toBe(
    0,
  );
  expect(await browser.evaluate('refused'), what).toEqual([]);
}

describeWithChromium('hostile inputs', (browse) => {
  it('mislead in no view', () =>
    browse(async (browser) => {
      await openInspector(browser);
      await paste(browser, hostileTx());
      await settled(browser);
      for (const id of await tabs(browser)) {
        await chooseView(browser, id);
        await expectCalm(browser, id);
      }
      await again(browser);
      await dropFiles(browser, [[`${evil.replaceAll('/', '')}.hex`, Buffer.from(payment)]]);
      await settled(browser);
      await expectCalm(browser, 'the name of a file');
      expect(browser.errors).toEqual([]);
    }));

  it('are answered, however large, deep or damaged', () =>
    browse(async (browser) => {
      await openInspector(browser);
      const noise = Buffer.alloc(4_000_000);
      for (let i = 0; i < noise.length; i++) noise[i] = (i * 2_654_435_761) >>> 13;
      const inputs: readonly (readonly [string, Uint8Array])[] = [
        ['noise', noise],
        ['nothing', new Uint8Array(0)],
        ['brackets', Buffer.from('['.repeat(300_000))],
        ['objects', Buffer.from('{"a":'.repeat(200_000))],
        ['a long name', Buffer.from(`{"${'x'.repeat(3_000_000)}":1}`)],
        ['a count of 4 billion', Buffer.from(`${payment.slice(0, 94)}ffffffff`)],
        ['parts', Buffer.from('AVAXTX1:'.repeat(100_000))],
        ['markup', Buffer.from('<svg onload=alert(1)><script>alert(1)</script>')],
      ];
      for (const [name, content] of inputs) {
        await dropFiles(browser, [[name, content]]);
        // Nothing at all stays as it was.
        if (content.length > 0)
          await browser.until(`document.querySelector('.notice, [role=tab]')`);
        await expectCalm(browser, name);
        await again(browser);
      }
      // More than any input has: made in the page, since no protocol carries it.
      await browser.evaluate(`(() => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([new Uint8Array(70 * 1024 * 1024)], 'huge'));
        document.querySelector('.page').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      })()`);
      await browser.until(`document.querySelector('.notice')`);
      expect(await browser.evaluate(`document.querySelector('.notice').textContent`)).toContain(
        'too large',
      );
      expect(browser.errors).toEqual([]);
    }));

  it('of links open nothing but an input, and ask nobody', () =>
    browse(async (browser) => {
      const links = [
        await fragmentOf({ content: payment, view: 'constructor' }),
        await fragmentOf({ content: payment, view: 'verdict' }),
        await fragmentOf({ content: '<script>alert(1)</script>' }),
        await fragmentOf({ content: hostileTx() }),
        '#i=javascript:alert(1)',
        '#i=%3Cscript%3E',
        '#i=__proto__',
        `#i=${'A'.repeat(100_000)}`,
      ];
      for (const link of links) {
        await openInspector(browser, link);
        await browser.until(`document.querySelector('.notice, [role=tab]')`);
        await expectCalm(browser, link.slice(0, 80));
      }
      // A link to the page that is open is followed as well.
      await browser.evaluate(`void (location.hash = ${JSON.stringify(links[1])})`);
      await browser.until(`document.getElementById('tab-verdict')?.ariaSelected === 'true'`);
      expect(browser.requests.filter((url) => /^(https?|wss?):/.test(url))).toEqual([]);
      expect(browser.errors).toEqual([]);
    }));
});

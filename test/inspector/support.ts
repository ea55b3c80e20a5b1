/** What tests of the inspector share: its file, and what a person does with it. */
import { fileURLToPath } from 'node:url';
import { samples } from '../../apps/inspector/intake/samples.ts';
import type { AnyBrowser } from '../support/browsing.ts';

/** The single file, as the package contains it. */
const file: string = new URL('../../dist/inspector.html', import.meta.url).href;
export const filePath: string = fileURLToPath(file);

/** Opens the single file anew, and records what its policy refuses. */
export async function openInspector(browser: AnyBrowser, fragment = ''): Promise<void> {
  await browser.go('about:blank');
  await browser.go(file + fragment);
  await browser.evaluate(`void (window.refused = [], window.addEventListener('securitypolicyviolation', (e) => {
    window.refused.push(e.violatedDirective + ' ' + e.blockedURI); }))`);
  await browser.until(`document.querySelector('main')`);
}

/** Pastes a text as the clipboard gives it. */
export const paste = (browser: AnyBrowser, text: string): Promise<void> =>
  browser.evaluate(`(() => {
    const field = document.querySelector('#input');
    field.select();
    const clipboardData = new window.DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    field.dispatchEvent(new window.ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  })()`);

/** Drops files on the page: names and contents. */
export const dropFiles = (
  browser: AnyBrowser,
  files: readonly (readonly [name: string, content: Uint8Array])[],
): Promise<void> =>
  browser.evaluate(`(() => {
    const dataTransfer = new window.DataTransfer();
    for (const [name, content] of ${JSON.stringify(files.map(([name, content]) => [name, Buffer.from(content).toString('base64')]))})
      dataTransfer.items.add(new window.File([window.Uint8Array.from(atob(content), (c) => c.charCodeAt(0))], name));
    document.querySelector('.page').dispatchEvent(new window.DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  })()`);

/** Waits until tabs are there, or a notice. */
export const settled = (browser: AnyBrowser): Promise<void> =>
  browser.until(`document.querySelector('[role=tab], .notice')`);

/** Starts again with an empty input. */
export const again = async (browser: AnyBrowser): Promise<void> => {
  await browser.evaluate(
    `[...document.querySelectorAll('.top button')].find((b) => b.textContent === 'New input')?.click()`,
  );
  await browser.until(`!document.querySelector('[role=tab]') && document.querySelector('#input')`);
};

/** Chooses a view. */
export const chooseView = async (browser: AnyBrowser, id: string): Promise<void> => {
  await browser.evaluate(`document.getElementById('tab-${id}').click()`);
  await browser.until(
    `document.getElementById('panel').getAttribute('aria-labelledby') === 'tab-${id}'`,
  );
};

/** The text of an element without white space, which its layout changes. */
export const wordsOf = (browser: AnyBrowser, selector: string): Promise<string> =>
  browser.evaluate(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((e) => e.textContent).join('').replaceAll(/\\s+/g, '')`,
  );

/** A block of about 2 MB, with as many payments as fit: more than a node accepts. */
export function largeBlock(): Buffer {
  const tx = Buffer.from(samples[0]!.text.slice(2), 'hex').subarray(2);
  const count = Math.floor(2_000_000 / tx.length);
  const head = Buffer.alloc(58);
  head.writeUInt32BE(32, 2); // BanffStandardBlock
  head.writeBigUInt64BE(1_800_000_000n, 6);
  head.writeBigUInt64BE(7n, 46);
  head.writeUInt32BE(count, 54);
  return Buffer.concat([head, ...Array.from({ length: count }, () => tx)]);
}

/** What a person does in the inspector, in the file that the package contains; the same in Chromium and in Firefox. */
import { fileURLToPath } from 'node:url';
import { samples } from '../../apps/inspector/intake/samples.ts';
import { type AnyBrowser, patience } from '../support/browsing.ts';

/** The single file, as the package contains it. */
const file: string = new URL('../../apps/cli/dist/inspector.html', import.meta.url).href;
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
    `[...document.querySelectorAll('.subject button')].find((b) => b.textContent === 'New input')?.click()`,
  );
  await browser.until(`!document.querySelector('[role=tab]') && document.querySelector('#input')`);
};

/** Chooses a view. */
export const chooseView = async (browser: AnyBrowser, id: string): Promise<void> => {
  await browser.until(`document.getElementById('tab-${id}')`);
  await browser.evaluate(`document.getElementById('tab-${id}').click()`);
  await browser.until(
    `document.getElementById('panel').getAttribute('aria-labelledby') === 'tab-${id}'`,
  );
  // A view loads when it is looked at for the first time.
  await browser.until(
    `![...document.querySelectorAll('#panel [role=status]')].some((e) => e.textContent === 'Loading…')`,
  );
};

/** The text of an element without white space, which its layout changes. */
export const wordsOf = (browser: AnyBrowser, selector: string): Promise<string> =>
  browser.evaluate(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((e) => e.textContent).join('').replaceAll(/\\s+/g, '')`,
  );

/** Opens an input by dropping a file with it, and a view of it. */
export async function openView(browser: AnyBrowser, input: string, id: string): Promise<void> {
  await openInspector(browser);
  await dropFiles(browser, [['input', Buffer.from(input)]]);
  await chooseView(browser, id);
}

/** The text of the first element of a selector; empty if there is none. */
export const textOf = (b: AnyBrowser, selector: string): Promise<string> =>
  b.evaluate(`document.querySelector(${JSON.stringify(selector)})?.textContent ?? ''`);

/** Types into a control of the form, by its name, in place of what it has. Only those in sight are there: the form is scrolled to it. */
export async function enter(b: AnyBrowser, name: string, text: string): Promise<void> {
  const field = `document.querySelector(${JSON.stringify(`.form [aria-label="${name}"]`)})`;
  await b.until(`document.querySelector('.form')`);
  await b.evaluate(`(async () => {
    const form = document.querySelector('.form');
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    if (!${field}) form.scrollTop = 0;
    while (!${field}) {
      await drawn();
      form.scrollTop = form.scrollTop + form.clientHeight >= form.scrollHeight ? 0 : form.scrollTop + 300;
      await drawn();
    }
    ${field}.focus();
    ${field}.select();
  })()`);
  await b.type(text);
}

/** Tells whether an element is what a person looks for: it is called so, and is a field or something to press. */
const isNamed = (name: string): string =>
  `((e) => e && e.matches('button, summary, input, textarea, select, [role=tab]') && !e.disabled &&
    (e.ariaLabel ?? (e.labels?.[0] ?? e).textContent).trim().startsWith(${JSON.stringify(name)}))`;

/**
 * Presses Tab until an expression is true of `e`, the element with the focus: round the page as often as it takes, as the element may
 * not be there yet.
 */
export async function tabUntil(browser: AnyBrowser, expression: string): Promise<void> {
  const isThere = `((e) => ${expression})(document.activeElement)`;
  const end = performance.now() + patience;
  while (!(await browser.evaluate<boolean>(isThere))) {
    if (performance.now() > end)
      throw new Error(`no Tab leads to ${expression}: ${await pageText(browser)}`);
    await browser.press('Tab');
  }
}

/** Presses Tab until the focus is on something of that name. */
export const tabTo = (browser: AnyBrowser, name: string): Promise<void> =>
  tabUntil(browser, `${isNamed(name)}(e)`);

/** Goes to something and presses Enter. */
export async function activate(browser: AnyBrowser, name: string): Promise<void> {
  await tabTo(browser, name);
  await browser.press('Enter');
}

/** Goes to a field and fills it in the place of what is there. */
export async function fill(browser: AnyBrowser, name: string, text: string): Promise<void> {
  await tabTo(browser, name);
  await browser.evaluate('void document.activeElement.select()');
  await browser.type(text);
}

/** All text of the page. */
export const pageText = (browser: AnyBrowser): Promise<string> =>
  browser.evaluate('document.body.innerText');

/** Waits until the page says something. */
export const sees = (browser: AnyBrowser, text: string): Promise<void> =>
  browser.until(`document.body.innerText.includes(${JSON.stringify(text)})`);

const showsDraft = `document.querySelector('.draft-section, #tab-draft')`;

/** Waits for a draft, and looks at its view. */
export async function lookAtDraft(browser: AnyBrowser): Promise<void> {
  await browser.until(showsDraft);
  await browser.evaluate(`void document.querySelector('#tab-draft')?.click()`);
  await browser.until(`document.querySelector('.draft-section')`);
}

/** Opens a draft that is pasted. */
export async function pasteDraft(browser: AnyBrowser, text: string): Promise<void> {
  await openInspector(browser);
  await browser.until(`document.activeElement.matches('textarea')`);
  await browser.paste(text);
  await lookAtDraft(browser);
}

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

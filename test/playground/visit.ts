/** What a person does in the playground, the same in Chromium and in Firefox. */
import { formatLink } from '../../apps/playground/model/link.ts';
import type { AnyBrowser } from '../support/browsing.ts';

/** What a person can read of a run. */
interface Seen {
  readonly said: string;
  /** Lines that were printed, without values. */
  readonly printed: string;
  readonly values: readonly { readonly line: number; readonly text: string }[];
  readonly failures: readonly string[];
}

export const seen = (browser: AnyBrowser): Promise<Seen> =>
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

/** The lines of the editor, those in view at least. */
export const shownCode: string = `[...document.querySelector('.rich')?.shadowRoot?.querySelectorAll('.cm-line') ?? []].map((of) => of.textContent).join('\\n')`;

/** Opens a program by a link: its fragment is what "Copy link" gives. */
export async function write(browser: AnyBrowser, code: string): Promise<void> {
  await browser.evaluate(`void (location.hash = ${JSON.stringify(await formatLink(code))})`);
  await browser.until(`${shownCode}.startsWith(${JSON.stringify(code.slice(0, 300))})`);
}

export const press = (browser: AnyBrowser, name: string): Promise<void> =>
  browser.evaluate(
    `[...document.querySelectorAll('button')].find((of) => of.textContent.trim() === ${JSON.stringify(name)}).click()`,
  );

export const isOver: string = `/Ended|Stopped/.test(document.querySelector('.output .said')?.textContent)`;

/** Runs what is in the field to its end. */
export async function run(browser: AnyBrowser): Promise<Seen> {
  await press(browser, 'Run');
  await browser.until(
    `document.querySelector('.output .said').textContent === 'Running…' || ${isOver}`,
  );
  await browser.until(isOver);
  return seen(browser);
}

/** Opens the page, and notes what its policy refuses. */
export async function openPage(browser: AnyBrowser, origin: string, fragment = ''): Promise<void> {
  await browser.go('about:blank');
  await browser.go(`${origin}/playground/${fragment}`);
  await browser.until(`${shownCode} !== ''`);
  await browser.evaluate(
    `void (window.refused = [], document.addEventListener('securitypolicyviolation', (e) => { window.refused.push(e.violatedDirective + ' ' + e.blockedURI); }))`,
  );
}

/** The inspector as one file, with an input and a view. */
import { expect } from 'vitest';
import { violations } from '../support/axe.ts';
import type { AnyBrowser, Browser } from '../support/browsing.ts';
import { dropFiles, openInspector } from './support.ts';

/** Opens an input by dropping a file with it, and a view of it. */
export async function openView(b: AnyBrowser, input: string, view: string): Promise<void> {
  await openInspector(b);
  await dropFiles(b, [['input', Buffer.from(input)]]);
  await choose(b, view);
}

/** Chooses a view by its tab. */
export async function choose(b: AnyBrowser, view: string): Promise<void> {
  const tab = `[...document.querySelectorAll('[role=tab]')].find((e) => e.textContent === ${JSON.stringify(view)})`;
  await soon(b, tab);
  await b.evaluate(`void ${tab}.click()`);
  await soon(b, `${tab}.getAttribute('aria-selected') === 'true'`);
}

/** The text of the first element of a selector; empty if there is none. */
export const textOf = (b: AnyBrowser, selector: string): Promise<string> =>
  b.evaluate(`document.querySelector(${JSON.stringify(selector)})?.textContent ?? ''`);

/** Expects nothing from axe and no horizontal scroll of what is shown, in both themes and on a phone. */
export async function expectAccessible(b: Browser, show: () => Promise<void>): Promise<void> {
  for (const [width, theme] of [
    [1400, 'light'],
    [1400, 'dark'],
    [390, 'light'],
  ] as const) {
    await b.become({ width, height: 850, theme });
    await show();
    expect(await violations(b), `${width} ${theme}`).toEqual([]);
    expect(await b.evaluate(`document.documentElement.scrollWidth`)).toBeLessThanOrEqual(width);
  }
}

/** Types into a control of the form, by its name, in place of what it has. */
export async function enter(b: AnyBrowser, name: string, text: string): Promise<void> {
  const field = `document.querySelector(${JSON.stringify(`.form [aria-label="${name}"]`)})`;
  if (!(await b.evaluate<boolean>(`Boolean(${field})`)))
    await b.evaluate(`void (document.querySelector('.form').scrollTop = 0)`);
  for (let i = 0; i < 200 && !(await b.evaluate<boolean>(`Boolean(${field})`)); i++) {
    await b.evaluate(`void (document.querySelector('.form').scrollTop += 300)`);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  await b.evaluate(`void (${field}.focus(), ${field}.select())`);
  await b.type(text);
}

/** Waits until an expression is true in the page; says which one if that takes too long. */
export async function soon(b: AnyBrowser, expression: string): Promise<void> {
  const end = performance.now() + 25_000;
  while (!(await b.evaluate<boolean>(`Boolean(${expression})`))) {
    if (performance.now() > end) throw new Error(`not true after 25 s: ${expression}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

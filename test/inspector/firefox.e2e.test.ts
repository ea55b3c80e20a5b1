/** The inspector in Firefox: a page around it drives it, since its own policy lets no other script in. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { samples } from '../../apps/inspector/intake/samples.ts';
import { explain } from '../../src/explain/index.ts';
import { fuji } from '../../src/network/known.ts';
import { open } from '../../src/open/open.ts';
import { describeWithFirefox, driveFirefox } from '../support/firefox.ts';
import { filePath } from './support.ts';

/** Runs in the page around the inspector, and reports what a person would see. */
const script = (texts: readonly string[]): string => `
const inner = () => frame.contentDocument;
const watch = () => frame.contentWindow.addEventListener('securitypolicyviolation', (e) => seen.refused.push(e.blockedURI));
const load = async (url) => {
  frame.src = 'about:blank';
  await new Promise((done) => frame.addEventListener('load', done, { once: true }));
  frame.src = url;
  await new Promise((done) => frame.addEventListener('load', done, { once: true }));
  watch();
  await until(() => inner().querySelector('main'));
};
  for (const text of ${JSON.stringify(texts)}) {
    await load('/inspector.html');
    await until(() => inner().querySelector('#input'));
    const field = inner().querySelector('#input');
    const set = Object.getOwnPropertyDescriptor(frame.contentWindow.HTMLTextAreaElement.prototype, 'value').set;
    set.call(field, text);
    field.dispatchEvent(new frame.contentWindow.Event('input', { bubbles: true }));
    await until(() => inner().querySelector('[role=tab]'));
    const title = inner().querySelector('.says')?.textContent;
    const views = [];
    for (const tab of inner().querySelectorAll('[role=tab]')) {
      tab.click();
      await new Promise((done) => setTimeout(done, 300));
      views.push(inner().getElementById('panel').textContent.length > 0);
    }
    inner().querySelector('[role=tab]').click();
    await new Promise((done) => setTimeout(done, 500));
    await until(() => frame.contentWindow.location.hash.startsWith('#i='));
    const { hash } = frame.contentWindow.location;
    await load('/inspector.html' + hash);
    await until(() => inner().querySelector('[role=tab]'));
    seen.pages.push({ title, views, linked: inner().querySelector('.says')?.textContent });
  }
`;

interface Seen {
  readonly refused: readonly string[];
  readonly pages: readonly {
    readonly title: string;
    readonly views: readonly boolean[];
    readonly linked: string;
  }[];
}

describeWithFirefox('the inspector in Firefox', () => {
  it('opens typed inputs and links, shows every view, and its policy refuses nothing', async () => {
    const [payment, exported, draft] = samples.map(({ text }) => text);
    const { error, refused, pages } = await driveFirefox<Seen>(
      script([payment!, exported!, draft!]),
      { refused: [], pages: [] },
      (path) =>
        path === '/inspector.html'
          ? { type: 'text/html; charset=utf-8', content: readFileSync(filePath) }
          : undefined,
    );
    expect(error).toBeUndefined();
    expect(refused).toEqual([]);
    expect(pages.map(({ title }) => title).slice(0, 2)).toEqual(
      [payment!, exported!].map((text) => explain(open(text), { network: fuji }).title),
    );
    for (const { title, linked, views } of pages) {
      expect(linked).toBe(title);
      expect(views.length).toBeGreaterThan(4);
      expect(views).not.toContain(false);
    }
  });
});

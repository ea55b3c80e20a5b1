/** A page that swaps what the inspector shows, frames it, or opened it. `swapped.test.ts` has what needs no browser. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fragmentOf } from '../../apps/inspector/model/link.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { formatDraft } from '../../src/draft/file.ts';
import { fuji } from '../../src/network/known.ts';
import { type Browser, describeWithChromium } from '../support/browsing.ts';
import { withServer } from '../support/staticserver.ts';
import { honest, mallory, shop, thefts } from '../support/thefts.ts';
import { filePath, lookAtDraft, pageText, pasteDraft, sees } from './support.ts';

const theft = thefts.at(-1)![2];
const link = (draft: Draft) => fragmentOf({ content: formatDraft(draft), view: 'draft' });
const [good, bad] = await Promise.all([link(honest), link(theft)]);

/** Runs a body with the inspector on one origin, and a page of another. */
const withBoth = <T>(
  attacker: (inspector: string) => string,
  body: (attacker: string, inspector: string) => Promise<T>,
): Promise<T> =>
  withServer(
    () => ({ type: 'text/html; charset=utf-8', content: readFileSync(filePath) }),
    (inspector) =>
      withServer(
        () => ({ type: 'text/html; charset=utf-8', content: attacker(inspector) }),
        (origin) => body(origin, inspector),
      ),
  );

/** The text of the only frame in the page, as soon as it says something. */
async function textInFrame({ tab }: Browser, words: string): Promise<string> {
  for (;;) {
    const { frameTree } = await tab.call<{
      readonly frameTree: {
        readonly childFrames?: readonly { readonly frame: { readonly id: string } }[];
      };
    }>('Page.getFrameTree');
    const frameId = frameTree.childFrames?.[0]?.frame.id;
    if (frameId !== undefined) {
      const { executionContextId: contextId } = await tab.call<{
        readonly executionContextId: number;
      }>('Page.createIsolatedWorld', { frameId });
      const { result } = await tab.call<{ readonly result: { readonly value?: string } }>(
        'Runtime.evaluate',
        { expression: 'document.body.innerText', contextId, returnByValue: true },
      );
      if (result.value?.includes(words)) return result.value;
    }
    await new Promise((done) => setTimeout(done, 100));
  }
}

const openKeyField = async (b: Browser): Promise<void> => {
  // Another draft closes what is open, also one that arrives after a click.
  await b.until(
    `document.querySelector('input[type=password]') ||
      void [...document.querySelectorAll('.draft-way')]
        .find((e) => /private key/.test(e.textContent) && e.getAttribute('aria-expanded') !== 'true')?.click()`,
  );
};
const typeKey = async (b: Browser): Promise<void> => {
  await openKeyField(b);
  await b.evaluate(`void document.querySelector('input[type=password]').focus()`);
  await b.type(`0x${'01'.repeat(32)}`);
};
const pressButton = (b: Browser, text: string) =>
  b.evaluate(
    `[...document.querySelectorAll('button')].find((e) => e.textContent.trim() === ${JSON.stringify(text)}).click()`,
  );
const keyLength = (b: Browser): Promise<number> =>
  b.evaluate(`document.querySelector('input[type=password]')?.value.length ?? 0`);

describeWithChromium('the inspector, in the hands of another page', (browse) => {
  it('asks before a changed address replaces a draft, and forgets the typed key', () =>
    browse(async (b) => {
      await pasteDraft(b, formatDraft(honest));
      await typeKey(b);
      expect(await keyLength(b)).toBe(66);
      await b.evaluate(`void (location.hash = ${JSON.stringify(bad)})`);
      await sees(b, 'The address of this page was changed');
      // The draft that was reviewed is still there, the key is not.
      expect(await keyLength(b)).toBe(0);
      expect(await pageText(b)).toContain(shop.address('P', fuji));
      expect(await pageText(b)).not.toContain(mallory.address('P', fuji));
      await pressButton(b, 'Keep what is open');
      await b.until(`!document.querySelector('[role=alertdialog]')`);
      await typeKey(b);
      await b.evaluate(`void (location.hash = ${JSON.stringify(bad)})`);
      await sees(b, 'The address of this page was changed');
      await pressButton(b, 'Show the other one');
      await lookAtDraft(b).catch(() => {});
      // It says what it does, and that it is another one, and offers no way to sign before the answer.
      await sees(b, 'another transaction than the one that was shown');
      await sees(b, mallory.address('P', fuji));
      expect(await b.evaluate(`document.querySelector('input[type=password]')`)).toBeNull();
      await pressButton(b, 'I have read what it does: go on with it');
      await openKeyField(b);
      expect(await keyLength(b)).toBe(0);
    }));

  it('signs nothing inside a frame of another page', () =>
    withBoth(
      (inspector) =>
        `<iframe id=f src="${inspector}/${good}" style="width:900px;height:900px"></iframe>`,
      (attacker) =>
        browse(async (b) => {
          await b.go(attacker);
          const text = await textInFrame(b, 'in a tab of its own');
          expect(text).toContain('inside a frame of another one');
          expect(text).not.toContain('Sign with a private key');
        }),
    ));

  it('signs nothing where another page opened it, before that page swaps the draft and after', () =>
    withBoth(
      (inspector) =>
        `<button onclick="window.it = window.open('${inspector}/${good}')">Look at your payment</button>
         <script>const swap = () => { window.it.location = '${inspector}/${bad}'; };</script>`,
      (attacker) =>
        browse(async (b) => {
          await b.go(attacker);
          await b.evaluate(`void document.querySelector('button').focus()`);
          await b.press('Enter');
          const victim = await b.opened();
          const offersNothing = async () => {
            await sees(victim, 'Another page opened this one');
            expect(await pageText(victim)).not.toContain('Sign with a private key');
            expect(await keyLength(victim)).toBe(0);
          };
          await sees(victim, shop.address('P', fuji));
          await offersNothing();
          await b.evaluate('swap()');
          await offersNothing();
        }),
    ));
});

/** Where things stand in the window of a tablet and of a laptop. */
import { expect, it } from 'vitest';
import { formatDraft } from '../../src/sign/index.ts';
import { formatHex } from '../../src/text/hex.ts';
import { describeWithChromium } from '../support/browsing.ts';
import { openInspector, paste, pasteDraft } from './support.ts';
import { fundedNode, twoOfThree } from './team.ts';
import { signedBy } from './validators.ts';

describeWithChromium('the layout', (browse) => {
  it('has what is signed and all ways to sign it in the first window of a laptop', () =>
    browse(async (browser) => {
      await browser.become({ width: 1280, height: 800 });
      await pasteDraft(browser, formatDraft(await twoOfThree('http://testnode', fundedNode())));
      await browser.evaluate('scrollTo(0, 0)');
      const hidden =
        await browser.evaluate(`[...document.querySelectorAll('.draft-card, .draft-way')]
        .filter((e) => e.getBoundingClientRect().bottom > innerHeight).map((e) => e.innerText)`);
      expect(hidden).toEqual([]);
    }));

  it('has all views of a draft in the width of a tablet', () =>
    browse(async (browser) => {
      await browser.become({ width: 820, height: 1180 });
      await pasteDraft(browser, formatDraft(await twoOfThree('http://testnode', fundedNode())));
      const cut = await browser.evaluate(`[...document.querySelectorAll('[role=tab]')]
        .filter((e) => e.getBoundingClientRect().right > innerWidth - 32).map((e) => e.innerText)`);
      expect(cut).toEqual([]);
    }));

  it('has bytes in letters of one width', () =>
    browse(async (browser) => {
      await openInspector(browser);
      await paste(browser, formatHex(signedBy(0, 1)));
      await browser.until(`document.querySelector('.told .unbroken')`);
      const fonts = await browser.evaluate(`[...document.querySelectorAll('.told dd *')]
        .filter((e) => e.children.length === 0 && /^0x/.test(e.textContent)).map((e) => getComputedStyle(e).fontFamily.includes('monospace'))`);
      expect(fonts).toEqual([true, true]);
    }));
});

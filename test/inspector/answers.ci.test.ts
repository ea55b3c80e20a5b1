/** What a signer sees after a button was pressed: the answer below it, with the focus, inside the window. */
import { expect, it } from 'vitest';
import { formatDraft, formatPrivateKey } from '../../src/sign/index.ts';
import { type Browser, describeWithChromium } from '../support/browsing.ts';
import { activate, pageText, pasteDraft, sees } from './support.ts';
import { fundedNode, signByKey, team, twoOfThree, words } from './team.ts';

const stranger = formatPrivateKey(new Uint8Array(32).fill(77));
const names = team.map((key) => key.address('P', { hrp: 'custom' }));

/** The text of the answer, if it is the element with the focus and stands inside the window. */
const answer = (b: Browser): Promise<string | null> =>
  b.evaluate(`(() => {
    const of = document.activeElement;
    const { top, bottom } = of.getBoundingClientRect();
    const isSeen = top >= 0 && bottom <= innerHeight;
    return of.matches('.draft-answer') && isSeen ? of.innerText : null;
  })()`);

const answers = async (b: Browser, text: string): Promise<void> => {
  await b.until(`document.activeElement.innerText?.includes(${JSON.stringify(text)})`);
  expect(await answer(b)).toContain(text);
};

describeWithChromium('the answer to a signature', (browse) => {
  it.each([
    [1280, 800],
    [390, 844],
  ])('stands below the button with the focus, at %i × %i, by keyboard alone', (width, height) =>
    browse(async (browser) => {
      await browser.become({ width, height });
      const [one, two, three] = names;
      await pasteDraft(browser, formatDraft(await twoOfThree('http://testnode', fundedNode())));
      expect(await pageText(browser)).toContain('You are about to sign');
      await signByKey(browser, stranger);
      await answers(browser, 'The draft needs ');
      const named = await answer(browser);
      expect(named).toMatch(/^This key is P-custom1\w{38}\. /);
      expect(named).toContain(one);
      expect(named).toContain(two);

      await signByKey(browser, words[2]);
      await answers(browser, `${three} is an owner, but others were chosen to sign.`);
      await activate(browser, 'Make a draft that this key can sign');
      await answers(browser, `The draft now needs ${three}: sign it.`);
      await signByKey(browser, words[2]);
      await answers(browser, '1 signature added. Still missing: 1 signer.');
      await signByKey(browser, words[2]);
      await answers(browser, `${three} has signed already.`);

      const other = await browser.evaluate<string>(
        `[...document.querySelectorAll('.draft-signers li')].find((e) => e.textContent.includes('To sign')).querySelector('code').textContent`,
      );
      await signByKey(browser, words[names.indexOf(other)]!);
      await answers(browser, '1 signature added. The draft is complete.');
      await sees(browser, 'All signatures are checked.');
      await sees(browser, 'What was signed');
      expect(browser.errors).toEqual([]);
    }),
  );
});

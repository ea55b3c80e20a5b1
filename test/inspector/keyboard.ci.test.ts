/** Every task of a reader without a pointer: only keys are pressed. Drafts and nodes are in `drafts.ci.test.ts` and `node.ci.test.ts`. */
import { expect, it } from 'vitest';
import { samples } from '../../apps/inspector/intake/samples.ts';
import { formatDraft } from '../../src/sign/index.ts';
import { type Browser, describeWithChromium } from '../support/browsing.ts';
import { activate, fill, openInspector, sees, tabTo, tabUntil } from './support.ts';
import { fundedNode, twoOfThree, words } from './team.ts';

const [payment = '', exported = ''] = samples.map(({ text }) => text);

/** Goes to the tabs, and along them to a view. */
async function view(browser: Browser, title: string): Promise<void> {
  const chosen = `document.querySelector('[role=tab][aria-selected=true]')`;
  await tabTo(browser, await browser.evaluate<string>(`${chosen}.textContent`));
  await browser.press('Home');
  await browser.until(`${chosen} === document.querySelector('[role=tab]')`);
  for (let i = 0; i < 12; i++) {
    await browser.until(`document.activeElement === ${chosen}`);
    const here = await browser.evaluate<string>(`${chosen}.textContent`);
    if (here === title) return;
    await browser.press('ArrowRight');
    await browser.until(`${chosen}.textContent !== ${JSON.stringify(here)}`);
  }
  throw new Error(`no tab is called ${title}`);
}

/** Presses Tab until something has the focus. */
const tabInto = (browser: Browser, selector: string): Promise<void> =>
  tabUntil(browser, `e.matches('${selector}')`);

const amount = 'unsignedTx.outputs[0].output.amount';
const path = `document.querySelector('.detail .path')?.textContent`;

/** What has the focus, if nobody can see that it has it. */
const unseen = `(() => {
  const of = document.activeElement;
  if (of === document.body || of.matches('h1')) return '';
  const { outlineStyle, outlineWidth } = getComputedStyle(of);
  const { top, bottom, width } = of.getBoundingClientRect();
  const isInside = width > 0 && bottom > 0 && top < innerHeight;
  return isInside && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 ? '' : of.outerHTML.slice(0, 200);
})()`;

/** A browser that notes after each key what has the focus unseen. */
function watching(browser: Browser): Browser & { readonly lost: Set<string> } {
  const lost = new Set<string>();
  return {
    ...browser,
    lost,
    async press(...keys) {
      for (const key of keys) {
        await browser.press(key);
        const found = await browser.evaluate<string>(unseen);
        if (found !== '') lost.add(found);
      }
    },
  };
}

describeWithChromium('the inspector by keyboard alone', (browse) => {
  it('is opened, read, edited, compared and left', () =>
    browse(async (browser) => {
      await browser.become({ width: 1280, height: 900 });
      await openInspector(browser);
      await browser.until(`document.activeElement.id === 'input'`);
      await browser.paste(payment);
      await sees(browser, 'Send 12.5 AVAX to ');

      await view(browser, 'Bytes');
      await tabInto(browser, '.hexgrid');
      await browser.press('Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight');
      await browser.until(`${path} === 'unsignedTx.typeID'`);
      await browser.press('ArrowDown', 'ArrowUp');
      await tabInto(browser, '.tree');
      await browser.press('ArrowDown');
      await browser.until(`${path} === 'unsignedTx.networkID'`);
      await browser.press('ArrowUp', 'ArrowUp', 'ArrowLeft');
      await browser.until(`document.querySelectorAll('.tree [role=treeitem]').length < 10`);

      await view(browser, 'Edit');
      await fill(browser, amount, '12.25');
      await sees(browser, '1 field differs from the original');
      await sees(browser, '1 of 1 signatures broken');
      await fill(browser, amount, '12.2x');
      await browser.until(`document.querySelector('.form [aria-invalid=true]')`);
      await activate(browser, 'Undo');
      await browser.until(`!document.querySelector('.form [aria-invalid=true]')`);
      await sees(browser, '1 field differs from the original');
      await activate(browser, 'Undo');
      await sees(browser, 'Nothing differs from the original');
      await activate(browser, 'Redo');
      await sees(browser, '1 field differs from the original');
      await tabInto(browser, '.form');
      await browser.press('Home');
      await browser.until(`document.querySelector('.form').scrollTop === 0`);
      await activate(browser, 'Add to unsignedTx.outputs');
      await sees(browser, '3 elements');
      await activate(browser, 'Remove unsignedTx.outputs[2]');
      await sees(browser, '1 field differs from the original');
      await tabInto(browser, '.hexgrid');
      await browser.press('Control+Home', 'Delete');
      await sees(browser, 'These bytes cannot be read');
      await browser.press('Control+z');
      await sees(browser, '1 field differs from the original');

      await view(browser, 'Compare');
      await fill(browser, 'Compare with another', exported);
      await sees(browser, 'fields differ');

      await activate(browser, 'New input');
      await browser.until(`document.activeElement.id === 'input'`);
      await activate(browser, 'A payment on the P-chain');
      await sees(browser, 'Send 12.5 AVAX to ');
      await activate(browser, 'New input');
      await fill(browser, 'A transaction, block', 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5');
      await sees(browser, 'An address is the same 20 bytes');
      expect(browser.errors).toEqual([]);
    }));

  it.each([
    [1280, 800],
    [390, 844],
  ])(
    'signs a draft of two of three, and the focus is seen at each key, at %i × %i',
    (width, height) =>
      browse(async (alone) => {
        const browser = watching(alone);
        await browser.become({ width, height });
        await openInspector(browser);
        await browser.until(`document.activeElement.id === 'input'`);
        await browser.paste(formatDraft(await twoOfThree('http://testnode', fundedNode())));
        await sees(browser, 'Not signed, no warnings');

        await view(browser, 'Draft');
        await sees(browser, 'Signed: 0 of 2');
        await activate(browser, 'Sign with a private key');
        await fill(browser, 'Private key', words[0]);
        await browser.press('Enter');
        await sees(browser, '1 signature added. Still missing: 1 signer.');
        await sees(browser, 'Signed: 1 of 2');
        await fill(browser, 'Private key', words[1]);
        await browser.press('Enter');
        await sees(browser, '1 signature added. The draft is complete.');
        await sees(browser, 'Signed: 2 of 2');
        await activate(browser, 'Inspect the signed transaction');
        await browser.until(
          `document.querySelector('.subject .chips').innerText.includes('BaseTx')`,
        );
        await sees(browser, 'Signed · owners not checked');
        expect([...browser.lost]).toEqual([]);
        expect(browser.errors).toEqual([]);
      }),
  );
});

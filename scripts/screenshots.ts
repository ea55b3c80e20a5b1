/**
 * Pictures of the inspector for its guide: the views that the guide shows. Needs Chromium and a built package.
 *
 *     npx tsx scripts/screenshots.ts           into docs/inspector/
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { samples } from '../apps/inspector/intake/samples.ts';
import { chooseView, enter, openInspector, paste, settled } from '../test/inspector/support.ts';
import { type Browser, browseAlone } from '../test/support/browsing.ts';

const folder = new URL('../docs/inspector/', import.meta.url);

/** In the order of the guide. */
const views = ['explanation', 'bytes', 'verdict', 'edit', 'compare'] as const;

const [payment, exported] = samples;

/** Makes a view show what it is for. */
async function prepare(browser: Browser, view: (typeof views)[number]): Promise<void> {
  await chooseView(browser, view);
  if (view === 'verdict') await browser.until(`document.querySelector('.rules')`);
  if (view === 'bytes') {
    await browser.until(`document.querySelector('.tree .field')`);
    await browser.evaluate(
      `[...document.querySelectorAll('.tree .field')].find((of) => of.querySelector('.key').textContent === 'amount').click()`,
    );
  }
  if (view === 'edit') {
    await browser.until(
      `document.querySelector('.edit .state')?.textContent.includes('signature')`,
    );
    await enter(browser, 'unsignedTx.outputs[0].output.amount', '1250');
    await browser.until(
      `document.querySelector('.edit .state').textContent.includes('signatures broken')`,
    );
    await browser.evaluate(
      `document.querySelector('.form [aria-label="unsignedTx.outputs[0].output.amount"]').scrollIntoView({ block: 'center' })`,
    );
  }
  if (view !== 'compare') return;
  await browser.evaluate(`(() => {
    const field = document.querySelector('.second textarea');
    field.value = ${JSON.stringify(exported!.text)};
    field.dispatchEvent(new Event('input', { bubbles: true }));
  })()`);
  await browser.until(`document.querySelector('.pair')`);
}

mkdirSync(folder, { recursive: true });
await browseAlone(async (browser) => {
  await browser.tab.call('Emulation.setScrollbarsHidden', { hidden: true });
  await browser.become({ theme: 'light', width: 1200, height: 900 });
  for (const view of views) {
    // Each view has the payment as it came, without the edit of another.
    await openInspector(browser);
    await paste(browser, payment!.text);
    await settled(browser);
    await prepare(browser, view);
    await browser.evaluate('new Promise((done) => setTimeout(done, 300))');
    await browser.evaluate('document.activeElement?.blur(), scrollTo(0, 0)');
    const name = `${view}-light-desktop.webp`;
    writeFileSync(new URL(name, folder), await browser.picture(false, 'webp'));
  }
});

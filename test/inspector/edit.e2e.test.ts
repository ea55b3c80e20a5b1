/** The view "Edit" as a user has it: controls, bytes, undo, with the verdict and the explanation following. */
import { expect, it } from 'vitest';
import { type Browser, browse } from '../support/browsing.ts';
import { describeWithChromium } from '../support/chromium.ts';
import { rows } from '../support/vectors.ts';
import { choose, enter, expectAccessible, openView, soon, textOf } from './visit.ts';

const tx = rows('p-public').find(
  ({ type, network }) => type === 'AddPermissionlessValidatorTx' && network === 'fuji',
)!;

const state = (b: Browser): Promise<string> => textOf(b, '.edit .state');
const stateHas = (text: string): string =>
  `document.querySelector('.edit .state')?.textContent.includes(${JSON.stringify(text)})`;
const press = (b: Browser, label: string): Promise<void> =>
  b.evaluate(
    `[...document.querySelectorAll('.subject button, .edit button')].find((e) => (e.getAttribute('aria-label') ?? e.textContent) === ${JSON.stringify(label)}).click()`,
  );

describeWithChromium('the editor of the inspector', () => {
  it('edits an amount, an owner and a signature; verdict, explanation and JSON follow', async () => {
    await browse(async (b) => {
      await b.become({ width: 1400, height: 900, theme: 'light' });
      await openView(b, tx.hex, 'Edit');
      await soon(b, stateHas('signatures can be read'));
      expect(await state(b)).toContain('11,270,708,621,403,250');
      expect(await state(b)).toContain('Nothing differs from the original.');

      await enter(b, 'unsignedTx.validator.weight', '2000');
      await soon(b, stateHas('1 field differs'));
      await soon(b, stateHas('signatures broken'));
      await soon(b, `!(${stateHas('11,270,708,621,403,250')})`);
      await enter(b, 'unsignedTx.validator.end', '2025-01-01');
      await soon(b, stateHas('2 fields differ'));
      expect(await textOf(b, '.edit > .title')).toContain('to 1 Jan 2025');

      await enter(b, 'unsignedTx.outputs[1].output.addresses[0]', `0x${'ab'.repeat(20)}`);
      await soon(b, stateHas('3 fields differ'));
      await choose(b, 'Explanation');
      await soon(b, `document.querySelector('.panel').textContent.includes('1 Jan 2025')`);
      await choose(b, 'Edit');
      await soon(b, stateHas('3 fields differ'));

      await b.press('Control+z');
      await soon(b, stateHas('2 fields differ'));
      await b.press('Control+z');
      await soon(b, stateHas('1 field differs'));
      await b.press('Control+z');
      await soon(b, stateHas('Nothing differs from the original.'));
      await soon(b, stateHas('signatures can be read'));
      await press(b, 'Redo');
      await soon(b, stateHas('1 field differs'));
      await press(b, 'Undo');

      await enter(b, 'credentials[0].signatures[0]', `0x${'11'.repeat(65)}`);
      await soon(b, stateHas('1 of 11 signatures broken'));
      expect(b.errors).toEqual([]);
    });
  });

  it('keeps what stands for no value, and bytes that cannot be read, and says why', async () => {
    await browse(async (b) => {
      await b.become({ width: 1400, height: 900, theme: 'dark' });
      await openView(b, tx.hex, 'Edit');
      await soon(b, stateHas('Nothing differs'));
      await enter(b, 'unsignedTx.networkID', '99999999999');
      await soon(b, `document.querySelector('.form .problem')`);
      expect(
        await b.evaluate(`document.querySelector('[aria-label="unsignedTx.networkID"]').value`),
      ).toBe('99999999999');
      await press(b, 'Undo');

      await b.evaluate(`document.querySelector('.hexgrid').focus()`);
      await b.press('Control+Home', 'ArrowRight', 'ArrowRight', 'Delete');
      await soon(b, stateHas('These bytes cannot be read'));
      expect(await state(b)).toMatch(/[A-Z]\w+: .+/);
      await b.press('Control+z');
      await soon(b, stateHas('Nothing differs'));
      await b.press(
        'ArrowRight',
        'ArrowRight',
        'ArrowRight',
        'ArrowRight',
        'ArrowRight',
        'ArrowRight',
      );
      await b.press('ArrowRight', '0', '4');
      await soon(b, stateHas('differ'));
      await b.press('Control+z');
      await soon(b, stateHas('Nothing differs'));
      expect(b.errors).toEqual([]);
    });
  });

  it('adds, moves and removes elements, and chooses types', async () => {
    await browse(async (b) => {
      await b.become({ width: 1400, height: 900, theme: 'light' });
      await openView(b, tx.hex, 'Edit');
      await soon(b, stateHas('Nothing differs'));
      await press(b, 'Add to unsignedTx.outputs');
      await soon(b, `document.querySelector('.form').textContent.includes('4 elements')`);
      await press(b, 'Move unsignedTx.outputs[0] down');
      await press(b, 'Remove unsignedTx.outputs[0]');
      await soon(b, `document.querySelector('.form').textContent.includes('3 elements')`);
      await b.evaluate(`(() => {
        const e = document.querySelector('[aria-label="unsignedTx.outputs[0].output.typeID: type"]');
        e.value = '22';
        e.dispatchEvent(new Event('change', { bubbles: true }));
      })()`);
      await soon(b, `document.querySelector('.form').textContent.includes('stakeable.LockOut')`);
      expect(b.errors).toEqual([]);
    });
  });

  it('has nothing that axe finds, in both themes and on a phone', async () => {
    await browse(async (b) => {
      await expectAccessible(b, async () => {
        await openView(b, tx.hex, 'Edit');
        await soon(b, stateHas('signatures can be read'));
        await enter(b, 'unsignedTx.networkID', '6');
        await soon(b, stateHas('differ'));
        expect(await b.evaluate(`document.querySelectorAll('*').length`)).toBeLessThan(2000);
      });
    });
  });
});

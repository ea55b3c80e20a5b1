/** The view "Edit" as a user has it: controls, bytes, undo, with the verdict and the explanation following. */
import { expect, it } from 'vitest';
import { browse } from '../support/browsing.ts';
import { describeWithChromium } from '../support/chromium.ts';
import { editsAndUndoes, pressButton as press, stateHas, validatorTx } from './scenarios.ts';
import { enter, expectAccessible, openView, soon, textOf } from './visit.ts';

describeWithChromium('the editor of the inspector', () => {
  it('edits an amount, an owner and a signature; verdict and explanation follow', () =>
    browse(async (b) => {
      await b.become({ width: 1400, height: 900, theme: 'light' });
      await editsAndUndoes(b);
      expect(b.errors).toEqual([]);
    }));

  it('keeps what stands for no value, and bytes that cannot be read, and says why', async () => {
    await browse(async (b) => {
      await b.become({ width: 1400, height: 900, theme: 'dark' });
      await openView(b, validatorTx, 'Edit');
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
      expect(await textOf(b, '.edit .state')).toMatch(/[A-Z]\w+: .+/);
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
      await openView(b, validatorTx, 'Edit');
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
        await openView(b, validatorTx, 'Edit');
        await soon(b, stateHas('signatures can be read'));
        await enter(b, 'unsignedTx.networkID', '6');
        await soon(b, stateHas('differ'));
        expect(await b.evaluate(`document.querySelectorAll('*').length`)).toBeLessThan(2000);
      });
    });
  });
});

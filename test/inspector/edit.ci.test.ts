/** The view "Edit" as a user has it: controls, bytes, undo, with the verdict and the explanation following. */
import { expect, it } from 'vitest';
import { describeWithChromium } from '../support/browsing.ts';
import { editsAndUndoes, pressButton as press, stateHas, validatorTx } from './scenarios.ts';
import { enter, openView, textOf } from './support.ts';

describeWithChromium('the editor of the inspector', (browse) => {
  it('edits an amount, an owner and a signature; verdict and explanation follow', () =>
    browse(async (b) => {
      await b.become({ width: 1400, height: 900, theme: 'light' });
      await editsAndUndoes(b);
      expect(b.errors).toEqual([]);
    }));

  it('keeps what stands for no value, and bytes that cannot be read, and says why', async () => {
    await browse(async (b) => {
      await b.become({ width: 1400, height: 900, theme: 'dark' });
      await openView(b, validatorTx, 'edit');
      await b.until(stateHas('Nothing differs'));
      await enter(b, 'unsignedTx.networkID', '99999999999');
      await b.until(`document.querySelector('.form .problem')`);
      expect(
        await b.evaluate(`document.querySelector('[aria-label="unsignedTx.networkID"]').value`),
      ).toBe('99999999999');
      await press(b, 'Undo');

      await b.evaluate(`document.querySelector('.hexgrid').focus()`);
      await b.press('Control+Home', 'ArrowRight', 'ArrowRight', 'Delete');
      await b.until(stateHas('These bytes cannot be read'));
      expect(await textOf(b, '.edit .state')).toMatch(/[A-Z]\w+: .+/);
      await b.press('Control+z');
      await b.until(stateHas('Nothing differs'));
      await b.press(
        'ArrowRight',
        'ArrowRight',
        'ArrowRight',
        'ArrowRight',
        'ArrowRight',
        'ArrowRight',
      );
      await b.press('ArrowRight', '0', '4');
      await b.until(stateHas('differ'));
      await b.press('Control+z');
      await b.until(stateHas('Nothing differs'));
      expect(b.errors).toEqual([]);
    });
  });

  it('adds, moves and removes elements, and chooses types', async () => {
    await browse(async (b) => {
      await b.become({ width: 1400, height: 900, theme: 'light' });
      await openView(b, validatorTx, 'edit');
      await b.until(stateHas('Nothing differs'));
      await press(b, 'Add to unsignedTx.outputs');
      await b.until(`document.querySelector('.form').textContent.includes('4 elements')`);
      await press(b, 'Move unsignedTx.outputs[0] down');
      await press(b, 'Remove unsignedTx.outputs[0]');
      await b.until(`document.querySelector('.form').textContent.includes('3 elements')`);
      await b.evaluate(`(() => {
        const e = document.querySelector('[aria-label="unsignedTx.outputs[0].output.typeID: type"]');
        e.value = '22';
        e.dispatchEvent(new Event('change', { bubbles: true }));
      })()`);
      await b.until(`document.querySelector('.form').textContent.includes('stakeable.LockOut')`);
      expect(b.errors).toEqual([]);
    });
  });
});

/** The view "Bytes" as a user has it: pointer and keyboard, both themes, a phone, a block of 2 MB. */
import { expect, it } from 'vitest';
import { browse } from '../support/browsing.ts';
import { describeWithChromium } from '../support/chromium.ts';
import { fieldRow, marksBothWays, showsLargeBlock, validatorTx } from './scenarios.ts';
import { expectAccessible, openView, soon } from './visit.ts';

describeWithChromium('the bytes of the inspector', () => {
  it('mark the field of a byte and the bytes of a field, by pointer and by keys', () =>
    browse(async (b) => {
      await b.become({ width: 1400, height: 900, theme: 'light' });
      await marksBothWays(b);
      expect(b.errors).toEqual([]);
    }));

  it('has nothing that axe finds, in both themes and on a phone, and no horizontal scroll', async () => {
    await browse(async (b) => {
      await expectAccessible(b, async () => {
        await openView(b, validatorTx, 'Bytes');
        await soon(b, fieldRow('networkID'));
        await b.point(fieldRow('networkID'));
        await soon(b, `document.querySelector('.hexgrid .marked')`);
      });
    });
  });

  it('shows a block of 2 MB with few elements, and scrolls it', () =>
    browse(async (b) => {
      await b.become({ width: 1400, height: 900, theme: 'light' });
      console.log(`a block of 2 MB has at most ${await showsLargeBlock(b)} elements`);
      expect(b.errors).toEqual([]);
    }));
});

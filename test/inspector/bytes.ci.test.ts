/** The view "Bytes" as a user has it: pointer and keyboard, both themes, a phone, a block of 2 MB. */
import { expect, it } from 'vitest';
import { describeWithChromium } from '../support/browsing.ts';
import { marksBothWays, showsLargeBlock } from './scenarios.ts';

describeWithChromium('the bytes of the inspector', (browse) => {
  it('mark the field of a byte and the bytes of a field, by pointer and by keys', () =>
    browse(async (b) => {
      await b.become({ width: 1400, height: 900, theme: 'light' });
      await marksBothWays(b);
      expect(b.errors).toEqual([]);
    }));

  it('shows a block of 2 MB with few elements, and scrolls it', () =>
    browse(async (b) => {
      await b.become({ width: 1400, height: 900, theme: 'light' });
      console.log(`a block of 2 MB has at most ${await showsLargeBlock(b)} elements`);
      expect(b.errors).toEqual([]);
    }));
});

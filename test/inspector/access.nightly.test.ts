/** What axe says of each state in both themes, wide and on a phone. */
import { it } from 'vitest';
import { describeWithChromium } from '../support/browsing.ts';
import { looksAccessible } from './states.ts';

describeWithChromium('axe', (browse) => {
  it('finds nothing in any state, and nothing is wider than the window', () =>
    looksAccessible(browse, 4));
});

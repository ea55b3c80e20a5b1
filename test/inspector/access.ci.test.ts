/** What axe says of one view of each state: the states take turns with both themes, wide and on a phone. */
import { it } from 'vitest';
import { describeWithChromium } from '../support/browsing.ts';
import { looksAccessible } from './states.ts';

describeWithChromium('axe', (browse) => {
  it('finds nothing in any state, and nothing is wider than the window', () =>
    looksAccessible(browse, 1));
});

/** A page of each sort of the website, as axe sees it in both themes, wide and on a phone. */
import { it } from 'vitest';
import { builtSite } from '../support/artifacts.ts';
import { describeWithChromium } from '../support/browsing.ts';
import { withFolder } from '../support/staticserver.ts';
import { looksAccessible } from './views.ts';

describeWithChromium('the site in a browser', (browse) => {
  it(
    'keeps nobody out, in any view of a page of each sort',
    async () =>
      withFolder(await builtSite(), (origin) =>
        browse((browser) => looksAccessible(browser, origin, 4)),
      ),
    1_800_000,
  );
});

/** Every example of the playground in Chromium, and every change that breaks one. */
import { describe, it } from 'vitest';
import { readExamples } from '../../scripts/examples.ts';
import { builtPages } from '../support/artifacts.ts';
import { describeWithChromium } from '../support/browsing.ts';
import { withFolder } from '../support/staticserver.ts';
import { brokenExamples, endInErrors, looksAccessible, runsToTheEnd } from './examples.ts';

describeWithChromium('the playground', (browse) => {
  it('runs every example to the end that its guide shows, without a request or a violation', async () =>
    withFolder(await builtPages(), (origin) =>
      browse((browser) => runsToTheEnd(browser, origin, readExamples())),
    ));

  it.each(
    [1440, 390].flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme }))),
  )('axe finds nothing at a width of $width in the $theme theme', async (view) =>
    withFolder(await builtPages(), (origin) =>
      browse((browser) => looksAccessible(browser, origin, view)),
    ),
  );
});

describe('every change that breaks an example', () => {
  it('ends in an error that names what is wrong', () =>
    endInErrors(brokenExamples(readExamples())));
});

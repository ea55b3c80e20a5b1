/** The playground in Firefox, which does what it does in Chromium. */
import { expect, it } from 'vitest';
import { builtPages } from '../support/artifacts.ts';
import { describeWithFirefox } from '../support/firefox.ts';
import { withFolder } from '../support/staticserver.ts';
import { openPage, press, run, seen, write } from './visit.ts';

describeWithFirefox('the playground in Firefox', (browse) => {
  it('runs, names the line of an error, refuses connections, and stops a loop', async () => {
    const asked: string[] = [];
    await withFolder(
      await builtPages(),
      (origin) =>
        browse(async (browser) => {
          await openPage(browser, origin);
          expect((await run(browser)).printed).toMatch(/^Accepted \w+$/m);
          expect(await browser.evaluate(`document.querySelector('.tx .status').textContent`)).toBe(
            'Accepted in block 2',
          );
          await write(browser, "const a: number = 1;\nthrow new Error('x' + a);");
          const { failures } = await run(browser);
          expect(failures).toHaveLength(1);
          expect(failures[0]).toMatch(/^Error\s*line 2/);
          const tries = [`fetch('${origin}/x.js')`, `import('${origin}/x.js')`];
          await write(
            browser,
            tries
              .map((of) => `console.log(await ${of}.then(() => 'reached', () => 'no'));`)
              .join('\n'),
          );
          expect((await run(browser)).printed).toBe('no\nno');
          await write(browser, "console.log('first');\nfor (;;) {}");
          await press(browser, 'Run');
          await browser.until(`document.querySelector('.output').textContent.includes('first')`);
          await press(browser, 'Stop');
          expect((await seen(browser)).said).toBe('Stopped');
          expect(await browser.evaluate('window.refused')).toEqual([]);
        }),
      asked,
    );
    expect(asked).toContain('/playground/');
    expect(asked).not.toContain('/x.js');
  });
});

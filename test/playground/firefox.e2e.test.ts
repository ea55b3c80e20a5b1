/** The playground in Firefox, as somebody uses it. */
import { expect, it } from 'vitest';
import type { AnyBrowser } from '../support/browsing.ts';
import { describeWithFirefox } from '../support/firefox.ts';
import { browseFirefox } from '../support/marionette.ts';
import { buildPages, removePages, withPages } from '../support/pages.ts';
import { withFiles } from '../support/staticserver.ts';

const textOf = (selector: string): string => `document.querySelector('${selector}').textContent`;
const said = textOf('.output .said');
const output = `[...document.querySelectorAll('.output pre, .failure-head')].map((of) => of.textContent).join('\\n')`;
const press = (b: AnyBrowser): Promise<void> =>
  b.evaluate(`void document.querySelector('.primary').click()`);

/** Puts code into the field in place of what it has. */
async function write(b: AnyBrowser, code: string): Promise<void> {
  await b.evaluate(
    `void (document.querySelector('textarea').focus(), document.querySelector('textarea').select())`,
  );
  await b.paste(code);
  await b.until(`document.querySelector('textarea').value === ${JSON.stringify(code)}`);
}

/** Runs the code to its end, and gives its output. */
async function run(b: AnyBrowser): Promise<string> {
  await press(b);
  await b.until(`!/Ended|Stopped|Not run/.test(${said})`);
  await b.until(`/Ended/.test(${said})`);
  return b.evaluate(output);
}

describeWithFirefox('the playground in Firefox', () => {
  it('runs, names the line of an error, refuses connections, and stops a loop', async () => {
    const folder = buildPages();
    const asked: string[] = [];
    const note = (path: string): undefined => {
      asked.push(path);
    };
    const visit = (origin: string, elsewhere: string): Promise<void> =>
      browseFirefox(async (b) => {
        await b.go(`${origin}/playground/`);
        await b.until(`document.querySelector('.primary')`);
        await b.evaluate(
          `void (window.refused = [], window.addEventListener('securitypolicyviolation', (e) => window.refused.push(e.violatedDirective)))`,
        );
        expect(await run(b)).toMatch(/^Accepted \w+$/m);
        expect(await b.evaluate(textOf('.tx .status'))).toBe('Accepted in block 2');
        await write(b, "const a: number = 1;\nthrow new Error('x' + a);");
        expect(await run(b)).toBe('Errorline 2');
        const attempts = [`${origin}/x.js`, `${elsewhere}/x.js`].flatMap((url) => [
          `fetch('${url}')`,
          `import('${url}')`,
        ]);
        await write(
          b,
          attempts
            .map((of) => `console.log(await ${of}.then(() => 'reached', () => 'no'));`)
            .join('\n'),
        );
        expect(await run(b)).toBe('no\nno\nno\nno');
        await write(b, "console.log('first');\nfor (;;) {}");
        await press(b);
        await b.until(`${output} === 'first'`);
        await press(b);
        await b.until(`${said} === 'Stopped'`);
        expect(await b.evaluate('window.refused')).toEqual([]);
      });
    try {
      await withPages(folder, (origin) => withFiles(note, (elsewhere) => visit(origin, elsewhere)));
      expect(asked).toEqual([]);
    } finally {
      removePages(folder);
    }
  });
});

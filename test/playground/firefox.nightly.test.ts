/** The playground in Firefox: a page around it drives it, as the policy of the playground lets no other script in. */
import { expect, it } from 'vitest';
import { describeWithFirefox, driveFirefox } from '../support/firefox.ts';
import { buildPages, fileIn, removePages } from '../support/pages.ts';

/** Runs in the page around the playground, and reports what a person would see. */
const script = `
const find = (selector) => frame.contentDocument.querySelector(selector);
const said = () => find('.output .said').textContent;
const output = () => [...frame.contentDocument.querySelectorAll('.output pre, .failure-head')].map((of) => of.textContent).join('\\n');
const write = (code) => {
  const field = find('textarea');
  const { HTMLTextAreaElement, Event } = frame.contentWindow;
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(field, code);
  field.dispatchEvent(new Event('input', { bubbles: true }));
};
const run = async () => {
  find('.primary').click();
  await until(() => !/Ended|Stopped|Not run/.test(said()));
  await until(() => /Ended/.test(said()));
  seen.outputs.push(output());
};
  frame.src = '/playground/';
  await new Promise((done) => frame.addEventListener('load', done, { once: true }));
  frame.contentWindow.addEventListener('securitypolicyviolation', (e) => seen.refused.push(e.violatedDirective));
  await until(() => find('.primary'));
  await run();
  seen.status = find('.tx .status').textContent;
  write("const a: number = 1;\\nthrow new Error('x' + a);");
  await run();
  write(["fetch('ADDRESS')", "import('ADDRESS')"].map((of) => "console.log(await " + of.replace('ADDRESS', location.origin + '/x.js') + ".then(() => 'reached', () => 'no'));").join('\\n'));
  await run();
  write("console.log('first');\\nfor (;;) {}");
  find('.primary').click();
  await until(() => output() === 'first');
  find('.primary').click();
  await until(() => said() === 'Stopped');
`;

interface Seen {
  readonly refused: readonly string[];
  readonly outputs: readonly string[];
  readonly status: string;
}

describeWithFirefox('the playground in Firefox', () => {
  it('runs, names the line of an error, refuses connections, and stops a loop', async () => {
    const folder = buildPages();
    try {
      const asked: string[] = [];
      const { error, refused, outputs, status } = await driveFirefox<Seen>(
        script,
        { refused: [], outputs: [], status: '' },
        (path) => {
          asked.push(path);
          return fileIn(folder, path);
        },
      );
      expect(error).toBeUndefined();
      expect(refused).toEqual([]);
      expect(outputs[0]).toMatch(/^Accepted \w+$/m);
      expect(status).toBe('Accepted in block 2');
      expect(outputs[1]).toBe('Errorline 2');
      expect(outputs[2]).toBe('no\nno');
      expect(asked).not.toContain('/x.js');
    } finally {
      removePages(folder);
    }
  });
});

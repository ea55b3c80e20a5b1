/** What axe says of states beyond those of a transaction and a block, which `shell.ci.test.ts` looks at: every one in both themes, wide and on a phone. */
import { expect, it } from 'vitest';
import { samples } from '../../apps/inspector/intake/samples.ts';
import { connect } from '../../src/rpc/index.ts';
import { formatDraft, formatDraftParts, sign } from '../../src/sign/index.ts';
import { formatState } from '../../src/state/statefile.ts';
import { violations } from '../support/axe.ts';
import { type Browser, browse } from '../support/browsing.ts';
import { describeWithChromium } from '../support/chromium.ts';
import { fundedNode, team, twoOfThree } from '../support/team.ts';
import { again, chooseView, openInspector, paste } from './support.ts';
import { enter } from './visit.ts';

const [payment = '', exported = '', , block = ''] = samples.map(({ text }) => text);
const [alice, bob] = team;

interface State {
  readonly name: string;
  readonly text?: string;
  /** What is done after the input was pasted. */
  readonly act?: (browser: Browser) => Promise<unknown>;
  readonly has: string;
}

const openAll = (browser: Browser): Promise<void> =>
  browser.evaluate(
    `document.querySelectorAll('.panel details').forEach((of) => { of.open = true; })`,
  );

async function states(): Promise<readonly State[]> {
  const testnode = fundedNode();
  const draft = await twoOfThree('http://testnode', testnode);
  const node = connect('http://testnode', testnode);
  const { network } = await node.pchain.state([alice.shortID]);
  const state = formatState(await node.pchain.state(team.map((key) => key.address('P', network))));
  const draftView = async (browser: Browser): Promise<void> => {
    await chooseView(browser, 'draft');
    await browser.until(`document.querySelector('.draft-section')`);
    await openAll(browser);
  };
  return [
    { name: 'empty', has: '.welcome' },
    {
      name: 'scanner',
      act: (b) => b.evaluate(`document.querySelector('.scan-input button').click()`),
      has: '.draft-scanner',
    },
    { name: 'damaged input', text: payment.slice(0, -40), has: '.near mark' },
    { name: 'a key', text: `PrivateKey-${'2'.repeat(40)}`, has: '.notice.bad' },
    { name: 'readings', text: '0x0000'.padEnd(100, '0'), has: '.notice' },
    { name: 'an ID', text: `0x${'ab'.repeat(32)}`, has: '.subject' },
    { name: 'a state', text: state, has: '.subject' },
    {
      name: 'facts',
      text: payment,
      act: async (b) => {
        await chooseView(b, 'verdict');
        await openAll(b);
      },
      has: '.facts[open]',
    },
    {
      name: 'comparison',
      text: payment,
      act: async (b) => {
        await chooseView(b, 'compare');
        await b.evaluate(`document.querySelector('.second textarea').focus()`);
        await b.type(exported);
      },
      has: '.pair.changed',
    },
    {
      name: 'an edit that stands for no value',
      text: payment,
      act: async (b) => {
        await chooseView(b, 'edit');
        await b.until(`document.querySelector('.form .row')`);
        await enter(b, 'unsignedTx.networkID', '99999999999');
      },
      has: '.form .problem',
    },
    {
      name: 'bytes that cannot be read',
      text: payment,
      act: async (b) => {
        await chooseView(b, 'edit');
        await b.until(`document.querySelector('.hexgrid')`);
        await b.evaluate(`document.querySelector('.hexgrid').focus()`);
        await b.press('Control+Home', 'Delete');
      },
      has: '.edit .state.bad',
    },
    {
      name: 'a transaction in a block',
      text: block,
      act: async (b) => {
        await chooseView(b, 'explanation');
        await b.until(`document.querySelector('.item')`);
        await b.evaluate(`document.querySelector('.item').click()`);
      },
      has: '.trail',
    },
    { name: 'a draft', text: formatDraft(draft), act: draftView, has: '.draft-way-body' },
    {
      name: 'a signed draft',
      text: formatDraft(sign(sign(draft, alice), bob)),
      act: draftView,
      has: '.draft-send',
    },
    {
      name: 'some parts',
      text: formatDraftParts(draft).slice(1).join('\n'),
      has: '.draft-progress',
    },
  ];
}

describeWithChromium('axe', () => {
  it('finds nothing in any state, and nothing is wider than the window', async () => {
    const all = await states();
    const found: string[] = [];
    await browse(async (browser) => {
      for (const width of [1280, 390]) {
        await browser.become({ width, height: 850, theme: 'light' });
        await openInspector(browser);
        for (const { name, text, act, has } of all) {
          if (text !== undefined) await paste(browser, text);
          await act?.(browser);
          await browser.until(`document.querySelector('${has}')`);
          for (const theme of ['light', 'dark']) {
            await browser.evaluate(`void (document.documentElement.dataset.theme = '${theme}')`);
            // Buttons change their colour slowly.
            await browser.until('document.getAnimations().length === 0');
            const here = `${name}, ${theme}, ${width}`;
            found.push(...(await violations(browser)).map((of) => `${here}: ${of}`));
          }
          await browser.evaluate(`void (document.documentElement.dataset.theme = 'light')`);
          const wide = await browser.evaluate<number>('document.documentElement.scrollWidth');
          if (wide > width) found.push(`${name}: ${wide} pixels wide on ${width}`);
          if (name === 'scanner') await openInspector(browser);
          else await again(browser);
        }
      }
      expect(found).toEqual([]);
      expect(browser.errors).toEqual([]);
    });
  });
});

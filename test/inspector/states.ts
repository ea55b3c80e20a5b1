/** States of the inspector in which axe looks at it: every view, and what inputs, errors and edits change in one. */
import { expect } from 'vitest';
import { samples } from '../../apps/inspector/intake/samples.ts';
import { connect } from '../../src/rpc/index.ts';
import { formatDraft, formatDraftParts, sign } from '../../src/sign/index.ts';
import { formatState } from '../../src/state/statefile.ts';
import { formatHex } from '../../src/text/hex.ts';
import { violations } from '../support/axe.ts';
import type { Browse, Browser } from '../support/browsing.ts';
import { erc20Transfer } from '../support/evmtxs.ts';
import { rows } from '../support/vectors.ts';
import { fieldRow, stateHas, validatorTx } from './scenarios.ts';
import { activate, again, chooseView, enter, fill, openInspector, paste, sees } from './support.ts';
import { fundedNode, team, twoOfThree, words } from './team.ts';
import { reply, signedBy } from './validators.ts';

const [payment = '', exported = '', , block = ''] = samples.map(({ text }) => text);
const [alice, bob] = team;
const warpMessage = rows('warp').find(({ kind }) => kind === 'warpSigned')!.hex;

interface State {
  readonly name: string;
  readonly text?: string;
  /** What is done after the input was pasted. */
  readonly act?: (browser: Browser) => Promise<unknown>;
  readonly has: string;
}

/** The views of a transaction and of a block, and what is in each when it is drawn. */
const inView = {
  explanation: '.subject h1',
  bytes: '.tree .field',
  json: '.code-line',
  verdict: '.rules',
  compare: '.second textarea',
  edit: '.form .row',
} as const;
const viewsOfTx = Object.keys(inView) as readonly (keyof typeof inView)[];
const viewsOfBlock = ['explanation', 'bytes', 'json'] as const;

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
  const whole = formatDraft(sign(sign(draft, alice), bob));
  const draftView = async (browser: Browser): Promise<void> => {
    await chooseView(browser, 'draft');
    await browser.until(`document.querySelector('.draft-section')`);
    await activate(browser, 'Show QR codes');
    const hasKey = `[...document.querySelectorAll('.draft-way')].some((e) => e.textContent.includes('private key'))`;
    if (await browser.evaluate(hasKey)) {
      await activate(browser, 'Sign with a private key');
      await fill(browser, 'Private key', words[2]);
      await browser.press('Enter');
      await sees(browser, 'is an owner, but others were chosen to sign');
    }
    await openAll(browser);
    await browser.until(`document.querySelector('.draft-codes canvas')?.ariaLabel`);
  };
  const view =
    (id: string) =>
    (browser: Browser): Promise<void> =>
      chooseView(browser, id);
  return [
    ...viewsOfTx.map((id) => ({
      name: `a transaction, ${id}`,
      text: payment,
      act: view(id),
      has: inView[id],
    })),
    ...viewsOfBlock.map((id) => ({
      name: `a block, ${id}`,
      text: block,
      act: view(id),
      has: inView[id],
    })),
    {
      name: 'marked bytes',
      text: validatorTx,
      act: async (b) => {
        await chooseView(b, 'bytes');
        await b.until(fieldRow('networkID'));
        await b.point(fieldRow('networkID'));
      },
      has: '.hexgrid .marked',
    },
    {
      name: 'an edit',
      text: validatorTx,
      act: async (b) => {
        await chooseView(b, 'edit');
        await b.until(stateHas('signatures can be read'));
        await enter(b, 'unsignedTx.networkID', '6');
        await b.until(stateHas('differ'));
        expect(await b.evaluate(`document.querySelectorAll('*').length`)).toBeLessThan(2000);
      },
      has: '.edit',
    },
    { name: 'empty', has: '.welcome' },
    {
      name: 'scanner',
      act: (b) => b.evaluate(`document.querySelector('.scan-input button').click()`),
      has: '.draft-scanner',
    },
    { name: 'damaged input', text: payment.slice(0, -40), has: '.near mark' },
    { name: 'a key', text: `PrivateKey-${'2'.repeat(40)}`, has: '.notice.bad' },
    { name: 'words of a wallet', text: `${'test '.repeat(11)}junk`, has: '.notice.bad' },
    { name: 'a sentence', text: 'please send 3 AVAX to me', has: '.samples' },
    { name: 'a transaction of the EVM', text: erc20Transfer, has: '.told .mono' },
    { name: 'a signed warp message', text: warpMessage, has: '.told' },
    {
      name: 'signers of a warp message',
      text: formatHex(signedBy(0, 1)),
      act: async (b) => {
        await openAll(b);
        await fill(b, 'The reply of platform.getValidatorsAt', reply);
      },
      has: '.verdict.accepted ~ .table-scroll',
    },
    { name: 'a UTXO', text: rows('p-utxos')[0]!.hex, has: '.wallet .told' },
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
    { name: 'a signed draft', text: whole, act: draftView, has: '.draft-send' },
    ...[formatDraft(draft), whole].map((text, i) => ({
      name: `a draft with ${2 * i} signatures that a policy refuses`,
      text,
      act: async (b: Browser) => {
        await draftView(b);
        await fill(b, 'Policy (JSON)', '{"network":"local"}');
        await sees(b, 'The policy refuses this draft');
      },
      has: '.draft-section',
    })),
    {
      name: 'some parts',
      text: formatDraftParts(draft).slice(1).join('\n'),
      has: '.draft-progress',
    },
  ];
}

/** A phone, a tablet, a small and a large screen. */
const widths = [390, 820, 1280, 1440] as const;

const views = [1280, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((theme) => ({ width, theme })),
);

/** Brings an empty page into a state. */
async function show(browser: Browser, { text, act, has }: State): Promise<void> {
  if (text !== undefined) await paste(browser, text);
  await act?.(browser);
  await browser.until(`document.querySelector('${has}')`);
}

/**
 * Expects that axe finds nothing in any state, and that none is wider than the window.
 * @param count Views in which axe looks at each state, of four: both themes, wide and on a phone. The states take turns with them.
 */
export const looksAccessible = (browse: Browse, count: number): Promise<void> =>
  browse(async (browser) => {
    const found: string[] = [];
    await openInspector(browser);
    for (const [i, state] of (await states()).entries()) {
      const chosen = new Set(
        Array.from({ length: count }, (_, k) => views[(i + k) % views.length]!),
      );
      await browser.become({ ...views[0], height: 850 });
      await show(browser, state);
      for (const width of widths) {
        await browser.become({ width, height: 850 });
        const wide = await browser.evaluate<number>('document.documentElement.scrollWidth');
        if (wide > width) found.push(`${state.name}: ${wide} pixels wide on ${width}`);
      }
      for (const view of chosen) {
        const { width, theme } = view;
        await browser.become({ ...view, height: 850 });
        await browser.until(`document.documentElement.dataset.theme === '${theme}'`);
        const here = `${state.name}, ${theme}, ${width}`;
        found.push(...(await violations(browser)).map((of) => `${here}: ${of}`));
      }
      // The scanner has no button to begin anew.
      if (state.name === 'scanner') await openInspector(browser);
      else await again(browser);
    }
    expect(found).toEqual([]);
    expect(browser.errors).toEqual([]);
  });

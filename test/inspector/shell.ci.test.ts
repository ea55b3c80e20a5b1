/** The inspector in Chromium, as the single file, driven as a person would. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { visible } from '../../apps/ui/visible.ts';
import { explain, textOf } from '../../src/explain/index.ts';
import { fuji, local, mainnet } from '../../src/network/known.ts';
import { open } from '../../src/open/open.ts';
import { type Opened, toJSONText } from '../../src/open/opened.ts';
import { checkTx } from '../../src/rules/check.ts';
import { verifyPossession, verifyWarpMessage } from '../../src/warp/bls.ts';
import { type Browser, describeWithChromium } from '../support/browsing.ts';
import {
  again,
  chooseView,
  dropFiles,
  largeBlock,
  openInspector,
  paste,
  settled,
  wordsOf,
} from './support.ts';

interface Row {
  readonly chain: 'P' | 'X' | 'C';
  readonly type: string;
  readonly hex: string;
}

const rowsOf = (name: string): readonly Row[] =>
  gunzipSync(readFileSync(new URL(`../../vectors/${name}`, import.meta.url)))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

/** One vector of every type of a file. */
const oneOfEach = (name: string): readonly Row[] => [
  ...new Map(
    rowsOf(name)
      .filter(({ hex }) => hex)
      .map((row) => [`${row.chain} ${row.type}`, row]),
  ).values(),
];

const squeeze = (text: string): string => text.replaceAll(/\s+/g, '');

const networkOf = ({ network }: Opened) =>
  [mainnet, fuji, local].find(({ networkID }) => networkID === network?.networkID);

const payment = oneOfEach('p-public.ndjson.gz').find(({ type }) => type === 'BaseTx')!;
const block = rowsOf('p-blocks.ndjson.gz').find(
  ({ type, hex }) => type === 'BanffStandardBlock' && hex.length > 2000,
)!;

describeWithChromium('the inspector', (browse) => {
  it('says of every transaction type what explain, toJSONText and checkTx say', async () => {
    const rows = ['p-public.ndjson.gz', 'x-public.ndjson.gz', 'c-public.ndjson.gz'].flatMap(
      oneOfEach,
    );
    expect(rows.length).toBeGreaterThan(20);
    await browse(async (browser) => {
      await openInspector(browser);
      for (const { chain, hex, type } of rows) {
        const opened = open(hex, { chain, kind: 'tx' });
        const network = networkOf(opened);
        await paste(browser, hex);
        await settled(browser);
        await chooseView(browser, 'explanation');
        const told = explain(opened, network ? { network } : {});
        // Type, network and ID are in the heading.
        const text = textOf(told).replaceAll(
          /^(Transaction|Network|Transaction ID) {2,}.*\n/gm,
          '',
        );
        const [, ...blocks] = text.trimEnd().split('\n\n');
        const warnings = told.warnings.length > 0 ? blocks.pop()! : '';
        expect(await wordsOf(browser, '.subject h1'), type).toBe(squeeze(told.title));
        expect(await wordsOf(browser, '.subtitle'), type).toBe(squeeze(told.subtitle ?? ''));
        expect(await wordsOf(browser, '.warning'), type).toBe(squeeze(warnings));
        expect(await wordsOf(browser, '.panel dl.told, .panel pre.more'), type).toBe(
          squeeze(blocks.join('')),
        );
        await chooseView(browser, 'json');
        await browser.evaluate(`document.querySelector('.virtual').style.maxHeight = 'none'`);
        const json = squeeze(visible(toJSONText(opened)));
        await browser.until(`document.querySelector('.code-line')`);
        const shown = await wordsOf(browser, '.code-line');
        expect(json.startsWith(shown.slice(0, 2000)), `${type}: ${shown.slice(0, 200)}`).toBe(true);
        await chooseView(browser, 'verdict');
        await browser.until(`document.querySelector('.rules, .panel .notice')`);
        const now = BigInt(Math.floor(Date.now() / 1000));
        const bls = { verifyPossession, verifyMessage: verifyWarpMessage };
        const facts = { network: network ?? mainnet, time: now, clock: now, bls };
        const { findings } = checkTx(opened.value as never, facts);
        expect(
          await browser.evaluate(
            `[...document.querySelectorAll('.rule')].map((row) => row.cells[0].textContent + ' ' + row.cells[1].textContent.replace(/^\\S+ /, ''))`,
          ),
          type,
        ).toEqual(findings.map(({ rule, result }) => `${rule} ${result}`));
        await again(browser);
      }
      expect(browser.errors).toEqual([]);
      expect(await browser.evaluate('refused')).toEqual([]);
      expect(browser.requests.filter((url) => /^(https?|wss?):/.test(url))).toEqual([]);
    });
  });

  it('opens blocks, messages, drafts, addresses and ids by paste, file and link', async () => {
    const draft = JSON.parse(
      readFileSync(new URL('../../vectors/drafts.ndjson', import.meta.url), 'utf8').split('\n')[0]!,
    ) as { readonly text: string };
    const title = (browser: Browser) =>
      browser.evaluate<string>(
        `document.querySelector('main > [role=status]').textContent.replace(' is shown.', '')`,
      );
    await browse(async (browser) => {
      await openInspector(browser);
      const cases: readonly (readonly [string, string])[] = [
        [block.hex, 'BanffStandardBlock'],
        [draft.text, 'Draft of BaseTx'],
        ['P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5', 'Address'],
        ['2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm', 'ID'],
        ['NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg', 'Node ID'],
        ['0x0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'Public key'],
      ];
      for (const [text, expected] of cases) {
        await paste(browser, text);
        await settled(browser);
        expect(await title(browser)).toBe(expected);
        await again(browser);
        await dropFiles(browser, [['input.txt', Buffer.from(text)]]);
        await settled(browser);
        expect(await title(browser)).toBe(expected);
        // 32 bytes may be a private key: the address does not get them, unless somebody asks for it.
        if (expected === 'ID') {
          await browser.until(
            `[...document.querySelectorAll('.subject button')].some(({ textContent }) => textContent === 'Copy a link with these 32 bytes')`,
          );
          expect(await browser.evaluate('location.hash')).toBe('');
        } else if (
          expected !== 'Draft of BaseTx' ||
          !draft.text.includes('"signatures":[{"bytes":"0x0')
        ) {
          await browser.until(`location.hash.startsWith('#i=')`);
          const hash = await browser.evaluate<string>('location.hash');
          await openInspector(browser, hash);
          await settled(browser);
          expect(await title(browser)).toBe(expected);
        }
        await again(browser);
      }
      await dropFiles(browser, [['block.bin', Buffer.from(block.hex.slice(2), 'hex')]]);
      await settled(browser);
      expect(await title(browser)).toBe('BanffStandardBlock');
      await browser.evaluate(`document.querySelector('.item').click()`);
      await browser.until(`document.querySelector('.trail')`);
      expect(await title(browser)).toMatch(/Tx$/);
      expect(browser.errors).toEqual([]);
    });
  });

  it('says where a damaged input goes wrong, keeps no key, and opens no damaged link', async () => {
    await browse(async (browser) => {
      await openInspector(browser);
      await paste(browser, payment.hex.slice(0, -40));
      await settled(browser);
      expect(await browser.evaluate(`document.querySelector('.notice').textContent`)).toMatch(
        /byte \d+/,
      );
      expect(await browser.evaluate(`document.querySelector('.near mark').textContent`)).toMatch(
        /^[0-9a-f]{2}$/,
      );
      const key = 'PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN';
      await paste(browser, key);
      await browser.until(`document.querySelector('.notice').textContent.includes('private key')`);
      expect(
        await browser.evaluate(
          `document.documentElement.outerHTML.includes('ewoq') || document.querySelector('#input').value.includes('ewoq') || location.href.includes('ewoq')`,
        ),
      ).toBe(false);
      for (const bad of ['#i=!!', '#i=AAAA', '#i=', `#i=${'A'.repeat(5000)}`]) {
        await openInspector(browser, bad);
        await browser.until(`document.querySelector('[role=alert]')`);
        expect(
          await browser.evaluate(`document.querySelector('[role=alert]').textContent`),
        ).toMatch(/damaged/);
      }
      expect(browser.errors).toEqual([]);
    });
  });

  it('shows a block of 2 MB with at most 2,000 elements in every view', async () => {
    await browse(async (browser) => {
      await openInspector(browser);
      await dropFiles(browser, [['block.bin', largeBlock()]]);
      await browser.until(`document.querySelector('[role=tab]')`);
      const ids = await browser.evaluate<string[]>(
        `[...document.querySelectorAll('[role=tab]')].map((tab) => tab.id.slice(4))`,
      );
      for (const id of ids) {
        await chooseView(browser, id);
        expect(
          await browser.evaluate(`document.querySelectorAll('*').length`),
          id,
        ).toBeLessThanOrEqual(2000);
      }
      expect(browser.errors).toEqual([]);
    });
  });

  it('shows names with control and bidirectional characters as what they are', async () => {
    const xTx = oneOfEach('x-public.ndjson.gz').find(({ type }) => type === 'CreateAssetTx')!;
    const json = JSON.parse(
      toJSONText(open(xTx.hex, { chain: 'X' })).replace(/:(\d{16,})/g, ':"$1"'),
    );
    await browse(async (browser) => {
      await openInspector(browser);
      const name = 'A\u202e<img src=x onerror=alert(1)>';
      await paste(browser, JSON.stringify({ ...json, unsignedTx: { ...json.unsignedTx, name } }));
      await settled(browser);
      const text = await browser.evaluate<string>('document.body.innerText');
      expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      expect(await browser.evaluate(`document.querySelectorAll('img[src=x]').length`)).toBe(0);
      expect(browser.errors).toEqual([]);
      expect(await browser.evaluate('refused')).toEqual([]);
    });
  });

  it('is used by keyboard alone', async () => {
    await browse(async (browser) => {
      await openInspector(browser);
      await browser.until(`document.activeElement.id === 'input'`);
      await browser.type(payment.hex);
      await browser.until(`document.querySelector('[role=tab]')`);
      await browser.until(`document.getElementById('tab-explanation')`);
      const focused = () => browser.evaluate<string>('document.activeElement.id');
      for (let i = 0; i < 20 && (await focused()) !== 'tab-explanation'; i++)
        await browser.press('Tab');
      expect(await focused()).toBe('tab-explanation');
      // Past other views, as many as there are.
      for (let i = 0; i < 8 && (await focused()) !== 'tab-json'; i++) {
        const before = await focused();
        await browser.press('ArrowRight');
        await browser.until(`document.activeElement.id !== '${before}'`);
      }
      expect(await focused()).toBe('tab-json');
      for (
        let i = 0;
        i < 5 && !(await browser.evaluate(`document.activeElement.matches('div.code')`));
        i++
      )
        await browser.press('Tab');
      await browser.press('ArrowDown', 'ArrowDown');
      await browser.until(`document.querySelector('.code-line.marked')`);
      expect(
        await browser.evaluate(`document.querySelector('.code-line.marked').dataset.path`),
      ).toMatch(/^unsignedTx\./);
    });
  });
});

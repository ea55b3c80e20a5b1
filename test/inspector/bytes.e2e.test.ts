/** The view "Bytes" as a user has it: pointer and keyboard, both themes, a phone, a block of 2 MB. */
import { formatHex, open, parseHex } from 'avalanche-tx';
import { Block, encode } from 'avalanche-tx/pchain';
import { expect, it } from 'vitest';
import { type Browser, browse } from '../support/browsing.ts';
import { describeWithChromium } from '../support/chromium.ts';
import { rows } from '../support/vectors.ts';
import { expectAccessible, openView, soon, textOf } from './visit.ts';

const tx = rows('p-public').find(
  ({ type, network }) => type === 'AddPermissionlessValidatorTx' && network === 'fuji',
)!;

/** The hex of the bytes that are marked in the grid. */
const markedHex = (b: Browser): Promise<string> =>
  b.evaluate(
    `[...document.querySelectorAll('.hexgrid .marked')].map((e) => e.textContent.replace(/\\s/g, '')).join('')`,
  );

/** Moves the mouse over the middle of an element. */
const point = (b: Browser, element: string, kind = 'pointermove'): Promise<void> =>
  b.evaluate(`(() => {
    const e = ${element};
    const { left, top, width, height } = e.getBoundingClientRect();
    e.dispatchEvent(new PointerEvent('${kind}', { bubbles: true, pointerType: 'mouse',
      clientX: left + Math.min(width / 2, 8), clientY: top + height / 2 }));
  })()`);

const field = (name: string): string =>
  `[...document.querySelectorAll('.tree .field')].find((e) => e.querySelector('.key').textContent === '${name}')`;

/** A block of about 2 MB: the transactions of a small one, again and again. */
function largeBlock(): Uint8Array {
  const block = rows('p-blocks')
    .map(({ hex }) => open(parseHex(hex), { chain: 'P', kind: 'block' }))
    .find(({ type, txs }) => type === 'platformvm.BanffStandardBlock' && txs.length > 0)!;
  const value = block.value as Extract<Block, { readonly type: 'platformvm.BanffStandardBlock' }>;
  const times = Math.floor(2_090_000 / block.bytes.length);
  return encode(Block, { ...value, txs: Array.from({ length: times }, () => value.txs).flat() });
}

describeWithChromium('the bytes of the inspector', () => {
  it('mark the field of a byte and the bytes of a field, by pointer and by keys', async () => {
    await browse(async (b) => {
      await b.become({ width: 1400, height: 900, theme: 'light' });
      await openView(b, tx.hex, 'Bytes');
      await soon(b, field('networkID'));

      await point(b, field('networkID'));
      await soon(b, `document.querySelector('.hexgrid .marked')`);
      expect(await markedHex(b)).toBe('00000005');
      expect(await textOf(b, '.detail')).toContain('Network that the transaction is for.');
      expect(await textOf(b, '.detail')).toContain(
        'platformvm.AddPermissionlessValidatorTx.networkID',
      );

      await point(b, `document.querySelector('.hexgrid .hex span')`);
      await soon(b, `document.querySelector('.tree .marked .key')?.textContent === 'codecVersion'`);
      expect(await markedHex(b)).toBe('0000');

      await b.evaluate(`document.querySelector('.hexgrid').focus()`);
      await b.press('Control+Home', 'ArrowRight', 'ArrowRight');
      await soon(b, `document.querySelector('.tree .marked .key')?.textContent === 'typeID'`);
      await b.press('Control+End');
      await soon(
        b,
        `document.querySelector('.detail .path')?.textContent.startsWith('credentials[')`,
      );
      await b.press('Control+Home');
      await soon(b, `document.querySelector('.detail .path')?.textContent === 'codecVersion'`);

      await b.evaluate(`document.querySelector('.tree').focus()`);
      await b.press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
      await soon(
        b,
        `document.querySelector('.detail .path')?.textContent === 'unsignedTx.blockchainID'`,
      );
      expect(await markedHex(b)).toBe('00'.repeat(32));
      await b.press('End');
      await soon(b, `document.querySelector('.hexgrid').scrollTop > 500`);
      await b.press('Home', 'ArrowDown', 'ArrowLeft');
      await soon(
        b,
        `document.querySelector('.tree .marked').getAttribute('aria-expanded') === 'false'`,
      );
      await b.press('PageDown');
      expect(b.errors).toEqual([]);
    });
  });

  it('has nothing that axe finds, in both themes and on a phone, and no horizontal scroll', async () => {
    await browse(async (b) => {
      await expectAccessible(b, async () => {
        await openView(b, tx.hex, 'Bytes');
        await soon(b, field('networkID'));
        await point(b, field('networkID'));
        await soon(b, `document.querySelector('.hexgrid .marked')`);
      });
    });
  });

  it('shows a block of 2 MB with few elements, and scrolls it', async () => {
    const bytes = largeBlock();
    expect(bytes.length).toBeGreaterThan(1_900_000);
    await browse(async (b) => {
      await b.become({ width: 1400, height: 900, theme: 'light' });
      await openView(b, formatHex(bytes), 'Bytes');
      await soon(b, `document.querySelector('.hexgrid .hex-row')`);
      await b.evaluate(`new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) (window.long ??= []).push(Math.round(duration));
      }).observe({ type: 'longtask' }); undefined`);
      let most = 0;
      for (const box of ['.hexgrid', '.tree'])
        for (let i = 0; i < 40; i++) {
          const count = await b.evaluate<number>(`new Promise((resolve) => {
            const box = document.querySelector('${box}');
            box.scrollTop = (box.scrollHeight * ${(i * 7) % 40}) / 40 + ${i * 31};
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(document.querySelectorAll('*').length)));
          })`);
          most = Math.max(most, count);
        }
      const long = await b.evaluate<readonly number[]>(`window.long ?? []`);
      console.log(
        `${bytes.length} bytes: at most ${most} elements, long tasks while scrolling: ${long.join(', ') || 'none'} ms`,
      );
      expect(most).toBeLessThanOrEqual(2000);
      await b.evaluate(`document.querySelector('.hexgrid').focus()`);
      await b.press('Control+End');
      await soon(b, `document.querySelector('.detail .path')?.textContent.startsWith('txs[')`);
      expect(b.errors).toEqual([]);
    });
  });
});

/**
 * How fast the inspector is in Chromium: time from a paste to the explanation on the screen, of a transaction and of a block of 2 MB, and
 * the longest task while the block is scrolled.
 *
 *     npx tsx scripts/inspectortimes.ts
 */
import { samples } from '../apps/inspector/intake/samples.ts';
import { formatHex, parseHex } from '../src/text/bytes.ts';
import { again, openInspector } from '../test/inspector/support.ts';
import { type Browser, browse } from '../test/support/browsing.ts';

/** A block with as many payments as fit 2 MB. */
function largeBlock(): string {
  const tx = parseHex(samples[0]!.text).subarray(2);
  const count = Math.floor(2_000_000 / tx.length);
  const bytes = new Uint8Array(58 + count * tx.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(2, 32); // BanffStandardBlock
  view.setBigUint64(6, 1_800_000_000n);
  view.setBigUint64(46, 7n);
  view.setUint32(54, count);
  for (let i = 0; i < count; i++) bytes.set(tx, 58 + i * tx.length);
  return formatHex(bytes);
}

/** Milliseconds from the paste until the frame with the explanation was drawn. */
const timeOf = (browser: Browser, text: string): Promise<number> =>
  browser.evaluate(`(async () => {
    const field = document.querySelector('#input');
    field.select();
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    const start = performance.now();
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    while (!document.querySelector('.says')) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - start;
  })()`);

/** The longest tasks while a list is scrolled to its end in 60 steps, in milliseconds. */
const scrolling = (browser: Browser): Promise<readonly number[]> =>
  browser.evaluate(`(async () => {
    const tasks = [];
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((e) => e.duration)));
    observer.observe({ entryTypes: ['longtask'] });
    const box = document.querySelector('.virtual');
    for (let i = 1; i <= 60; i++) {
      box.scrollTop = (box.scrollHeight * i) / 60;
      await new Promise(requestAnimationFrame);
    }
    await new Promise((done) => setTimeout(done, 200));
    observer.disconnect();
    return tasks;
  })()`);

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

await browse(async (browser) => {
  const block = largeBlock();
  for (const [name, text] of [
    ['transaction', samples[0]!.text],
    ['block of 2 MB', block],
  ] as const) {
    const times: number[] = [];
    for (let i = 0; i < 7; i++) {
      await openInspector(browser);
      times.push(await timeOf(browser, text));
    }
    console.log(
      `${name}: ${median(times).toFixed(0)} ms from paste to explanation (median of ${times.length})`,
    );
  }
  const tasks = await scrolling(browser);
  console.log(`scrolling its transactions: ${tasks.length} tasks above 50 ms`, tasks);
  const count = await browser.evaluate<number>(`document.querySelectorAll('*').length`);
  console.log(`${count} elements in the page`);
  await again(browser);
});

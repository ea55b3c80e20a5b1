/**
 * How fast the inspector is in Chromium: time from a paste to the explanation on the screen, of a transaction and of a block of 2 MB, and
 * the longest task while views of the block are scrolled. Tasks are in processor time, which a busy machine does not lengthen.
 *
 *     npx tsx scripts/inspectortimes.ts
 */
import { samples } from '../apps/inspector/intake/samples.ts';
import { formatHex } from '../src/text/bytes.ts';
import { again, chooseView, largeBlock, openInspector } from '../test/inspector/support.ts';
import { type Browser, browseAlone } from '../test/support/browsing.ts';

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

interface TraceEvent {
  readonly name: string;
  readonly args: { readonly name?: string };
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of processor time. */
  readonly tdur?: number;
}

/** Processor time of the tasks on the page's main thread while something is done, in milliseconds, the longest first. */
async function tasksOf(browser: Browser, body: () => Promise<unknown>): Promise<readonly number[]> {
  const events: TraceEvent[] = [];
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  browser.tab.on<{ readonly value: readonly TraceEvent[] }>('Tracing.dataCollected', (e) => {
    events.push(...e.value);
  });
  browser.tab.on('Tracing.tracingComplete', () => end());
  await browser.tab.call('Tracing.start', { categories: 'toplevel,__metadata' });
  await body();
  await browser.tab.call('Tracing.end');
  await ended;
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return events
    .filter(({ name, pid, tid }) => /RunTask$/.test(name) && main.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000)
    .sort((x, y) => y - x);
}

/** Scrolls a list to its end in 60 steps. */
const scroll = (browser: Browser, selector: string): Promise<void> =>
  browser.evaluate(`(async () => {
    const box = document.querySelector('${selector}');
    for (let i = 1; i <= 60; i++) {
      box.scrollTop = (box.scrollHeight * i) / 60;
      await new Promise(requestAnimationFrame);
    }
    await new Promise((done) => setTimeout(done, 200));
  })()`);

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

await browseAlone(async (browser) => {
  const block = formatHex(largeBlock());
  for (const [name, text] of [
    ['transaction', samples[0]!.text],
    ['block of 2 MB', block],
  ] as const) {
    const times: number[] = [];
    const work: number[] = [];
    for (let i = 0; i < 7; i++) {
      await openInspector(browser);
      const tasks = await tasksOf(browser, async () => {
        times.push(await timeOf(browser, text));
      });
      work.push(tasks.reduce((sum, ms) => sum + ms, 0));
    }
    console.log(
      `${name}: ${Math.min(...times).toFixed(0)} ms from paste to explanation (best of ${times.length}; median ${median(times).toFixed(0)} ms), ${median(work).toFixed(0)} ms of the processor (median)`,
    );
  }
  for (const [view, selector] of [
    ['explanation', '.virtual'],
    ['bytes', '.hexgrid'],
    ['bytes', '.tree'],
    ['json', '.virtual'],
  ] as const) {
    await chooseView(browser, view);
    await browser.until(`document.querySelector('${selector}')`);
    const tasks = await tasksOf(browser, () => scroll(browser, selector));
    const count = await browser.evaluate<number>(`document.querySelectorAll('*').length`);
    console.log(
      `${view} ${selector} of the block, scrolled: the longest of ${tasks.length} tasks took ${tasks[0]?.toFixed(0)} ms of the processor, ${count} elements`,
    );
  }
  await again(browser);
});

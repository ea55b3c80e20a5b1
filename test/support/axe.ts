/** What axe finds in a page that keeps people out. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from './browsing.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Wanted {
  /** A selector: only this part of the page. */
  readonly within?: string;
  /** Whether to look into frames; they are, if not said otherwise. */
  readonly iframes?: boolean;
  /** Only violations with these impacts. */
  readonly impacts?: readonly ('minor' | 'moderate' | 'serious' | 'critical')[];
}

/**
 * The rules that a page breaks, a line each: the rule, how often, and the first elements with the reason. Transitions are ended first:
 * half way, colours have a contrast that nobody sees.
 */
export async function violations(
  browser: Browser,
  { within, impacts, iframes = true }: Wanted = {},
): Promise<readonly string[]> {
  if (!(await browser.evaluate<boolean>('Boolean(globalThis.axe)')))
    await browser.evaluate(`${axe}\nundefined`);
  const impact = JSON.stringify(impacts ?? null);
  return browser.evaluate(`(async () => {
    for (const animation of document.getAnimations())
      if (animation.effect.getComputedTiming().endTime !== Infinity) animation.finish();
    const { violations } = await axe.run(${within === undefined ? 'document' : JSON.stringify(within)}, {
      iframes: ${iframes},
      resultTypes: ['violations'],
    });
    return violations
      .filter(({ impact }) => ${impact}?.includes(impact) ?? true)
      .map(({ id, nodes }) => id + ': ' + nodes.length + ' × ' + nodes.slice(0, 3)
        .map(({ html, failureSummary }) => html.slice(0, 200) + ' ' + failureSummary)
        .join(' | '));
  })()`);
}

/** The website in a browser: a page of each sort, as axe sees it. */
import { expect } from 'vitest';
import { violations } from '../support/axe.ts';
import type { Browser } from '../support/browsing.ts';

/** A page of each sort. */
export const sorts = {
  home: '/',
  guide: '/guides/decode',
  concept: '/concepts/owner',
  reference: '/rpc/platform',
  error: '/reference/errors/Insufficient',
  command: '/cli/decode',
  costs: '/costs',
  rules: '/rules',
  trust: '/why-trust-it',
};

const views = (['light', 'dark'] as const).flatMap((theme) =>
  [1440, 390].map((width) => ({ theme, width })),
);

/** By how much a page is wider than its window. */
export const overflow = 'document.documentElement.scrollWidth - innerWidth';

/** Whether a page has come to life: until then, groups of the sidebar are buttons in buttons, as VitePress writes them. */
export const isAlive = `!document.querySelector('.VPSidebarItem .item[role] .caret[role]')`;

/** What pages asked of anybody but the site. */
export const strangers = ({ requests }: Browser, origin: string): readonly string[] =>
  requests.filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith('data:'));

/**
 * Expects that axe finds nothing on a page of each sort, and that none is wider than the window.
 * @param count Views in which axe looks at each page, of four: both themes, wide and on a phone. The pages take turns with them.
 */
export async function looksAccessible(
  browser: Browser,
  origin: string,
  count: number,
): Promise<void> {
  for (const [i, path] of Object.values(sorts).entries())
    for (let k = 0; k < count; k++) {
      const { theme, width } = views[(i + k) % views.length]!;
      await browser.become({ theme, width });
      await browser.go(origin + path);
      const isDark = await browser.evaluate(`document.documentElement.classList.contains('dark')`);
      expect(isDark).toBe(theme === 'dark');
      await browser.until(isAlive);
      expect(await violations(browser), `${path} ${theme} ${width}`).toEqual([]);
      expect(await browser.evaluate(overflow), path).toBeLessThanOrEqual(0);
    }
  expect(browser.errors).toEqual([]);
  expect(strangers(browser, origin)).toEqual([]);
}

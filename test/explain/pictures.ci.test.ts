/** Pictures in a browser: no text passes the edge of its sheet. The gallery has one of each type, with IDs of the widest letters. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { describeWithChromium } from '../support/browsing.ts';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const files = [
  ...readdirSync(`${docs}gallery`).map((name) => `gallery/${name}`),
  'explanation.svg',
  'explanation.narrow.svg',
].filter((name) => name.endsWith('.svg'));

describeWithChromium('a picture', (browse) => {
  it('has all of its text inside of its margins', () =>
    browse(async (browser) => {
      const found: string[] = [];
      for (const file of files) {
        await browser.go(`file://${docs}${file}`);
        const beyond = await browser.evaluate<readonly string[]>(`(() => {
          const { width } = document.documentElement.viewBox.baseVal;
          const margin = width < 500 ? 14 : 24;
          return [...document.querySelectorAll('text')]
            .filter((text) => {
              const { x, width: own } = text.getBBox();
              return x < 0 || x + own > width - margin;
            })
            .map(({ textContent }) => textContent);
        })()`);
        found.push(...beyond.map((text) => `${file}: ${text}`));
      }
      expect(found).toEqual([]);
    }));
});

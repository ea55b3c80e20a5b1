/** The programs of the guides in the playground, and each with something broken. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { breakages } from '../../apps/playground/model/breaking.ts';
import type { Example } from '../../apps/playground/model/data.ts';
import { prepare } from '../../apps/playground/runner/rewrite.ts';
import { violations } from '../support/axe.ts';
import type { Browser } from '../support/browsing.ts';
import { isShown } from '../support/codeblocks.ts';
import { openPage, run } from './visit.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Requests that are not of the page itself: Chromium asks for the icon again with each change of the fragment. */
export const isForeign = (url: string): boolean => !/^blob:|\/icon\.svg$/.test(url);

/** Values as the comments of guides write them, without what people write differently. */
const plain = (text: string): string => text.replaceAll(/[\s_,;]/g, '').replaceAll('"', "'");

/** Expects that examples run to the end that their guides show, without a request or a violation. */
export async function runsToTheEnd(
  browser: Browser,
  origin: string,
  examples: readonly Example[],
): Promise<void> {
  await openPage(browser, origin);
  await run(browser);
  const before = browser.requests.length;
  for (const { id, code, output } of examples) {
    await browser.evaluate(`location.hash = '#example=${id}'`);
    await browser.until(`document.querySelector('.toolbar select').value === '${id}'`);
    const found = await run(browser);
    expect({ id, failures: found.failures }).toEqual({ id, failures: [] });
    expect(found.said, id).toMatch(/^Ended after/);
    if (output !== undefined && !isShown(found.printed, output))
      expect({ id, printed: found.printed }).toEqual({ id, printed: output });
    const lines = code.split('\n');
    for (const { line, text } of found.values) {
      const [, wanted = ''] = / \/\/ (.*)$/.exec(lines[line - 1]!)!;
      // Some comments go on in words behind the value.
      expect(
        plain(wanted).startsWith(plain(text)) || plain(text) === plain(wanted),
        `${id} line ${line}: ${text}`,
      ).toBe(true);
    }
  }
  expect(browser.requests.slice(before).filter(isForeign)).toEqual([]);
  expect(await browser.evaluate('refused')).toEqual([]);
  expect(browser.errors).toEqual([]);
}

/** Examples with a change that breaks them. */
export const brokenExamples = (examples: readonly Example[]) =>
  examples.flatMap(({ id, code }) =>
    breakages.flatMap(({ id: what, apply }) => {
      const broken = apply(code);
      return broken ? [{ id, what, code: broken.code }] : [];
    }),
  );

/** Expects that broken examples end in an error that names what is wrong. */
export function endInErrors(changes: ReturnType<typeof brokenExamples>): void {
  // Below the root, so that the package finds itself.
  const home = mkdtempSync(`${root}dist/broken-`);
  try {
    changes.forEach(({ code }, i) => {
      writeFileSync(
        `${home}/${i}.mjs`,
        prepare(code, () => undefined),
      );
    });
    writeFileSync(
      `${home}/all.mjs`,
      `globalThis.__value = () => {};
        const { log } = console;
        console.log = () => {};
        for (let i = 0; i < ${changes.length}; i++)
          log(await import('./' + i + '.mjs').then(() => 'no error', (e) => e.code ?? String(e)));`,
    );
    const printed = execFileSync(process.execPath, [`${home}/all.mjs`], { encoding: 'utf8' });
    const codes = printed.trim().split('\n');
    const wanted: Readonly<Record<string, string>> = {
      network: 'WrongNetwork',
      spent: 'NotAccepted',
      fee: 'NotAccepted',
      signature: 'MissingSigner',
      key: 'MissingSigner',
      amount: 'Insufficient',
      address: 'BadChecksum',
    };
    expect(new Set(changes.map(({ what }) => what))).toEqual(new Set(Object.keys(wanted)));
    expect(changes.map(({ id, what }, i) => [id, what, codes[i]])).toEqual(
      changes.map(({ id, what }) => [id, what, wanted[what]]),
    );
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Expects that axe finds nothing in the page, and that it is as wide as the window. */
export async function looksAccessible(
  browser: Browser,
  origin: string,
  view: { readonly width: number; readonly theme: 'light' | 'dark' },
): Promise<void> {
  await browser.become(view);
  await openPage(browser, origin);
  await run(browser);
  expect(await violations(browser, { iframes: false }), JSON.stringify(view)).toEqual([]);
  const width = await browser.evaluate<number>('document.documentElement.scrollWidth');
  expect(width).toBeLessThanOrEqual(view.width);
}

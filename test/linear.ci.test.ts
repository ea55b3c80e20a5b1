/**
 * Every exported function of text, bytes or lists is linear, or refuses what is too long. There is no limit of time here: what takes a
 * second for 300,000 characters is linear, and what is quadratic takes minutes for each input, so that the test never ends in time.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isError } from '../src/errors/error.ts';
import { lasting } from './support/lasting.ts';

const root = new URL('../', import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  exports: Record<string, string | { readonly default: string }>;
};
const entries = Object.values(exports).flatMap((target) =>
  typeof target === 'string'
    ? []
    : [target.default.replace('./dist/', 'src/').replace(/\.js$/, '.ts')],
);

const length = 300_000;
const keys = Object.fromEntries(Array.from({ length: length / 10 }, (_, i) => [`k${i}`, i]));
const long: Readonly<Record<string, unknown>> = {
  'digits of CB58': 'z'.repeat(length),
  ones: '1'.repeat(length),
  hex: `0x${'ab'.repeat(length / 2)}`,
  spaces: `${' '.repeat(length)}x`,
  lines: '\n'.repeat(length),
  words: 'abandon '.repeat(length / 8),
  brackets: '['.repeat(length),
  quoted: JSON.stringify('\u0001'.repeat(length / 6)),
  'JSON of a list': `[${'1,'.repeat(length / 2)}1]`,
  'JSON of an object': JSON.stringify(keys),
  'an address': `P-avax1${'q'.repeat(length)}`,
  'a path': `m${'/0'.repeat(length / 2)}`,
  'an amount': `${'1'.repeat(length / 2)}.${'1'.repeat(length / 2)}`,
  'a time': `2026-10-01T00:00:00.${'0'.repeat(length)}Z`,
  base64: 'QUFB'.repeat(length / 4),
  zeros: new Uint8Array(length),
  bytes: new Uint8Array(length).fill(255),
  'a list': Array<number>(length).fill(1),
  'an object': keys,
  'a bigint': 1n << BigInt(length),
};

/** What has a file or a runner of tests behind it, and would wait. */
const apart = /^(fileStore|useTestnode)$/;

it('answers a long argument of any kind', { timeout: 600_000 }, async () => {
  let calls = 0;
  for (const entry of entries) {
    const module = (await import(new URL(entry, root).href)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(module)) {
      if (
        typeof value !== 'function' ||
        lasting.has(name) ||
        apart.test(name) ||
        /^class\b/.test(`${value}`)
      )
        continue;
      for (const [what, given] of Object.entries(long))
        for (const args of [[given], [given, given], [given, {}], ['P', given]]) {
          calls += 1;
          try {
            const answer: unknown = (value as (...args: unknown[]) => unknown)(...args);
            if (answer instanceof Promise) answer.catch(() => undefined);
          } catch (e) {
            expect(isError(e), `${entry} ${name} of ${what}: ${String(e).slice(0, 200)}`).toBe(
              true,
            );
          }
        }
    }
  }
  expect(calls).toBeGreaterThan(10_000);
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { between } from '../../scripts/markdown.ts';
import { mistakesSaid, mistakeTables } from '../../scripts/mistakes.ts';
import { AvalancheError } from '../../src/errors/error.ts';
import { explainError } from '../../src/explain/index.ts';

const said = await mistakesSaid();
const of = (title: RegExp) => said.filter((row) => title.test(row.title));

it('every first mistake ends in one class of error, with the way out of it', () => {
  for (const { typed, now, explained } of said) {
    expect(now, typed).not.toMatch(
      /^not an AvalancheError|Cannot (?:read|convert)|is not a function/,
    );
    expect(explained === '', typed).toBe(now === 'It works.');
    expect(explained, typed).not.toContain('cannot be shown');
  }
  for (const { typed, now } of of(/Promise/))
    expect(now, typed).toMatch(/got a Promise: await it$/);
  for (const { typed, now } of of(/network by its name/).slice(0, 4))
    expect(now, typed).toMatch(/import \{ fuji \} from 'avalanche-tx'$/);
  for (const { typed, now } of of(/list is needed/))
    expect(now, typed).toMatch(/put it into \[ \]$|^It works/);
  const [whole, fraction] = of(/bigint/);
  expect(whole!.now).toMatch(/outputs\[0\]\.amount: .* avax\('250'\) or 250n$/);
  expect(fraction!.now).toMatch(/avax\('1.5'\)$/);
  // Errors of rules point into the intent.
  for (const { typed, now } of of(/chain does not allow/))
    expect(now, typed).not.toContain('unsignedTx');
});

it('the page lists what is said', async () => {
  const page = readFileSync(new URL('../../docs/mistakes.md', import.meta.url), 'utf8');
  expect(between(page, 'mistakes', await mistakeTables())).toBe(page);
});

it('explainError never throws, whatever the facts of an error are', () => {
  const values = [null, undefined, '0.01', 1.5, Number.NaN, new Date(0), {}, [], Symbol('x'), -1n];
  const units = ['nAVAX', 'time', 'seconds', 'wei', 'bytes', 'gas', 'millionths', 'other'];
  for (const value of values)
    for (const unit of units) {
      const facts = { value, min: value, max: value, unit, since: value } as never;
      const e = new AvalancheError('OutOfRange', 'must be less', facts);
      expect(explainError(e)).toMatch(/\w/);
    }
  for (const code of [
    'WrongChain',
    'WrongUpgrade',
    'Insufficient',
    'FeeTooHigh',
    'Refused',
  ] as const)
    expect(explainError(new AvalancheError(code, 'is wrong', {} as never))).toMatch(/\w/);
  const hostile = {
    toString: () => {
      throw new Error('x');
    },
  };
  expect(explainError(hostile)).toBe('The error cannot be shown.');
});

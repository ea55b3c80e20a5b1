import { expect, it } from 'vitest';
import { provokeMistakes } from '../../scripts/errordocs.ts';
import { AvalancheError } from '../../src/errors/error.ts';
import { explainError } from '../../src/explain/index.ts';

const provoked = await provokeMistakes();
const messagesOf = (group: RegExp): readonly (readonly [message: string, typed: string])[] =>
  provoked.filter((of) => group.test(of.group)).map(({ error, typed }) => [error.message, typed]);

it('every easy mistake ends in an error that says how to correct it', () => {
  for (const { typed, error } of provoked) {
    expect(error.message, typed).not.toMatch(/Cannot (?:read|convert)|is not a function/);
    expect(explainError(error), typed).toMatch(/\w/);
    expect(explainError(error), typed).not.toContain('cannot be shown');
  }
  for (const [message, typed] of messagesOf(/Promise/))
    expect(message, typed).toMatch(/got a Promise: await it$/);
  for (const [message, typed] of messagesOf(/network by its name/).slice(0, 4))
    expect(message, typed).toMatch(/import \{ fuji \} from 'avalanche-tx'$/);
  for (const [message, typed] of messagesOf(/list is needed/))
    expect(message, typed).toMatch(/put it into \[ \]$/);
  const [whole, fraction] = messagesOf(/bigint/);
  expect(whole![0]).toMatch(/outputs\[0\]\.amount: .* avax\('250'\) or 250n$/);
  expect(fraction![0]).toMatch(/avax\('1.5'\)$/);
  // Errors of rules point into the intent.
  for (const [message, typed] of messagesOf(/chain does not allow/))
    expect(message, typed).not.toContain('unsignedTx');
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

/**
 * What transactions of every type mean, as it is recorded: inputs and outputs, credentials, amounts that move, effects, authorities,
 * roles, and the screens of a Ledger. `effects.test.ts` and `test/history` compare the same with nodes, `screens.test.ts` with the app.
 */
import { expect, it } from 'vitest';
import { meaningOf, meant } from '../support/meanings.ts';
import { rows } from '../support/vectors.ts';

const recorded = rows('meanings');

it('is recorded of all', () => {
  expect(recorded.map(({ of }) => of)).toEqual(meant.map(({ of }) => of));
});

it.each(meant.map((of, i) => [of.of, of, recorded[i]!] as const))(
  'is as recorded: %s',
  (_, of, expected) => expect(meaningOf(of)).toEqual(expected),
);

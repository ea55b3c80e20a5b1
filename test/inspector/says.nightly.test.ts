/** What the views say is what the library says, for a third of the transactions of `vectors/`, by the seed. */
import { expect, it } from 'vitest';
import { seedOr } from '../support/seeded.ts';
import { allTxs, explainsAlike, judgesAlike, printsAlike } from './says.ts';

const some = allTxs.filter((_, i) => i % 3 === seedOr(1) % 3);

it('there are many', () => expect(some.length).toBeGreaterThan(300));
it('the lines of the explanation are those of explain, and their fields exist', () =>
  some.forEach(explainsAlike));
it('the lines of JSON are those of toJSONText, with every digit', () => some.forEach(printsAlike));
it('the verdict is that of checkTx', () => some.forEach(judgesAlike));

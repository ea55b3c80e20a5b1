/** What the views say is what the library says, for every transaction of `vectors/`. */
import { expect, it } from 'vitest';
import { allTxs, explainsAlike, judgesAlike, printsAlike } from './says.ts';

it('there are many', () => expect(allTxs.length).toBeGreaterThan(900));
it('the lines of the explanation are those of explain, and their fields exist', () =>
  allTxs.forEach(explainsAlike));
it('the lines of JSON are those of toJSONText, with every digit', () =>
  allTxs.forEach(printsAlike));
it('the verdict is that of checkTx', () => allTxs.forEach(judgesAlike));

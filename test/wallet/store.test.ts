import { expect, it } from 'vitest';
import { isError } from '../../src/errors/error.ts';
import { browserStore, memoryStore } from '../../src/wallet/index.ts';
import { answersOf, rightAnswers } from '../support/stores.ts';

it('a store in memory does what every store must do', async () => {
  expect(await answersOf(memoryStore())).toEqual(rightAnswers);
});

it('two stores in memory have nothing in common', async () => {
  const [one, two] = await Promise.all([memoryStore().open(), memoryStore().open()]);
  await one.write('a', 'record', false);
  expect(await two.unfinished()).toEqual([]);
});

it('a browser store says what it needs where there is no browser', async () => {
  const e = await browserStore('pay')
    .open()
    .catch((e: unknown) => e);
  expect(isError(e, 'Unsupported') && e.detail).toContain('IndexedDB and Web Locks');
});

/** What every payment store must do, in any place that has one: Node, or the page of a browser. */
import { isError } from '../../src/errors/error.ts';
import type { OpenPaymentStore, PaymentStore } from '../../src/wallet/store.ts';

/** IDs that a name of a file or a key cannot be as they are: of 200 characters, and some that differ by little. */
export const hardIDs = [
  'a',
  'A',
  '../a',
  '/etc/passwd',
  'con',
  'nul.txt',
  'a ',
  ' a',
  'a.',
  '%41',
  '^a',
  'id-a',
  '__proto__',
  'a'.repeat(200),
  'A'.repeat(200),
  `${'A'.repeat(199)}a`,
  ' '.repeat(200),
  '~'.repeat(200),
];

const sorted = async (store: OpenPaymentStore): Promise<readonly string[]> =>
  [...(await store.unfinished())].sort();

const codeOf = async (call: () => Promise<unknown>): Promise<string | undefined> => {
  try {
    await call();
  } catch (e) {
    return isError(e) ? e.code : String(e);
  }
  return undefined;
};

/** What a store answers, step by step: the same for all. */
export async function answersOf(store: PaymentStore): Promise<Readonly<Record<string, unknown>>> {
  const found: Record<string, unknown> = {};
  const first = await store.open();
  found.empty = [await sorted(first), await first.read('a'), await codeOf(() => first.remove('a'))];
  found.second = await codeOf(() => store.open());
  for (const id of hardIDs) await first.write(id, `record of ${id}`, false);
  found.all = await sorted(first);
  await first.write('a', 'changed', false);
  await first.write('A', 'finished', true);
  await first.write('con', 'finished', true);
  await first.write('con', 'again', false);
  await first.remove('^a');
  await first.remove('nul.txt');
  found.bad = await Promise.all(
    ['', 'a'.repeat(201), 'ä', 'a\n', '\0', 7].map((id) =>
      codeOf(() => first.write(id as string, '', false)),
    ),
  );
  // Not awaited: calls take effect in their order, and `close` waits for them.
  const calls = [
    first.write('last', '1', false),
    first.read('last'),
    first.write('last', '2', true),
    first.read('last'),
    first.write('last', '€'.repeat(50_000), false),
  ];
  const closed = first.close();
  found.order = (await Promise.all(calls)).map((of) => of ?? null);
  await closed;
  await first.close();
  found.closed = await codeOf(() => first.read('a'));

  const again = await store.open();
  found.kept = await sorted(again);
  const records: Record<string, string | undefined> = {};
  for (const id of ['a', 'A', 'con', '^a', '../a', 'A'.repeat(200), `${'A'.repeat(199)}a`])
    records[`${id.slice(0, 4)} ${id.length} ${id.at(-1)}`] = (await again.read(id)) ?? 'none';
  found.records = records;
  found.long = (await again.read('last'))?.length;
  await again.close();
  return found;
}

/** What `answersOf` gives for a store that keeps its promises. */
export const rightAnswers: Readonly<Record<string, unknown>> = {
  empty: [[], undefined, undefined],
  second: 'InUse',
  all: [...hardIDs].sort(),
  bad: Array.from({ length: 6 }, () => 'BadArgument'),
  order: [null, '1', null, '2', null],
  closed: 'StoreFailed',
  kept: [...hardIDs.filter((id) => !['A', '^a', 'nul.txt'].includes(id)), 'last'].sort(),
  records: {
    'a 1 a': 'changed',
    'A 1 A': 'finished',
    'con 3 n': 'again',
    '^a 2 a': 'none',
    '../a 4 a': 'record of ../a',
    'AAAA 200 A': `record of ${'A'.repeat(200)}`,
    'AAAA 200 a': `record of ${'A'.repeat(199)}a`,
  },
  long: 50_000,
};

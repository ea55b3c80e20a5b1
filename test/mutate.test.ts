/** The mutation command: what it changes, which tests it chooses and what counts as enough. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseSource } from '../scripts/source.ts';
import { mapRegions } from '../tools/mutation/coverage.ts';
import { mergeResults, placeOf, resume, writeRecord } from '../tools/mutation/record.ts';
import { keyOf, type Result, summarize } from '../tools/mutation/report.ts';
import { selectorOf } from '../tools/mutation/select.ts';
import { mutate, sitesOf } from '../tools/mutation/sites.ts';
import { switchable, withSwitches } from '../tools/mutation/switches.ts';
import { testFolder } from './support/folder.ts';

const mutantsOf = (text: string): string[] =>
  sitesOf(parseSource('rules/a.ts', text)).flatMap(({ mutations }) =>
    mutations.map((mutation) => `${mutation.operator}: ${mutate(text, mutation)}`),
  );

it.each([
  [
    'if (a < 3n) throw e;',
    [
      'condition always false: if (false) throw e;',
      'condition always true: if (true) throw e;',
      'negate condition: if (!(a < 3n)) throw e;',
      'remove statement: ;',
      'relax comparison: if (a <= 3n) throw e;',
      'negate comparison: if (a >= 3n) throw e;',
      'change number: if (a < 4n) throw e;',
      'change number: if (a < 2n) throw e;',
      'remove throw: if (a < 3n) ;',
    ],
  ],
  [
    "const t: 'x'[] = ['x', f(a, b)];",
    [
      "empty list: const t: 'x'[] = [];",
      "drop element: const t: 'x'[] = [f(a, b)];",
      "drop element: const t: 'x'[] = ['x'];",
      "change text: const t: 'x'[] = ['', f(a, b)];",
      "swap arguments: const t: 'x'[] = ['x', f(b, a)];",
      "drop call: const t: 'x'[] = ['x', a];",
    ],
  ],
  ['l.sort(g);', ['remove statement: ;', 'drop call: l;']],
  [
    'x = !a && b;',
    [
      'remove statement: ;',
      'drop operand: x = !a;',
      'drop operand: x = b;',
      'swap and/or: x = (!a) || (b);',
      'remove not: x = a && b;',
    ],
  ],
  ["import { a } from './a.ts'; type T = 'x' | 1; export * from './b.ts';", []],
  ["e('a sentence for people');", ['remove statement: ;', "drop call: 'a sentence for people';"]],
])('changes %s', (text, expected) => {
  expect(mutantsOf(text)).toEqual(expected);
});

it('counts each part of a file that runs, and finds the part of an offset', () => {
  const text = [
    'globalThis.answers = [f(1), f(2), g(0), h(true)];',
    'function f(n, m = n) { if (n === 1) return "one"; else { return "other"; } }',
    'function g(n) { switch (n) { case 0: return n || (() => 7)(); default: return n ? 1 : 2; } }',
    'function h(b) { for (const x of [b]) if (x) return x && !x; }',
  ].join('\n');
  const map = mapRegions([parseSource('first.ts', ''), parseSource('a.ts', text)]);
  const run = (code: string) => {
    const scope = { __regions: new Uint8Array(map.total), answers: [] as unknown[] };
    new Function('globalThis', code)(scope);
    return scope;
  };
  const { __regions: hits, answers } = run(map.instrument('a.ts')!);
  expect(answers).toEqual(['one', 'other', 7, false]);
  const hit = (part: string) => hits[map.at('a.ts', text.indexOf(part))];
  const parts = ['return "one"', 'return "other"', '(() =>', '7)', 'x && !x', '!x', 'm = n'];
  expect(parts.map(hit)).toEqual(parts.map(() => 1));
  expect([hit('n ? 1'), hit('1 : 2')]).toEqual([0, 0]);
  expect(map.instrument('b.ts')).toBeUndefined();
});

it('chooses the tests that enter a part, the likely ones first', () => {
  const test = (name: string, time: number, ...regions: number[]) => ({ name, time, regions });
  const selector = selectorOf([
    {
      file: 'test/fee/a.test.ts',
      load: [0],
      loadTime: 10,
      tests: [test('far', 1, 5), test('idle', 1)],
    },
    {
      file: 'test/rules/b.test.ts',
      load: [0],
      loadTime: 10,
      tests: [test('near', 1, 5), test('long', 500, 5)],
    },
    { file: 'test/rules/c.test.ts', load: [], loadTime: 10, tests: [test('other', 1, 6)] },
  ]);
  const files = (region: number, unswept?: ReadonlySet<string>) =>
    selector
      .phases('rules/x.ts', region, unswept)
      .map(({ selections }) => selections.map(({ file, tests }) => `${file} ${tests}`));
  expect(files(5)).toEqual([
    ['test/rules/b.test.ts near', 'test/fee/a.test.ts far'],
    ['test/fee/a.test.ts far,idle'],
    ['test/rules/b.test.ts long'],
  ]);
  expect(files(0)[0]).toEqual(['test/rules/b.test.ts near', 'test/fee/a.test.ts far']);
  expect(files(7)).toEqual([]);
  expect(files(5, new Set())).toEqual([]);
  const silent = new Set(['test/fee/a.test.ts > far']);
  expect(files(5, silent)).toEqual([['test/fee/a.test.ts far'], ['test/fee/a.test.ts far,idle']]);
  expect(files(0, new Set())[0]).toEqual(['test/rules/b.test.ts near', 'test/fee/a.test.ts far']);
  for (let i = 0; i < 9; i++)
    selector.learn('rules/x.ts', { killer: { file: 'test/fee/a.test.ts', test: 'far' } });
  expect(files(5)[0]![0]).toBe('test/fee/a.test.ts far');
});

it('is content with nine of ten, and with no rule that goes unnoticed', () => {
  const text = 'if (a < b) {\n  throw e;\n}\n';
  const [site] = sitesOf(parseSource('rules/a.ts', text));
  const [mutation] = site!.mutations;
  const of = (file: string, status: Result['status']): Result => ({
    file,
    mutation: mutation!,
    ...keyOf(text, file, mutation!),
    status,
  });
  const nine = Array.from({ length: 9 }, () => of('tx/a.ts', 'killed'));
  expect(summarize([...nine, of('tx/a.ts', 'survived')], 0).passed).toBe(true);
  expect(
    summarize([...nine, of('tx/a.ts', 'survived'), of('tx/a.ts', 'not reached')], 0).passed,
  ).toBe(false);
  expect(summarize([...nine, of('tx/a.ts', 'undecided')], 0).passed).toBe(false);
  expect(summarize([...nine, of('rules/a.ts', 'survived')], 0).passed).toBe(false);
  expect(summarize([...nine, of('rules/a.ts', 'equivalent')], 0).passed).toBe(true);
  const { text: report } = summarize([of('fee/a.ts', 'survived')], 4);
  expect(report).toContain(
    '! src/fee/a.ts:1 condition always false\n- if (a < b) {\n+ if (false) {',
  );
  expect(report).toContain('4 mutants did not type-check');
});

it('puts all mutants of a file behind switches, each of which does what the mutant does', () => {
  const text = [
    'answer = (a, b) => { const list = [a?.f(1, 2).g ?? 0, ...of(a)]; if (a && b > 1) { list.push(b - 1); }',
    'for (const x of list) { if (x === 7) break; total(x); } return list.some((x) => x > 1) ? "y" : null; };',
    'function of(a) { return a ? [a.n] : []; } function total(x) { sum += x; }',
  ].join('\n');
  const file = parseSource('rules/a.ts', text);
  const run = (code: string, on: number) => {
    const given: unknown[][] = [
      [undefined, 2],
      [{ f: (n: number) => ({ g: n }), n: 7 }, 3],
      [{ f: () => ({ g: 5 }), n: 1 }, 1],
      [{ f: () => ({ g: 0 }), n: 0 }, 1],
    ];
    Object.assign(globalThis, { __mutant: on, __ran: false });
    try {
      const answer = new Function(
        `let answer, sum = 0; ${code}; return (a, b) => [answer(a, b), sum];`,
      );
      return given.map((of) => {
        try {
          return answer()(...of);
        } catch (e) {
          return (e as Error).name;
        }
      });
    } finally {
      Object.assign(globalThis, { __mutant: 0 });
    }
  };
  const all = sitesOf(file)
    .flatMap(({ mutations }) => mutations)
    .map((mutation, i) => ({ id: i + 1, mutation }));
  const usable = switchable(file, all);
  // What `?.` skips stays as it is.
  expect(all.length - usable.length).toBe(1);
  const switched = withSwitches(file, usable);
  expect(run(switched, 0)).toEqual(run(text, 0));
  for (const { id, mutation } of usable)
    expect(run(switched, id)).toEqual(run(mutate(text, mutation), 0));
});

it('goes on with the run that a file holds, if it is the same, and puts in what was tried again', () => {
  const text = 'if (a < b) {\n  throw e;\n}\n';
  const [site] = sitesOf(parseSource('rules/a.ts', text));
  const results = site!.mutations.map((mutation): Result => {
    return {
      file: 'rules/a.ts',
      mutation,
      ...keyOf(text, 'rules/a.ts', mutation),
      status: 'survived',
    };
  });
  expect(new Set(results.map(placeOf)).size).toBe(results.length);
  const file = join(testFolder(), 'run.json');
  const asked = { seed: '1', folders: 'rules', weakening: false, every: false, source: '00' };
  expect(resume(file, asked)).toBeUndefined();
  const record = { asked, uncompiled: 3, seconds: 5, results };
  writeRecord(file, record);
  expect(resume(file, asked)).toEqual(record);
  expect(() => resume(file, { ...asked, source: '01' })).toThrow('another source (00, now 01)');
  const killed = { ...results[1]!, status: 'killed' as const };
  const statuses = mergeResults(results, [killed]).map(({ status }) => status);
  expect(statuses).toEqual(results.map((_, i) => (i === 1 ? 'killed' : 'survived')));
});

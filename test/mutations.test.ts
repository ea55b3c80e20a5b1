/** Values of every declaration, damaged where their fields are: what any bytes can do to a reader. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AvalancheError, isError } from '../src/errors/error.ts';
import { parseJSON } from '../src/text/json.ts';
import { arbitrary } from '../src/wire/arbitrary.ts';
import { decode, encode } from '../src/wire/codec.ts';
import { bare, type Context } from '../src/wire/context.ts';
import { valueFromJSON } from '../src/wire/parse.ts';
import { valueToJSONText } from '../src/wire/print.ts';
import type { Type } from '../src/wire/type.ts';
import { spansOfValue } from '../src/wire/walk.ts';
import { Donors, mutate } from '../tools/fuzz/mutate.ts';
import { randomOf } from '../tools/fuzz/random.ts';
import { expectEqual } from './support/equal.ts';
import { registry } from './support/registry.ts';
import { seeded } from './support/seeded.ts';

const samplesOf = (type: Type<unknown>, numRuns: number): Uint8Array[] =>
  fc
    .sample(arbitrary(type, fc, { brokenText: true }), { seed: 7, numRuns })
    .map((value) => encode(type, value));

/** Parts of every declaration. */
const donors = new Donors();
for (const { type } of registry) for (const bytes of samplesOf(type, 3)) donors.add(type, bytes);

/** What reading gave, or the `AvalancheError` that it threw; any other error leaves. */
function outcome<T>(f: () => T): { readonly value: T } | { readonly error: AvalancheError } {
  try {
    return { value: f() };
  } catch (error) {
    if (isError(error)) return { error };
    throw error;
  }
}

/** A value's text, by a node that can print it; undefined if none can. */
function textOf(type: Type<unknown>, value: unknown, context: Context) {
  for (const c of [context, bare]) {
    const printed = outcome(() => valueToJSONText(type, value, c));
    if ('value' in printed) return { text: printed.value, context: c };
    expect(printed.error.code).toBe('Unsupported');
  }
  return undefined;
}

const codes = [
  'Truncated',
  'TrailingBytes',
  'TooLong',
  'OutOfRange',
  'BadVersion',
  'UnknownTypeID',
];

describe.each(registry)('$title, damaged', ({ type, context }) => {
  const seeds = samplesOf(type, 20);
  const mutants = fc
    .tuple(fc.nat(), fc.nat(seeds.length - 1))
    .map(([seed, i]) => mutate(type, seeds[i]!, donors, randomOf(String(seed))).bytes);

  it('is refused with code and place, or is what its bytes say', () => {
    fc.assert(
      fc.property(mutants, (bytes) => {
        const read = outcome(() => decode(type, bytes));
        const traced = outcome(() => spansOfValue(type, bytes));
        if ('error' in read) {
          const { code, path, offset } = read.error;
          const isPlaced = path.length > 0 && offset >= 0 && offset <= bytes.length;
          if (!codes.includes(code) || !isPlaced) expect.fail(read.error.message);
          const again = 'error' in traced ? traced.error : undefined;
          expectEqual([again?.code, again?.path, again?.offset], [code, path, offset]);
          return;
        }
        expectEqual(encode(type, read.value), bytes);
        let end = 0;
        for (const span of 'value' in traced ? traced.value : []) {
          if (span.start !== end || span.end <= span.start)
            expect(span).toBe(`a span from ${end} on`);
          end = span.end;
        }
        expect(end).toBe(bytes.length);
      }),
      { ...seeded, numRuns: Math.ceil(seeded.numRuns / 2) },
    );
  });

  it('has a text that gives its bytes, or a code that says why not', () => {
    fc.assert(
      fc.property(mutants, (bytes) => {
        const read = outcome(() => decode(type, bytes));
        if ('error' in read) return;
        const printed = textOf(type, read.value, context);
        if (!printed) return;
        const back = outcome(() => valueFromJSON(type, parseJSON(printed.text), printed.context));
        if ('error' in back) expect(['Lossy', 'Ambiguous']).toContain(back.error.code);
        else if (/"id":/.test(printed.text)) expectEqual(encode(type, back.value), bytes);
        else expect(valueToJSONText(type, back.value, printed.context)).toBe(printed.text);
      }),
      { ...seeded, numRuns: Math.ceil(seeded.numRuns / 5) },
    );
  });
});

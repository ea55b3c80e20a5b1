import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AvalancheError, isError } from '../src/errors/error.ts';
import { formatJSON, type JSONValue, parseJSON } from '../src/text/json.ts';
import { arbitrary } from '../src/wire/arbitrary.ts';
import { decode, encode } from '../src/wire/codec.ts';
import { type Context, plainContext } from '../src/wire/context.ts';
import { valueFromJSON } from '../src/wire/parse.ts';
import { valueToJSONText } from '../src/wire/print.ts';
import type { Type } from '../src/wire/type.ts';
import { spansOfValue } from '../src/wire/walk.ts';
import { Donors, mutate } from '../tools/fuzz/mutate.ts';
import { randomOf } from '../tools/fuzz/random.ts';
import { expectEqual as equal } from './support/equal.ts';
import { smallest } from './support/hostile.ts';
import { registry } from './support/registry.ts';
import { seeded } from './support/seeded.ts';
import { thrown } from './support/thrown.ts';

/** A quarter of the cases of other tests: there are a hundred types. */
const runs = (share: number) => ({
  ...seeded,
  numRuns: Math.ceil((seeded.numRuns / 4) * share),
});

/** What stands in a value at `outputs[0].amount`. */
const at = (value: unknown, path: string): unknown =>
  (path.match(/[^.[\]]+/g) ?? []).reduce<unknown>(
    (inner, key) => (inner as Record<string, unknown>)[key],
    value,
  );

/** All objects in a value. */
function* objectsOf(value: unknown): Iterable<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const inner of Object.values(value)) yield* objectsOf(inner);
}

/** The same with the keys of all objects in the opposite order. */
const turned = (value: unknown, more: object = {}): unknown =>
  Array.isArray(value)
    ? value.map((one) => turned(one, more))
    : typeof value !== 'object' || value === null || value instanceof Uint8Array
      ? value
      : Object.fromEntries(
          Object.entries({ ...value, ...more })
            .reverse()
            .map(([key, inner]) => [key, turned(inner, more)]),
        );

const namesIn = (value: unknown): string[] => [
  ...new Set([...objectsOf(value)].flatMap(({ type }) => (typeof type === 'string' ? [type] : []))),
];

const fxOfBareOwners: Record<string, number> = {
  'secp256k1fx.MintOutput': 0,
  'propertyfx.MintOutput': 2,
  'propertyfx.OwnedOutput': 2,
};

/** Whether an asset's state holds outputs of another fx than its own: the codec takes them, no node's rule does. */
const isForeign = (value: unknown): boolean =>
  [...objectsOf(value)].some(
    ({ fxIndex, outputs }) =>
      fxIndex !== undefined &&
      (outputs as { type: string }[]).some(
        ({ type }) => (fxOfBareOwners[type] ?? fxIndex) !== fxIndex,
      ),
  );

/** The context that can print the value: an fxIndex of 3 or more has no fxID. */
function printable(type: Type<unknown>, value: unknown, context: Context): Context {
  try {
    valueToJSONText(type, value, { context });
    return context;
  } catch (e) {
    if (!isError(e, 'Unsupported')) throw e;
    return plainContext;
  }
}

const samplesOf = (type: Type<unknown>, numRuns: number): Uint8Array[] =>
  fc
    .sample(arbitrary(type, fc, { brokenText: true }), { seed: seeded.seed, numRuns })
    .map((value) => encode(type, value));

/** Parts of every declaration, which stand where they do not belong in damaged bytes. */
const donors = new Donors();
for (const { type } of registry) for (const bytes of samplesOf(type, 3)) donors.add(type, bytes);

/** The codes of `decode`. */
const decodeCodes = [
  'Truncated',
  'TrailingBytes',
  'TooLong',
  'OutOfRange',
  'BadVersion',
  'UnknownTypeID',
];

describe.each(registry)('$title', ({ type, context }) => {
  const values = arbitrary(type, fc);

  it('decodes what it encodes to the same value and bytes', () => {
    fc.assert(
      fc.property(arbitrary(type, fc, { brokenText: true }), (value) => {
        const bytes = encode(type, value);
        const decoded = decode(type, bytes);
        equal(decoded, value);
        equal(encode(type, decoded), bytes);
      }),
      runs(1),
    );
  });

  it('refuses damaged bytes with code and place, or decodes them to what encodes to them', () => {
    const seeds = samplesOf(type, 20);
    const damaged = fc
      .tuple(fc.nat(), fc.nat(seeds.length - 1))
      .map(([seed, i]) => mutate(type, seeds[i]!, donors, randomOf(String(seed))).bytes);
    fc.assert(
      fc.property(damaged, (bytes) => {
        let decoded: unknown;
        try {
          decoded = decode(type, bytes);
        } catch (e) {
          if (!isError(e)) throw e;
          const { code, path, offset } = e;
          expect(decodeCodes).toContain(code);
          expect(path.length).toBeGreaterThan(0);
          // The inspector shows the place that the spans break off at.
          expect(thrown(() => spansOfValue(type, bytes))).toMatchObject({ code, path, offset });
          expect(offset).toBeGreaterThanOrEqual(0);
          expect(offset).toBeLessThanOrEqual(bytes.length);
          return;
        }
        equal(encode(type, decoded), bytes);
        equal(spansOfValue(type, bytes).at(-1)?.end ?? 0, bytes.length);
      }),
      runs(2),
    );
  });

  it('encodes a value whatever the order of its keys', () => {
    fc.assert(
      fc.property(values, (value) => {
        equal(encode<unknown>(type, turned(value, { unknown: 1 })), encode(type, value));
      }),
      runs(0.3),
    );
  });

  it('reads JSON in any order of its keys as in the node’s', () => {
    fc.assert(
      fc.property(values, (value) => {
        const c = printable(type, value, context);
        const json = parseJSON(valueToJSONText(type, value, { context: c }));
        const read = (of: JSONValue): unknown => {
          try {
            return valueFromJSON(type, of, { context: c, hints: namesIn(value) });
          } catch (e) {
            if (!isError(e)) throw e;
            return e.message;
          }
        };
        equal(read(turned(json) as JSONValue), read(json));
      }),
      runs(0.3),
    );
  });

  it('has its fewest bytes', () => {
    const bytes = smallest(type);
    expect(bytes.length).toBe(type.min);
    equal(encode(type, decode(type, bytes)), bytes);
    fc.assert(
      fc.property(values, (value) => encode(type, value).length >= type.min),
      runs(0.2),
    );
  });

  it('reads its own JSON back to the same bytes, or says that it is ambiguous', () => {
    fc.assert(
      fc.property(values, (value) => {
        const c = printable(type, value, context);
        const text = valueToJSONText(type, value, { context: c });
        const json = parseJSON(text);
        equal(formatJSON(json), text);
        const names = namesIn(value);
        let found: unknown;
        try {
          found = valueFromJSON(type, json, { context: c, hints: names });
        } catch (e) {
          expect(e).toMatchObject({ code: 'Ambiguous' });
          const { candidates } = (e as AvalancheError).context as { candidates?: string[] };
          // Either more spots than readings that are tried, or types that the value does have.
          if (candidates === undefined) expect(text.split('"locktime"').length).toBeGreaterThan(6);
          else expect(candidates.filter((name) => names.includes(name)).length).toBeGreaterThan(1);
          return;
        }
        // What the text says is the same in every case; its types are, where it can tell.
        equal(valueToJSONText(type, found, { context: c }), text);
        if (!isForeign(value) || /"id":/.test(text))
          equal(encode(type, found), encode(type, value));
      }),
      runs(0.5),
    );
  });

  it('says Lossy, or gives the same bytes, where text has lost some', () => {
    fc.assert(
      fc.property(arbitrary(type, fc, { brokenText: true }), (value) => {
        const c = printable(type, value, context);
        const text = valueToJSONText(type, value, { context: c });
        if (!/\ufffd|\\ufffd/.test(text)) return;
        try {
          const found = valueFromJSON(type, parseJSON(text), { context: c, hints: namesIn(value) });
          if (!isForeign(value)) equal(encode(type, found), encode(type, value));
        } catch (e) {
          if (!isError(e, 'Ambiguous')) expect(e).toMatchObject({ code: 'Lossy' });
        }
      }),
      runs(0.2),
    );
  });

  it('has spans that tile its bytes and hold its values', () => {
    fc.assert(
      fc.property(values, (value) => {
        const bytes = encode(type, value);
        let end = 0;
        for (const span of spansOfValue(type, bytes)) {
          equal(span.start, end);
          expect(span.end).toBeGreaterThan(span.start);
          end = span.end;
          if (!['codecVersion', 'typeID', 'count'].includes(span.word))
            equal(at(value, span.path), span.value);
        }
        equal(end, bytes.length);
      }),
      runs(0.2),
    );
  });

  it('refuses every truncation and a byte too many, with code and place', () => {
    fc.assert(
      fc.property(values, fc.nat(255), (value, extra) => {
        const bytes = encode(type, value);
        for (let n = 0; n < bytes.length; n++) {
          const cut = bytes.subarray(0, n);
          const e = thrown(() => decode(type, cut));
          if (
            !(e.code === 'Truncated' || e.code === 'TooLong') ||
            e.path.length === 0 ||
            !(e.offset! <= n)
          )
            expect(`${n} of ${bytes.length} bytes: ${e.message}`).toBe('a code, a path, an offset');
        }
        const e = thrown(() => decode(type, Uint8Array.of(...bytes, extra)));
        expect(e).toMatchObject({ code: 'TrailingBytes', offset: bytes.length });
        expect(e.path).toHaveLength(1);
      }),
      runs(0.05),
    );
  });

  it('names the place of a failure as its spans do', () => {
    fc.assert(
      fc.property(values, fc.nat(), (value, cut) => {
        const bytes = encode(type, value);
        if (bytes.length === 0) return;
        const part = bytes.subarray(0, cut % bytes.length);
        const { code, offset, path } = thrown(() => decode(type, part));
        const traced = thrown(() => spansOfValue(type, part));
        expect({ code: traced.code, offset: traced.offset, path: traced.path }).toEqual({
          code,
          offset,
          path,
        });
        const field = spansOfValue(type, bytes).find(
          ({ start, end }) => start <= offset! && offset! < end,
        )!;
        expect(traced.message).toContain(field.path.replace(/\.?(codecVersion|typeID|count)$/, ''));
      }),
      runs(0.1),
    );
  });
});

describe('registry', () => {
  it('holds what the package declares', () => {
    expect(registry.length).toBeGreaterThanOrEqual(100);
    const names = registry.map(({ type }) => type.name);
    for (const name of ['avm.OperationTx', 'platformvm.BaseTx', 'atomic.ExportTx', 'genesis'])
      expect(names).toContain(name);
  });
});

import fc from 'fast-check';
import { isSafeNumber, parse } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { isError } from '../../src/errors/error.ts';
import { formatJSON, type JSONValue, parseJSON } from '../../src/text/json.ts';
import { seeded } from '../support/seeded.ts';
import { thrown } from '../support/thrown.ts';
import { linesOf } from '../support/vectors.ts';
import { textWorkOf } from '../support/work.ts';

const values = fc.letrec<{ value: JSONValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, -0, 0.1, 1e-7, 5e-324, 1.5e300),
    fc.bigInt(),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value')),
    fc
      .array(fc.tuple(fc.oneof(fc.string(), fc.constant('__proto__')), tie('value')))
      .map((members) => Object.fromEntries(members) as JSONValue),
  ),
})).value;

describe('parseJSON', () => {
  it.each<[string, JSONValue]>([
    ['18446744073709551615', 18446744073709551615n],
    ['-9223372036854775808', -9223372036854775808n],
    [`${'9'.repeat(400)}`, BigInt('9'.repeat(400))],
    ['0', 0n],
    ['-0', -0],
    ['1.0', 1],
    ['-1.50e2', -150],
    ['1e21', 1e21],
    ['5e-324', 5e-324],
    ['0.0e99999', 0],
    ['0.1000000000', 0.1],
    [' \t\r\n[ ] ', []],
    ['{ }', {}],
    ['{\n"a": "\\\\",\n"b": "c"\n}\n', { a: '\\', b: 'c' }],
    ['{"a" : [1 , null,true ,false],"b":{}}', { a: [1n, null, true, false], b: {} }],
    ['"\\u00e9\\n\\"\\/\\ud83d\\ude00\\udc80é"', 'é\n"/😀\udc80é'],
  ])('reads %s', (text, value) => {
    expect(parseJSON(text)).toEqual(value);
  });

  it('keeps __proto__ as a key of its own', () => {
    const value = parseJSON('{"__proto__":{"a":1},"constructor":2}') as Record<string, JSONValue>;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.entries(value)).toEqual([
      ['__proto__', { a: 1n }],
      ['constructor', 2n],
    ]);
    expect(formatJSON(value)).toBe('{"__proto__":{"a":1},"constructor":2}');
  });

  it.each([
    ['', 'expected a value, got the end of the text at character 0'],
    ['nul', 'expected a value, got "n" at character 0'],
    ['NaN', 'expected a value, got "N" at character 0'],
    ['1 2', 'expected the end of the text, got "2" at character 2'],
    ['01', 'expected the end of the text, got "1" at character 1'],
    ['+1', 'expected a value, got "+" at character 0'],
    ['.5', 'expected a value, got "." at character 0'],
    ['1.', 'expected the end of the text, got "." at character 1'],
    ['1e', 'expected the end of the text, got "e" at character 1'],
    ['-', 'a "-" without digits at character 0'],
    ['[1,]', 'expected a value, got "]" at character 3'],
    ['[1 2]', 'expected "," or "]", got "2" at character 3'],
    ['[', 'expected a value, got the end of the text at character 1'],
    ['{"a":1,}', 'expected a key in quotes, got "}" at character 7'],
    ['{a:1}', 'expected a key in quotes, got "a" at character 1'],
    ['{"a" 1}', 'expected ":", got "1" at character 5'],
    ['{"a":}', 'expected a value, got "}" at character 5'],
    ['{"a":1', 'expected "," or "}", got the end of the text at character 6'],
    ['"a', 'expected a character of a string, got the end of the text at character 2'],
    ['"a\\', 'expected a character of a string, got the end of the text at character 3'],
    ['"a\n"', 'expected a character of a string, got "\\n" at character 2'],
    ['["\\n","a\tb"]', 'expected a character of a string, got "\\t" at character 8'],
    ['{\n"a\tb":1}\n', 'expected a character of a string, got "\\t" at character 4'],
    ['["\\x"]', 'the string has an unknown escape at character 1'],
    ['["\\u12g4"]', 'the string has an unknown escape at character 1'],
    ['\ufeff1', 'expected a value, got "\\ufeff" at character 0'],
    ['1\u00a0', 'expected the end of the text, got "\\u00a0" at character 1'],
    ['{"a":1,"a":1}', 'the key "a" is twice in an object at character 7'],
    ['{"a":1,"b":{"c":[],"\\u0063":2}}', 'the key "c" is twice in an object at character 19'],
    ['{"__proto__":1,"__proto__":1}', 'the key "__proto__" is twice in an object at character 15'],
    [`${'['.repeat(501)}${']'.repeat(501)}`, 'nested more than 500 deep at character 500'],
    [`[1,${'9'.repeat(1001)}]`, 'a number of more than 1000 characters at character 3'],
    [`0.${'1'.repeat(5_000_000)}`, 'a number of more than 1000 characters at character 0'],
    ['{"a":'.repeat(1_000_000), 'nested more than 500 deep at character 2500'],
  ])('refuses %.40s', (text, detail) => {
    expect(thrown(() => parseJSON(text))).toMatchObject({ code: 'BadJSON', detail });
  });

  it.each(['1e400', '-1e400', '1e-400', '0.10000000000000000001', '9007199254740993.0'])(
    'refuses %s, which no double holds',
    (text) => {
      expect(thrown(() => parseJSON(text))).toMatchObject({ code: 'Lossy' });
    },
  );

  it('reads what lossless-json reads, and refuses what it refuses', () => {
    const damaged = fc
      .tuple(values, fc.nat(), fc.constantFrom('', ...'{}[]":,\\01-.eu \n'))
      .map(([value, at, insert]) => {
        const text = formatJSON(value);
        const cut = at % (text.length + 1);
        return text.slice(0, cut) + insert + text.slice(cut + (at & 1));
      });
    fc.assert(
      fc.property(damaged, (text) => {
        let reference: unknown;
        let lossy = false;
        try {
          reference = parse(text, null, {
            parseNumber(token) {
              if (token !== '-0' && /^-?\d+$/.test(token)) return BigInt(token);
              lossy ||= !isSafeNumber(token);
              return Number(token);
            },
          });
        } catch {
          expect(() => parseJSON(text)).toThrow(/^BadJSON|^Lossy/);
          return;
        }
        if (lossy) return;
        try {
          expect(parseJSON(text)).toEqual(reference);
        } catch (e) {
          if (!(isError(e, 'BadJSON') && e.detail.includes('twice'))) throw e;
        }
      }),
      { ...seeded, numRuns: seeded.numRuns * 3 },
    );
  });

  it.each<[string, (n: number) => string]>([
    ['escapes', (n) => `"${'\\\\'.repeat(n)}"`],
    ['short strings', (n) => `[${'"a",'.repeat(n)}1]`],
    ['keys', (n) => `{${[...Array(n).keys()].map((i) => `"${i + 1e6}":0`).join()}}`],
    ['space', (n) => `[${' '.repeat(n)}]`],
    ['lists in lists', (n) => `[${`${'['.repeat(400)}${']'.repeat(400)},`.repeat(n / 400)}1]`],
  ])('looks at each character of a hostile text a few times: %s', (_, make) => {
    const text = make(20_000);
    const work = textWorkOf(() => parseJSON(text));
    expect(work).toBeGreaterThanOrEqual(text.length);
    expect(work).toBeLessThanOrEqual(20 * text.length);
  });

  it.each([
    [`1.${'0'.repeat(990)}1`, 'Lossy'],
    ['9'.repeat(5_000_000), 'BadJSON'],
  ])('reads no number that is too long: %.10s', (text, code) => {
    expect(thrown(() => parseJSON(text))).toMatchObject({ code });
  });
});

describe('formatJSON', () => {
  it('writes what is read back', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(parseJSON(formatJSON(value))).toEqual(value);
      }),
      seeded,
    );
  });

  it('writes compact text with Go’s escapes', () => {
    expect(formatJSON({ 'a<': [1n, -0, 1.5, 'é&', null, true], b: {} })).toBe(
      '{"a\\u003c":[1,-0,1.5,"é\\u0026",null,true],"b":{}}',
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('refuses %d', (value) => {
    expect(thrown(() => formatJSON([value]))).toMatchObject({ code: 'OutOfRange' });
  });

  it.each(['p-public', 'x-public', 'p-blocks', 'x-blocks'])(
    'gives back the node’s text of %s',
    (name) => {
      const texts = linesOf(name)
        .map((line) => (parseJSON(line) as { json?: string }).json ?? '')
        .filter((json) => json !== '' && !json.includes('\\ufffd'))
        .slice(0, 100);
      expect(texts.length).toBeGreaterThan(10);
      expect(texts.filter((json) => formatJSON(parseJSON(json)) !== json)).toHaveLength(0);
    },
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonString } from '../../src/text/json.ts';
import { seeded } from '../support/seeded.ts';

describe('jsonString', () => {
  it.each([
    ['', '""'],
    ['a"b\\c/d\'', '"a\\"b\\\\c/d\'"'],
    ['<&>', '"\\u003c\\u0026\\u003e"'],
    ['\u2028\u2029', '"\\u2028\\u2029"'],
    ['\b\f\n\r\t', '"\\b\\f\\n\\r\\t"'],
    ['\0\x1f\x7f', '"\\u0000\\u001f\x7f"'],
    ['é€😀\ufeff\ufffd', '"é€😀\ufeff\ufffd"'],
    ['a\udc80\udcff', '"a\\ufffd\\ufffd"'],
    ['😀\udcff', '"😀\\ufffd"'],
    ['\\udc80<', '"\\\\udc80\\u003c"'],
    ['\\\udc80', '"\\\\\\ufffd"'],
    ['\ud800\udbff', '"\\ud800\\udbff"'],
  ])('writes %j as Go does', (text, json) => {
    expect(jsonString(text)).toBe(json);
  });

  it('means the same string to a JSON reader', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => JSON.parse(jsonString(text)) === text),
      seeded,
    );
  });
});

/** The texts of all errors, as `npx tsx scripts/messages.ts` lists them. */
import { describe, expect, it } from 'vitest';
import { detailsInSource } from '../../scripts/messages.ts';
import { errorCodes } from '../../src/errors/codes.ts';

const details = detailsInSource();

/** Riddles instead of what is expected: `is no amount`, `not by the owner`, `5 bytes, not 20`. */
const riddle =
  /(?<!there )\b(is|are) no (?!longer)|^(not|nobody|neither|without)\b|, not (…|\d|")|\bnobody\b.*\bnobody\b/i;

describe('texts of errors', () => {
  it('are found in the source, for most codes', () => {
    expect(details.length).toBeGreaterThan(500);
    const codes = new Set(details.map(({ code }) => code));
    expect([...codes].filter((code) => Object.hasOwn(errorCodes, code)).length).toBeGreaterThan(30);
  });

  it('say what is expected, in the positive', () => {
    const bad = details.filter(({ text, at }) => riddle.test(text) && !at.startsWith('testnode/'));
    expect(bad.map(({ text, at }) => `${at}: ${text}`)).toEqual([]);
  });

  it('are parts of a sentence: no capital at the start of a word that is none, no full stop', () => {
    const bad = details.filter(({ text }) => /^(The|A|An|It|This|Must|No|Is)\b|\.$/.test(text));
    expect(bad.map(({ text, at }) => `${at}: ${text}`)).toEqual([]);
  });
});

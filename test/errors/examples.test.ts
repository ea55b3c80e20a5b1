/** The pages of error codes: every code has a program that ends in it, and the page has the message that it gives. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorPages, provoke } from '../../scripts/errordocs.ts';
import { type ErrorCode, errorCodes } from '../../src/errors/codes.ts';
import { errorHelp, helpOf } from '../../src/errors/help.ts';
import { website } from '../../src/errors/website.ts';

const codes = Object.keys(errorCodes) as ErrorCode[];

describe('examples of errors', () => {
  it.each(codes)('%s is what its example ends in', async (code) => {
    const { message } = await provoke(code);
    expect(message).toMatch(new RegExp(`^${code}\\b`));
    expect(errorHelp[code]).toMatch(/^[A-Z0-9].*\.$/);
  });

  it('are in the pages, with the messages that they give (npm run docs)', async () => {
    for (const [path, text] of await errorPages())
      expect(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')).toBe(text);
  });
});

describe('helpOf', () => {
  it.each(codes)('tells the meaning of %s and what to do, without a network', (code) => {
    const text = helpOf({ code });
    expect(helpOf(code)).toBe(text);
    expect(text).toContain(errorCodes[code]);
    expect(text).toContain(errorHelp[code]);
    expect(existsSync(new URL(`../../docs/reference/errors/${code}.md`, import.meta.url))).toBe(
      true,
    );
  });

  it('prints a link only if the project has a website', () => {
    expect(/https?:|docs\//.test(helpOf({ code: 'BadText' }))).toBe(website !== '');
  });

  it('refuses what is no error of this library', () => {
    for (const other of ['Nothing', 'toString', { code: 'Nothing' }, null, undefined])
      expect(() => helpOf(other as never)).toThrow(/an error of this library/);
  });
});

/** The page of error codes: every code has a program that ends in it, and the page says what it really says. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorsPage, exampleOf, provoke } from '../../scripts/errordocs.ts';
import { type ErrorCode, errorCodes } from '../../src/errors/codes.ts';
import { docsOf } from '../../src/errors/docs.ts';

const codes = Object.keys(errorCodes) as ErrorCode[];

describe('examples of errors', () => {
  it.each(codes)('%s is what its example ends in', async (code) => {
    const { message } = await provoke(code);
    expect(message).toMatch(new RegExp(`^${code}\\b`));
    expect((await exampleOf(code)).fix).toMatch(/^[A-Z0-9].*[.:]$|^[A-Z0-9].*\.$/);
  });

  it('are in the page, with the messages that they give (npm run docs)', async () => {
    const page = readFileSync(new URL('../../docs/reference/errors.md', import.meta.url), 'utf8');
    expect(await errorsPage()).toBe(page);
  });

  it.each(codes)('%s has the section that docsOf names', (code) => {
    const [page, section] = docsOf({ code }).split('#');
    const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8');
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!.toLowerCase());
    expect(headings).toContain(section);
  });
});

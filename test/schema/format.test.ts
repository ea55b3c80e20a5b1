import { describe, expect, it } from 'vitest';
import { verifyFormat } from '../../src/schema/format.ts';
import { thrown } from '../support/thrown.ts';

const refusal = (found: unknown): string => {
  const { code, path, detail } = thrown(() => verifyFormat(found, 'avalanche-tx draft 2'));
  return `${code} at ${path}: ${detail}`;
};

describe('the format of a file', () => {
  it('is read if its number is the one of this version', () =>
    expect(() => verifyFormat('avalanche-tx draft 2', 'avalanche-tx draft 2')).not.toThrow());

  it.each([
    ['avalanche-tx draft 3', 'has format 3, this version reads format 2: update avalanche-tx'],
    ['avalanche-tx draft 11', 'has format 11, this version reads format 2: update avalanche-tx'],
    [
      'avalanche-tx draft 1',
      'has format 1, this version reads format 2: make it again with this version',
    ],
    ['avalanche-tx wallet 2', 'must be "avalanche-tx draft 2"'],
    ['draft', 'must be "avalanche-tx draft 2"'],
    [3, 'must be "avalanche-tx draft 2"'],
    [undefined, 'must be "avalanche-tx draft 2"'],
  ])('of %j is refused with what to do', (found, told) =>
    expect(refusal(found)).toBe(`BadVersion at format: ${told}`),
  );
});

import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

/** `toStrictEqual` for large values and many of them: vitest's own is asked only what differs. */
export function expectEqual(found: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(found, expected)) expect(found).toStrictEqual(expected);
}

import { describe, it } from 'vitest';

/**
 * A `describe` of tests that need a program. Where it is missing, one test fails in their place: nothing skips.
 * @param missing One line that says what to install; undefined if it is there.
 */
export function describeNeeding(missing: string | undefined, name: string, body: () => void): void {
  if (missing === undefined) describe(name, body);
  else
    describe(name, () => {
      it('has what it needs', () => {
        throw new Error(missing);
      });
    });
}

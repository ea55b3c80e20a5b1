import { describe, it } from 'vitest';

/**
 * A `describe` of tests that need a program. Where it is missing they are skipped with a warning, except under CI, where that
 * is a failure.
 * @param missing One line that says what to install; undefined if it is there.
 */
export function describeNeeding(missing: string | undefined, name: string, body: () => void): void {
  if (missing === undefined) describe(name, body);
  else if (process.env.CI)
    describe(name, () => {
      it('has what it needs', () => {
        throw new Error(missing);
      });
    });
  else {
    console.warn(`SKIPPED, not tested: ${name}. ${missing}`);
    describe.skip(name, body);
  }
}

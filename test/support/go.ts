import { beforeAll, describe, it } from 'vitest';
import { findGo, goMissing, oracle } from '../../scripts/oracle.ts';

/**
 * A `describe` of tests that ask the oracle; it is built before them. Without Go they are skipped
 * with a warning, except under CI, where that is a failure.
 */
export function describeWithGo(name: string, body: () => void): void {
  if (findGo() !== undefined)
    describe(name, () => {
      beforeAll(async () => {
        await Promise.all((['poracle', 'xoracle', 'localnode'] as const).map(oracle));
      }, 1_200_000); // the first build compiles avalanchego
      body();
    });
  else if (process.env.CI)
    describe(name, () => {
      it('has Go', () => {
        throw new Error(goMissing());
      });
    });
  else {
    console.warn(`SKIPPED, not tested: ${name}. ${goMissing()}`);
    describe.skip(name, body);
  }
}

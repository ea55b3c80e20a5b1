import { beforeAll } from 'vitest';
import { findGo, goMissing, oracle } from '../../scripts/oracle.ts';
import { describeNeeding } from './needing.ts';

/** A `describe` of tests that ask the oracle; it is built before them. See `describeNeeding` for where Go is missing. */
export const describeWithGo = (name: string, body: () => void): void =>
  describeNeeding(findGo() === undefined ? goMissing() : undefined, name, () => {
    beforeAll(async () => {
      await Promise.all((['poracle', 'xoracle', 'localnode'] as const).map(oracle));
    }, 1_200_000); // the first build compiles avalanchego
    body();
  });

import { beforeAll } from 'vitest';
import { missing } from '../../scripts/needs.ts';
import { buildOracle } from '../../scripts/oracle.ts';
import { describeNeeding } from './needing.ts';

/**
 * A `describe` of tests that ask the oracle; it is built before them. In the project `fast` they are not registered: a file
 * `*.ci.test.ts` or `*.nightly.test.ts` runs them. See `describeNeeding` for where Go is missing.
 */
export function describeWithGo(name: string, body: () => void): void {
  if (process.env.LIVE_NODES === undefined && process.env.RECORD_NODES === undefined) return;
  describeNeeding(missing.go, name, () => {
    beforeAll(async () => void (await buildOracle()), 1_200_000); // the first build compiles avalanchego
    body();
  });
}

import type { SignOptions } from '../../src/sign/index.ts';

/** Signs whatever the draft claims: for tests that are not about whose the inputs are. */
export const trusting = { policy: { findings: () => [] } } satisfies SignOptions;

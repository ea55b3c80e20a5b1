import { AvalancheError } from '../../src/errors/error.ts';

/** The `AvalancheError` that `f` throws. */
export function thrown(f: () => unknown): AvalancheError {
  try {
    f();
  } catch (e) {
    if (e instanceof AvalancheError) return e;
    throw e;
  }
  throw new Error('nothing was thrown');
}

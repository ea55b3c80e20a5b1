import { type AvalancheError, isError } from '../../src/errors/error.ts';

/** The `AvalancheError` that `f` throws. */
export function thrown(f: () => unknown): AvalancheError {
  try {
    f();
  } catch (e) {
    if (isError(e)) return e;
    throw e;
  }
  throw new Error('nothing was thrown');
}

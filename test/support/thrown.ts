import { CodecError } from '../../src/errors.ts';

/** The `CodecError` that `f` throws. */
export function thrown(f: () => unknown): CodecError {
  try {
    f();
  } catch (e) {
    if (e instanceof CodecError) return e;
    throw e;
  }
  throw new Error('nothing was thrown');
}

import { type AvalancheError, isError } from '../../src/errors/error.ts';

/** Runs something that throws very often: the frames of an error take longer than the rest of it. */
function withoutFrames<T>(f: () => T): T {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return f();
  } finally {
    Error.stackTraceLimit = limit;
  }
}

/** The `AvalancheError` that `f` throws; undefined if it returns. */
export function refusal(f: () => unknown): AvalancheError | undefined {
  try {
    withoutFrames(f);
    return undefined;
  } catch (e) {
    if (isError(e)) return e;
    throw e;
  }
}

/** The `AvalancheError` that a call ends in. */
export async function failed(call: Promise<unknown>): Promise<AvalancheError> {
  const e = await call.catch((e: unknown) => e);
  if (!isError(e)) throw new Error('no error of the library', { cause: e });
  return e;
}

/** The `AvalancheError` that `f` throws. */
export function thrown(f: () => unknown): AvalancheError {
  const error = refusal(f);
  if (error === undefined) throw new Error('nothing was thrown');
  return error;
}

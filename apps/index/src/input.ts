import { getSystemErrorMap } from 'node:util';
import { isError } from 'avalanche-tx';

/** Wrong usage, for exit status 2. */
export class UsageError extends Error {}

/** A failure of reading or writing. */
export class IOError extends Error {
  /** @param what The failed operation, such as `a file cannot be read`. */
  constructor(what: string, { errno, message }: NodeJS.ErrnoException) {
    const reason = errno === undefined ? undefined : getSystemErrorMap().get(errno)?.[1];
    super(`${what}: ${reason ?? message}`);
  }
}

/** Runs what touches files. What fails is an `IOError`. */
export async function onDisk<T>(what: string, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (e) {
    if (isError(e) || typeof (e as NodeJS.ErrnoException).code !== 'string') throw e;
    throw new IOError(what, e as NodeJS.ErrnoException);
  }
}

/** Parses the whole number of an option. */
export function wholeNumber(text: string, option: string): bigint {
  if (/^(0|[1-9]\d{0,18})$/.test(text)) return BigInt(text);
  throw new UsageError(`${option} must be a whole number`);
}

/** Input and output, with the errors of the command line. */
import { isError } from 'avalanche-tx';
import { IOError } from '../../cli/src/input.ts';

export { IOError, UsageError, wholeNumber } from '../../cli/src/input.ts';

/** Runs what touches files. What fails is an `IOError`. */
export async function onDisk<T>(what: string, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (e) {
    if (isError(e) || typeof (e as NodeJS.ErrnoException).code !== 'string') throw e;
    throw new IOError(what, e as NodeJS.ErrnoException);
  }
}

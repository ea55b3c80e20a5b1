/** What the programs throw besides errors of the library. */
import { getSystemErrorMap } from 'node:util';

/** Wrong usage, for exit status 2. */
export class UsageError extends Error {}

/** A failure of reading or writing, independent of the content. */
export class IOError extends Error {
  /** @param what The failed operation, such as `a file cannot be read`. */
  constructor(what: string, { syscall, errno, message }: NodeJS.ErrnoException) {
    // The system's description has no file name. Errors of zlib have other numbers.
    const reason = syscall && errno ? getSystemErrorMap().get(errno)?.[1] : undefined;
    super(`${what}: ${reason ?? message}`);
  }
}

/** Parses the whole number of an option. */
export function wholeNumber(text: string, option: string): bigint {
  if (/^(0|[1-9]\d{0,77})$/.test(text)) return BigInt(text);
  throw new UsageError(`${option} must be a whole number`);
}

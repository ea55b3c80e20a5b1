/** What people and scripts are told of an error. */
import { isError } from 'avalanche-tx';
import { IOError, UsageError } from './input.ts';

/** The text and the exit status of an error. */
export interface Failure {
  readonly text: string;
  readonly status: 1 | 2 | 3;
}

/** An error of a thread. */
export class Told extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.text);
    this.failure = failure;
  }
}

/** Codes of errors that another input would not change. */
const environment: ReadonlySet<string> = new Set([
  'Transport',
  'HTTPStatus',
  'InUse',
  'StoreFailed',
]);

/** A defect keeps its stack. */
export function failureOf(e: unknown): Failure {
  if (e instanceof Told) return e.failure;
  if (e instanceof UsageError) return { text: e.message, status: 2 };
  if (e instanceof IOError) return { text: e.message, status: 3 };
  if (!isError(e)) return { text: String((e as Error | undefined)?.stack ?? e), status: 3 };
  return { text: e.message, status: environment.has(e.code) ? 3 : 1 };
}

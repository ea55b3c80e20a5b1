/** What people and scripts are told of an error. */
import { isFault, statusOf } from '../../shared/exit.ts';

/** The text and the exit status of an error. */
export interface Failure {
  readonly text: string;
  readonly status: ReturnType<typeof statusOf>;
}

/** An error of a thread. */
export class Told extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.text);
    this.failure = failure;
  }
}

/** A defect keeps its stack. */
export function failureOf(e: unknown): Failure {
  if (e instanceof Told) return e.failure;
  const text = isFault(e) ? (e as Error | undefined)?.stack : (e as Error).message;
  return { text: text ?? String(e), status: statusOf(e) };
}

import { type ErrorCode, isError } from 'avalanche-tx';
import { IOError, UsageError } from './failures.ts';

/** The exit statuses of all commands; `docs/cli.md` prints this table. */
export const exitStatuses = {
  0: 'Success. A closed pipe (`| head`) is not an error.',
  1: 'The input was refused: it cannot be read, breaks a rule or the policy, a node rejected it, or you declined. For a stream: at least one line has an error.',
  2: 'Wrong usage: an unknown command or option, a missing or invalid value, or a file that does not exist.',
  3: 'The environment failed: a file or disk, the network, a server that is not a node, a damaged gzip file, or an internal error.',
  4: 'A payment may still be accepted: `avalanche-tx payments resume ID` continues it, and never pays twice.',
} as const satisfies Record<number, string>;

export type ExitStatus = keyof typeof exitStatuses;

/** Tells whether an error is a bug of this program, rather than caused by its input or environment. */
export const isFault = (e: unknown): boolean =>
  !isError(e) && !(e instanceof UsageError) && !(e instanceof IOError);

/** Codes of errors that another input would not change. */
const environment: ReadonlySet<ErrorCode> = new Set([
  'Transport',
  'HTTPStatus',
  'InUse',
  'StoreFailed',
]);

/** The exit status of an error. */
export function statusOf(e: unknown): ExitStatus {
  if (e instanceof UsageError) return 2;
  if (isError(e, 'Pending')) return 4;
  return isError(e) && !environment.has(e.code) ? 1 : 3;
}

/** The help for an error code. */
import { type ErrorCode, errorCodes } from 'avalanche-tx';
import { helpOf } from 'avalanche-tx/explain';
import { filled } from './help.ts';
import { painter } from './terminal.ts';

/** The error code of a name, in whatever case it is typed. */
export const codeNamed = (name: string): ErrorCode | undefined =>
  (Object.keys(errorCodes) as ErrorCode[]).find((of) => of.toLowerCase() === name.toLowerCase());

/** What `help CODE` prints: what an error code means and what to do. */
export const codePage = (code: ErrorCode): string =>
  [painter(process.stdout)('bold', code), filled(helpOf({ code }))].join('\n\n');

/** Tells people what went wrong. Loaded only then. */
import { isError, redacted, visibleText } from 'avalanche-tx';
import { type ExitStatus, isFault, statusOf } from '../../shared/exit.ts';
import { messageOf } from './advice.ts';
import { leadOf, notesOf, type Running, sourcesOf } from './notes.ts';
import type { Standard } from './shell.ts';
import { painter, printed, progressOn, shortened, widthOf } from './terminal.ts';
import { wrapped } from './wrap.ts';

/** Prints an error, with what is known of the command, and returns its exit status. */
export function tell(
  e: unknown,
  { stderr }: Pick<Standard, 'stderr'>,
  running: Running = {},
): ExitStatus {
  const text = isFault(e)
    ? String((e as Error | undefined)?.stack ?? e)
    : isError(e)
      ? messageOf(e)
      : visibleText((e as Error).message);
  progressOn(stderr)('');
  // A private key may have been passed as another argument.
  const label = painter(stderr)('red', 'error');
  const told = [`${leadOf(e, running)}${shortened(redacted(text))}`, ...notesOf(e, running)];
  const message = wrapped(`error: ${told.join('\n')}`, widthOf(stderr));
  stderr.write(`${printed(`${sourcesOf(running)}${message.replace(/^error/, label)}`)}\n`);
  return statusOf(e);
}

/** Runs the command line, and tells people what went wrong. */
import { isError, redacted, visibleLine, visibleText } from 'avalanche-tx';
import { messageOf } from './advice.ts';
import { type ExitStatus, isFault, statusOf } from './exit.ts';
import { leadOf, notesOf, type Running } from './notes.ts';
import { runProgram } from './program.ts';
import type { Shell, Standard } from './shell.ts';
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
  stderr.write(`${printed(message.replace(/^error/, label))}\n`);
  return statusOf(e);
}

/**
 * Runs what the arguments say.
 * @returns The exit status.
 */
export async function runCommandLine(
  argv: readonly string[],
  standard: Standard,
): Promise<ExitStatus> {
  const { stdout, stderr } = standard;
  const print = (text: string): void => void stdout.write(`${printed(text)}\n`);
  const warn = (line: string): void =>
    void stderr.write(`${printed(wrapped(shortened(visibleLine(line)), widthOf(stderr)))}\n`);
  const shell: Shell = { ...standard, print, warn };
  const running: Running = {};
  try {
    const result = await runProgram(argv, shell, running);
    if (typeof result !== 'string') return result.status;
    if (result !== '') print(result);
    return 0;
  } catch (e) {
    return tell(e, standard, running);
  }
}

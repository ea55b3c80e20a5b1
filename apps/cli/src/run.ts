/** Runs the command line, and tells people what went wrong. */
import { isError } from 'avalanche-tx';
import { redacted, visibleLine, visibleText } from '../../../src/errors/quote.ts';
import { messageOf } from './advice.ts';
import { type ExitStatus, isFault, statusOf } from './exit.ts';
import { runProgram } from './program.ts';
import type { Shell, Standard } from './shell.ts';
import { painter, printed, progressOn, shortened, widthOf } from './terminal.ts';
import { wrapped } from './wrap.ts';

/** Prints an error, and returns its exit status. */
export function tell(e: unknown, { stderr }: Pick<Standard, 'stderr'>): ExitStatus {
  const text = isFault(e)
    ? String((e as Error | undefined)?.stack ?? e)
    : isError(e)
      ? messageOf(e)
      : visibleText((e as Error).message);
  progressOn(stderr)('');
  // A private key may have been passed as another argument.
  const label = painter(stderr)('red', 'error');
  const message = wrapped(`error: ${shortened(redacted(text))}`, widthOf(stderr));
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
  try {
    const result = await runProgram(argv, shell);
    if (typeof result !== 'string') return result.status;
    if (result !== '') print(result);
    return 0;
  } catch (e) {
    return tell(e, standard);
  }
}

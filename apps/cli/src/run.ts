/** Runs the command line, and tells people what went wrong. */
import { visibleLine } from 'avalanche-tx';
import type { ExitStatus } from '../../shared/exit.ts';
import type { Running } from './notes.ts';
import { runProgram } from './program.ts';
import type { Shell, Standard } from './shell.ts';
import { printed, shortened, widthOf } from './terminal.ts';
import { wrapped } from './wrap.ts';

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
    const { tell } = await import('./tell.ts');
    return tell(e, standard, running);
  }
}

/** Runs the command line with the standard streams of this process. */

import { IOError } from '../../shared/failures.ts';
import { openTerminal } from './ask.ts';
import { runCommandLine } from './run.ts';
import type { Standard } from './shell.ts';
import { standardInput } from './stdin.ts';

const { stdout, stderr } = process;
const standard: Standard = { stdin: standardInput, stdout, stderr, openTerminal };

/** Ends with an error. */
async function end(e: unknown): Promise<void> {
  const { tell } = await import('./tell.ts');
  process.exitCode = tell(e, standard);
  process.exit();
}

/** Runs what the arguments of the process say. */
export async function start(): Promise<void> {
  stdout.on('error', (e: NodeJS.ErrnoException) => {
    // A closed pipe (`| head`) is not an error.
    if (e.code === 'EPIPE') process.exit(0);
    void end(new IOError('standard output cannot be written', e));
  });
  // Without stderr there is nowhere to report to.
  stderr.on('error', () => {});
  process.on('uncaughtException', (e) => void end(e));

  process.exitCode = await runCommandLine(process.argv.slice(2), standard);
}

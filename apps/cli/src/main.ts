#!/usr/bin/env node
import { openTerminal } from './ask.ts';
import { IOError } from './input.ts';
import { runCommandLine, tell } from './run.ts';
import type { Standard } from './shell.ts';
import { standardInput } from './stdin.ts';

const { stdout, stderr } = process;
const standard: Standard = { stdin: standardInput, stdout, stderr, openTerminal };

/** Ends with an error. */
function end(e: unknown): void {
  process.exitCode = tell(e, standard);
  process.exit();
}

stdout.on('error', (e: NodeJS.ErrnoException) => {
  // A closed pipe (`| head`) is not an error.
  if (e.code === 'EPIPE') process.exit(0);
  end(new IOError('standard output cannot be written', e));
});
// Without stderr there is nowhere to report to.
stderr.on('error', () => {});
process.on('uncaughtException', end);

process.exitCode = await runCommandLine(process.argv.slice(2), standard);

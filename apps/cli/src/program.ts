/** From arguments to a command. */

import { UsageError } from '../../shared/failures.ts';
import { type Command, programName, type Result } from './commands/define.ts';
import { commands } from './commands/index.ts';
import { parseArguments } from './commands/parse.ts';
import { guess } from './commands/similar.ts';
import type { Running } from './notes.ts';
import { named } from './quote.ts';
import type { Shell } from './shell.ts';

/**
 * Runs what the arguments say.
 * @param running Gets what errors tell of the command.
 * @returns What to print to standard output, or the status.
 * @throws {UsageError} With a hint if a command or option is not known.
 */
export async function runProgram(
  argv: readonly string[],
  shell: Shell,
  running: Running,
): Promise<Result> {
  const [first, ...rest] = argv;
  if (first === '--version') {
    const { version, versions } = await import('./help.ts');
    return rest.includes('--json') ? versions() : version();
  }
  if (first === undefined || first === '--help' || first === '-h')
    return (await import('./help.ts')).overview();
  if (first === 'help') return helpOf(rest);
  if (first === 'completion' && rest.length > 1) {
    (await import('./completion.ts')).writeCompletions(rest, shell);
    return '';
  }
  const command = commandNamed(first);
  const options = rest.slice(0, rest.includes('--') ? rest.indexOf('--') : undefined);
  if (options.includes('--help') || options.includes('-h')) return helpOf([first]);
  const values = valuesOf(command, rest);
  Object.assign(running, { command, values });
  const { fillIn } = await import('./settingsread.ts');
  running.filled = fillIn(command, values);
  return command.run(values, shell);
}

/** The values of a command's parameters. */
function valuesOf(command: Command, args: readonly string[]): Record<string, unknown> {
  try {
    return parseArguments(command, args);
  } catch (e) {
    throw e instanceof UsageError ? new UsageError(`${e.message}\n${seeHelp(command.name)}`) : e;
  }
}

async function helpOf([name]: readonly string[]): Promise<string> {
  const { commandPage, overview } = await import('./help.ts');
  if (name === undefined) return overview();
  if (commands.every((of) => of.name !== name)) {
    const { codeNamed, codePage } = await import('./codehelp.ts');
    const code = codeNamed(name);
    if (code) return codePage(code);
  }
  const { sourceOf } = await import('./settingsread.ts');
  return commandPage(commandNamed(name), sourceOf);
}

/** Finds a command, or names those that are similar. */
function commandNamed(name: string): Command {
  const command = commands.find((of) => of.name === name);
  if (command) return command;
  const what = name.startsWith('-')
    ? 'the command must come before its options'
    : 'unknown command';
  const similar = guess(
    name,
    commands.map((of) => of.name),
  );
  throw new UsageError(`${what}: ${named(name)}.${similar}\n${seeHelp()}`);
}

const seeHelp = (command?: string): string =>
  `See ${programName} ${command === undefined ? '' : `${command} `}--help.`;

/** From arguments to a command. */
import { formatMessage } from '@optique/core/message';
import { type Parser, parseSync } from '@optique/core/parser';
import { findSimilar } from '@optique/core/suggestion';
import { named } from '../../../src/errors/quote.ts';
import { type Command, programName, type Result } from './commands/define.ts';
import { commands } from './commands/index.ts';
import { UsageError } from './input.ts';
import type { Shell } from './shell.ts';

/**
 * Runs what the arguments say.
 * @returns What to print to standard output, or the status.
 * @throws {UsageError} With a hint if a command or option is not known.
 */
export async function runProgram(argv: readonly string[], shell: Shell): Promise<Result> {
  const [first, ...rest] = argv;
  if (first === '--version') return (await import('./help.ts')).version();
  if (first === undefined || first === '--help' || first === '-h')
    return (await import('./help.ts')).overview();
  if (first === 'help') return helpOf(rest);
  if (first === 'completion' && rest.length > 1) {
    (await import('./suggest.ts')).writeCompletions(rest, shell);
    return '';
  }
  const command = commandNamed(first);
  const options = rest.slice(0, rest.includes('--') ? rest.indexOf('--') : undefined);
  if (options.includes('--help') || options.includes('-h')) return helpOf([first]);
  const parsed = parseSync(command.parser as Parser<'sync', unknown, unknown>, rest);
  if (parsed.success) return command.run(parsed.value, shell);
  throw new UsageError(
    `${oneLine(formatMessage(parsed.error, { quotes: true }))}\n${seeHelp(command.name)}`,
  );
}

async function helpOf([name]: readonly string[]): Promise<string> {
  const { commandPage, overview } = await import('./help.ts');
  return name === undefined ? overview() : commandPage(commandNamed(name));
}

/** Finds a command, or names those that are similar. */
function commandNamed(name: string): Command {
  const command = commands.find((of) => of.name === name);
  if (command) return command;
  const similar = findSimilar(
    name,
    commands.map((of) => of.name),
  );
  const guess = similar.length > 0 ? ` Did you mean ${similar.join(' or ')}?` : '';
  const what = name.startsWith('-') ? 'a command comes before its options' : 'unknown command';
  throw new UsageError(`${what}: ${named(name)}.${guess}\n${seeHelp()}`);
}

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim();

const seeHelp = (command?: string): string =>
  `See ${programName} ${command === undefined ? '' : `${command} `}--help.`;

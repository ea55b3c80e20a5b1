/** What the completion scripts of shells ask for. */
import { type Suggestion, suggestSync } from '@optique/core/parser';
import { say } from './commands/define.ts';
import { commands } from './commands/index.ts';
import { completionShells, encodedFor } from './completion.ts';
import { UsageError } from './input.ts';
import type { Shell } from './shell.ts';

/** Writes what can stand in the place of the last word, in the form that the script of the shell reads: it has tabs and zero bytes. */
export function writeCompletions(
  [shell = '', ...words]: readonly string[],
  { stdout }: Pick<Shell, 'stdout'>,
): void {
  if (!Object.hasOwn(completionShells, shell))
    throw new UsageError('completion needs bash, zsh or fish');
  stdout.write(encodedFor(shell as keyof typeof completionShells, suggestionsFor(words)));
}

function suggestionsFor(words: readonly string[]): Iterable<Suggestion> {
  const [name = '', ...rest] = words;
  if (rest.length > 0) {
    const command = commands.find((of) => of.name === name);
    if (command) return suggestSync(command.parser, rest as [string, ...string[]]);
    return name === 'help' && rest.length === 1 ? namesFrom(rest[0]!) : [];
  }
  const always = ['help', '--help', '--version'].map(
    (text): Suggestion => ({ kind: 'literal', text }),
  );
  return [...namesFrom(name), ...always.filter((of) => 'text' in of && of.text.startsWith(name))];
}

const namesFrom = (prefix: string): readonly Suggestion[] =>
  commands
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name, brief }) => ({ kind: 'literal', text: name, description: say(brief) }));

/** Completion: the scripts of shells, and what they ask for. */
import { bash, fish, type ShellCompletion, zsh } from '@optique/core/completion';
import { type Suggestion, suggestSync } from '@optique/core/parser';
import { say } from './commands/define.ts';
import { commands, type shells } from './commands/index.ts';
import { UsageError } from './input.ts';
import { programName } from './program.ts';

const known: { readonly [S in (typeof shells)[number]]: ShellCompletion } = { bash, zsh, fish };

/** The script of a shell. It asks this program with `completion SHELL WORD…`. */
export const completionScript = (shell: (typeof shells)[number]): string =>
  known[shell].generateScript(programName, ['completion', shell]).trim();

/** Writes what can stand in the place of the last word, in the form that the script of the shell reads: it has tabs and zero bytes. */
export function writeCompletions([shell = '', ...words]: readonly string[]): void {
  if (!Object.hasOwn(known, shell)) throw new UsageError('completion needs bash, zsh or fish');
  const { encodeSuggestions } = known[shell as keyof typeof known];
  process.stdout.write([...encodeSuggestions([...suggestionsFor(words)])].join(''));
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

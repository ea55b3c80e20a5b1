/** The completion scripts of shells. */
import { bash, fish, type ShellCompletion, zsh } from '@optique/core/completion';
import type { Suggestion } from '@optique/core/parser';
import { programName } from './commands/define.ts';

/** How each shell gets and reads suggestions. */
export const completionShells = { bash, zsh, fish } as const satisfies Record<
  string,
  ShellCompletion
>;

/**
 * The script of a shell. To complete a line it runs this program with `completion SHELL WORD…`, where the last word is the one to complete;
 * `suggest.ts` answers.
 */
export const completionScript = (shell: keyof typeof completionShells): string =>
  completionShells[shell].generateScript(programName, ['completion', shell]).trim();

/** Suggestions as the script of a shell reads them: with tabs or zero bytes. */
export const encodedFor = (
  shell: keyof typeof completionShells,
  suggestions: Iterable<Suggestion>,
): string => [...completionShells[shell].encodeSuggestions([...suggestions])].join('');

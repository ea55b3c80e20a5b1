/** The completion scripts of shells, and what they ask for. */
import { errorCodes } from 'avalanche-tx';
import { UsageError } from '../../shared/failures.ts';
import { type Command, type Parameter, programName } from './commands/define.ts';
import { commands } from './commands/index.ts';
import type { Shell } from './shell.ts';

/**
 * The scripts of shells. To complete a line they run this program with `completion SHELL WORD…`, where the last word is the one to
 * complete, and read the candidates, one per line: with a description after a colon in zsh, after a tab in fish. Where there is no
 * candidate, the shell completes names of files.
 */
export const completionScripts = {
  bash: `_${programName}() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do COMPREPLY+=("$line"); done \\
    < <(${programName} completion bash "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _${programName} ${programName}`,
  zsh: `#compdef ${programName}
_${programName}() {
  local -a found
  found=("\${(@f)$(${programName} completion zsh "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  compset -P '--*='
  if [[ -n "$found" ]]; then _describe '${programName}' found; else _files; fi
}
if [[ "$funcstack[1]" == _${programName} ]]; then _${programName} "$@"; else compdef _${programName} ${programName}; fi`,
  fish: `function __${programName}_complete
  set -l words (commandline -opc)
  set -l word (commandline -ct)
  set -l found (${programName} completion fish $words[2..-1] "$word" 2>/dev/null)
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path "$word"
  end
end
complete -c ${programName} -f -a '(__${programName}_complete)'`,
} as const;

/** A candidate for the last word of a line. */
interface Candidate {
  readonly text: string;
  readonly about?: string;
}

const lines: { readonly [S in keyof typeof completionScripts]: (of: Candidate) => string } = {
  bash: ({ text }) => text,
  zsh: ({ text, about }) =>
    [text, ...(about === undefined ? [] : [about])]
      .map((of) => of.replaceAll('\\', '\\\\').replaceAll(':', '\\:'))
      .join(':'),
  fish: ({ text, about }) => (about === undefined ? text : `${text}\t${about}`),
};

/** Writes the candidates for the last word in the form that the shell's script reads. */
export function writeCompletions(
  [shell = '', ...words]: readonly string[],
  { stdout }: Pick<Shell, 'stdout'>,
): void {
  if (!Object.hasOwn(completionScripts, shell))
    throw new UsageError('completion needs bash, zsh or fish');
  // bash makes three words of --option=VALUE, the other shells one.
  const split = words.flatMap((word, i) => {
    if (word === '=') return i === words.length - 1 ? [''] : [];
    return /^(--[^=]+)=(.*)$/s.exec(word)?.slice(1) ?? [word];
  });
  const last = split.pop() ?? '';
  const lineOf = lines[shell as keyof typeof completionScripts];
  stdout.write(
    candidates(split, last.startsWith('-'))
      .filter(({ text }) => text.startsWith(last))
      .map((of) => `${lineOf(of)}\n`)
      .join(''),
  );
}

/** Returns the candidates for what follows `before`. */
function candidates([name, ...before]: readonly string[], isOption: boolean): readonly Candidate[] {
  if (name === undefined || (name === 'help' && before.length === 0)) {
    const always = ['help', '--help', '--version'].map((text) => ({ text }));
    return [
      ...commands.map((of) => ({ text: of.name, about: of.brief })),
      ...(name === undefined ? always : Object.keys(errorCodes).map((text) => ({ text }))),
    ];
  }
  const command = commands.find((of) => of.name === name);
  return command ? candidatesOf(command, before, isOption) : [];
}

function candidatesOf(
  { parameters }: Command,
  before: readonly string[],
  isOption: boolean,
): readonly Candidate[] {
  const all = Object.values(parameters);
  const waiting = all.find(
    ({ option, metavar }) =>
      metavar !== undefined && option !== undefined && option === before.at(-1),
  );
  if (waiting) return valuesOf(waiting);
  if (isOption)
    return [
      ...all.flatMap(({ option, about, repeats }) =>
        option !== undefined && (repeats || !before.includes(option))
          ? [{ text: option, about }]
          : [],
      ),
      { text: '--help' },
    ];
  const first = all.find(({ option }) => option === undefined);
  return first && before.length === 0 ? valuesOf(first) : [];
}

const valuesOf = ({ choices = [], words = [] }: Parameter): readonly Candidate[] =>
  [...choices, ...words].map((text) => ({ text }));

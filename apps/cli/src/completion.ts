/** The completion scripts of shells, and what they ask for. */
import { type Command, type Parameter, programName } from './commands/define.ts';
import { commands } from './commands/index.ts';
import { UsageError } from './input.ts';
import type { Shell } from './shell.ts';

/** The line that stands for names of files, which the shell completes itself. */
const files = ':files';

/**
 * The scripts of shells. To complete a line they run this program with `completion SHELL WORD…`, where the last word is the one to
 * complete, and read what can stand there, one per line: with a description after a tab in fish, after a colon in zsh.
 */
export const completionScripts = {
  bash: `_${programName}() {
  local word="\${COMP_WORDS[COMP_CWORD]}" line
  [[ "$word" == = ]] && word=
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ "$line" == ${files} ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$word")
    else
      COMPREPLY+=("$line")
    fi
  done < <(${programName} completion bash "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _${programName} ${programName}`,
  zsh: `#compdef ${programName}
_${programName}() {
  local -a found
  local line names
  while IFS= read -r line; do
    if [[ "$line" == ${files} ]]; then names=1; else found+=("$line"); fi
  done < <(${programName} completion zsh "\${(@Q)words[2,CURRENT]}" 2>/dev/null)
  compset -P '--*='
  (( $#found )) && _describe '${programName}' found
  [[ -n "$names" ]] && _files
}
if [[ "$funcstack[1]" == _${programName} ]]; then _${programName} "$@"; else compdef _${programName} ${programName}; fi`,
  fish: `function __${programName}_complete
  set -l words (commandline -opc)
  set -e words[1]
  set -l word (commandline -ct)
  set -a words "$word"
  for line in (${programName} completion fish $words 2>/dev/null)
    if test "$line" = ${files}
      __fish_complete_path "$word"
    else
      echo $line
    end
  end
end
complete -c ${programName} -f -a '(__${programName}_complete)'`,
} as const;

type ShellName = keyof typeof completionScripts;

/** Words that complete a place. */
interface Suggestion {
  readonly text: string;
  readonly about?: string;
}

/** Writes the completions of the last word in the form that the shell's script reads, separated by tabs. */
export function writeCompletions(
  [shell = '', ...words]: readonly string[],
  { stdout }: Pick<Shell, 'stdout'>,
): void {
  if (!Object.hasOwn(completionScripts, shell))
    throw new UsageError('completion needs bash, zsh or fish');
  const lineOf = lines[shell as ShellName];
  stdout.write(
    suggestionsFor(words)
      .map((of) => `${of === files ? files : lineOf(of)}\n`)
      .join(''),
  );
}

const lines: { readonly [S in ShellName]: (of: Suggestion) => string } = {
  bash: ({ text }) => text,
  zsh: ({ text, about }) =>
    [text, ...(about === undefined ? [] : [about])]
      .map((of) => of.replaceAll('\\', '\\\\').replaceAll(':', '\\:'))
      .join(':'),
  fish: ({ text, about }) => (about === undefined ? text : `${text}\t${about}`),
};

type Suggestions = readonly (Suggestion | typeof files)[];

function suggestionsFor(words: readonly string[]): Suggestions {
  const [name = '', ...rest] = words;
  if (rest.length > 0) {
    const command = commands.find((of) => of.name === name);
    if (command) return suggestionsOf(command, rest);
    return name === 'help' && rest.length === 1 ? namesFrom(rest[0]!) : [];
  }
  const always = ['help', '--help', '--version'].map((text) => ({ text }));
  return [...namesFrom(name), ...always.filter(({ text }) => text.startsWith(name))];
}

const namesFrom = (prefix: string): readonly Suggestion[] =>
  commands
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name, brief }) => ({ text: name, about: brief }));

/** Returns the completions of the last of a command's words. */
function suggestionsOf({ parameters }: Command, words: readonly string[]): Suggestions {
  const all = Object.values(parameters);
  // bash makes three words of --option=VALUE.
  const split = words
    .filter((word) => word !== '=')
    .flatMap((word) => /^(--[^=]+)=(.*)$/s.exec(word)?.slice(1) ?? word);
  const before = words.at(-1) === '=' ? split : split.slice(0, -1);
  const last = words.at(-1) === '=' ? '' : split.at(-1)!;
  const used = new Map<Parameter, number>();
  let waiting: Parameter | undefined;
  let isOver = false;
  const places = all.filter(({ option }) => option === undefined);
  const placeOf = () => places.find((of) => of.repeats || !used.has(of));
  for (const word of before) {
    const of = waiting
      ? undefined
      : isOver || word === '-' || !word.startsWith('-')
        ? placeOf()
        : all.find(({ option }) => option === word);
    if (of) used.set(of, (used.get(of) ?? 0) + 1);
    waiting = of?.option !== undefined && of.metavar !== undefined ? of : undefined;
    isOver ||= word === '--';
  }
  if (waiting) return valuesOf(waiting, last);
  if (!isOver && last.startsWith('-') && last !== '-')
    return [
      ...all
        .filter((of) => of.option?.startsWith(last) && (of.repeats || !used.has(of)))
        .map(({ option, about }) => ({ text: option!, about })),
      ...['--help'].filter((of) => of.startsWith(last)).map((text) => ({ text })),
    ];
  const place = placeOf();
  return place ? valuesOf(place, last) : [];
}

const valuesOf = (
  { choices = [], words = [], hasFiles }: Parameter,
  prefix: string,
): Suggestions => [
  ...[...choices, ...words].filter((of) => of.startsWith(prefix)).map((text) => ({ text })),
  ...(hasFiles ? ([files] as const) : []),
];

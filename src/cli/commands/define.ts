/** How commands are declared: once, for parsing, help, completion, the man page and the manual. */
import { object } from '@optique/core/constructs';
import { type Message, text } from '@optique/core/message';
import { multiple, optional, withDefault } from '@optique/core/modifiers';
import type { InferValue, Parser, Suggestion } from '@optique/core/parser';
import { argument, flag, option } from '@optique/core/primitives';
import { choice, type ValueParser } from '@optique/core/valueparser';
import type { ExitStatus } from '../exit.ts';
import { UsageError } from '../input.ts';
import type { Shell } from '../shell.ts';

/** The name of the program in its help. */
export const programName = 'avalanche-tx';

/** An example in the help. */
export interface Example {
  readonly about: string;
  /** The command line without the prompt. */
  readonly line: string;
}

/** What the help says of a command. */
export interface About {
  readonly name: string;
  readonly group: Group;
  /** A phrase for the list of commands. */
  readonly brief: string;
  /** Sentences for its own page; one paragraph for each element. */
  readonly description: readonly string[];
  readonly examples: readonly Example[];
}

/** The groups of commands, in the order of the help. */
export const groups = {
  read: 'Read transactions, blocks and addresses',
  sign: 'Build and sign',
  check: 'Check before you sign or send',
  node: 'Use a node',
  shell: 'Shell',
} as const;
export type Group = keyof typeof groups;

/** What a command ends with: a text for standard output, or the status if it has written everything. */
export type Result = string | { readonly status: ExitStatus };

/** What a parsed command line runs. */
type Run = (shell: Shell) => Result | Promise<Result>;

/** A command: what the help says, how its arguments are parsed, and what it does. */
export interface Command extends About {
  readonly parser: Parser<'sync', unknown, unknown>;
  /** Runs with the values that `parser` returns. */
  readonly run: (values: unknown, shell: Shell) => ReturnType<Run>;
}

type Fields = Readonly<Record<string, Parser<'sync', unknown, unknown>>>;
type Values<F extends Fields> = { readonly [K in keyof F]: InferValue<F[K]> };

/**
 * Declares a command.
 * @param fields Its arguments and options. One that is called `input` is standard input if it is omitted.
 */
export function define<F extends Fields>(
  about: About,
  fields: F,
  run: (values: Values<F>, shell: Shell) => ReturnType<Run>,
): Command {
  return {
    ...about,
    parser: object(
      { ...fields, help },
      { errors: { endOfInput: missingArgument(about, fields) } },
    ) as Parser<'sync', unknown, unknown>,
    run: (values, shell) => {
      onceFromInput(values as Readonly<Record<string, unknown>>);
      return run(values as Values<F>, shell);
    },
  };
}

/** What is said if an argument is missing: the name of the first that must be there. */
function missingArgument({ name }: About, fields: Fields): Message {
  const required = Object.values(fields)
    .flatMap(({ usage }) => usage)
    .flatMap((term) => (term.type === 'multiple' && term.min > 0 ? term.terms : [term]))
    .find((term) => term.type === 'argument');
  return say(`${name} needs an argument${required ? `: ${required.metavar}` : ''}.`);
}

/** Standard input can be read once: by an argument, or by an option that names a file. */
function onceFromInput(values: Readonly<Record<string, unknown>>): void {
  const named = Object.entries(values).flatMap(([key, value]) =>
    key === 'input' && value === undefined ? ['-'] : [value].flat(),
  );
  if (named.filter((value) => value === '-').length > 1)
    throw new UsageError('only one input can be standard input');
}

export const say = (sentence: string): Message => [text(sentence)];

const words = (
  metavar: string,
  suggest: (prefix: string) => Iterable<Suggestion>,
): ValueParser<'sync', string> => ({
  mode: 'sync',
  metavar: metavar as 'TEXT',
  placeholder: '',
  parse: (value) => ({ success: true, value }),
  format: (value) => value,
  suggest,
});

const plain = (metavar: string): ValueParser<'sync', string> => words(metavar, () => []);
/** Names of files are completed by the shell. */
const fileName = (metavar: string): ValueParser<'sync', string> =>
  words(metavar, (pattern) =>
    pattern.startsWith('-') ? [] : [{ kind: 'file', type: 'any', pattern }],
  );

const help = optional(flag('-h', '--help', { description: say('Print this help.') }));

/** The first argument: text itself, a file, or `-` for standard input, which is read if it is omitted. */
export const input = (metavar: string, about: string) =>
  optional(argument(fileName(metavar), { description: say(about) }));
/** Arguments that are files. */
export const files = (metavar: string, about: string, min: number) =>
  multiple(argument(fileName(metavar), { description: say(about) }), { min });
export const word = (metavar: string, about: string) =>
  argument(plain(metavar), { description: say(about) });
export const someWords = (metavar: string, about: string) =>
  multiple(argument(plain(metavar), { description: say(about) }), { min: 1 });

/** An option without a value. */
export const on = (name: `--${string}`, about: string) =>
  withDefault(flag(name, { description: say(about) }), false);
/** An option with a value that is not a file. */
export const value = (name: `--${string}`, metavar: string, about: string) =>
  optional(option(name, plain(metavar), { description: say(about) }));
/** The same, repeatable. */
export const values = (name: `--${string}`, metavar: string, about: string) =>
  multiple(option(name, plain(metavar), { description: say(about) }));
/** An option that names a file, or `-` for standard input. */
export const file = (name: `--${string}`, about: string, metavar = 'FILE') =>
  optional(option(name, fileName(metavar), { description: say(about) }));
/** The same, repeatable. */
export const fileList = (name: `--${string}`, about: string) =>
  multiple(option(name, fileName('FILE'), { description: say(about) }));
/** An option with one of a few values. */
export const one = <const T extends string>(
  name: `--${string}`,
  metavar: string,
  of: readonly T[],
  about: string,
) =>
  optional(option(name, choice(of, { metavar: metavar as 'TEXT' }), { description: say(about) }));
/** The same, repeatable. */
export const some = <const T extends string>(
  name: `--${string}`,
  metavar: string,
  of: readonly T[],
  about: string,
) =>
  multiple(option(name, choice(of, { metavar: metavar as 'TEXT' }), { description: say(about) }));

const networkNames = ['mainnet', 'fuji', 'local', 'testnode'];

/** `--network`: a known name, a networkID, or the file of a network. */
export const network = (about: string) =>
  optional(
    option(
      '--network',
      words('NETWORK', (pattern) => [
        ...networkNames
          .filter((name) => name.startsWith(pattern))
          .map((name) => ({ kind: 'literal', text: name }) as const),
        { kind: 'file', type: 'any', pattern },
      ]),
      {
        description: say(
          `mainnet, fuji, local, testnode, a networkID, or the file of a network. ${about}`,
        ),
      },
    ),
  );

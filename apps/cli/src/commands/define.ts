/** How commands are declared: once, for parsing, help, completion and `docs/cli.md`. */
import type { ExitStatus } from '../../../shared/exit.ts';
import { UsageError } from '../../../shared/failures.ts';
import type { Setting } from '../settings.ts';
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
  /** What it prints that programs read: an example, a line of JSON each. */
  readonly prints?: Printed;
}

/** An example of the JSON that a command prints. */
export interface Printed {
  readonly about: string;
  readonly lines: readonly string[];
}

/** The groups of commands, in the order of the help. */
export const groups = {
  wallet: 'Pay, and keep keys',
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

/** An argument or an option, with the type of its value. */
export interface Parameter<out T = unknown> {
  /** Of an option: `--network`; absent for an argument. */
  readonly option?: string;
  /** The name of its value in the help; absent for an option without a value. */
  readonly metavar?: string;
  readonly about: string;
  /** The only values, if there are few. */
  readonly choices?: readonly string[];
  /** Values that the shell completes besides `choices`. */
  readonly words?: readonly string[];
  /** Values that it must have at least. */
  readonly least: 0 | 1 | 2;
  /** Whether it can have several values, which are a list. */
  readonly repeats: boolean;
  /** What sets it if it is omitted: an environment variable or the file of settings. */
  readonly setting?: Setting;
  /** Keys of parameters beside which it is not set. */
  readonly unless?: readonly string[];
  /** Only a type. */
  readonly value?: T;
}

/** A command: what the help says, its arguments and options, and what it does. */
export interface Command extends About {
  readonly parameters: { readonly [key: string]: Parameter };
  /** Runs the command with the values of its parameters. */
  readonly run: (values: Values<Parameters>, shell: Shell) => ReturnType<Run>;
}

type Parameters = Command['parameters'];
/** The values of parameters, by their keys. */
export type Values<P extends Parameters> = {
  readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T : never;
};

/**
 * Declares a command.
 * @param parameters Its arguments and options. One that is called `input` is standard input if it is omitted.
 */
export function define<P extends Parameters>(
  about: About,
  parameters: P,
  run: (values: Values<P>, shell: Shell) => ReturnType<Run>,
): Command {
  return {
    ...about,
    parameters,
    run: (values, shell) => {
      onceFromInput(values);
      return run(values as Values<P>, shell);
    },
  };
}

/** Checks that standard input is read at most once, by an argument or by an option that names a file. */
function onceFromInput(values: Readonly<Record<string, unknown>>): void {
  const named = Object.entries(values).flatMap(([key, value]) =>
    key === 'input' && value === undefined ? ['-'] : [value].flat(),
  );
  if (named.filter((value) => value === '-').length > 1)
    throw new UsageError('only one input can be standard input');
}

const single = { least: 0, repeats: false } as const;
const several = { least: 0, repeats: true } as const;

/** The first argument: text itself, a file, or `-` for standard input, which is read if it is omitted. */
export const input = (metavar: string, about: string): Parameter<string | undefined> => ({
  ...single,
  metavar,
  about,
});
/** A required argument. */
export const word = (metavar: string, about: string): Parameter<string> => ({
  ...single,
  metavar,
  about,
  least: 1,
});
/** An optional argument. */
export const optionalWord = (metavar: string, about: string): Parameter<string | undefined> => ({
  ...single,
  metavar,
  about,
});
/** All further arguments, of which there must be a few. */
export const someWords = (
  metavar: string,
  about: string,
  least: 1 | 2 = 1,
): Parameter<string[]> => ({ ...several, metavar, about, least });
/** An argument that is one of a few words. */
export const oneWord = <const T extends string>(
  metavar: string,
  choices: readonly T[],
  about: string,
): Parameter<T> => ({ ...single, metavar, about, choices, least: 1 });

/** An option without a value. */
export const on = (option: `--${string}`, about: string): Parameter<boolean> => ({
  ...single,
  option,
  about,
});
/** An option with a value. */
export const value = (
  option: `--${string}`,
  metavar: string,
  about: string,
): Parameter<string | undefined> => ({ ...single, option, metavar, about });
/** The same, repeatable. */
export const values = (
  option: `--${string}`,
  metavar: string,
  about: string,
): Parameter<string[]> => ({ ...several, option, metavar, about });
/** An option that names a file, or `-` for standard input. */
export const file = (option: `--${string}`, about: string, metavar = 'FILE') =>
  value(option, metavar, about);
/** The same, repeatable. */
export const fileList = (option: `--${string}`, about: string) => values(option, 'FILE', about);
/** An option with one of a few values. */
export const one = <const T extends string>(
  option: `--${string}`,
  metavar: string,
  choices: readonly T[],
  about: string,
): Parameter<T | undefined> => ({ ...single, option, metavar, about, choices });
/** The same, repeatable. */
export const some = <const T extends string>(
  option: `--${string}`,
  metavar: string,
  choices: readonly T[],
  about: string,
): Parameter<T[]> => ({ ...several, option, metavar, about, choices });

/** The same parameter, which a setting can have. */
export const settable = <T>(
  parameter: Parameter<T>,
  setting: Setting,
  unless: readonly string[] = [],
): Parameter<T> => ({ ...parameter, setting, unless });

/** `--network`: a known name, a networkID, or the file of a network. */
export const network = (about: string): Parameter<string | undefined> => ({
  ...value(
    '--network',
    'NETWORK',
    `mainnet, fuji, local, testnode, a networkID, or the file of a network. ${about}`,
  ),
  words: ['mainnet', 'fuji', 'local', 'testnode'],
});

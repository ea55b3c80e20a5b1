/** The manual of the command line from the declarations of its commands: the man page, and the tables of `docs/cli.md`. */
import { type Command, groups } from '../apps/cli/src/commands/define.ts';
import { commands } from '../apps/cli/src/commands/index.ts';
import { exitStatuses } from '../apps/cli/src/exit.ts';
import {
  argumentsOf,
  argumentsText,
  type Entry,
  helpEntry,
  optionsOf,
} from '../apps/cli/src/help.ts';
import { table } from './markdown.ts';

/** Escapes text for roff. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('…', '...')
    .replace(/^([.'])/gm, '\\&$1');

const entryRoff = ({ term, about }: Entry): string => `.TP\n\\fB${roff(term)}\\fR\n${roff(about)}`;

function commandRoff(command: Command): string {
  const { name, description, examples } = command;
  return [
    `.SS avalanche\\-tx ${roff(`${name} ${argumentsText(command)}`.trim())}`,
    ...description.flatMap((text) => ['.PP', roff(text)]),
    ...[...argumentsOf(command), ...optionsOf(command), helpEntry].map(entryRoff),
    ...examples.flatMap(({ about, line }) => [
      '.PP',
      `${roff(about)}:`,
      '.PP',
      '.nf',
      `.RS 4\n${roff(line)}\n.RE`,
      '.fi',
    ]),
  ].join('\n');
}

/** The page for `man avalanche-tx`. It has no date, so that each build makes the same one. */
export function manPage(): string {
  return [
    '.TH AVALANCHE\\-TX 1 "" "avalanche\\-tx" "User Commands"',
    // Words as long as addresses and JSON cannot be adjusted to both margins.
    '.ad l',
    '.SH NAME',
    'avalanche\\-tx \\- read, build, explain and sign Avalanche transactions',
    '.SH SYNOPSIS',
    '.B avalanche\\-tx',
    '\\fICOMMAND\\fR [\\fIOPTIONS\\fR]',
    '.SH DESCRIPTION',
    roff(
      'Reads, builds, explains and signs transactions of the P-, X- and C-chain. Works offline, except for the commands that use a node. An INPUT is text, the name of a file, or - for standard input.',
    ),
    ...Object.entries(groups).flatMap(([group, title]) => [
      `.SH ${roff(title.toUpperCase())}`,
      ...commands.filter((of) => of.group === group).map(commandRoff),
    ]),
    '.SH EXIT STATUS',
    ...Object.entries(exitStatuses).map(([status, text]) => `.TP\n.B ${status}\n${roff(text)}`),
    '.SH ENVIRONMENT',
    '.TP\n.B NO_COLOR\nIf set, output has no colors.',
    '.TP\n.B FORCE_COLOR\nIf set, output has colors also in pipes and files; 0 turns them off.',
    '',
  ].join('\n');
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

function commandMarkdown(command: Command): string {
  const { name, description, examples } = command;
  return [
    `### ${name}`,
    ...description.map(cell),
    ['```sh no-run', `avalanche-tx ${name} ${argumentsText(command)}`.trim(), '```'].join('\n'),
    table(
      ['argument or option', 'meaning'],
      [...argumentsOf(command), ...optionsOf(command)].map(({ term, about }) => [
        `\`${cell(term)}\``,
        cell(about),
      ]),
    ),
    ['```sh no-run', ...examples.flatMap(({ about, line }) => [`# ${about}`, line]), '```'].join(
      '\n',
    ),
  ].join('\n\n');
}

/** The tables of `docs/cli.md`, by their marks. */
export const manualTables = (): readonly (readonly [mark: string, content: string])[] => [
  [
    'commands',
    Object.entries(groups)
      .map(([group, title]) =>
        [`## ${title}`, ...commands.filter((of) => of.group === group).map(commandMarkdown)].join(
          '\n\n',
        ),
      )
      .join('\n\n'),
  ],
  [
    'statuses',
    table(
      ['status', 'meaning'],
      Object.entries(exitStatuses).map(([s, t]) => [s, t]),
    ),
  ],
];

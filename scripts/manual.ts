/** The tables of `docs/cli.md`, from the declarations of the commands. */
import { type Command, groups } from '../apps/cli/src/commands/define.ts';
import { commands } from '../apps/cli/src/commands/index.ts';
import { exitStatuses } from '../apps/cli/src/exit.ts';
import { argumentsOf, argumentsText, optionsOf } from '../apps/cli/src/help.ts';
import { table } from './markdown.ts';

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

/** The pages of the commands in `docs/cli/`, and the tables of `docs/cli.md`, from the declarations. */
import { type Command, groups } from '../apps/cli/src/commands/define.ts';
import { commands } from '../apps/cli/src/commands/index.ts';
import { argumentsOf, argumentsText, optionsOf } from '../apps/cli/src/help.ts';
import { exitStatuses } from '../apps/shared/exit.ts';
import { table } from './markdown.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

function commandMarkdown(command: Command): string {
  const { name, description, examples } = command;
  return [
    `# avalanche-tx ${name}`,
    ...description.map(cell),
    ['```sh no-run', `avalanche-tx ${name} ${argumentsText(command)}`.trim(), '```'].join('\n'),
    table(
      ['Argument or option', 'Meaning'],
      [...argumentsOf(command), ...optionsOf(command)].map(({ term, about }) => [
        `\`${cell(term)}\``,
        cell(about),
      ]),
    ),
    ...(command.prints
      ? [cell(command.prints.about), ['```json', ...command.prints.lines, '```'].join('\n')]
      : []),
    ['```sh no-run', ...examples.flatMap(({ about, line }) => [`# ${about}`, line]), '```'].join(
      '\n',
    ),
  ].join('\n\n');
}

/** A page for each command. */
export const commandPages = (): readonly (readonly [path: string, text: string])[] =>
  commands.map((command) => [`docs/cli/${command.name}.md`, `${commandMarkdown(command)}\n`]);

/** The tables of `docs/cli.md`, by their marks. */
export const manualTables = (): readonly (readonly [mark: string, content: string])[] => [
  [
    'commands',
    Object.entries(groups)
      .map(([group, title]) =>
        [
          `### ${title}`,
          table(
            ['Command', 'What it does'],
            commands
              .filter((of) => of.group === group)
              .map(({ name, brief }) => [`[\`${name}\`](cli/${name}.md)`, cell(brief)]),
          ),
        ].join('\n\n'),
      )
      .join('\n\n'),
  ],
  [
    'statuses',
    table(
      ['Status', 'Meaning'],
      Object.entries(exitStatuses).map(([s, t]) => [s, t]),
    ),
  ],
];

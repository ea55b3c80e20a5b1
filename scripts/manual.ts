/** The pages of the commands in `docs/cli/`, and the tables of `docs/cli.md`, from the declarations. */
import { type Command, groups } from '../apps/cli/src/commands/define.ts';
import { commands } from '../apps/cli/src/commands/index.ts';
import { argumentsOf, argumentsText, optionsOf } from '../apps/cli/src/help.ts';
import { exitStatuses } from '../apps/shared/exit.ts';
import { table } from './markdown.ts';

type Entry = ReturnType<typeof argumentsOf>[number];

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

const entriesOf = (command: Command): readonly Entry[] => [
  ...argumentsOf(command),
  ...optionsOf(command),
];

/** What at least three commands share, word for word: `docs/cli.md` has it once. */
const sharedBy = <T>(of: (command: Command) => readonly T[], key: (value: T) => string) => {
  const found = new Map<string, { readonly value: T; readonly names: string[] }>();
  for (const command of commands)
    for (const value of of(command)) {
      const entry = found.get(key(value)) ?? { value, names: [] };
      found.set(key(value), entry);
      entry.names.push(command.name);
    }
  return new Map([...found].filter(([, { names }]) => names.length > 2));
};
const keyOf = ({ term, about }: Entry): string => `${term} ${about}`;
/** An option that means two things: the page of the rarer one says what it means there. */
const shared = new Map(
  [...sharedBy(entriesOf, keyOf)].filter(([, { value, names }], _, all) =>
    all.every(([, of]) => of.value.term !== value.term || of.names.length <= names.length),
  ),
);
const sharedParagraphs = sharedBy(
  ({ description }) => description,
  (text) => text,
);

/** What an option means on its own page, without the sentences that it begins with in `docs/cli.md`, such as its values. */
function ownSentences({ term, about }: Entry): string {
  const common = [...shared.values()].find(({ value }) => value.term === term)?.value.about;
  const sentences = about.split(/(?<=\.) (?=[A-Z])/);
  const known = common?.split(/(?<=\.) (?=[A-Z])/) ?? [];
  const first = sentences.findIndex((of, i) => of !== known[i]);
  return sentences.slice(Math.max(0, first)).join(' ');
}

const optionTable = (entries: readonly Entry[]): string =>
  table(
    ['Argument or option', 'Meaning'],
    entries.map(({ term, about }) => [`\`${cell(term)}\``, cell(about)]),
  );

function commandMarkdown(command: Command): string {
  const { name, description, examples } = command;
  const own = entriesOf(command).filter((of) => !shared.has(keyOf(of)));
  const others = entriesOf(command).filter((of) => shared.has(keyOf(of)));
  const isPaid = description.some((text) => sharedParagraphs.has(text));
  return [
    `# avalanche-tx ${name}`,
    ...description.filter((text) => !sharedParagraphs.has(text)).map(cell),
    ...(isPaid ? ['[Payments](../cli.md#payments): how it asks, waits and resumes.'] : []),
    ['```sh no-run', `avalanche-tx ${name} ${argumentsText(command)}`.trim(), '```'].join('\n'),
    ...(own.length > 0 ? [optionTable(own.map((of) => ({ ...of, about: ownSentences(of) })))] : []),
    ...(others.length > 0
      ? [
          `[Shared options](../cli.md#shared-options): ${others.map(({ term }) => `\`${cell(term)}\``).join(', ')}.`,
        ]
      : []),
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
    table(
      ['Command', 'What it does'],
      Object.entries(groups).flatMap(([group, title]) => [
        [`**${title}**`, ''],
        ...commands
          .filter((of) => of.group === group)
          .map(({ name, brief }) => [`[\`${name}\`](cli/${name}.md)`, cell(brief)]),
      ]),
    ),
  ],
  ['payments', [...sharedParagraphs.values()].map(({ value }) => cell(value)).join('\n\n')],
  ['options', optionTable([...shared.values()].map(({ value }) => value))],
  [
    'statuses',
    table(
      ['Status', 'Meaning'],
      Object.entries(exitStatuses).map(([s, t]) => [s, t]),
    ),
  ],
];

/** The text of `--help`. */
import { readFileSync } from 'node:fs';
import { type DocEntry, type DocPage, type DocSection, formatDocPage } from '@optique/core/doc';
import { type Message, text } from '@optique/core/message';
import { getDocPageSync } from '@optique/core/parser';
import { formatUsage } from '@optique/core/usage';
import { type Command, groups, programName, say } from './commands/define.ts';
import { commands } from './commands/index.ts';
import { hasColors, marked, painter, widthOf } from './terminal.ts';

/** Text is harder to read in longer lines. */
const maxWidth = 100;
/** Of a pipe. */
const usualWidth = 80;

/** The arguments and the options of a command. */
export interface Parts {
  readonly arguments: readonly DocEntry[];
  readonly options: readonly DocEntry[];
  readonly usage: NonNullable<DocPage['usage']>;
}

export function partsOf(command: Command): Parts {
  const page = getDocPageSync(command.parser);
  const entries = page?.sections.flatMap((section) => section.entries) ?? [];
  return {
    arguments: entries.filter(({ term }) => term.type === 'argument'),
    options: entries.filter(({ term }) => term.type === 'option'),
    usage: page?.usage ?? [],
  };
}

/** The version of the package. */
export function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

/** What `--help` prints: all commands, one line each. */
export const overview = (): string =>
  `${shown(programName, {
    usage: [
      { type: 'argument', metavar: 'COMMAND' },
      { type: 'optional', terms: [{ type: 'argument', metavar: 'OPTIONS' }] },
    ],
    description: say(
      'Reads, builds, explains and signs Avalanche transactions. Works offline, except for the commands that use a node.',
    ),
    sections: Object.entries(groups).map(
      ([group, title]): DocSection => ({
        title,
        entries: commands
          .filter((command) => command.group === group)
          .map(({ name, brief }) => ({ term: { type: 'command', name }, description: say(brief) })),
      }),
    ),
  })}

Help for a command: ${programName} COMMAND --help. The manual: man ${programName}, or docs/cli.md.`;

/** What `COMMAND --help` prints. */
export function commandPage(command: Command): string {
  const { arguments: args, options } = partsOf(command);
  const sections: readonly DocSection[] = [
    { title: 'Arguments', entries: args },
    { title: 'Options', entries: options },
  ];
  const page = shown(`${programName} ${command.name}`, {
    usage: usageOf(command),
    description: paragraphs(command.description),
    sections: sections.filter(({ entries }) => entries.length > 0),
  });
  return `${page}\n\n${examplesText(command)}`;
}

/** Examples are not wrapped, so that they can be copied. */
function examplesText({ examples }: Command): string {
  const paint = painter(process.stdout);
  return [
    paint('bold', 'Examples:'),
    ...examples.flatMap(({ about, line }) => [`  ${about}:`, `    ${paint('green', line)}`]),
  ].join('\n');
}

/** The arguments and options of a command in its usage: `[OPTIONS] [INPUT]`. */
export const argumentsText = (command: Command): string =>
  formatUsage(programName, usageOf(command)).slice(programName.length + 1);

/** Of the options it says only that there are some. */
const usageOf = (command: Command): Parts['usage'] => [
  { type: 'optional', terms: [{ type: 'argument', metavar: 'OPTIONS' }] },
  ...partsOf(command).usage.filter(isArgument),
];

/** Whether a term of a usage is an argument, however often it may occur. */
function isArgument(term: Parts['usage'][number]): boolean {
  if (term.type === 'argument') return true;
  return 'terms' in term && (term.terms as Parts['usage']).some(isArgument);
}

const paragraphs = (sentences: readonly string[]): Message => [text(sentences.join('\n\n'))];

const shown = (name: string, page: DocPage): string =>
  marked(
    formatDocPage(name, page, {
      colors: hasColors(process.stdout),
      maxWidth: Math.max(40, Math.min(widthOf(process.stdout) ?? usualWidth, maxWidth)),
      termWidth: 'auto',
      sectionOrder: () => 0,
    }),
  )
    .replace(/ +$/gm, '')
    .trimEnd();

/** The text of `--help`. */
import { readFileSync } from 'node:fs';
import { type Command, groups, type Parameter, programName } from './commands/define.ts';
import { commands } from './commands/index.ts';
import { formats } from './formats.ts';
import { type Setting, settings, settingsFile } from './settings.ts';
import { painter, widthOf } from './terminal.ts';
import { wrapped } from './wrap.ts';

/** Text is harder to read in longer lines. */
const maxWidth = 100;
/** Of a pipe. */
const usualWidth = 80;

/** What a command's help lists: a term such as `--network NETWORK`, and its meaning. */
interface Entry {
  readonly term: string;
  readonly about: string;
}

const entryOf = ({ option, metavar, about, setting }: Parameter): Entry => ({
  term: [option, metavar].filter((of) => of !== undefined).join(' '),
  about: setting ? `${about} ${settings[setting]} sets it.` : about,
});

/** Tells where the value of a setting is from, if it has one now. */
type SourceOf = (setting: Setting) => string | undefined;

/** Options that a setting has now, and where it is from. */
const setNow = (command: Command, sourceOf: SourceOf): readonly Entry[] =>
  parametersOf(command).flatMap(({ option = '', setting }) => {
    const from = setting && sourceOf(setting);
    return from ? [{ term: option, about: `from ${from}` }] : [];
  });

const parametersOf = ({ parameters }: Command): readonly Parameter[] => Object.values(parameters);

export const argumentsOf = (command: Command): readonly Entry[] =>
  parametersOf(command)
    .filter(({ option }) => option === undefined)
    .map(entryOf);

/** The options of a command, without `--help`. */
export const optionsOf = (command: Command): readonly Entry[] =>
  parametersOf(command)
    .filter(({ option }) => option !== undefined)
    .map(entryOf);

/** The version of the package. */
export function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

/** The version, and the numbers of the formats, as JSON. */
export const versions = (): string => JSON.stringify({ version: version(), formats }, undefined, 2);

/** What `--help` prints: all commands, one line each. */
export const overview = (): string =>
  [
    usage(programName, 'COMMAND [OPTIONS]'),
    filled(
      'Reads, builds, explains and signs Avalanche transactions. Works offline, except for the commands that use a node.',
    ),
    ...sections(
      Object.entries(groups).map(([group, title]) => [
        title,
        commands
          .filter((command) => command.group === group)
          .map(({ name, brief }) => ({ term: name, about: brief })),
      ]),
    ),
    filled(
      `${Object.values(settings).join(', ')} and ${settingsFile()} say once what every command repeats: url, network, keyFile. Options win.`,
    ),
    `Help for a command: ${programName} COMMAND --help\nFor an error: ${programName} help CODE`,
  ].join('\n\n');

/** What `COMMAND --help` prints. */
export const commandPage = (command: Command, sourceOf: SourceOf): string =>
  [
    usage(`${programName} ${command.name}`, argumentsText(command)),
    ...command.description.map(filled),
    ...sections([
      ['Arguments', argumentsOf(command)],
      ['Options', [...optionsOf(command), { term: '-h, --help', about: 'Print this help.' }]],
      ['Set now, unless given', setNow(command, sourceOf)],
    ]),
    examplesText(command),
  ].join('\n\n');

/** The arguments and options of a command in its usage: `[OPTIONS] [INPUT]`. Of the options it says only that there are some. */
export const argumentsText = (command: Command): string =>
  [
    '[OPTIONS]',
    ...parametersOf(command).flatMap(({ option, metavar, least, repeats }) => {
      if (option !== undefined) return [];
      if (repeats) return [...Array.from({ length: least - 1 }, () => metavar), `${metavar}...`];
      return least === 0 ? `[${metavar}]` : metavar;
    }),
  ].join(' ');

const usage = (name: string, of: string): string =>
  `${painter(process.stdout)('bold', 'Usage:')} ${name} ${of}`;

/** Examples are not wrapped, so that they can be copied. */
function examplesText({ examples }: Command): string {
  const paint = painter(process.stdout);
  return [
    paint('bold', 'Examples:'),
    ...examples.flatMap(({ about, line }) => [`  ${about}:`, `    ${paint('green', line)}`]),
  ].join('\n');
}

export const filled = (text: string): string => wrapped(text, width());

const width = (): number => Math.max(40, Math.min(widthOf(process.stdout) ?? usualWidth, maxWidth));

/** Titles with entries, whose meanings stand in one column. */
function sections(
  all: readonly (readonly [title: string, entries: readonly Entry[]])[],
): readonly string[] {
  const paint = painter(process.stdout);
  const terms = all.flatMap(([, entries]) => entries.map(({ term }) => term.length));
  const column = Math.max(...terms);
  const text = ({ term, about }: Entry): string =>
    wrapped(`  ${term.padEnd(column)}  ${about}`, width()).replace(term, () => paint('cyan', term));
  return all
    .filter(([, entries]) => entries.length > 0)
    .map(([title, entries]) => [paint('bold', `${title}:`), ...entries.map(text)].join('\n'));
}

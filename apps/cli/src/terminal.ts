import { randomUUID } from 'node:crypto';
import { styleText } from 'node:util';
import { visibleLine, visibleText } from 'avalanche-tx';
import type { Screen } from './shell.ts';
import { linesFrom, wrapped } from './wrap.ts';

type Style = Parameters<typeof styleText>[0];

/** A placeholder for ESC in styled text until it is printed. It is random, so that no other text can contain styles. */
const styleMark = `\ue000${randomUUID()}`;

/** Whether to style what a stream gets: terminals only, unless `FORCE_COLOR` or, after it, `NO_COLOR` says otherwise. */
function hasColors(stream: Pick<Screen, 'isTTY'>): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: terminal } = process.env;
  if (force !== undefined) return force !== '0' && force !== 'false';
  return stream.isTTY === true && !no && terminal !== 'dumb';
}

/** Styles text for a stream that has colors; leaves it plain for others. */
export const painter =
  (stream: Pick<Screen, 'isTTY'>) =>
  (style: Style, text: string): string =>
    hasColors(stream)
      ? marked(styleText(style, visibleLine(text), { validateStream: false }))
      : text;

/** Marks the styles of this program's own text, so that `printed` leaves them. */
const marked = (text: string): string => text.replaceAll('\x1b', styleMark);

/** The columns of a terminal; undefined for a pipe or file, where nothing is wrapped. */
export const widthOf = ({
  isTTY,
  columns = 0,
}: Pick<Screen, 'isTTY' | 'columns'>): number | undefined =>
  isTTY && columns > 0 ? columns : undefined;

/**
 * Returns the text to print: with the styles of painters, and with all other characters that are not printable, except line breaks,
 * as `\uXXXX`. All output of the command line passes through this function.
 */
export const printed = (text: string): string =>
  text.split(styleMark).map(visibleText).join('\x1b');

/** Most characters of an error that are printed: a node or file can put any length of text into one. */
const mostOfError = 4_000;

/** Returns the start and the end of a text that is too long to read. */
export function shortened(text: string): string {
  const left = text.length - mostOfError;
  if (left <= 0) return text;
  const end = mostOfError / 4;
  return `${text.slice(0, mostOfError - end)} … (${left} characters left out) … ${text.slice(-end)}`;
}

const levels: { readonly [label: string]: Style } = {
  Danger: ['bold', 'red'],
  Warning: ['bold', 'yellow'],
  Note: 'cyan',
};

/** The text of an explanation for a stream: wrapped to the width of a terminal, with its labels styled. */
export function explanationText(text: string, stream: Pick<Screen, 'isTTY' | 'columns'>): string {
  const paint = painter(stream);
  const [title = '', ...lines] = wrapped(text.trimEnd(), widthOf(stream)).split('\n');
  return [
    paint('bold', title),
    ...lines.map((line) => {
      const [, label, gap, rest] = /^(\S+(?: \S+)*)(\s{2,})(.*)$/.exec(line) ?? [];
      return label === undefined ? line : `${paint(levels[label] ?? 'dim', label)}${gap}${rest}`;
    }),
  ].join('\n');
}

/**
 * Formats rows as columns with two spaces between them. The last column is not padded.
 * @param width Columns of the terminal, at which the last column is wrapped; no line is wrapped in a pipe.
 */
export function columns(
  table: readonly (readonly string[])[],
  paint: (column: number, text: string) => string = (_, text) => text,
  width = widthOf(process.stdout) ?? Infinity,
): string {
  const rows = table.map((row) => row.map(visibleLine));
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, i) => {
      if (i < row.length - 1) widths[i] = Math.max(widths[i] ?? 0, cell.length);
    });
  return rows
    .map((row) => {
      const last = row.length - 1;
      const lead = row.slice(0, last);
      const before = widths.slice(0, last).reduce((sum, of) => sum + of + 2, 0);
      const end = row[last] ?? '';
      const lines = linesFrom(before, end, width);
      const padded = lead.map((cell, i) => paint(i, cell) + ' '.repeat(widths[i]! - cell.length));
      return [...padded, lines.map((line) => paint(last, line)).join('\n')].join('  ');
    })
    .join('\n');
}

/**
 * Formats a table with titles. On a terminal that is too narrow for it, each row is a block of its own, a line for each cell, so that no
 * id is broken.
 */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const paint = painter(process.stdout);
  const [head = '', ...lines] = columns([titles, ...rows], undefined, Infinity).split('\n');
  const width = widthOf(process.stdout) ?? Infinity;
  if ([head, ...lines].every(({ length }) => length <= width))
    return [paint('dim', head), ...lines].join('\n');
  const label = Math.max(...titles.map(({ length }) => length));
  return rows
    .map((row) =>
      row
        .map((cell, i) => `${paint('dim', titles[i]!.padEnd(label))}  ${visibleLine(cell)}`)
        .join('\n'),
    )
    .join('\n\n');
}

/** Formats Unix seconds as a date and time: `2027-01-15 08:00:00 UTC`. */
export const dateText = (time: bigint): string =>
  time > 253_402_300_799n
    ? 'a time after the year 9999'
    : `${new Date(Number(time) * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** The bytes around an offset, 16 per row, with a mark under the byte at the offset. */
export function bytesAround(bytes: Uint8Array, offset: number): string {
  const start = Math.max(0, (offset & ~15) - 16);
  const rows: string[] = [];
  for (let row = start; row <= offset && row <= bytes.length; row += 16) {
    const hex = [...bytes.subarray(row, row + 16)].map((b) => b.toString(16).padStart(2, '0'));
    rows.push(`${String(row).padStart(8)}  ${hex.join(' ')}`);
  }
  rows.push(`${' '.repeat(10 + 3 * (offset & 15))}^^ byte ${offset}`);
  return rows.join('\n');
}

/** Shows progress in one line of a terminal, and nothing in a pipe. An empty text clears the line. */
export const progressOn =
  (stream: Screen) =>
  (text: string): void => {
    if (stream.isTTY)
      stream.write(`\r\x1b[2K${visibleLine(text).slice(0, stream.columns || undefined)}`);
  };

/** An id as an argument of a shell. */
export const shellWord = (id: string): string =>
  /^[\w.:@%+=,/-]+$/.test(id) ? id : `'${id.replaceAll("'", `'"'"'`)}'`;

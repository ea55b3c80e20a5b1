import { randomUUID } from 'node:crypto';
import { styleText } from 'node:util';
import { visibleLine, visibleText } from '../errors/visible.ts';

type Style = Parameters<typeof styleText>[0];

/** Stands for ESC in what a painter styles, until it is printed. Nobody can guess it, so that no other text has a style. */
const styleMark = `\ue000${randomUUID()}`;

/** Styles text for a terminal that shows colours; leaves it plain in a pipe, or where `NO_COLOR` is set. */
export const painter =
  (stream: NodeJS.WriteStream) =>
  (style: Style, text: string): string =>
    stream.isTTY && !process.env.NO_COLOR
      ? styleText(style, visibleLine(text), { validateStream: false }).replaceAll('\x1b', styleMark)
      : text;

/**
 * Text as it is printed: with the styles of painters, and everything else that does not print, but for line ends, as `\uXXXX`. All
 * that the command line writes goes through here.
 */
export const printed = (text: string): string =>
  text.split(styleMark).map(visibleText).join('\x1b');

/** Rows as columns, two spaces apart, each in one line. The last column is not padded. */
export function columns(
  table: readonly (readonly string[])[],
  paint: (column: number, text: string) => string = (_, text) => text,
): string {
  const rows = table.map((row) => row.map(visibleLine));
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, cell.length);
    });
  return rows
    .map((row) =>
      row
        .map((cell, i) =>
          i === row.length - 1
            ? paint(i, cell)
            : paint(i, cell) + ' '.repeat(widths[i]! - cell.length),
        )
        .join('  '),
    )
    .join('\n');
}

/** The 16 bytes a row around an offset, with a mark under the byte that it names. */
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

/** Shows how far something is in one line of a terminal, no wider than it, and nothing in a pipe; the empty text ends it. */
export const progressOn =
  (stream: NodeJS.WriteStream) =>
  (text: string): void => {
    if (stream.isTTY)
      stream.write(`\r\x1b[2K${visibleLine(text).slice(0, stream.columns || undefined)}`);
  };

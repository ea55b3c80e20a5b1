/** Lines shorter than this are not worth it: wrapped text then starts near the margin. */
const leastText = 24;
const margin = 4;

/**
 * Wraps the lines of a text at spaces. The rest of a line is indented like its last column, as in `label  value`. Words are never broken,
 * so that ids and addresses can be copied: one that does not fit into its column stands in a line of its own, near the margin.
 * @param width Columns; undefined leaves the text as it is.
 */
export const wrapped = (text: string, width: number | undefined): string =>
  width === undefined
    ? text
    : text
        .split('\n')
        .flatMap((line) => wrapLine(line, width))
        .join('\n');

function wrapLine(line: string, width: number): readonly string[] {
  if (line.length <= width) return [line];
  const [lead = ''] = /^\s*(?:\S+(?: \S+)*\s{2,})*/.exec(line) ?? [];
  const [first = '', ...rest] = linesFrom(lead.length, line.slice(lead.length), width);
  return [`${lead}${first}`.trimEnd(), ...rest];
}

/**
 * The lines of a text that begins in a column: all but the first are indented.
 * @param column Columns before the text.
 */
export function linesFrom(column: number, text: string, width: number): readonly string[] {
  const indent = width - column >= leastText ? column : margin;
  const lines: string[] = [];
  let start = column;
  let current = '';
  const end = () => {
    lines.push(lines.length === 0 ? current : `${' '.repeat(start)}${current}`);
    start = indent;
    current = '';
  };
  for (const word of text.split(' ')) {
    if (current !== '' && start + current.length + 1 + word.length > width) end();
    const isTooLong = current === '' && start + word.length > width;
    if (isTooLong && start > margin && margin + word.length <= width) {
      if (lines.length === 0) end();
      start = margin;
    }
    current += current === '' ? word : ` ${word}`;
  }
  end();
  return lines;
}

/** Lines shorter than this are not worth it: wrapped text then starts near the margin. */
const leastText = 24;

/**
 * Wraps the lines of a text at spaces. The rest of a line is indented like its last column, as in `label  value`. Words are never broken,
 * so that ids and addresses can be copied.
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
  const [lead = ''] = /^\s*(?:\S+(?: \S+)*\s{2,})?/.exec(line) ?? [];
  const indent = ' '.repeat(width - lead.length >= leastText ? lead.length : 4);
  const lines: string[] = [];
  let current = lead;
  let isEmpty = true;
  for (const word of line.slice(lead.length).split(' ')) {
    if (!isEmpty && current.length + 1 + word.length > width) {
      lines.push(current.trimEnd());
      current = indent + word;
    } else current += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, current];
}

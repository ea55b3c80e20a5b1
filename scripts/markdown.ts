/** The printer of the pages that are made from the source (`scripts/docs.ts`): tables and anchors. */

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Text for a cell of a table. */
export const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The anchor of a heading, as the host of a repository and the site make it. */
export const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');

/** A table of Markdown. */
export const table = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(...titles), row(...titles.map(() => '---')), ...rows.map((r) => row(...r))].join('\n');

/** A page with the text between two marks replaced. */
export function between(text: string, mark: string, content: string): string {
  const [start, end] = [`<!-- ${mark} -->`, `<!-- /${mark} -->`];
  const [i, j] = [text.indexOf(start), text.indexOf(end)];
  if (i < 0 || j < i) throw new Error(`no ${start} … ${end}`);
  return `${text.slice(0, i + start.length)}\n\n${content}\n\n${text.slice(j)}`;
}

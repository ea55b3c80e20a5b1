const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A table of Markdown. */
export const table = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(...titles), row(...titles.map(() => '---')), ...rows.map((r) => row(...r))].join('\n');

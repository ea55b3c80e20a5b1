/**
 * Counts the lines of `src/` that are neither blank nor comment, by folder.
 *
 *     npx tsx scripts/lines.ts [--against DIR]     # DIR: another checkout, for a second column
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseSync } from 'oxc-parser';
import { table } from './markdown.ts';
import { command } from './oracle.ts';
import { sourceNames } from './source.ts';

/** How many lines of a text hold code. */
export function codeLines(name: string, text: string): number {
  let code = text;
  // The same length, so that the next comment is where it was; line breaks stay.
  for (const { start, end } of parseSync(name, text).comments)
    code = code.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, ' ') + code.slice(end);
  return code.split('\n').filter((line) => line.trim() !== '').length;
}

/** Lines of code by the folders of a checkout's `src/`; files beside the folders are under `.`. */
export function linesByFolder(checkout: string): Map<string, number> {
  const src = join(checkout, 'src');
  const counts = new Map<string, number>();
  for (const name of sourceNames(src)) {
    const folder = name.includes('/') ? name.split('/')[0]! : '.';
    const lines = codeLines(name, readFileSync(join(src, name), 'utf8'));
    counts.set(folder, (counts.get(folder) ?? 0) + lines);
  }
  return counts;
}

await command(import.meta.url, async () => {
  const { values } = parseArgs({ options: { against: { type: 'string' } } });
  const checkouts = [
    fileURLToPath(new URL('..', import.meta.url)),
    ...(values.against ? [values.against] : []),
  ];
  const counts = checkouts.map(linesByFolder);
  const folders = [...new Set(counts.flatMap((of) => [...of.keys()]))].sort();
  const total = (of: ReadonlyMap<string, number>) => [...of.values()].reduce((a, b) => a + b, 0);
  const rows = [
    ...folders.map((folder) => [folder, ...counts.map((of) => String(of.get(folder) ?? 0))]),
    ['all', ...counts.map((of) => String(total(of)))],
  ];
  console.log(table(['folder', 'lines', ...(values.against ? ['before'] : [])], rows));
});

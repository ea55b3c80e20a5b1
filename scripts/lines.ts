/**
 * Counts the lines of `src/` that are neither blank nor comment, by folder.
 *
 *     npx tsx scripts/lines.ts [--against DIR]
 *
 * With DIR, a checkout of version 0.1, it keeps an account: what `scripts/added.ts` lists is counted apart, and so are the facts of
 * errors (the third argument of `AvalancheError`) and the guards around public functions. What remains is what version 0.1 did.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseSync } from 'oxc-parser';
import { added } from './added.ts';
import { table } from './markdown.ts';
import { command } from './oracle.ts';
import { type Node, parseSource, sourceNames, walk } from './source.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** How many lines of a text hold code. */
export function codeLines(name: string, text: string): number {
  let code = text;
  // The same length, so that the next comment is where it was; line breaks stay.
  for (const { start, end } of parseSync(name, text).comments)
    code = code.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, ' ') + code.slice(end);
  return code.split('\n').filter((line) => line.trim() !== '').length;
}

/** Lines of code of each file of a checkout's `src/`. */
export type Lines = ReadonlyMap<string, number>;

const linesOf = (src: string): Lines =>
  new Map(
    sourceNames(src).map((name) => [name, codeLines(name, readFileSync(join(src, name), 'utf8'))]),
  );

const nameOf = (node: unknown): string | undefined => (node as { name?: string } | null)?.name;

/** The text without the facts of its errors and without guards around its functions. */
export function plainText(name: string, text: string): string {
  const cuts: (readonly [start: number, end: number])[] = [];
  const { program } = parseSource(name, text);
  walk(program, (node, ancestors) => {
    const callee = nameOf(node.callee);
    const given = (node.arguments ?? []) as readonly Node[];
    // Version 0.1 passed code, detail, offset and context.
    const facts = callee === 'AvalancheError' ? 2 : callee === 'CodecError' ? 3 : -1;
    const fact = given[facts];
    if (node.type === 'NewExpression' && fact) cuts.push([given[facts - 1]!.end, fact.end]);
    const [guardedFunction] = given;
    const declaration = ancestors.at(-2);
    if (
      callee === 'guarded' &&
      nameOf(guardedFunction?.id) &&
      declaration?.type === 'VariableDeclaration'
    )
      cuts.push(
        [declaration.start, guardedFunction!.start],
        [guardedFunction!.end, declaration.end],
      );
    return undefined;
  });
  return cuts
    .sort(([a], [b]) => b - a)
    .reduce((rest, [start, end]) => rest.slice(0, start) + rest.slice(end), text);
}

/** Lines of code of each file without facts and guards, formatted as the source is. */
function plainLinesOf(src: string): Lines {
  const folder = mkdtempSync(join(tmpdir(), 'lines-'));
  try {
    const { formatter, javascript } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ formatter, javascript }));
    for (const name of sourceNames(src)) {
      mkdirSync(dirname(join(folder, 'src', name)), { recursive: true });
      const text = plainText(name, readFileSync(join(src, name), 'utf8'));
      writeFileSync(join(folder, 'src', name), text);
    }
    const biome = join(root, 'node_modules/.bin/biome');
    execFileSync(biome, ['format', '--write', 'src'], { cwd: folder, stdio: 'ignore' });
    return linesOf(join(folder, 'src'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const isIn = (name: string, paths: readonly string[]): boolean =>
  paths.some((path) => (path.endsWith('/') ? name.startsWith(path) : name === path));

const sum = (lines: Lines, has: (name: string) => boolean = () => true): number =>
  [...lines].reduce((total, [name, count]) => total + (has(name) ? count : 0), 0);

/** Files beside the folders are under `.`. */
const folderOf = (name: string): string => (name.includes('/') ? name.split('/')[0]! : '.');

function folderRows(...checkouts: readonly Lines[]): string[][] {
  const folders = new Set(checkouts.flatMap((lines) => [...lines.keys()].map(folderOf)));
  return [...folders]
    .sort()
    .map((folder) => [
      folder,
      ...checkouts.map((lines) => String(sum(lines, (name) => folderOf(name) === folder))),
    ]);
}

/** Prints what is new apart from what version 0.1 did. */
function printAccount(src: string, srcBefore: string): void {
  const [now, before] = [linesOf(src), linesOf(srcBefore)];
  const [plainNow, plainBefore] = [plainLinesOf(src), plainLinesOf(srcBefore)];
  const isKept = (side: 'now' | 'before') => (name: string) =>
    !added.some((of) => isIn(name, of[side]));
  const [kept, keptBefore] = [isKept('now'), isKept('before')];
  const rows = [
    ...added.map((of) => ({
      ...of,
      lines: sum(now, (name) => isIn(name, of.now)),
      linesBefore: sum(before, (name) => isIn(name, of.before)),
    })),
    {
      what: 'facts and guards elsewhere',
      why: 'Typed facts in what is thrown, and guards around public functions, in all other files.',
      lines: sum(now, kept) - sum(plainNow, kept),
      linesBefore: sum(before, keptBefore) - sum(plainBefore, keptBefore),
    },
  ];
  const apart = rows.reduce((total, of) => total + of.lines - of.linesBefore, 0);
  const keptRows = folderRows(
    now,
    new Map([...plainNow].filter(([name]) => kept(name))),
    before,
    new Map([...plainBefore].filter(([name]) => keptBefore(name))),
  );
  console.log('Without what is counted apart, by folder:\n');
  console.log(table(['folder', 'lines', "0.1's part", 'lines of 0.1', 'its part'], keptRows));
  console.log('\nCounted apart:\n');
  const cells = rows.map(({ what, lines, linesBefore, why }) => [
    what,
    String(lines),
    String(linesBefore),
    String(lines - linesBefore),
    why,
  ]);
  console.log(table(['what', 'lines', 'in 0.1', 'apart', 'why'], cells));
  console.log(
    `\n${sum(now)} lines, ${apart} of them apart: ${sum(now) - apart} for what version 0.1 did in ${sum(before)}.`,
  );
}

await command(import.meta.url, async () => {
  const { values } = parseArgs({ options: { against: { type: 'string' } } });
  const src = join(root, 'src');
  if (values.against) return printAccount(src, join(values.against, 'src'));
  const lines = linesOf(src);
  console.log(table(['folder', 'lines'], [...folderRows(lines), ['all', String(sum(lines))]]));
});

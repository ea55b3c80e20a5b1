/**
 * Counts the lines of `src/` that are neither blank nor comment, by folder.
 *
 *     npx tsx scripts/lines.ts [--against DIR]
 *
 * With DIR, a checkout of version 0.1, it keeps an account: what `scripts/added.ts` lists is counted apart, and so are the facts of
 * errors (the third argument of `AvalancheError`) and the guards around public functions. What remains is what version 0.1 did.
 * The list names files, folders, and single declarations of a file; a name that does not exist is an error.
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
/** The texts of a checkout's `src/` by their names. */
export type Sources = ReadonlyMap<string, string>;

/** Reads a checkout's `src/`. */
export const sourcesOf = (src: string): Sources =>
  new Map(sourceNames(src).map((name) => [name, readFileSync(join(src, name), 'utf8')]));

const linesOf = (sources: Sources): Lines =>
  new Map([...sources].map(([name, text]) => [name, codeLines(name, text)]));

const nameOf = (node: unknown): string | undefined => (node as { name?: string } | null)?.name;

/** A text without some of its parts. */
const without = (text: string, cuts: readonly (readonly [start: number, end: number])[]): string =>
  [...cuts]
    .sort(([a], [b]) => b - a)
    .reduce((rest, [start, end]) => rest.slice(0, start) + rest.slice(end), text);

/** The names that a statement of a file declares. */
function namesDeclared(statement: Node): readonly (string | undefined)[] {
  const declaration = (statement.declaration ?? statement) as Node;
  const all = (declaration.declarations ?? [declaration]) as readonly Node[];
  return all.map(({ id }) => nameOf(id));
}

/** The text without declarations of its file, by their names. */
export function textWithout(name: string, text: string, names: readonly string[]): string {
  const { program } = parseSource(name, text);
  const statements = program.body as readonly Node[];
  const cuts = names.map((wanted) => {
    const found = statements.find((statement) => namesDeclared(statement).includes(wanted));
    if (!found) throw new Error(`scripts/added.ts: ${name} does not declare ${wanted}`);
    return [found.start, found.end] as const;
  });
  return without(text, cuts);
}

/** The text without the facts of its errors. */
export function plainText(name: string, text: string): string {
  const cuts: (readonly [start: number, end: number])[] = [];
  const { program } = parseSource(name, text);
  walk(program, (node) => {
    const callee = nameOf(node.callee);
    const given = (node.arguments ?? []) as readonly Node[];
    // Version 0.1 passed code, detail, offset and context.
    const facts = callee === 'AvalancheError' ? 2 : callee === 'CodecError' ? 3 : -1;
    const fact = given[facts];
    if (node.type === 'NewExpression' && fact) cuts.push([given[facts - 1]!.end, fact.end]);
    return undefined;
  });
  return without(text, cuts);
}

/** Lines of code of each text without facts of errors, formatted as the source is. */
function plainLinesOf(sources: Sources): Lines {
  const folder = mkdtempSync(join(tmpdir(), 'lines-'));
  try {
    const { formatter, javascript } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ formatter, javascript }));
    for (const [name, text] of sources) {
      mkdirSync(dirname(join(folder, 'src', name)), { recursive: true });
      writeFileSync(join(folder, 'src', name), plainText(name, text));
    }
    const biome = join(root, 'node_modules/.bin/biome');
    execFileSync(biome, ['format', '--write', 'src'], { cwd: folder, stdio: 'ignore' });
    return linesOf(sourcesOf(join(folder, 'src')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * The texts without what a list names: files, folders with a `/` at the end, and declarations as `file.ts#one,other`.
 * @throws {Error} A name that does not exist, or is listed twice.
 */
export function sourcesWithout(sources: Sources, paths: readonly string[]): Sources {
  const kept = new Map(sources);
  for (const path of paths) {
    const [file, names] = path.split('#') as [string, string?];
    const found = [...kept.keys()].filter((name) =>
      file.endsWith('/') ? name.startsWith(file) : name === file,
    );
    if (found.length === 0) throw new Error(`scripts/added.ts: there is no ${path}`);
    for (const name of found)
      if (names === undefined) kept.delete(name);
      else kept.set(name, textWithout(name, kept.get(name)!, names.split(',')));
  }
  return kept;
}

const sum = (lines: Lines, has: (name: string) => boolean = () => true): number =>
  [...lines].reduce((total, [name, count]) => total + (has(name) ? count : 0), 0);

const total = (sources: Sources): number => sum(linesOf(sources));

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

/** One side of the account: what is kept of a checkout, and how many lines of it are in each row that is counted apart. */
function sideOf(src: string, listed: readonly (readonly string[])[]) {
  const all = sourcesOf(src);
  let kept: Sources = all;
  const apart = listed.map((paths) => {
    const before = total(kept);
    kept = sourcesWithout(kept, paths);
    return before - total(kept);
  });
  const plain = plainLinesOf(kept);
  return { all: linesOf(all), plain, apart: [...apart, total(kept) - sum(plain)] };
}

/** Prints what is new apart from what version 0.1 did. */
function printAccount(src: string, srcBefore: string): void {
  const now = sideOf(
    src,
    added.map((of) => of.now),
  );
  const before = sideOf(
    srcBefore,
    added.map((of) => of.before),
  );
  const rows = [
    ...added,
    {
      what: 'facts and guards elsewhere',
      why: 'Typed facts in what is thrown, and guards around public functions, in all other files.',
    },
  ];
  const cells = rows.map(({ what, why }, i) => {
    const [lines, linesBefore] = [now.apart[i]!, before.apart[i]!];
    return [what, String(lines), String(linesBefore), String(lines - linesBefore), why];
  });
  const apart = cells.reduce((count, [, , , lines]) => count + Number(lines), 0);
  console.log('Without what is counted apart, by folder:\n');
  console.log(
    table(
      ['folder', 'lines', "0.1's part", 'lines of 0.1', 'its part'],
      folderRows(now.all, now.plain, before.all, before.plain),
    ),
  );
  console.log('\nCounted apart:\n');
  console.log(table(['what', 'lines', 'in 0.1', 'apart', 'why'], cells));
  const lines = sum(now.all);
  console.log(
    `\n${lines} lines, ${apart} of them apart: ${lines - apart} for what version 0.1 did in ${sum(before.all)}.`,
  );
}

await command(import.meta.url, async () => {
  const { values } = parseArgs({ options: { against: { type: 'string' } } });
  const src = join(root, 'src');
  if (values.against) return printAccount(src, join(values.against, 'src'));
  const lines = linesOf(sourcesOf(src));
  console.log(table(['folder', 'lines'], [...folderRows(lines), ['all', String(sum(lines))]]));
});

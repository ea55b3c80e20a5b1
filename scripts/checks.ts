/**
 * Checks the structure of `src/` (part of `npm test`): the layers and no circular import, sizes of files and functions,
 * one meaning for each public name, and what must not run at import.
 *
 *     npx tsx scripts/checks.ts
 *
 * `scripts/exceptions.json` lists what is known and not repaired yet. It names each exactly, and an entry that is no longer
 * needed is an error as well, so that the list only gets shorter.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cycles, layerViolations, machineFiles } from './layers.ts';
import { ambiguousNames, entryPoints } from './publicnames.ts';
import { isFunction, lineOf, nameOfFunction, readSource, type SourceFile, walk } from './source.ts';

/** The most lines of a function and of a file, and the fewest of a file that is not an index. */
export const limits = { functionLines: 80, fileLines: 400, shortFile: 20 } as const;

/** Something that a check found. `id` stays the same when unrelated lines change. */
export interface Problem {
  readonly id: string;
  readonly detail: string;
}

const lines = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

/** Files and functions that are too long, and files that are too short. */
export function sizeProblems(files: readonly SourceFile[]): Problem[] {
  const found: Problem[] = [];
  for (const { name, text, program } of files) {
    const length = lines(text);
    const isIndex = /(^|\/)index\.ts$/.test(name);
    if (length > limits.fileLines)
      found.push({
        id: `long file: ${name}`,
        detail: `${length} lines, at most ${limits.fileLines}`,
      });
    if (length < limits.shortFile && !isIndex)
      found.push({
        id: `short file: ${name}`,
        detail: `${length} lines, at least ${limits.shortFile}`,
      });
    walk(program, (node, ancestors) => {
      if (!isFunction(node)) return;
      const [first, last] = [lineOf(text, node.start), lineOf(text, node.end)];
      if (last - first + 1 > limits.functionLines)
        found.push({
          id: `long function: ${name} ${nameOfFunction(node, ancestors)}`,
          detail: `${last - first + 1} lines from line ${first}, at most ${limits.functionLines}`,
        });
      return;
    });
  }
  return found;
}

/** `export * as`, which React Native's bundler cannot read, and what no engine but Node and browsers has when a module loads. */
export function loadProblems(files: readonly SourceFile[]): Problem[] {
  const found: Problem[] = [];
  for (const { name, text, program } of files)
    walk(program, (node) => {
      const at = `line ${lineOf(text, node.start)}`;
      if (isFunction(node)) return false;
      if (node.type === 'ExportAllDeclaration' && node.exported)
        found.push({ id: `export * as: ${name}`, detail: at });
      if (
        node.type === 'NewExpression' &&
        (node.callee as { name?: string }).name === 'TextDecoder'
      )
        found.push({ id: `TextDecoder at import: ${name}`, detail: at });
      return;
    });
  return found;
}

/** `await of…`: React Native's compilers make `yield of…` of it, which Hermes cannot parse. */
export function hermesProblems(files: readonly SourceFile[]): Problem[] {
  const found: Problem[] = [];
  for (const { name, text, program } of files)
    walk(program, (node) => {
      if (node.type !== 'AwaitExpression' && node.type !== 'YieldExpression') return;
      if (/^(await|yield\*?)\s+of\b/.test(text.slice(node.start, node.end)))
        found.push({
          id: `await of: ${name}`,
          detail: `line ${lineOf(text, node.start)}: Hermes cannot parse it; use another name`,
        });
      return;
    });
  return found;
}

/** Public names that mean different declarations in different entry points. */
export const nameProblems = (root: string): Problem[] =>
  [...ambiguousNames(join(root, 'src'), entryPoints(root))].map(([name, declarations]) => ({
    id: `public name: ${name}`,
    detail: [...declarations]
      .map(([declaration, points]) => `${declaration} at ${points.join(', ')}`)
      .join('; '),
  }));

/** Everything that is wrong in a project folder. */
export function problems(root: string): Problem[] {
  const src = join(root, 'src');
  const files = readSource(src);
  return [
    ...layerViolations(src, machineFiles(root)).map((line) => ({
      id: `layer: ${line}`,
      detail: '',
    })),
    ...cycles(src).map((cycle) => ({ id: `circular import: ${cycle.join(', ')}`, detail: '' })),
    ...sizeProblems(files),
    ...loadProblems(files),
    ...hermesProblems(files),
    ...nameProblems(root),
  ];
}

/** One line for each problem that is not an exception, and for each exception that is not needed. */
export function report(found: readonly Problem[], exceptions: readonly string[]): string[] {
  const ids = new Set(found.map(({ id }) => id));
  return [
    ...found
      .filter(({ id }) => !exceptions.includes(id))
      .map(({ id, detail }) => (detail === '' ? id : `${id}: ${detail}`)),
    ...exceptions
      .filter((id) => !ids.has(id))
      .map((id) => `scripts/exceptions.json lists "${id}", which is repaired: remove it`),
  ];
}

/** The exceptions of a project folder. */
function exceptionsOf(root: string): readonly string[] {
  const file = join(root, 'scripts', 'exceptions.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : [];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const complaints = report(problems(root), exceptionsOf(root));
  for (const line of complaints) console.error(line);
  process.exitCode = complaints.length > 0 ? 1 : 0;
}

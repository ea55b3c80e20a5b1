/**
 * Checks the structure of `src/` (part of `npm test`): the layers and no circular import, the border of the command line, one meaning and a docstring for each public
 * name, arguments in the order that users guess, and what must not run at import.
 *
 *     npx tsx scripts/checks.ts
 */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { borderViolations, cycles, layerViolations, machineFiles } from './layers.ts';
import { ambiguousNames, entryPoints, publicNames } from './publicnames.ts';
import { signatureProblems, signatures } from './signatures.ts';
import { isFunction, lineOf, readSource, type SourceFile, walk } from './source.ts';

/** Something that a check found: what, and where or why. */
export interface Problem {
  readonly id: string;
  readonly detail: string;
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
export const nameProblems = (files: readonly SourceFile[], root: string): Problem[] =>
  [...ambiguousNames(files, entryPoints(root))].map(([name, declarations]) => ({
    id: `public name: ${name}`,
    detail: [...declarations]
      .map(([declaration, points]) => `${declaration} at ${points.join(', ')}`)
      .join('; '),
  }));

const fillers = new Set('a an and for in is its of or return returns the to'.split(' '));
const wordsOf = (text: string): readonly string[] =>
  (
    text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  ).map((word) => word.replace(/s$/, ''));

/** Whether a docstring has only words of the name that it documents. */
export function repeatsName(docstring: string, name: string): boolean {
  const known = new Set(wordsOf(name));
  const adds = wordsOf(docstring).some((word) => !fillers.has(word) && !known.has(word));
  return !docstring.includes('@') && !adds;
}

/** Public exports without a docstring, or with one that only repeats the name. A name declared as value and type needs one of them. */
export function docstringProblems(files: readonly SourceFile[], root: string): Problem[] {
  const texts = new Map(files.map(({ name, text }) => [name, text]));
  const declarations = [...publicNames(files, entryPoints(root)).values()].flatMap((found) => [
    ...found.keys(),
  ]);
  return [...new Set(declarations)].flatMap((declaration): readonly Problem[] => {
    const [file = '', name = ''] = declaration.split(' ');
    const declared = new RegExp(
      String.raw`(/\*\*(?:(?!\*/)[\s\S])*\*/\s*)?^export (?:abstract )?(?:async )?(?:const|let|function\*?|interface|type|class) ${name}\b`,
      'gm',
    );
    const found = [...(texts.get(file) ?? '').matchAll(declared)];
    const docstrings = found.flatMap(([, docstring]) => docstring ?? []);
    // A name of another package, or of a namespace, has no declaration here.
    if (found.length === 0 || docstrings.some((docstring) => !repeatsName(docstring, name)))
      return [];
    const detail = docstrings.length === 0 ? 'has no docstring' : 'its docstring repeats the name';
    return [{ id: `docstring: ${declaration}`, detail }];
  });
}

/** Everything that is wrong in a project folder. */
export function problems(root: string): Problem[] {
  const src = join(root, 'src');
  const files = readSource(src);
  return [
    ...layerViolations(src, machineFiles(root)).map((line) => ({
      id: `layer: ${line}`,
      detail: '',
    })),
    ...borderViolations(root).map((line) => ({ id: `border: ${line}`, detail: '' })),
    ...cycles(src).map((cycle) => ({ id: `circular import: ${cycle.join(', ')}`, detail: '' })),
    ...loadProblems(files),
    ...hermesProblems(files),
    ...nameProblems(files, root),
    ...docstringProblems(files, root),
    ...signatureProblems(signatures(files, root)).map((detail) => ({ id: 'signature', detail })),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const found = problems(root);
  for (const { id, detail } of found) console.error(detail === '' ? id : `${id}: ${detail}`);
  process.exitCode = found.length > 0 ? 1 : 0;
}

/** The TypeScript files of a folder as syntax trees: what the structural checks and the generators of pages read. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { parseSync } from 'oxc-parser';

/** A node of the tree. Only the properties that every node has; the others are looked up by name. */
export interface Node {
  readonly type: string;
  /** Offset of the first character, in UTF-16 units. */
  readonly start: number;
  /** Offset behind the last character. */
  readonly end: number;
  readonly [property: string]: unknown;
}

/** A source file and its tree. */
export interface SourceFile {
  /** The path from the folder that was read, with `/`. */
  readonly name: string;
  readonly text: string;
  readonly program: Node;
  readonly module: ReturnType<typeof parseSync>['module'];
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The nodes directly below a node, in the order of the text. */
function children(node: Node): Node[] {
  const found: Node[] = [];
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) found.push(...value.filter(isNode));
    else if (isNode(value)) found.push(value);
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Calls `enter` with every node and its ancestors, the nearest last. Returning `false` skips what is below the node. */
export function walk(
  node: Node,
  enter: (node: Node, ancestors: readonly Node[]) => false | undefined,
  ancestors: readonly Node[] = [],
): void {
  if (enter(node, ancestors) === false) return;
  const path = [...ancestors, node];
  for (const child of children(node)) walk(child, enter, path);
}

/** Parses one file. Throws for a text that is not TypeScript. */
export function parseSource(name: string, text: string): SourceFile {
  const { program, module, errors } = parseSync(name, text);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]!.message}`);
  return { name, text, program: program as unknown as Node, module };
}

/** The names of the TypeScript files of a folder, sorted. */
const sourceNames = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.split(sep).join('/'))
    .sort();

/** Parses every TypeScript file of a folder. */
export const readSource = (folder: string): SourceFile[] =>
  sourceNames(folder).map((name) => parseSource(name, readFileSync(join(folder, name), 'utf8')));

/** The line of an offset, counted from 1. */
export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** Whether a node is a function with a body of its own. */
export const isFunction = (node: Node): boolean => functions.has(node.type);

/** JSON as indented lines, each with the path of its value. */
import type { JSONValue } from 'avalanche-tx';

export interface JSONLine {
  /** With its indent. */
  readonly text: string;
  readonly path: string;
  /** Whether it holds a whole value and not only brackets. */
  readonly isLeaf: boolean;
}

/** Characters of a line: what a value has beyond them is counted. */
const longest = 4000;

/** Lines without the brackets of empty lists and objects, as `JSON.stringify` with two spaces has them. */
export function jsonLines(json: JSONValue): readonly JSONLine[] {
  const lines: JSONLine[] = [];
  const walk = (value: JSONValue, path: string, key: string, depth: number, end: string): void => {
    const indent = '  '.repeat(depth);
    const isList = Array.isArray(value);
    if (typeof value !== 'object' || value === null) {
      lines.push({ text: indent + key + leaf(value) + end, path, isLeaf: true });
      return;
    }
    const entries: readonly (readonly [string, JSONValue])[] = isList
      ? value.map((item, i) => [`[${i}]`, item] as const)
      : Object.entries(value);
    const [open, close] = isList ? '[]' : '{}';
    if (entries.length === 0) {
      lines.push({ text: `${indent}${key}${open}${close}${end}`, path, isLeaf: true });
      return;
    }
    lines.push({ text: `${indent}${key}${open}`, path, isLeaf: false });
    entries.forEach(([name, item], i) => {
      const at = isList ? path + name : path === '' ? name : `${path}.${name}`;
      walk(
        item,
        at,
        isList ? '' : `${JSON.stringify(name)}: `,
        depth + 1,
        i < entries.length - 1 ? ',' : '',
      );
    });
    lines.push({ text: `${indent}${close}${end}`, path, isLeaf: false });
  };
  walk(json, '', '', 0, '');
  return lines;
}

function leaf(value: null | boolean | string | number | bigint): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length <= longest
    ? text
    : `${text.slice(0, longest)}… (${text.length - longest} more characters: copy has them)`;
}

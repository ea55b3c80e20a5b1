/** JSON text as indented lines, each with the path of its value. Numbers and strings stay as the node spells them. */

export interface JSONLine {
  /** With its indent. */
  readonly text: string;
  readonly path: string;
  /** Whether it holds a whole value and not only brackets. */
  readonly isLeaf: boolean;
}

/** Characters of a line: what a value has beyond them is counted. */
const longest = 4000;

/** Strings, brackets, commas and colons, numbers and words. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Lines without the brackets of empty lists and objects, as `JSON.stringify` with two spaces has them. */
export function jsonLines(json: string): readonly JSONLine[] {
  const lines: { text: string; path: string; isLeaf: boolean }[] = [];
  const all = json.match(tokens) ?? [];
  let at = 0;
  const walk = (path: string, key: string, depth: number): void => {
    const indent = '  '.repeat(depth);
    const open = all[at++]!;
    if (open !== '{' && open !== '[') {
      lines.push({ text: indent + key + shortened(open), path, isLeaf: true });
      return;
    }
    const close = open === '{' ? '}' : ']';
    if (all[at] === close) {
      at++;
      lines.push({ text: indent + key + open + close, path, isLeaf: true });
      return;
    }
    lines.push({ text: indent + key + open, path, isLeaf: false });
    for (let i = 0; ; i++) {
      if (open === '[') walk(`${path}[${i}]`, '', depth + 1);
      else {
        const spelled = all[at]!;
        const name = JSON.parse(spelled) as string;
        at += 2;
        walk(path === '' ? name : `${path}.${name}`, `${spelled}: `, depth + 1);
      }
      if (all[at++] !== ',') break;
      lines.at(-1)!.text += ',';
    }
    lines.push({ text: indent + close, path, isLeaf: false });
  };
  walk('', '', 0);
  return lines;
}

const shortened = (text: string): string =>
  text.length <= longest
    ? text
    : `${text.slice(0, longest)}… (${text.length - longest} more characters: copy has them)`;

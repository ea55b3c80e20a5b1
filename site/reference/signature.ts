/** Declarations as readers see them: functions as functions, and no line that is wider than a page. */

/** Characters of a line that fit into a block of code. */
const width = 84;

/** The signature of a function that is declared as a constant, as that of a function. */
export function asFunction(text: string): string {
  const head = /^declare const (\w+): (?=[<(])/.exec(text);
  if (!head) return text;
  const rest = text.slice(head[0].length);
  const end = closing(rest, rest.startsWith('<') ? closing(rest, 0) + 1 : 0);
  return rest.startsWith(' => ', end + 1)
    ? `function ${head[1]}${rest.slice(0, end + 1)}: ${rest.slice(end + 5)}`
    : text;
}

/** Where the bracket that opens at an offset closes. The `>` of an arrow is no bracket. */
function closing(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if ('([{<'.includes(text.charAt(at))) depth++;
    if (isClosing(text, at) && --depth === 0) return at;
  }
  return -1;
}

const isClosing = (text: string, at: number): boolean =>
  ')]}'.includes(text.charAt(at)) || (text.charAt(at) === '>' && text.charAt(at - 1) !== '=');

/** The parts of a text between separators that are in no bracket. */
function split(text: string, separator: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if ('([{<'.includes(text.charAt(at))) depth++;
    else if (isClosing(text, at)) depth--;
    else if (depth === 0 && text.startsWith(separator, at)) {
      parts.push(text.slice(from, at));
      from = at + separator.length;
    }
  }
  return [...parts, text.slice(from)];
}

/** A declaration whose long lines are broken: parameters and members of a union stand on lines of their own. */
export const wrapLines = (declaration: string): string =>
  declaration
    .split('\n')
    .map((line) => (line.length <= width ? line : wrapLine(line)))
    .join('\n');

function wrapLine(line: string): string {
  const indent = /^ */.exec(line)![0];
  const member = /^( *(?:function )?(?:\w+\??)?)(?=[<(])/.exec(line);
  if (member) {
    const head = member[0].length;
    const open = line.charAt(head) === '<' ? closing(line, head) + 1 : head;
    const end = closing(line, open);
    if (line.charAt(open) === '(' && end > open + 1) {
      const params = split(line.slice(open + 1, end), ', ').map((of) => `${indent}  ${of},`);
      return [line.slice(0, open + 1), ...params, indent + line.slice(end)].join('\n');
    }
  }
  const start = /^ *(?:export )?(?:type [^=]* = |(?:readonly )?\w+\??: )/.exec(line)?.[0];
  const members = start === undefined ? [] : split(line.slice(start.length), ' | ');
  return members.length < 2
    ? line
    : [start!.trimEnd(), ...members.map((of) => `${indent}  | ${of}`)].join('\n');
}

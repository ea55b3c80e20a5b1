/**
 * Finds the first value of a JSON text, and reports errors, as Go's decoder does. Source: Go
 * `encoding/json/scanner.go`.
 */

/** Where the first value of a text is, or what Go says of the text. */
export type FirstValue = { readonly text: string } | { readonly fault: string };

/** Where a value ends, or what is wrong with it. */
type End = number | string;

const early = 'unexpected EOF';
const deepest = 10_000;

/** What Go says of a character that does not fit. */
function misplaced(text: string, at: number, where: string): string {
  const c = text.codePointAt(at);
  if (c === undefined) return early;
  const shown = String.fromCodePoint(c);
  const quoted =
    shown === "'"
      ? `'\\''`
      : shown === '"'
        ? `'"'`
        : c < 0x20 || c === 0x7f
          ? `'${JSON.stringify(shown).slice(1, -1).replace('\\u00', '\\x')}'`
          : `'${shown}'`;
  return `invalid character ${quoted} ${where}`;
}

function space(text: string, at: number): number {
  while (' \t\r\n'.includes(text[at] ?? 'x')) at++;
  return at;
}

function string(text: string, start: number): End {
  for (let at = start + 1; ; at++) {
    const c = text[at];
    if (c === undefined) return early;
    if (c === '"') return at + 1;
    if (c < ' ') return misplaced(text, at, 'in string literal');
    if (c !== '\\') continue;
    const escaped = text[++at];
    if (escaped === undefined) return early;
    if (escaped === 'u') {
      for (let i = 0; i < 4; i++)
        if (!/[\da-fA-F]/.test(text[++at] ?? ''))
          return misplaced(text, at, 'in \\u hexadecimal character escape');
    } else if (!'"\\/bfnrt'.includes(escaped)) return misplaced(text, at, 'in string escape code');
  }
}

function number(text: string, start: number): End {
  let at = start;
  const digits = (): boolean => {
    const from = at;
    while (/\d/.test(text[at] ?? '')) at++;
    return at > from;
  };
  if (text[at] === '-') at++;
  if (text[at] === '0') at++;
  else if (!digits()) return misplaced(text, at, 'in numeric literal');
  if (text[at] === '.') {
    at++;
    if (!digits()) return misplaced(text, at, 'after decimal point in numeric literal');
  }
  if (/[eE]/.test(text[at] ?? '')) {
    at++;
    if (/[+-]/.test(text[at] ?? '')) at++;
    if (!digits()) return misplaced(text, at, 'in exponent of numeric literal');
  }
  return at;
}

function word(text: string, start: number, literal: string): End {
  for (let i = 1; i < literal.length; i++)
    if (text[start + i] !== literal[i])
      return misplaced(text, start + i, `in literal ${literal} (expecting '${literal[i]}')`);
  return start + literal.length;
}

const words: { readonly [first: string]: string } = { t: 'true', f: 'false', n: 'null' };

function scalar(text: string, at: number): End {
  const first = text[at] ?? '';
  if (first === '"') return string(text, at);
  if (first === '-' || /\d/.test(first)) return number(text, at);
  const literal = words[first];
  return literal ? word(text, at, literal) : misplaced(text, at, 'looking for beginning of value');
}

/** A key of an object, and the colon behind it. */
function key(text: string, start: number): End {
  if (text[start] !== '"')
    return misplaced(text, start, 'looking for beginning of object key string');
  const end = string(text, start);
  if (typeof end === 'string') return end;
  const at = space(text, end);
  return text[at] === ':' ? space(text, at + 1) : misplaced(text, at, 'after object key');
}

/** A value. It uses no recursion, so that no nesting exhausts the stack. */
function value(text: string, start: number): End {
  /** Where the value starts that is looked for, or what is wrong. */
  let at: End = start;
  const open: ('[' | '{')[] = [];
  for (;;) {
    if (typeof at === 'string') return at;
    const first = text[at];
    let end: End;
    if (first === '[' || first === '{') {
      if (open.length === deepest) return 'exceeded max depth';
      at = space(text, at + 1);
      if (text[at] === closing[first]) end = at + 1;
      else {
        open.push(first);
        if (first === '{') at = key(text, at);
        continue;
      }
    } else end = scalar(text, at);
    if (typeof end === 'string') return end;
    for (;;) {
      const inside = open.at(-1);
      if (!inside) return end;
      at = space(text, end);
      if (text[at] !== closing[inside]) break;
      open.pop();
      end = at + 1;
    }
    const isObject = open.at(-1) === '{';
    if (text[at] !== ',')
      return misplaced(text, at, isObject ? 'after object key:value pair' : 'after array element');
    at = space(text, at + 1);
    if (isObject) at = key(text, at);
  }
}

const closing = { '[': ']', '{': '}' } as const;

/** The first value of a text; what follows it does not count. */
export function firstValue(text: string): FirstValue {
  const start = space(text, 0);
  if (start === text.length) return { fault: 'EOF' };
  const end = value(text, start);
  return typeof end === 'string' ? { fault: end } : { text: text.slice(start, end) };
}

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

function list(text: string, start: number, depth: number): End {
  let at = space(text, start + 1);
  if (text[at] === ']') return at + 1;
  for (;;) {
    const end = value(text, at, depth);
    if (typeof end === 'string') return end;
    at = space(text, end);
    if (text[at] === ']') return at + 1;
    if (text[at] !== ',') return misplaced(text, at, 'after array element');
    at = space(text, at + 1);
  }
}

function object(text: string, start: number, depth: number): End {
  let at = space(text, start + 1);
  if (text[at] === '}') return at + 1;
  for (;;) {
    if (text[at] !== '"') return misplaced(text, at, 'looking for beginning of object key string');
    const key = string(text, at);
    if (typeof key === 'string') return key;
    at = space(text, key);
    if (text[at] !== ':') return misplaced(text, at, 'after object key');
    const end = value(text, space(text, at + 1), depth);
    if (typeof end === 'string') return end;
    at = space(text, end);
    if (text[at] === '}') return at + 1;
    if (text[at] !== ',') return misplaced(text, at, 'after object key:value pair');
    at = space(text, at + 1);
  }
}

const words: { readonly [first: string]: string } = { t: 'true', f: 'false', n: 'null' };

function value(text: string, at: number, depth: number): End {
  const first = text[at] ?? '';
  if (depth > deepest) return 'exceeded max depth';
  if (first === '{') return object(text, at, depth + 1);
  if (first === '[') return list(text, at, depth + 1);
  if (first === '"') return string(text, at);
  if (first === '-' || /\d/.test(first)) return number(text, at);
  const literal = words[first];
  return literal ? word(text, at, literal) : misplaced(text, at, 'looking for beginning of value');
}

/** The first value of a text; what follows it does not count. */
export function firstValue(text: string): FirstValue {
  const start = space(text, 0);
  if (start === text.length) return { fault: 'EOF' };
  const end = value(text, start, 0);
  return typeof end === 'string' ? { fault: end } : { text: text.slice(start, end) };
}

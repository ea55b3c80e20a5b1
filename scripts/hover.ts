/** The notes of schemas as comments in declaration files, which editors show on hover. */

const opening = '([{<';
const closing = ')]}>';

/** Parts of a text between separators that stand in no brackets and no string, and where the text ends: at a bracket that closes. */
function partsOf(text: string, start: number, separator: string): { parts: string[]; end: number } {
  const parts: string[] = [];
  let depth = 0;
  let from = start;
  let at = start;
  for (; at < text.length; at++) {
    const c = text.charAt(at);
    if (text.startsWith('/*', at)) at = text.indexOf('*/', at) + 1;
    else if (c === '"' || c === "'") at = endOfString(text, at);
    else if (opening.includes(c)) depth++;
    else if (closing.includes(c) && --depth < 0) break;
    else if (c === separator && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return { parts: [...parts, text.slice(from, at)].map((part) => part.trim()), end: at };
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== text[start]) at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** The string of a literal in either quotes. */
function literal(text: string | undefined): string | undefined {
  if (text?.startsWith('"')) return JSON.parse(text) as string;
  return text?.startsWith("'") ? text.slice(1, -1).replace(/\\(.)/g, '$1') : undefined;
}

const comment = (indent: string, lines: readonly string[]): string =>
  lines.length === 1
    ? `/** ${lines[0]} */\n${indent}`
    : `/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n${indent}`;

/** Comment lines of a field, from the type of its declaration: `readonly [schema, note, when]`. */
function linesOfField(tuple: string): readonly string[] {
  const [schema = '', noteText, whenText] = partsOf(tuple, 0, ',').parts;
  const [note, when] = [literal(noteText), literal(whenText)];
  if (note === undefined || literal(schema) !== undefined) return [];
  const marks = partsOf(schema, 0, '&').parts.filter((part) => part.startsWith('{'));
  const why = marks.flatMap(
    (mark) => /readonly deprecated: ("(?:[^"\\]|\\.)*")/.exec(mark)?.[1] ?? [],
  );
  const meanings = marks
    .filter((part) => part.includes('readonly meanings: {'))
    .flatMap((part) => [...part.matchAll(/readonly (\w+): ("(?:[^"\\]|\\.)*")/g)]);
  return [
    when === undefined ? note : `${note} Present: ${when}.`,
    ...meanings.map(([, word, text]) => `- \`${word}\`: ${JSON.parse(text!)}`),
    ...why.map((text) => `@deprecated ${JSON.parse(text)}`),
  ];
}

/** Comment lines of a method, from the type of its row. */
function linesOfRow(row: string): readonly string[] {
  const members = partsOf(row, 0, ';').parts;
  const member = (name: string): string | undefined =>
    members.find((text) => text.startsWith(`readonly ${name}: `))?.slice(name.length + 11);
  const about = literal(member('about'));
  if (about === undefined) return [];
  const deprecated = member('deprecated');
  const said = (name: string): string | undefined =>
    new RegExp(`readonly ${name}: (["'])(.*?)\\1`).exec(deprecated ?? '')?.[2];
  const since = said('since');
  const use = said('use');
  const why = [since && `Since ${since}.`, use && `Use ${use}.`].filter((text) => text);
  return [about, ...(deprecated === undefined ? [] : [`@deprecated ${why.join(' ')}`.trim()])];
}

/** A declaration file with its notes as comments. */
export function withComments(text: string): string {
  const member = /^( *)readonly (?:'[\w./]+'|\w+): (readonly \[|\{)/gm;
  const inserts: [at: number, comment: string][] = [];
  for (const match of text.matchAll(member)) {
    const start = match.index + match[0].length;
    const body = text.slice(start, partsOf(text, start, ';').end);
    const lines = match[2] === '{' ? linesOfRow(body) : linesOfField(body);
    const indent = match[1]!;
    if (lines.length > 0) inserts.push([match.index + indent.length, comment(indent, lines)]);
  }
  let from = 0;
  let result = '';
  for (const [at, insert] of inserts) {
    result += text.slice(from, at) + insert;
    from = at;
  }
  return result + text.slice(from);
}

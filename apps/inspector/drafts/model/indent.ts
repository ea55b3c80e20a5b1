/** JSON in lines, with every digit: `JSON.parse` would round large integers. */

/** Puts each member of JSON text on a line of its own; empty lists and objects stay in theirs. */
export function indentJSON(json: string): string {
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(depth)}`;
  return json.replace(/"(?:[^"\\]|\\.)*"|\[\]|\{\}|[[\]{},:]/g, (token) => {
    if (token === '{' || token === '[') {
      depth++;
      return token + line();
    }
    if (token === '}' || token === ']') {
      depth--;
      return line() + token;
    }
    if (token === ',') return token + line();
    return token === ':' ? ': ' : token;
  });
}

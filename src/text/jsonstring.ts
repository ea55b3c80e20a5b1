const special = /[<>&\u2028\u2029\ud800-\udfff]/;
const escapes = /[<>&\u2028\u2029]|\\(?:udc[89a-f][0-9a-f]|.)/g;

/**
 * The string as a JSON literal with the escapes of Go's `encoding/json`, HTML ones included. A lone surrogate
 * U+DC80–U+DCFF, which stands for a byte that is no UTF-8, becomes `\ufffd`, as Go prints such a byte.
 * @example
 * jsonString('a<b'); // '"a\\u003cb"'
 */
export function jsonString(text: string): string {
  const quoted = JSON.stringify(text);
  if (!special.test(text)) return quoted;
  return quoted.replace(escapes, (match) => {
    if (match.length === 1) return `\\u${match.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return match.length === 6 ? '\\ufffd' : match;
  });
}

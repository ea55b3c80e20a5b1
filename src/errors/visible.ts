/** Whatever may be invisible is beyond this: most text is not looked at again. */
const plain = /^[ -~]*$/;

const escapeOf = (found: string): string =>
  [...Array(found.length).keys()]
    .map((i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`)
    .join('');

/**
 * The text without characters that do not print, or print as a gap: controls, formats (bidirectional and zero-width ones among them),
 * surrogates, private and unassigned ones, separators other than the space, those that Unicode says to ignore, and the empty braille
 * pattern. The pattern stands in here because an engine makes it when it meets it, and takes long.
 */
const escaped = (text: string): string =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800]|(?! )\p{Zs}/gu, escapeOf);

/**
 * Text in one line, with every character that does not print written as `\uXXXX`: controls, line ends, what turns the direction of
 * text around, zero-width characters. For text from outside before a terminal, a page or a log has it. JSON text stays the same value.
 * @example
 * visibleLine('fuji\u202e\n'); // 'fuji\\u202e\\u000a'
 */
export const visibleLine = (text: string): string => (plain.test(text) ? text : escaped(text));

/** The same for text of several lines, whose ends (`\n`) stay. */
export const visibleText = (text: string): string => text.replace(/[^\n]+/g, visibleLine);

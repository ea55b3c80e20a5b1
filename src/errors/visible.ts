/** Printable ASCII. Most text is, and needs no further check. */
const plain = /^[ -~]*$/;

const escapeOf = (found: string): string =>
  [...Array(found.length).keys()]
    .map((i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`)
    .join('');

/**
 * Escapes characters that do not print or print as a gap: controls, formats (including bidirectional and zero-width ones),
 * surrogates, private and unassigned characters, separators other than the space, those that Unicode marks as ignorable, and the
 * empty braille pattern. The pattern is inside the function because engines compile it on first use, which is slow.
 */
const escaped = (text: string): string =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800]|(?! )\p{Zs}/gu, escapeOf);

/**
 * Returns text as a single line in which every character that does not print is `\uXXXX`: controls, line ends, direction marks and
 * zero-width characters. Use it for untrusted text in a terminal, page or log. The escapes do not change the value of JSON text.
 * @example
 * visibleLine('fuji\u202e\n'); // 'fuji\\u202e\\u000a'
 */
export const visibleLine = (text: string): string => (plain.test(text) ? text : escaped(text));

/** As `visibleLine`, for text of several lines: line ends (`\n`) are kept. */
export const visibleText = (text: string): string => text.replace(/[^\n]+/g, visibleLine);

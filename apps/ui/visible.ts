/** Text from outside as a page may show it: what does not print or turns the direction of text around is written as `\uXXXX`. */

const plain = /^[ -~]*$/;

const escapeOf = (found: string): string =>
  [...Array(found.length).keys()]
    .map((i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`)
    .join('');

/** One line. */
export const visible = (text: string): string =>
  plain.test(text) ? text : text.replace(/[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800]|(?! )\p{Zs}/gu, escapeOf);

/** Several lines: line breaks and tabs stay. */
export const visibleText = (text: string): string => text.replaceAll(/[^\n\t]+/g, visible);

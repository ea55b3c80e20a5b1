/** Text from outside for a terminal, page or log. */
import {
  redacted as redact,
  visibleLine as toVisibleLine,
  visibleText as toVisibleText,
} from '../errors/quote.ts';
import { aText, checkArgument } from '../schema/check.ts';

/**
 * Replaces private keys, seeds, extended private keys and words in a text by `…`, for logs of what others wrote. It looks for their usual
 * forms, so that it finds no secret in another form.
 * @example
 * redacted('bad key PrivateKey-abc'); // 'bad key …'
 */
export const redacted = (text: string): string => redact(checkArgument(text, aText, 'text'));

/**
 * Returns text as a single line in which every character that does not print is `\uXXXX`: controls, line ends, direction marks and
 * zero-width characters. The escapes do not change the value of JSON text.
 * @example
 * visibleLine('fuji\u202e\n'); // 'fuji\\u202e\\u000a'
 */
export const visibleLine = (text: string): string =>
  toVisibleLine(checkArgument(text, aText, 'text'));

/**
 * As `visibleLine`, for text of several lines: line ends (`\n`) are kept.
 * @example
 * visibleText('two\nlines\u0007'); // 'two\nlines\\u0007'
 */
export const visibleText = (text: string): string =>
  toVisibleText(checkArgument(text, aText, 'text'));

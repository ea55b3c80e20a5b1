/** Characters that nobody sees, or that turn text around; no regular expression of the source is used. */

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** Controls, bidirectional, zero-width, separators, fillers, tags: each alone. */
export const invisible: readonly string[] = [
  ...range(0x00, 0x1f),
  ...range(0x7f, 0x9f),
  ...[0xa0, 0xad, 0x034f, 0x061c, 0x115f, 0x1160, 0x1680, 0x17b4, 0x17b5],
  ...range(0x180b, 0x180f),
  ...range(0x2000, 0x200f),
  ...range(0x2028, 0x202f),
  ...range(0x205f, 0x206f),
  ...[0x2800, 0x3000, 0x3164, 0xd800, 0xdfff, 0xe000],
  ...range(0xfe00, 0xfe0f),
  ...[0xfeff, 0xffa0, 0xfff0, 0xfff9, 0xfffa, 0xfffb, 0xfffe, 0xffff],
  ...[0x1bca0, 0x1d173, 0xe0001, 0xe0020, 0xe007f, 0xe0100, 0xf0000, 0x10fffd],
].map((code) => String.fromCodePoint(code));

/** All in one text, with what it would look like if they worked: another line, another colour, text turned around. */
export const evil = `a\u001b[2J\u001b]0;x\u0007${invisible.join('')}\nFORGED: all is well\u202e`;

/** As an argument of a program or a file's name, which hold no NUL and no half of a pair. */
export const evilArgument = evil.replace(/[\0\ud800-\udfff]/g, '');

const found = new Set(invisible.filter((char) => char !== '\n'));

/** What of a text nobody sees, line ends of its own aside; and a line that somebody forged. */
export const hiddenIn = (text: string): readonly string[] => [
  ...[...text]
    .filter((char) => found.has(char))
    .map((char) => `U+${char.codePointAt(0)!.toString(16)}`),
  ...text.split('\n').filter((line) => line.startsWith('FORGED')),
];

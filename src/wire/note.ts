/**
 * What a field means, for people: text where the source runs. In the files for bundlers the build (`scripts/notes.ts`) puts a number in
 * its place and the texts into this module, so that a program that shows no notes holds none.
 */
export type Note = string | number;

/**
 * Texts of notes by their numbers: none in the source, where notes are text. The build fills the list, so it stays one statement of this
 * form.
 */
const texts: readonly string[] = [];

/**
 * The text of a note.
 * @returns Empty text for a number that no note has.
 * @example
 * noteText('In nAVAX.'); // 'In nAVAX.'
 */
export const noteText = (note: Note): string =>
  typeof note === 'number' ? (texts[note] ?? '') : note;

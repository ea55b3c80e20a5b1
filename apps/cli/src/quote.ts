/** How errors quote arguments: one that is long may be a key that was passed by mistake. */

const longest = 24;
/** Names of types (`platformvm.AddPermissionlessDelegatorTx`). */
const typeName = /^[a-z][a-z\d]{0,15}\.[A-Za-z][A-Za-z\d]{0,40}$/;

const isShort = (text: string): boolean =>
  (text.length <= longest && !/^PrivateKey/i.test(text)) || typeName.test(text);

/** A word, unchanged if it is short, otherwise `…`. */
export const named = (word: string): string => (isShort(word) ? word : '…');

/** A value of a line of JSON: short text in quotes, of anything longer only its kind. */
export function quoted(value: unknown): string {
  if (typeof value === 'object' && value !== null) return 'an object or a list';
  if (typeof value !== 'string') return String(value);
  return isShort(value) ? JSON.stringify(value) : `text of ${value.length} characters`;
}

/** `P, X or C`. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** Returns the edit distance of two words: characters to add, remove or replace. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++)
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + Number(a[i] !== b[j])));
    row = next;
  }
  return row[b.length]!;
}

/** ` Did you mean decode?`, if known words resemble an unknown one; otherwise empty. */
export function guess(word: string, known: readonly string[]): string {
  if (word.length > 40) return '';
  const near = known
    .map((of) => [of, distance(word, of)] as const)
    .filter(([of, far]) => {
      // Hyphens in front do not make two options similar.
      const length = Math.min(...[of, word].map((name) => name.replace(/^-+/, '').length));
      return far < length && far <= Math.max(2, length / 3);
    })
    .sort(([, a], [, b]) => a - b)
    .slice(0, 3)
    .map(([of]) => of);
  return near.length > 0 ? ` Did you mean ${listed(near)}?` : '';
}

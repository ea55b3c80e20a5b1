/** Index of the lower 32-bit word of a number, depending on the byte order. */
const low =
  /* @__PURE__ */ new Uint8Array(/* @__PURE__ */ new Uint16Array([1]).buffer)[0] === 1 ? 0 : 1;

/**
 * Sorts by numbers in ascending order. For speed, the index of each element replaces the lowest bits of its number, so that plain numbers
 * can be sorted, in a fifth of the time; elements that become equal are then sorted by `compare`.
 * @param compare Must agree with the numbers, and decides if they are equal, as for integers that round to the same number.
 */
export function sortedByNumber<T>(
  list: readonly T[],
  numberOf: (of: T) => number,
  compare: (a: T, b: T) => number,
): readonly T[] {
  const keys = new Float64Array(list.length);
  list.forEach((of, i) => {
    keys[i] = numberOf(of);
  });
  const words = new Uint32Array(keys.buffer);
  const bits = 32 - Math.clz32(list.length);
  const mask = 2 ** bits - 1;
  for (let i = 0; i < list.length; i++)
    words[2 * i + low] = ((words[2 * i + low]! & ~mask) | i) >>> 0;
  keys.sort();
  const sorted = list.map((_, i) => list[words[2 * i + low]! & mask]!);
  const isSame = (i: number, j: number) =>
    words[2 * i + 1 - low] === words[2 * j + 1 - low] &&
    words[2 * i + low]! >>> bits === words[2 * j + low]! >>> bits;
  for (let start = 0, end = 0; start < list.length; start = end) {
    while (end < list.length && isSame(start, end)) end++;
    if (end - start === 1) continue;
    const run = sorted.slice(start, end).sort(compare);
    for (let i = 0; i < run.length; i++) sorted[start + i] = run[i]!;
  }
  return sorted;
}

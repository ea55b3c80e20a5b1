/** Sorted lists that change one element at a time. */

/** Orders two elements; 0 only for equal ones. */
export type Compare<V> = (a: V, b: V) => number;

/** The place of an element, or where it would be. */
function placeOf<V>(list: readonly V[], value: V, compare: Compare<V>): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(list[middle]!, value) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Inserts an element. */
export function insertSorted<V>(list: V[], value: V, compare: Compare<V>): void {
  list.splice(placeOf(list, value, compare), 0, value);
}

/** Removes an element if it is there. */
export function removeSorted<V>(list: V[], value: V, compare: Compare<V>): void {
  const at = placeOf(list, value, compare);
  if (at < list.length && compare(list[at]!, value) === 0) list.splice(at, 1);
}

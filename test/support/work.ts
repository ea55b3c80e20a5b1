/** How much work something is: elements of lists that are looked at, which no machine makes more or fewer. */

type Method = (this: unknown[], ...of: unknown[]) => unknown;

/** Methods that call a function for each element; those that look at all elements by themselves. */
const calling = [
  'every',
  'filter',
  'find',
  'findIndex',
  'findLast',
  'flatMap',
  'forEach',
  'map',
  'reduce',
  'some',
  'sort',
] as const;
const looking = [
  'concat',
  'flat',
  'includes',
  'indexOf',
  'join',
  'reverse',
  'slice',
  'splice',
] as const;

/** The number of elements that lists are asked for while it runs. */
export function workOf(f: () => void): number {
  const list = Array.prototype as unknown as Record<PropertyKey, Method>;
  const original = new Map<PropertyKey, Method>();
  let work = 0;
  const replace = (name: PropertyKey, by: (original: Method) => Method): void => {
    const before = list[name]!;
    original.set(name, before);
    list[name] = by(before);
  };
  for (const name of calling)
    replace(
      name,
      (before) =>
        function (this: unknown[], call, ...rest) {
          if (typeof call !== 'function') return before.call(this, call, ...rest);
          const counted = (...of: unknown[]): unknown => {
            work++;
            return (call as (...of: unknown[]) => unknown)(...of);
          };
          return before.call(this, counted, ...rest);
        },
    );
  for (const name of looking)
    replace(
      name,
      (before) =>
        function (this: unknown[], ...of) {
          work += this.length;
          return before.apply(this, of);
        },
    );
  // `for … of`, `[...list]` and `const [first] = list`.
  replace(
    Symbol.iterator,
    () =>
      function* (this: unknown[]) {
        for (let i = 0; i < this.length; i++) {
          work++;
          yield this[i];
        }
      },
  );
  try {
    f();
  } finally {
    for (const [name, before] of original) list[name] = before;
  }
  return work;
}

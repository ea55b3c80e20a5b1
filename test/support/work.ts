/** How much work something is: elements of lists or characters of texts that are looked at, which no machine makes more or fewer. */

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

/** What is looked at or copied of a text or of bytes: characters, as often as they are asked for. */
type Cost = (self: string | Uint8Array, args: readonly unknown[], result: unknown) => number;
const one: Cost = () => 1;
const resultLength: Cost = (_, __, result) => (result as string | Uint8Array).length;
const argLength: Cost = (_, [text]) => (text as string).length;
const selfLength: Cost = ({ length }) => length;
/** From where it starts to what it finds. */
const searched: Cost = ({ length }, [of, from = 0], found) =>
  ((found as number) < 0 ? length : (found as number) + (of as string).length) - (from as number);

const textMethods: readonly (readonly [of: object, name: string, cost: Cost])[] = [
  [String.prototype, 'charAt', one],
  [String.prototype, 'charCodeAt', one],
  [String.prototype, 'codePointAt', one],
  [String.prototype, 'startsWith', argLength],
  [String.prototype, 'slice', resultLength],
  [String.prototype, 'substring', resultLength],
  [String.prototype, 'indexOf', searched],
  [String.prototype, 'split', selfLength],
  [String.prototype, 'replace', selfLength],
  [String, 'fromCharCode', (_, args) => args.length],
  [RegExp.prototype, 'test', argLength],
  [JSON, 'parse', argLength],
  [TextEncoder.prototype, 'encode', argLength],
  [TextEncoder.prototype, 'encodeInto', argLength],
  [Object.getPrototypeOf(Uint8Array.prototype) as object, 'slice', resultLength],
  [Object.getPrototypeOf(Uint8Array.prototype) as object, 'set', argLength],
];

/** The number of characters that texts are asked for, and that are copied, while it runs. */
export function textWorkOf(f: () => void): number {
  let work = 0;
  const put = (of: object, name: string, value: unknown): boolean =>
    Reflect.defineProperty(of, name, { value, writable: true, configurable: true });
  const originals = textMethods.map(([of, name, cost]) => {
    const original = Reflect.get(of, name) as (...args: unknown[]) => unknown;
    put(of, name, function (this: string, ...args: unknown[]) {
      const result = Reflect.apply(original, this, args);
      work += cost(this, args, result);
      return result;
    });
    return () => put(of, name, original);
  });
  try {
    f();
  } finally {
    for (const restore of originals) restore();
  }
  return work;
}

/** Bytes that count how often one of them is read. */
export function countedBytes(bytes: Uint8Array): {
  readonly bytes: Uint8Array;
  readonly reads: () => number;
} {
  let reads = 0;
  const get = (of: Uint8Array, key: PropertyKey): unknown => {
    if (typeof key === 'string' && /^\d+$/.test(key)) reads++;
    return Reflect.get(of, key, of);
  };
  return { bytes: new Proxy(bytes, { get }), reads: () => reads };
}

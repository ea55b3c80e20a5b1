import { AvalancheError, type Path } from './error.ts';

/** What a value is, in a word or two; never the value itself, which may be secret. */
function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return value === '' ? 'empty text' : 'text';
  if (typeof value !== 'object') return typeof value;
  if (Array.isArray(value)) return 'a list';
  return ArrayBuffer.isView(value) || isArrayBuffer(value) ? 'bytes' : 'an object';
}

/** Of any realm. Only the tag is looked at: what lies about it is read as if it were empty, or refused by the engine. */
const isArrayBuffer = (value: object): value is ArrayBuffer => {
  const tag = (value as { readonly [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
  return tag === 'ArrayBuffer' || tag === 'SharedArrayBuffer';
};

/** Whether it is a `Uint8Array`, of this realm or of another: a frame, a `vm` context, jsdom. A `Buffer` is one. */
export const isBytes = (value: unknown): value is Uint8Array =>
  value instanceof Uint8Array ||
  (ArrayBuffer.isView(value) &&
    (value as { readonly [Symbol.toStringTag]?: unknown })[Symbol.toStringTag] === 'Uint8Array');

/**
 * What holds bytes (an `ArrayBuffer`, any view of one, whichever realm made it) as a `Uint8Array` of this realm on the same memory; a
 * `Buffer` too, whose `slice` copies nothing.
 */
export function asBytes(value: unknown): Uint8Array | undefined {
  if (value instanceof Uint8Array && value.constructor === Uint8Array) return value;
  if (ArrayBuffer.isView(value))
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (typeof value === 'object' && value !== null && isArrayBuffer(value))
    return new Uint8Array(value);
  return undefined;
}

/**
 * The same, or an error.
 * @param path Of the argument.
 * @throws {AvalancheError} `BadArgument`
 */
export const toBytes = (value: unknown, ...path: Path): Uint8Array => {
  const bytes = asBytes(value);
  if (bytes) return bytes;
  throw badArgument('bytes', value).at(...path);
};

/**
 * The value, if it is text.
 * @param path Of the argument.
 * @throws {AvalancheError} `BadArgument`
 */
export const toText = (value: unknown, ...path: Path): string => {
  if (typeof value === 'string') return value;
  throw badArgument('text', value).at(...path);
};

const kinds = {
  text: (value: unknown): boolean => typeof value === 'string',
  number: (value: unknown): boolean => typeof value === 'number',
  bigint: (value: unknown): boolean => typeof value === 'bigint',
  boolean: (value: unknown): boolean => typeof value === 'boolean',
  bytes: (value: unknown): boolean => asBytes(value) !== undefined,
  'a function': (value: unknown): boolean => typeof value === 'function',
  'a list': (value: unknown): boolean => Array.isArray(value),
  'an object': (value: unknown): boolean =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && !asBytes(value),
} as const;

/** What a value must be, in a word. */
export type Kind = keyof typeof kinds;

/**
 * What a value must be: of a kind; an object with members, one of which may be absent if its shape is under `?`; a list, each element of
 * which has the one shape that is given.
 */
export type Shape =
  | Kind
  | readonly [Shape]
  | { readonly '?': Shape }
  | { readonly [member: string]: Shape };

/**
 * Checks an argument where it enters: whoever is behind that reads it as its type says.
 * @param path Of the argument.
 * @throws {AvalancheError} `BadArgument`, with the path of the first part that has another shape.
 */
export function checkShape<T>(value: T, shape: Shape, ...path: Path): T {
  const wrong = wrongIn(value, shape);
  if (wrong) throw wrong.at(...path);
  return value;
}

/** What is wrong with it, with its place. */
function wrongIn(value: unknown, shape: Shape): AvalancheError | undefined {
  if (typeof shape === 'string') return kinds[shape](value) ? undefined : badArgument(shape, value);
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return badArgument('a list', value);
    for (let i = 0; i < value.length; i++) {
      const wrong = wrongIn(value[i], shape[0] as Shape);
      if (wrong) return wrong.at(i);
    }
    return undefined;
  }
  if ('?' in shape) return value === undefined ? undefined : wrongIn(value, shape['?'] as Shape);
  if (!kinds['an object'](value)) return badArgument('an object', value);
  for (const key in shape) {
    const member = (value as { readonly [key: string]: unknown })[key];
    const wrong = wrongIn(member, (shape as { readonly [key: string]: Shape })[key]!);
    if (wrong) return wrong.at(key);
  }
  return undefined;
}

/**
 * The value, if it is a list.
 * @param path Of the argument.
 * @throws {AvalancheError} `BadArgument`
 */
export const toList = <T>(value: readonly T[], ...path: Path): readonly T[] =>
  checkShape(value, 'a list', ...path);

/** An argument that is not what it must be. */
export const badArgument = (expected: string, value: unknown): AvalancheError<'BadArgument'> =>
  new AvalancheError('BadArgument', `must be ${expected}, got ${kindOf(value)}`, {
    expected,
    found: kindOf(value),
  });

/**
 * Refuses an object with a key that nobody reads: a misspelt one would be left out in silence.
 * @throws {AvalancheError} `Unsupported`, with the key; `BadArgument`: no object.
 */
export function checkKeys(of: object, known: readonly string[]): void {
  checkShape(of, 'an object');
  const unknown = Object.keys(of).find((key) => !known.includes(key));
  if (unknown !== undefined)
    throw new AvalancheError('Unsupported', 'is not a known key').at(unknown);
}

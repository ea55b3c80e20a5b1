/**
 * Checks of the arguments of public functions: a wrong type becomes `BadArgument` with the path of the argument. The error names the
 * kind of the value, never the value, which may be secret.
 */
import { AvalancheError, type Path } from './error.ts';

/** Names the kind of a value in a word or two; never the value itself, which may be secret. */
function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return value === '' ? 'empty text' : 'text';
  if (typeof value !== 'object') return typeof value;
  if (Array.isArray(value)) return 'a list';
  return ArrayBuffer.isView(value) || isArrayBuffer(value) ? 'bytes' : 'an object';
}

/**
 * Tests for an `ArrayBuffer` of any realm. Only the tag is checked: an object with a false tag is read as empty, or refused by the
 * engine.
 */
const isArrayBuffer = (value: object): value is ArrayBuffer => {
  const tag = (value as { readonly [Symbol.toStringTag]?: unknown })[Symbol.toStringTag];
  return tag === 'ArrayBuffer' || tag === 'SharedArrayBuffer';
};

/** Tests for a `Uint8Array` of any realm: a frame, a `vm` context, jsdom. A `Buffer` is one. */
export const isBytes = (value: unknown): value is Uint8Array =>
  value instanceof Uint8Array ||
  (ArrayBuffer.isView(value) &&
    (value as { readonly [Symbol.toStringTag]?: unknown })[Symbol.toStringTag] === 'Uint8Array');

/**
 * Returns a `Uint8Array` of this realm on the same memory as an `ArrayBuffer` or any view, of any realm. A `Buffer` is converted as
 * well, since its `slice` does not copy.
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
 * As `asBytes`, but throws if the value has no bytes.
 * @param path Path of the argument.
 * @throws {AvalancheError} `BadArgument`
 */
export const toBytes = (value: unknown, ...path: Path): Uint8Array => {
  const bytes = asBytes(value);
  if (bytes) return bytes;
  throw badArgument('bytes', value).at(...path);
};

/**
 * Returns the value if it is text.
 * @param path Path of the argument.
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
    typeof value === 'object' &&
    value !== null &&
    // Most objects are plain, and then need no other test.
    (Object.getPrototypeOf(value) === Object.prototype ||
      !(Array.isArray(value) || asBytes(value))),
} as const;

/** The expected kind of a value. */
export type Kind = keyof typeof kinds;

/**
 * The expected shape of a value: a kind; an object with members, optional if under `?`; or a list whose elements all have the same
 * shape.
 */
export type Shape =
  | Kind
  | readonly [Shape]
  | { readonly '?': Shape }
  | { readonly [member: string]: Shape };

/**
 * Checks the shape of an argument at a public function, so that internal code can rely on its type.
 * @param path Path of the argument.
 * @throws {AvalancheError} `BadArgument`, with the path of the first part that has another shape.
 */
export function checkShape<T>(value: T, shape: Shape, ...path: Path): T {
  const wrong = wrongIn(value, shape);
  if (wrong) throw wrong.at(...path);
  return value;
}

/** Returns the error for the first wrong part, with its path. */
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
 * Returns the value if it is a list.
 * @param path Path of the argument.
 * @throws {AvalancheError} `BadArgument`
 */
export const toList = <T>(value: readonly T[], ...path: Path): readonly T[] =>
  checkShape(value, 'a list', ...path);

/** Returns the error for an argument of the wrong kind. */
export const badArgument = (expected: string, value: unknown): AvalancheError<'BadArgument'> =>
  new AvalancheError('BadArgument', `must be ${expected}, got ${kindOf(value)}`, {
    expected,
    found: kindOf(value),
  });

/**
 * Refuses an object with an unknown key, since a misspelt option would otherwise be ignored.
 * @throws {AvalancheError} `Unsupported`, with the key; `BadArgument`: not an object.
 */
export function checkKeys(of: object, known: readonly string[]): void {
  checkShape(of, 'an object');
  const unknown = Object.keys(of).find((key) => !known.includes(key));
  if (unknown !== undefined)
    throw new AvalancheError('Unsupported', 'is not a known key').at(unknown);
}

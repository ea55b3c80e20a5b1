/**
 * Checks of the arguments of public functions: a wrong type becomes `BadArgument` with the path of the argument. The error names the
 * kind of the value, never the value, which may be secret.
 */
import { AvalancheError, isError, type Path } from './error.ts';

/** Names the kind of a value in a word or two; never the value itself, which may be secret. */
function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return value === '' ? 'empty text' : 'text';
  if (typeof value !== 'object') return typeof value;
  if (Array.isArray(value)) return 'a list';
  if (isPromise(value)) return 'a Promise';
  return ArrayBuffer.isView(value) || isArrayBuffer(value) ? 'bytes' : 'an object';
}

const isPromise = (value: object): boolean =>
  typeof (value as { readonly then?: unknown }).then === 'function';

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

/** Tests for an object that is not a list, bytes or a Promise. */
export function isPlainObject(value: unknown): value is { readonly [key: string]: unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    // Most objects are plain, and then need no other test.
    (Object.getPrototypeOf(value) === Object.prototype ||
      !(Array.isArray(value) || asBytes(value) || isPromise(value)))
  );
}

const kinds = {
  text: (value: unknown): boolean => typeof value === 'string',
  number: (value: unknown): boolean => typeof value === 'number',
  bigint: (value: unknown): boolean => typeof value === 'bigint',
  boolean: (value: unknown): boolean => typeof value === 'boolean',
  bytes: (value: unknown): boolean => asBytes(value) !== undefined,
  'a function': (value: unknown): boolean => typeof value === 'function',
  'a list': (value: unknown): boolean => Array.isArray(value),
  'an object': isPlainObject,
} as const;

/** What the kinds are called in errors, where that is not their name. */
const kindNames: { readonly [kind: string]: string } = {
  number: 'a number',
  bigint: 'a bigint',
  boolean: 'a boolean',
};

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
  if (typeof shape === 'string')
    return kinds[shape](value) ? undefined : badArgument(kindNames[shape] ?? shape, value);
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

/** Returns the error for an argument of the wrong kind, with what to write instead. */
export function badArgument(expected: string, value: unknown): AvalancheError<'BadArgument'> {
  const found = kindOf(value);
  const instead = insteadOf(expected, value);
  return new AvalancheError(
    'BadArgument',
    instead === ''
      ? `must be ${expected}, got ${found}`
      : // The value itself is the better example.
        `must be ${expected.replace(/, such as .*$/, '')}, got ${found}: ${instead}`,
    { expected, found },
  );
}

/** A number as a person writes an amount. It is too short for a secret, and is repeated. */
const shortNumber = /^\d{1,12}(?:\.\d{1,9})?$/;
const packageName = 'avalanche-tx';
/** The networks that can be imported from the package by their names. */
const networkNames: readonly unknown[] = ['mainnet', 'fuji', 'local'];

/** What makes bytes of the texts that people give for them. */
const readers: readonly (readonly [form: RegExp, instead: string])[] = [
  [/^0x[0-9a-f]*$/i, 'convert it with parseHex()'],
  [/^NodeID-/, 'convert it with parseNodeID()'],
  [/^[1-9A-HJ-NP-Za-km-z]{40,52}$/, 'convert it with parseID()'],
];

/** Returns what to write instead of a value of the wrong kind, for the most common mistakes; otherwise empty. */
function insteadOf(expected: string, value: unknown): string {
  if (typeof value === 'object' && value !== null && isPromise(value)) return 'await it';
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  if (expected.startsWith('a bigint') && shortNumber.test(text)) {
    const whole = text.includes('.') ? '' : `${text}n`;
    const inAVAX = expected.includes('avax(') ? `avax('${text}')` : '';
    return [inAVAX, whole].filter((of) => of !== '').join(' or ');
  }
  if (expected.includes('unix(') && (typeof value === 'string' || value instanceof Date))
    return 'convert it with unix()';
  if (expected === 'a number' && typeof value === 'bigint' && value >= 0n && value < 1n << 32n)
    return `${value}, not ${value}n`;
  if (expected === 'bytes' && typeof value === 'string')
    return readers.find(([form]) => form.test(value))?.[1] ?? '';
  if (expected === 'a list' && value !== undefined && value !== null) return 'put it into [ ]';
  if (/^(an object|a network)$/.test(expected) && networkNames.includes(value))
    return `import { ${value} } from '${packageName}'`;
  return '';
}

/**
 * Refuses an object with an unknown key, since a misspelt option would otherwise be ignored.
 * @throws {AvalancheError} `Unsupported`, with the key; `BadArgument`: not an object.
 */
export function checkKeys(of: object, known: readonly string[]): void {
  checkShape(of, 'an object');
  const unknown = Object.keys(of).find((key) => !known.includes(key));
  if (unknown !== undefined)
    throw new AvalancheError(
      'Unsupported',
      `is not a known key; known keys: ${known.join(', ')}`,
    ).at(unknown);
}

/**
 * Reads an argument that may have getters or be a proxy.
 * @param expected What it must be, for the error.
 * @throws {AvalancheError} `BadArgument`: reading it throws, with that error as its cause.
 */
export function readable<T>(expected: string, read: () => T): T {
  try {
    return read();
  } catch (e) {
    if (isError(e)) throw e;
    throw new AvalancheError(
      'BadArgument',
      `must be ${expected} that can be read`,
      { expected },
      { cause: e },
    );
  }
}

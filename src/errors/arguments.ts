/**
 * Checks of the arguments of public functions: a wrong type becomes `BadArgument` with the path of the argument. The error names the
 * kind of the value, never the value, which may be secret.
 */
import { AvalancheError, isError, type Path } from './error.ts';

/** Names the kind of a value in a few words; never the value itself, which may be secret. */
function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return value === '' ? 'empty text' : 'text';
  if (typeof value === 'number') return Number.isNaN(value) ? 'NaN' : 'number';
  if (typeof value !== 'object') return typeof value;
  if (Array.isArray(value)) return 'a list';
  if (isPromise(value)) return 'a Promise';
  return isSomeBytes(value) ? 'bytes' : objectKind(value);
}

/** The objects of this library that are most often given for each other, by members that only they have. */
const objectKinds: readonly (readonly [kind: string, ...members: readonly string[]])[] = [
  ['a draft', 'unsignedTx', 'slots'],
  ['a signed transaction', 'unsignedTx', 'credentials'],
  ['a state', 'chain', 'network', 'from'],
  ['an unsigned transaction', 'type', 'networkID', 'blockchainID'],
  ['a network', 'networkID', 'hrp'],
  ['a key', 'publicKey', 'address'],
  ['an intent', 'outputs'],
  ['what open() returns', 'kind', 'value'],
];

/** Names the kind of an object: one of the library's own, one of the language's, or just an object. */
function objectKind(value: object): string {
  const own = objectKinds.find(([, ...members]) => members.every((key) => key in value));
  if (own) return own[0];
  const tag = Object.prototype.toString.call(value).slice('[object '.length, -1);
  return /^(Date|Map|Set|RegExp|Error)$/.test(tag) ? `a ${tag}` : 'an object';
}

/** Returns the kind of an object that is recognizably another one than `expected`. */
export function foreignKind(value: object, expected: string): string | undefined {
  const found = objectKind(value);
  return found === 'an object' || expected === 'an object' || expected.includes(found)
    ? undefined
    : found;
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

/** Tests for bytes in any form: a view or an `ArrayBuffer`, of any realm. */
export const isSomeBytes = (value: unknown): boolean =>
  ArrayBuffer.isView(value) ||
  (typeof value === 'object' && value !== null && isArrayBuffer(value));

/** Tests for an object that is not a list, bytes or a Promise. */
export function isPlainObject(value: unknown): value is { readonly [key: string]: unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    // Most objects are plain, and then need no other test.
    (Object.getPrototypeOf(value) === Object.prototype ||
      !(Array.isArray(value) || isSomeBytes(value) || isPromise(value)))
  );
}

/**
 * Returns the value if it is a list.
 * @param path Path of the argument.
 * @throws {AvalancheError} `BadArgument`
 */
export const toList = <T>(value: readonly T[], ...path: Path): readonly T[] => {
  if (Array.isArray(value)) return value;
  throw badArgument('a list', value).at(...path);
};

/** Returns the error for an argument of the wrong kind, with what to write instead. */
export function badArgument(expected: string, value: unknown): AvalancheError<'BadArgument'> {
  const found = kindOf(value);
  const instead = insteadOf(expected, value, found);
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

/** What to do about one kind of value where another is needed, the first that applies. */
const remedies: readonly (readonly [expected: RegExp, found: RegExp, remedy: string])[] = [
  [/^a list$/, /^a state$/, 'give its utxos'],
  [/^an intent$/, /^a state$/, 'the state comes first'],
  [/^text$/, /^a state$/, 'it has been read already'],
  [/a state/, /^text$/, 'parseState() reads it'],
  [/a state/, /^a list$/, 'give the state itself, not its utxos'],
  [/^a state$/, /^an intent$|transaction$|^a draft$/, 'the state comes first'],
  [/^a draft$/, /^a key$/, 'the draft comes first'],
  [/^a draft$/, /^text$/, 'parseDraft() reads it'],
  [/^a draft$/, /^bytes$/, 'decodeDraft() reads it'],
  [/^a draft$/, /^a state$/, 'a builder makes it of the state and an intent'],
  [/^a draft$/, /^a signed transaction$/, 'it is signed already'],
  [/what open\(\) returns/, /^(text|bytes)$/, 'open() reads it'],
  [/^what open\(\) returns$/, /^a draft$/, 'formatDraft() writes it'],
  [/^a signed transaction$/, /^(text|bytes)$/, 'openTx() reads it'],
  [/^a signed transaction$/, /^a draft$/, 'finalize(sign(draft, key)) makes it'],
  [/^an unsigned transaction$/, /^a (draft|signed transaction)$/, 'give its unsignedTx'],
  [/^a transaction or a draft$/, /^(text|bytes)$/, 'openTx() or parseDraft() reads it'],
  [/^a signed transaction or a draft$/, /^(text|bytes)$/, 'openTx() or parseDraft() reads it'],
  [/transaction/, /^what open\(\) returns$/, 'give one of its txs'],
  [/^a wire type$/, /^bytes$/, 'the type comes first'],
  [/^an unsigned transaction$/, /^(text|bytes)$/, 'openTx() reads a transaction'],
];

/** Returns what to write instead of a value of the wrong kind, for the most common mistakes; otherwise empty. */
function insteadOf(expected: string, value: unknown, found: string): string {
  if (found === 'a Promise') return 'await it';
  const remedy = remedies.find(([of, from]) => of.test(expected) && from.test(found));
  if (remedy) return remedy[2];
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

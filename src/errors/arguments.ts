import { AvalancheError, isError, isRaw, ofRaw } from './error.ts';

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
 * @throws {AvalancheError} `BadArgument`
 */
export const toBytes = (value: unknown): Uint8Array => {
  const bytes = asBytes(value);
  if (bytes) return bytes;
  throw badArgument('bytes', value);
};

/**
 * The value, if it is text.
 * @throws {AvalancheError} `BadArgument`
 */
export const toText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  throw badArgument('text', value);
};

/** An argument that is not what it must be. */
export const badArgument = (expected: string, value: unknown): AvalancheError<'BadArgument'> =>
  new AvalancheError('BadArgument', `must be ${expected}, got ${kindOf(value)}`, {
    expected,
    found: kindOf(value),
  });

/** V8 keeps ten frames, which may all be ours: those above `call` go, so that the first is the line that called it. */
function fromCaller(e: unknown, call: unknown): unknown {
  const { captureStackTrace } = Error as {
    readonly captureStackTrace?: (e: object, call: unknown) => void;
  };
  if (isError(e)) captureStackTrace?.(e, call);
  return e;
}

/**
 * A public function. Each argument may be bytes of any kind (`asBytes`), and what an engine throws for an argument of the wrong type
 * becomes a `BadArgument` that says what the function was called with. The stack of an error starts where the function was called.
 * Costs some nanoseconds a call.
 */
export function guarded<F extends (...args: never[]) => unknown>(f: F): F {
  const rename = (e: unknown, args: readonly unknown[]): unknown =>
    isRaw(e)
      ? // Minifiers drop names.
        ofRaw(
          e,
          `${f.name || 'the function'} cannot be called with (${args.map(kindOf).join(', ')})`,
        )
      : e;
  const call = function (this: unknown, ...args: unknown[]): unknown {
    try {
      for (let i = 0; i < args.length; i++) {
        const arg = args[i];
        if (typeof arg === 'object' && arg !== null) args[i] = asBytes(arg) ?? arg;
      }
      const result = f.apply(this, args as never[]);
      if (!(result instanceof Promise)) return result;
      return result.catch((e: unknown) => {
        throw rename(e, args);
      });
    } catch (e) {
      throw fromCaller(rename(e, args), call);
    }
  };
  return Object.defineProperty(call, 'name', { value: f.name }) as unknown as F;
}

/**
 * Refuses an object with a key that nobody reads: a misspelt one would be left out in silence.
 * @throws {AvalancheError} `Unsupported`, with the key.
 */
export function checkKeys(of: object, known: readonly string[]): void {
  const unknown = Object.keys(of).find((key) => !known.includes(key));
  if (unknown !== undefined)
    throw new AvalancheError('Unsupported', 'is not a known key').at(unknown);
}

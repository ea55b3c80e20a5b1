/**
 * `AvalancheError`, the only error class of this library. An error has a code, a typed context and a path; while it propagates, each
 * caller prepends its steps to the path. Copies of the package recognize each other's errors by a brand.
 */
import type { ErrorCode } from './codes.ts';
import type { ContextOf, Plain } from './contexts.ts';
import { visibleLine } from './quote.ts';

/** Path to a part of a value: the steps from the root, outermost first. */
export type Path = readonly (string | number)[];

/**
 * Formats a path: `['tx', 'outputs', 1, 'amount']` as `tx.outputs[1].amount`. The result is a single line; characters that do not
 * print become `\uXXXX`.
 */
export function formatPath(path: Path): string {
  if (!Array.isArray(path)) throw new AvalancheError('BadArgument', 'a path must be a list');
  let text = '';
  for (const [i, step] of path.entries())
    text += typeof step === 'number' ? `[${step}]` : i === 0 ? String(step) : `.${String(step)}`;
  return visibleLine(text);
}

/** Shared by all copies of the package in all realms. Its value is the version of the fields below. */
const brand: unique symbol = /* @__PURE__ */ Symbol.for('avalanche-tx.error') as never;
const version = 1;

/** Offset in the input's bytes, and the cause. */
interface ErrorOrigin {
  readonly offset?: number | undefined;
  readonly cause?: unknown;
}

/** The constructor's arguments after the text; the context is required if the code has required data. */
type ContextArguments<C extends ErrorCode> =
  Record<never, never> extends ContextOf<C>
    ? readonly [context?: ContextOf<C>, place?: ErrorOrigin]
    : readonly [context: ContextOf<C>, place?: ErrorOrigin];

/** An `AvalancheError` as plain data: for JSON, logs, and messages between threads. Integers of 64 bits are decimal text. */
export interface ErrorJSON {
  /** Name of the class. */
  readonly name: 'AvalancheError';
  /** The code of the error. */
  readonly code: ErrorCode;
  /** Code, path and detail in one line. */
  readonly message: string;
  /** What is wrong, without code and path. */
  readonly detail: string;
  /** Path such as `tx.outputs[1].amount`; empty if the error concerns the whole value. */
  readonly path: string;
  /** Offset in the input's bytes; omitted if the error has no place there. */
  readonly offset?: number;
  /** The data of the code; bigints are decimal text. */
  readonly context: { readonly [key: string]: Plain };
  /** Message of the cause. */
  readonly cause?: string;
}

const noContext = /* @__PURE__ */ Object.freeze({});

/**
 * Every error that this library throws. `code` tells the kind of error and the type of `context`, which has its data; `message` is
 * precise text for developers. Use `explainError` for a text for users.
 */
export class AvalancheError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C;
  /** The data of the error, typed by its code. Never contains key material. */
  declare readonly context: ContextOf<C>;
  readonly #detail: string;
  readonly #offset: number | undefined;
  readonly #path: (string | number)[] = [];

  constructor(code: C, said: string, ...[context, place = {}]: ContextArguments<C>) {
    const { offset } = place;
    // It may quote a file, a node or a key of JSON.
    const detail = visibleLine(said);
    super(`${code}${placeText('', offset)}: ${detail}`, 'cause' in place ? place : undefined);
    this.code = code;
    this.#detail = detail;
    this.#offset = offset;
    if (context !== undefined) this.context = context;
    // Not enumerable, so that an empty context is not printed after the message.
    else Object.defineProperty(this, 'context', { value: noContext, enumerable: false });
  }

  /**
   * An error of any copy of the package is an instance: an application may have one for Node and one that its bundler made.
   * @internal
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: a class that extends this one has instances of its own
    return Object.is(this, AvalancheError) ? isError(value) : super[Symbol.hasInstance](value);
  }

  override get name(): 'AvalancheError' {
    return 'AvalancheError';
  }
  /** What was found and what was expected, without code and path, in one line. */
  get detail(): string {
    return this.#detail;
  }
  /** Offset in the input's bytes; undefined if the error has no place there. */
  get offset(): number | undefined {
    return this.#offset;
  }
  /** Path from the root of the value: `['tx', 'outputs', 0, 'output', 'amount']`. */
  get path(): Path {
    return this.#path;
  }
  /** @internal */
  get [brand](): typeof version {
    return version;
  }

  /**
   * Prepends steps to the path. Only for code that rethrows the error.
   * @internal
   */
  at(...steps: Path): this {
    this.#path.unshift(...steps);
    const text = placeText(formatPath(this.#path), this.#offset);
    this.message = `${this.code}${text}: ${this.#detail}`;
    return this;
  }

  /** Returns the error as plain data. */
  toJSON(): ErrorJSON {
    const { code, message, detail, offset, cause } = this;
    return {
      name: 'AvalancheError',
      code,
      message,
      detail,
      path: formatPath(this.#path),
      ...(offset !== undefined && { offset }),
      context: plain(this.context),
      ...(cause !== undefined && {
        cause: visibleLine(cause instanceof Error ? cause.message : String(cause)),
      }),
    };
  }
}

const placeText = (path: string, offset: number | undefined): string =>
  `${path && ` at ${path}`}${offset === undefined ? '' : ` (byte ${offset})`}`;

/** Returns the offset of an error in bytes that begin at `start` of other bytes, from their beginning. */
export const offsetIn = ({ offset }: AvalancheError, start: number): number | undefined =>
  offset === undefined ? undefined : start + offset;

/** Data with every bigint as decimal text. */
const plain = (value: unknown): ErrorJSON['context'] =>
  JSON.parse(JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? String(v) : v)));

/** An `AvalancheError` with one of some codes, as a union, so that checking `code` narrows `context`. */
export type ErrorOf<C extends ErrorCode> = { readonly [K in C]: AvalancheError<K> }[C];

/**
 * Tests whether `e` is an `AvalancheError`, with the given code if there is one. It also recognizes errors of another copy of the
 * package or another realm. The type of `context` follows from the code.
 * @example
 * const e: unknown = new AvalancheError('FeeTooHigh', 'too much', { fee: 5n, maxFee: 4n });
 * isError(e, 'FeeTooHigh') && e.context.fee; // 5n
 */
export const isError = <C extends ErrorCode = ErrorCode>(e: unknown, code?: C): e is ErrorOf<C> =>
  typeof e === 'object' &&
  e !== null &&
  (e as { readonly [brand]?: unknown })[brand] === version &&
  (code === undefined || (e as AvalancheError).code === code);

/**
 * Prepends path steps to an error that is thrown while a part of a value is encoded or checked. An engine error becomes
 * `BadArgument`, since the value caused it. For use in the `catch` blocks of `wire` and `schema`: it costs nothing unless something
 * fails.
 */
export function climb(e: unknown, ...steps: Path): unknown {
  const error = isRaw(e) ? ofRaw(e, 'a value has the wrong type') : e;
  return isError(error) ? error.at(...steps) : error;
}

/** Tests for the errors that the engine throws for a value of the wrong type or text that it cannot convert. */
export const isRaw = (e: unknown): e is Error =>
  e instanceof TypeError || e instanceof RangeError || e instanceof SyntaxError;

/** Engine messages that name code and no value (`Cannot read properties of …`). Others quote text, which may be a key. */
const telling = /^(Cannot ([rdm]|convert (un|o|a S))|Reduce|[\w$.()#[\]]+ is not (a |i))/;

/** Converts an engine error to `BadArgument`. Its text and stack are kept only if they name no value. */
const ofRaw = (e: Error, detail: string): AvalancheError<'BadArgument'> =>
  telling.test(e.message)
    ? new AvalancheError('BadArgument', `${detail}: ${e.message}`, {}, { cause: e })
    : new AvalancheError('BadArgument', detail);

/** Returns the error at another path; itself if the path is the same. */
export function moved(error: AvalancheError, path: Path): AvalancheError {
  if (formatPath(path) === formatPath(error.path)) return error;
  const { code, detail, context, offset, cause } = error;
  return new AvalancheError(code, detail, context, { offset, cause }).at(...path);
}

/** Runs `f` and prepends `steps` to the path of an `AvalancheError` that it throws. Other errors are rethrown unchanged. */
export function within<T>(steps: Path, f: () => T): T {
  try {
    return f();
  } catch (e) {
    throw isError(e) ? e.at(...steps) : e;
  }
}

import type { ErrorCode } from './codes.ts';
import type { ContextOf, Plain } from './contexts.ts';
import { visibleLine } from './visible.ts';

/** Steps from the root of a value to a place in it, outermost first. */
export type Path = readonly (string | number)[];

/** `['tx', 'outputs', 1, 'amount']` as `tx.outputs[1].amount`, in one line whatever a key is: what does not print is `\uXXXX`. */
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

/** Where an error stands in the input's bytes, and what caused it. */
interface ErrorOrigin {
  readonly offset?: number;
  readonly cause?: unknown;
}

/** Required if the code has facts that every throw site must give. */
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
  /** Code, place and detail in one line. */
  readonly message: string;
  /** What is wrong, without code and place. */
  readonly detail: string;
  /** `tx.outputs[1].amount`; empty if the error is about the whole. */
  readonly path: string;
  /** Absent if the input has no bytes. */
  readonly offset?: number;
  /** The facts of the code; bigints are decimal text. */
  readonly context: { readonly [key: string]: Plain };
  /** Message of the cause. */
  readonly cause?: string;
}

const noFacts = /* @__PURE__ */ Object.freeze({});

/**
 * Every error that this library throws. `code` says what kind it is and types `context`, which has the facts; `message` is precise text
 * for developers, `explainError` gives one for users.
 */
export class AvalancheError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C;
  /** ContextArguments for programs, typed by the code; never key material. */
  declare readonly context: ContextOf<C>;
  readonly #detail: string;
  readonly #offset: number;
  readonly #path: (string | number)[] = [];

  constructor(code: C, said: string, ...[context, place = {}]: ContextArguments<C>) {
    const { offset = -1 } = place;
    // It may quote a file, a node or a key of JSON.
    const detail = visibleLine(said);
    super(`${code}${placeText('', offset)}: ${detail}`, 'cause' in place ? place : undefined);
    this.code = code;
    this.#detail = detail;
    this.#offset = offset;
    if (context !== undefined) this.context = context;
    // What is enumerable is printed after the message.
    else Object.defineProperty(this, 'context', { value: noFacts, enumerable: false });
  }

  override get name(): 'AvalancheError' {
    return 'AvalancheError';
  }
  /** What was found and what was expected, without code and place, in one line. */
  get detail(): string {
    return this.#detail;
  }
  /** Where in the input's bytes; -1 if the input has none. */
  get offset(): number {
    return this.#offset;
  }
  /** Steps from the root of the value: `['tx', 'outputs', 0, 'output', 'amount']`. */
  get path(): Path {
    return this.#path;
  }
  /** @internal */
  get [brand](): typeof version {
    return version;
  }

  /**
   * Puts steps in front of the path: while the error climbs, before anybody else sees it.
   * @internal
   */
  at(...steps: Path): this {
    this.#path.unshift(...steps);
    const text = placeText(formatPath(this.#path), this.#offset);
    this.message = `${this.code}${text}: ${this.#detail}`;
    return this;
  }

  /** The error as plain data. */
  toJSON(): ErrorJSON {
    const { code, message, detail, offset, cause } = this;
    return {
      name: 'AvalancheError',
      code,
      message,
      detail,
      path: formatPath(this.#path),
      ...(offset >= 0 && { offset }),
      context: plain(this.context),
      ...(cause !== undefined && {
        cause: visibleLine(cause instanceof Error ? cause.message : String(cause)),
      }),
    };
  }
}

const placeText = (path: string, offset: number): string =>
  `${path && ` at ${path}`}${offset < 0 ? '' : ` (byte ${offset})`}`;

/** Data with every bigint as decimal text. */
const plain = (value: unknown): ErrorJSON['context'] =>
  JSON.parse(JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? String(v) : v)));

/** An `AvalancheError` of one of some codes: a union, so that `code` narrows `context`. */
export type ErrorOf<C extends ErrorCode> = { readonly [K in C]: AvalancheError<K> }[C];

/**
 * Whether `e` is an `AvalancheError`, of the given code if there is one, whichever copy of the package or realm made it. The type of
 * its `context` follows.
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
 * An error that leaves a part of a value that is written, with the steps to that part in front of its path. What an engine throws there is
 * the value's: it becomes a `BadArgument`. For a `catch` of `wire` and `schema`, which read values of any type: it costs nothing
 * unless something failed.
 */
export function climb(e: unknown, ...steps: Path): unknown {
  const error = isRaw(e) ? ofRaw(e, 'a value has the wrong type') : e;
  return isError(error) ? error.at(...steps) : error;
}

/** What the engine throws where a value has the wrong type, or text is not what it converts. */
export const isRaw = (e: unknown): e is Error =>
  e instanceof TypeError || e instanceof RangeError || e instanceof SyntaxError;

/** Messages of V8 that name code and no value (`Cannot read properties of …`): others quote text, which may be a key. */
const telling = /^(Cannot ([rdm]|convert (un|o|a S))|Reduce|[\w$.()#[\]]+ is not (a |i))/;

/** An engine's error as a `BadArgument`. Its own text and stack are kept where they name no value. */
const ofRaw = (e: Error, detail: string): AvalancheError<'BadArgument'> =>
  telling.test(e.message)
    ? new AvalancheError('BadArgument', `${detail}: ${e.message}`, {}, { cause: e })
    : new AvalancheError('BadArgument', detail);

/** Runs `f`; an error of the library that leaves it gets `steps` in front of its path, and any other stays as it is. */
export function within<T>(steps: Path, f: () => T): T {
  try {
    return f();
  } catch (e) {
    throw isError(e) ? e.at(...steps) : e;
  }
}

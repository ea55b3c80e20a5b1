import type { ErrorCode } from './codes.ts';

/** Steps from the root of a value to a place in it, outermost first. */
export type Path = readonly (string | number)[];

/** `['tx', 'outputs', 1, 'amount']` as `tx.outputs[1].amount`. */
export const formatPath = (path: Path): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');

/** Every failure that this library raises while it reads, writes, checks or builds. */
export class AvalancheError extends Error {
  override readonly name = 'AvalancheError';
  readonly code: ErrorCode;
  /** What was found and what was allowed, without the place. */
  readonly detail: string;
  /** Where in the input's bytes; -1 when the input has none. */
  readonly offset: number;
  /** Facts for programs, as the code's documentation lists them; never key material. */
  readonly context: Readonly<Record<string, unknown>>;
  readonly #path: (string | number)[] = [];

  constructor(
    code: ErrorCode,
    detail: string,
    offset = -1,
    context: Readonly<Record<string, unknown>> = {},
  ) {
    super(`${code}${offset < 0 ? '' : ` (byte ${offset})`}: ${detail}`);
    this.code = code;
    this.detail = detail;
    this.offset = offset;
    this.context = context;
  }

  /** Steps from the root of the value: `['tx', 'outputs', 0, 'output', 'amount']`. */
  get path(): Path {
    return this.#path;
  }

  /** Prefixes steps while the error climbs; costs nothing unless something failed. */
  at(...steps: Path): this {
    this.#path.unshift(...steps);
    const place = this.offset < 0 ? '' : ` (byte ${this.offset})`;
    this.message = `${this.code} at ${formatPath(this.#path)}${place}: ${this.detail}`;
    return this;
  }
}

/** Whether `e` is a `AvalancheError`, of the given code if one is given. */
export const isError = (e: unknown, code?: ErrorCode): e is AvalancheError =>
  e instanceof AvalancheError && (code === undefined || e.code === code);

/** Runs `f`; a `AvalancheError` that leaves it gets `steps` in front of its path. */
export function within<T>(steps: Path, f: () => T): T {
  try {
    return f();
  } catch (e) {
    throw e instanceof AvalancheError ? e.at(...steps) : e;
  }
}

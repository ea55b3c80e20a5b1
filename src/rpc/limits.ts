import { AvalancheError, type Path } from '../errors/error.ts';

/**
 * Limits on what is read from a node or service. Exceeding one throws `LimitExceeded`, whose context has the name
 * of the option and its value.
 */
export interface ReadLimits {
  /** Bytes of one reply, counted as it arrives, whatever its declared length. 33,554,432 (32 MiB) if omitted. */
  readonly maxReplyBytes?: number;
  /**
   * JSON values in one reply: objects, lists, strings, numbers and literals. Parsing stops at the first one above
   * the limit. 1,000,000 if omitted.
   */
  readonly maxValues?: number;
  /** Bytes of all replies of one read, such as a state or all pages of UTXOs. 268,435,456 (256 MiB) if omitted. */
  readonly maxBytes?: number;
  /** Pages of one read. 1000 if omitted. */
  readonly maxPages?: number;
  /** UTXOs or chains in one read; containers in a read without `to` and `follow`. 250,000 if omitted. */
  readonly maxItems?: number;
}

const usualLimits: Required<ReadLimits> = /* @__PURE__ */ Object.freeze({
  maxReplyBytes: 32 * 1024 * 1024,
  maxValues: 1_000_000,
  maxBytes: 256 * 1024 * 1024,
  maxPages: 1000,
  maxItems: 250_000,
});

/**
 * Returns a limit after checking it.
 * @throws {AvalancheError} `OutOfRange`: neither a whole number of at least 1 nor `Infinity`.
 */
export function checkedLimit(max: number, ...path: Path): number {
  if (max >= 1 && (Number.isInteger(max) || max === Number.POSITIVE_INFINITY)) return max;
  throw new AvalancheError('OutOfRange', 'must be a whole number of at least 1', { min: 1 }).at(
    ...path,
  );
}

/**
 * Returns the given limits, with defaults for those omitted.
 * @throws {AvalancheError} `OutOfRange`: a limit that is neither a whole number of at least 1 nor `Infinity`.
 */
export function limitsOf(given: ReadLimits = {}): Required<ReadLimits> {
  const limits = { ...usualLimits };
  for (const key of Object.keys(usualLimits) as (keyof ReadLimits)[]) {
    const max = given[key];
    if (max !== undefined) limits[key] = checkedLimit(max, 'limits', key);
  }
  return limits;
}

const units: { readonly [L in keyof ReadLimits]-?: string } = {
  maxReplyBytes: 'bytes in one reply',
  maxValues: 'JSON values in one reply',
  maxBytes: 'bytes in one read',
  maxPages: 'pages in one read',
  maxItems: 'items in one read',
};

/** The length of a text in UTF-8 bytes, or any number above `most`. */
export const bytesIn = (text: string, most: number): number =>
  text.length > most || !/[\u0080-\uffff]/.test(text)
    ? text.length
    : new TextEncoder().encode(text).length;

/** Whether a text has more than `most` bytes in UTF-8, where a character has at most three. */
export const isLonger = (text: string, most: number): boolean =>
  text.length * 3 > most && bytesIn(text, most) > most;

/** Builds the error for an exceeded limit. */
export const exceeded = (limit: keyof ReadLimits, max: number): AvalancheError<'LimitExceeded'> =>
  new AvalancheError(
    'LimitExceeded',
    `more than ${max} ${units[limit]}: the option limits.${limit} sets another limit`,
    { limit, max },
  );

/** What one read may still use. `take` throws `LimitExceeded` when a limit is exceeded. */
export interface Budget {
  readonly bytesLeft: number;
  take(what: 'maxBytes' | 'maxPages' | 'maxItems', count: number): void;
}

/** Creates the budget of one read. */
export function budgetOf(limits: Required<ReadLimits>): Budget {
  const taken = { maxBytes: 0, maxPages: 0, maxItems: 0 };
  return {
    get bytesLeft() {
      return limits.maxBytes - taken.maxBytes;
    },
    take(what, count) {
      taken[what] += count;
      if (taken[what] > limits[what]) throw exceeded(what, limits[what]);
    },
  };
}

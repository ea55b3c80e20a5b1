import { AvalancheError } from '../errors/error.ts';

/**
 * The most that is read from a node or service. What would be more ends with `LimitExceeded`, whose context has the name of the option and
 * its value.
 */
export interface ReadLimits {
  /** Bytes of one reply, counted while it arrives, whatever length it claims. 33,554,432 (32 MiB) if omitted. */
  readonly maxReplyBytes?: number;
  /** JSON values in one reply: objects, lists, texts, numbers, words. Reading ends at the first one above it. 1,000,000 if omitted. */
  readonly maxValues?: number;
  /** Bytes of all replies of one read: a state, or UTXOs page by page. 268,435,456 (256 MiB) if omitted. */
  readonly maxBytes?: number;
  /** Pages of one read, whatever is on them. 1000 if omitted. */
  readonly maxPages?: number;
  /** UTXOs or chains of one read, containers of one without `to` and `follow`. 250,000 if omitted. */
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
 * The limits that the caller gives, the others as usual.
 * @throws {AvalancheError} `OutOfRange`: one that is not a whole number of at least 1, or `Infinity`.
 */
export function limitsOf(given: ReadLimits = {}): Required<ReadLimits> {
  const limits = { ...usualLimits };
  for (const key of Object.keys(usualLimits) as (keyof ReadLimits)[]) {
    const max = given[key];
    if (max === undefined) continue;
    if (!(max >= 1 && (Number.isInteger(max) || max === Number.POSITIVE_INFINITY)))
      throw new AvalancheError('OutOfRange', 'must be a whole number of at least 1', {
        min: 1,
      }).at('limits', key);
    limits[key] = max;
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

/** The bytes of a text in UTF-8, or any number above `most`. */
export const bytesIn = (text: string, most: number): number =>
  text.length > most || !/[\u0080-\uffff]/.test(text)
    ? text.length
    : new TextEncoder().encode(text).length;

/** More came than a limit allows. */
export const exceeded = (limit: keyof ReadLimits, max: number): AvalancheError<'LimitExceeded'> =>
  new AvalancheError(
    'LimitExceeded',
    `more than ${max} ${units[limit]}: the option limits.${limit} sets another limit`,
    { limit, max },
  );

/** What one read may still take. Each `take` throws `LimitExceeded` where it is too much. */
export interface Budget {
  /** Bytes that are left. */
  readonly bytesLeft: number;
  take(what: 'maxBytes' | 'maxPages' | 'maxItems', count: number): void;
}

/** The budget of one read. */
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

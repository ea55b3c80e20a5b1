import { AvalancheError, within } from '../errors/error.ts';
import { isJSONObject, type JSONValue } from '../text/json.ts';

/** Reads a value of a file. */
export type Read<T> = (json: JSONValue) => T;
type Reads = { readonly [key: string]: Read<unknown> };
type Values<R extends Reads> = { readonly [K in keyof R]: ReturnType<R[K]> };

const bad = (detail: string): AvalancheError => new AvalancheError('BadJSON', detail);

/** An object: all keys of `required`, some of `optional`, no others. */
export const object =
  <R extends Reads, O extends Reads = Record<never, never>>(
    required: R,
    optional?: O,
  ): Read<Values<R> & Partial<Values<O>>> =>
  (json) => {
    if (!isJSONObject(json)) throw bad('no object');
    const reads: Reads = { ...required, ...optional };
    for (const key of Object.keys(required))
      if (!Object.hasOwn(json, key)) throw bad('is missing').at(key);
    const entries = Object.entries(json).map(([key, value]) =>
      within([key], () => {
        if (!Object.hasOwn(reads, key)) throw bad('is not a known key');
        return [key, reads[key]!(value)];
      }),
    );
    return Object.fromEntries(entries);
  };

/** A list of what `read` reads. */
export const list =
  <T>(read: Read<T>): Read<readonly T[]> =>
  (json) => {
    if (!Array.isArray(json)) throw bad('no list');
    return json.map((value, i) => within([i], () => read(value)));
  };

/** Text. */
export const string: Read<string> = (json) => {
  if (typeof json === 'string') return json;
  throw bad('no string');
};

/** One of some words. */
export const word =
  <W extends string>(...words: readonly W[]): Read<W> =>
  (json) => {
    const found = words.find((w) => w === json);
    if (found !== undefined) return found;
    throw bad(`none of ${words.join(', ')}`);
  };

/** Digits without quotes, which keep all of them. */
export const integer: Read<bigint> = (json) => {
  if (typeof json === 'bigint') return json;
  throw bad('no integer without quotes');
};

/** An integer that a `number` holds. */
export const small: Read<number> = (json) => {
  const value = Number(integer(json));
  if (Number.isSafeInteger(value)) return value;
  throw new AvalancheError('OutOfRange', `${String(json)} is too large`);
};

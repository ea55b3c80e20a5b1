/**
 * Checks of arguments. What a function takes is declared once: the declaration gives the type (`Given`), the check (`checkArgument`) and,
 * by the comments on its members, the documentation. Schemas (`schema.ts`) are declarations with a JSON form; what only checks arguments
 * loads none of that.
 *
 * Rationale
 * - A wrong argument ends in `BadArgument` before anything else happens, so that inner code can rely on its types.
 * - Only the parts that a function reads without a check of their own are declared. What has its own check further in (a transaction that is
 *   encoded, an address that is parsed) is declared by its kind alone.
 * - An error names kinds, never values, which may be secret.
 */
import { badArgument, foreignKind, isPlainObject, isSomeBytes } from '../errors/arguments.ts';
import { AvalancheError, isError, type Path } from '../errors/error.ts';
import { named, quoted } from '../errors/quote.ts';

/** A declaration of what an argument, or a part of one, must be. */
export interface Check<T = unknown> {
  /** What it is called in errors and in the documentation. */
  readonly name: string;
  /** Whether the argument or member may be absent. */
  readonly optional?: boolean;
  /**
   * Checks a value.
   * @throws {AvalancheError} `BadArgument`, with the path inside the value: the wrong kind, a part is missing, or an unknown key.
   */
  check(value: unknown): void;
  /** Never there: it carries the type. */
  takes?(value: T): void;
}

/** The type of what a declaration accepts. */
export type Argument<C> = C extends { takes?(value: infer T): void } ? T : never;

/** The members of an object: the declaration of each. */
export interface Parts {
  readonly [key: string]: Check<unknown>;
}

// Mapped without `as`, so that editors show the member's documentation on hover.
type OptionalPart<P extends Parts> = {
  [K in keyof P]: P[K] extends { readonly optional: true } ? K : never;
}[keyof P];
type NeededPart<P extends Parts, Ks extends keyof P> = { readonly [K in Ks]: Argument<P[K]> };
type PossiblePart<P extends Parts, Ks extends keyof P> = { readonly [K in Ks]?: Argument<P[K]> };
/** The type of an object with these members. */
export type Given<P extends Parts> = NeededPart<P, Exclude<keyof P, OptionalPart<P>>> &
  PossiblePart<P, OptionalPart<P>>;

/** The declaration of an object. */
export interface ObjectCheck<P extends Parts> extends Check<Given<P>> {
  /** The members. */
  readonly parts: P;
}

/** The declaration of a list. */
export interface ListCheck<C extends Check> extends Check<readonly Argument<C>[]> {
  /** The elements. */
  readonly element: C;
}

/** The declaration of an object with arbitrary keys. */
export interface MapCheck<C extends Check> extends Check<{ readonly [key: string]: Argument<C> }> {
  /** The values. */
  readonly value: C;
}

/** The declaration of one of several words. */
export interface WordCheck<W extends string> extends Check<W> {
  /** The words. */
  readonly words: readonly W[];
}

/**
 * Checks an argument of a public function.
 * @param path Path of the argument.
 * @throws {AvalancheError} As `Check.check`, under the path.
 */
export function checkArgument<T>(value: T, declared: Check, ...path: Path): T {
  if (value === undefined && declared.optional) return value;
  try {
    declared.check(value);
  } catch (e) {
    throw under(e, ...path);
  }
  return value;
}

/** Returns an error under a path. An error of the engine is no fault of the argument, and stays what it is. */
const under = (e: unknown, ...steps: Path): unknown => (isError(e) ? e.at(...steps) : e);

/** A value that passes a test; `name` says what it must be. */
export const isA = <T>(name: string, test: (value: unknown) => boolean): Check<T> => ({
  name,
  check(value) {
    if (!test(value)) throw badArgument(name, value);
  },
});

/** A declaration whose type is narrower than what it checks. */
export const typed = <T>(declared: Check): Check<T> => declared as Check<T>;

/** Text. */
export const aText: Check<string> = /* @__PURE__ */ isA(
  'text',
  (value) => typeof value === 'string',
);
/** A `number`; `NaN` is none. */
export const aNumber: Check<number> = /* @__PURE__ */ isA(
  'a number',
  (value) => typeof value === 'number' && !Number.isNaN(value),
);
/** A `bigint`. */
export const aBigint: Check<bigint> = /* @__PURE__ */ isA(
  'a bigint',
  (value) => typeof value === 'bigint',
);
/** `true` or `false`. */
export const aBoolean: Check<boolean> = /* @__PURE__ */ isA(
  'a boolean',
  (value) => typeof value === 'boolean',
);
/** Bytes of any realm: a `Uint8Array`, another view, or an `ArrayBuffer`. */
export const someBytes: Check<Uint8Array> = /* @__PURE__ */ isA('bytes', isSomeBytes);
/** A function. */
export const aFunction: Check<(...given: never[]) => unknown> = /* @__PURE__ */ isA(
  'a function',
  (value) => typeof value === 'function',
);
/** An object of any members. */
export const anObject: Check<object> = /* @__PURE__ */ isA('an object', isPlainObject);
/** A list of anything. */
export const aList: Check<readonly unknown[]> = /* @__PURE__ */ isA('a list', Array.isArray);
/** Unix seconds. */
export const aTime: Check<bigint> = /* @__PURE__ */ isA(
  "a bigint, such as unix('2027-01-31T00:00:00Z')",
  (value) => typeof value === 'bigint',
);

/** Anything: what is checked where it is read. */
export const anything: Check = /* @__PURE__ */ isA('anything', () => true);

/** Marks an argument or a member as optional. */
export const optional = <C extends Check>(declared: C): C & { readonly optional: true } => ({
  ...declared,
  optional: true,
});

/** One of several words. */
export function wordOf<const W extends string>(...words: readonly W[]): WordCheck<W> {
  const name = `${words.slice(0, -1).join(', ')}${words.length > 1 ? ' or ' : ''}${words.at(-1)}`;
  return {
    name,
    words,
    check(value) {
      if ((words as readonly unknown[]).includes(value)) return;
      if (typeof value !== 'string') throw badArgument(name, value);
      const meant = words.find((word) => word.toLowerCase() === value.toLowerCase());
      const hint = meant === undefined ? '' : `: did you mean ${quoted(meant)}?`;
      throw new AvalancheError('BadArgument', `must be ${name}, got ${quoted(value)}${hint}`, {
        expected: name,
        found: 'text',
      });
    },
  };
}

/** A list; `name` says of what. */
export const aListOf = <C extends Check>(element: C, name = 'a list'): ListCheck<C> => ({
  name,
  element,
  check(value) {
    if (!Array.isArray(value)) throw badArgument(name, value);
    let i = 0;
    try {
      for (; i < value.length; i++) element.check(value[i]);
    } catch (e) {
      throw under(e, i);
    }
  },
});

/** An object with arbitrary keys. */
export const mapOf = <C extends Check>(value: C, name = 'an object'): MapCheck<C> => ({
  name,
  value,
  check(given) {
    if (!isPlainObject(given)) throw badArgument(name, given);
    for (const [key, item] of Object.entries(given))
      try {
        value.check(item);
      } catch (e) {
        throw under(e, named(key));
      }
  },
});

/** What is declared by one of two declarations, which a test of the value selects. */
export const either = <A extends Check, B extends Check>(
  test: (value: unknown) => boolean,
  one: A,
  other: B,
): Check<Argument<A> | Argument<B>> => ({
  name: `${one.name} or ${other.name}`,
  check: (value) => (test(value) ? one : other).check(value),
});

/** A word, or what is declared. */
export const orThe = <const W extends string, C extends Check>(
  word: W,
  declared: C,
): Check<W | Argument<C>> => ({
  name: `${declared.name} or '${word}'`,
  check: (value) => (value === word ? undefined : declared.check(value)),
});

/** What is known of an object's members. */
interface ObjectOptions {
  /** What the object is called: `a state`. */
  readonly name?: string;
  /** Whether other keys are errors: a misspelt option would otherwise be ignored. */
  readonly isExact?: boolean;
  /** Whether the names of its members say what JSON has, which is of no use where an argument is missing. */
  readonly hasJSONNames?: boolean;
}

/** An object with these members. */
export function objectOf<const P extends Parts>(
  parts: P,
  { name = 'an object', isExact = false, hasJSONNames = false }: ObjectOptions = {},
): ObjectCheck<P> {
  const entries = Object.entries(parts);
  return {
    name,
    parts,
    check(value) {
      const given = membersOf(value, name);
      if (isExact) checkKeys(given, parts);
      for (const [key, part] of entries) {
        const member = given[key];
        if (member === undefined) {
          if (part.optional) continue;
          // Another object than the one that is needed, or an incomplete one.
          if (foreignKind(given, name) !== undefined) throw badArgument(name, given);
          throw missing(hasJSONNames ? undefined : part.name).at(key);
        }
        try {
          part.check(member);
        } catch (e) {
          // Another object of this library has a member of the same name: the object is what is wrong.
          if (foreignKind(given, name) !== undefined) throw badArgument(name, given);
          throw under(e, key);
        }
      }
    },
  };
}

/** Options of a function: an object that may have only these members. */
export const optionsOf = <const P extends Parts>(parts: P): ObjectCheck<P> =>
  objectOf(parts, { isExact: true });

/** Returns an argument if it is an object; throws for others, including bytes and lists. */
export function membersOf(value: unknown, name: string): { readonly [key: string]: unknown } {
  if (isPlainObject(value)) return value;
  throw badArgument(name, value);
}

/** Whether one of two texts has one letter more than the other. */
const differInOne = (a: string, b: string): boolean => {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return (
    long.length === short.length + 1 &&
    [...long].some((_, i) => long.slice(0, i) + long.slice(i + 1) === short)
  );
};

/** The known word that an unknown one may stand for: of other case or order, with a letter more or less, or a beginning of it. */
export function meantBy(unknown: string, known: readonly string[]): string | undefined {
  const word = unknown.toLowerCase();
  const letters = [...word].sort().join();
  return known.find((one) => {
    const other = one.toLowerCase();
    return (
      other === word ||
      (word.length > 2 &&
        (other.startsWith(word) || word.startsWith(other) || differInOne(word, other))) ||
      [...other].sort().join() === letters
    );
  });
}

/** Describes an unknown key: the known ones, and that which may have been meant. */
export function unknownKeyText(key: string, known: readonly string[]): string {
  const meant = meantBy(key, known);
  const hint = meant === undefined ? '; known' : `: did you mean ${meant}? Known`;
  return `is not a known key${hint} keys: ${known.join(', ') || 'none'}`;
}

/** Returns the error for an unknown key of an argument. */
export const unknownKey = (key: string, known: readonly string[]): AvalancheError =>
  new AvalancheError('BadArgument', unknownKeyText(key, known)).at(named(key));

/** Refuses an object with an unknown key. These are reported before missing ones, because they may be misspelt known ones. */
function checkKeys(given: object, known: object): void {
  for (const key of Object.keys(given))
    if (!Object.hasOwn(known, key)) throw unknownKey(key, Object.keys(known));
}

const missing = (expected: string | undefined): AvalancheError =>
  new AvalancheError(
    'BadArgument',
    'is missing',
    expected === undefined ? {} : { expected, found: 'undefined' },
  );

/**
 * Declares structs, lists and unions. A declaration runs once on a source that records its types, and the decoder
 * and the step table of the encoder are derived from that.
 */
import { AvalancheError, climb } from '../errors/error.ts';
import { named } from '../errors/quote.ts';
import { encodeUTF8 } from '../text/utf8.ts';
import { type Decoder, type Writer, wrong } from './cursor.ts';
import {
  type Description,
  type Infer,
  type JSONShape,
  type Meaning,
  makeType,
  type Part,
  type Source,
  type StructShape,
  type Type,
  type UnionJSON,
  type Word,
} from './type.ts';

const leaf = <T>(
  word: Word,
  size: number,
  read: (d: Decoder) => T,
  write: Type<T>['write'],
): Type<T> =>
  makeType(
    word,
    Number.POSITIVE_INFINITY,
    () => ({ min: size, shape: { kind: 'leaf', word, size } }),
    read,
    write,
  );
const bytes = (word: Word, n: number, read: (d: Decoder) => Uint8Array): Type<Uint8Array> =>
  leaf(word, n, read, (w, v) => w.fixed(v, n));

/** The types of the source's words without arguments. */
export const leaves = /* @__PURE__ */ (() => ({
  u8: leaf<number>(
    'u8',
    1,
    (d) => d.u8(),
    (w, v) => w.u8(v),
  ),
  u16: leaf<number>(
    'u16',
    2,
    (d) => d.u16(),
    (w, v) => w.u16(v),
  ),
  u32: leaf<number>(
    'u32',
    4,
    (d) => d.u32(),
    (w, v) => w.u32(v),
  ),
  u64: leaf<bigint>(
    'u64',
    8,
    (d) => d.u64(),
    (w, v) => w.u64(v),
  ),
  i64: leaf<bigint>(
    'i64',
    8,
    (d) => d.i64(),
    (w, v) => w.i64(v),
  ),
  bool: leaf<boolean>(
    'bool',
    1,
    (d) => d.bool(),
    (w, v) => w.bool(v),
  ),
  id: bytes('id', 32, (d) => d.id()),
  nodeID: bytes('nodeID', 20, (d) => d.nodeID()),
  shortID: bytes('shortID', 20, (d) => d.shortID()),
  address: bytes('address', 20, (d) => d.address()),
  blob: leaf<Uint8Array>(
    'blob',
    4,
    (d) => d.blob(),
    (w, v) => w.blob(v),
  ),
  base64: leaf<Uint8Array>(
    'base64',
    4,
    (d) => d.base64(),
    (w, v) => w.blob(v),
  ),
  string: leaf<string>(
    'string',
    2,
    (d) => d.string(),
    (w, v) => {
      if (typeof v !== 'string')
        throw new AvalancheError('OutOfRange', `must be text, got ${typeof v}`);
      const b = encodeUTF8(v);
      if (b.length > 0xffff)
        throw new AvalancheError(
          'TooLong',
          `the text has ${b.length} bytes, at most 65535 are allowed`,
          { length: b.length, max: 0xffff },
        );
      w.u16(b.length);
      w.fixed(b, b.length);
    },
  ),
}))();

/** `n` bytes; hex with `0x` in JSON. */
export const fixed = (n: number): Type<Uint8Array> => bytes('fixed', n, (d) => d.fixed(n));
/** `n` bytes; a list of numbers in JSON. */
export const numbers = (n: number): Type<Uint8Array> => bytes('numbers', n, (d) => d.numbers(n));

/** The values of a declaration. Write `interface X extends Declared<typeof x> {}`, so that editors show the name. */
export type Declared<F extends (s: never) => object> = Readonly<ReturnType<F>>;

/** A note for every field with its meaning and unit, and a role where it has one. */
export type Notes<T> = { readonly [K in Exclude<keyof T, 'type'>]: string | Meaning };

/**
 * Ways to write a property: a positive number writes that many bytes; the others avoid a call to the property's
 * own type.
 */
const call = 0;
const tag = -1;
const pick = -2;
const u32 = -3;
const u64 = -4;
function wayOf({ shape }: Type<unknown>): number {
  if (shape.kind !== 'leaf') return call;
  const { word, size } = shape;
  if (word === 'u32' || word === 'u64') return word === 'u32' ? u32 : u64;
  return /^(id|nodeID|address|shortID|fixed|numbers)$/.test(word) ? size : call;
}

/** Declares a list: a u32 count and its elements. */
export function list<T>(
  type: Type<T>,
  read: Type<readonly T[]>['read'] = (d) => d.list(type),
): Type<readonly T[]> {
  const { name, write } = type;
  let way: number | undefined;
  const describe = () => ({ min: 4, shape: { kind: 'list', of: type } as const });
  return makeType(`${name}[]`, Number.POSITIVE_INFINITY, describe, read, (w, v) => {
    w.count(v);
    way ??= wayOf(type);
    let i = 0;
    try {
      if (way > 0) for (; i < v.length; i++) w.fixed(v[i] as Uint8Array, way);
      else if (way === u32) for (; i < v.length; i++) w.u32(v[i] as number);
      else for (; i < v.length; i++) write(w, v[i]!);
    } catch (e) {
      throw climb(e, i);
    }
  });
}

/** Types of the words used so far by the declaration that is being described, in order. */
let given: Type<unknown>[] = [];

/** The source that a declaration runs on once to be described: each word returns its type. */
const words: Source = /* @__PURE__ */ (() => {
  const note = (type: Type<unknown>) => {
    given.push(type);
    return type;
  };
  const all: Record<string, (argument: never) => Type<unknown>> = {
    fixed: (n: number) => note(fixed(n)),
    numbers: (n: number) => note(numbers(n)),
    list: (type: Type<unknown>) => note(list(type)),
    u32s: () => note(list(leaves.u32, (d) => d.u32s())),
    ids: () => note(list(leaves.id, (d) => d.ids())),
    addresses: () => note(list(leaves.address, (d) => d.addresses())),
    shortIDs: () => note(list(leaves.shortID, (d) => d.shortIDs())),
    fixeds: (n: number) => note(list(fixed(n), (d) => d.fixeds(n))),
    of: note,
  };
  for (const [word, type] of Object.entries(leaves)) all[word] = () => note(type);
  return all as unknown as Source;
})();

/** Builds the error for a value whose `type` is not a member of this union. */
export const unknownType = (type: unknown, name: string): AvalancheError =>
  new AvalancheError('UnknownTypeID', `expected ${name}, got ${named(type)}`, {
    found: named(type),
    expected: name,
  });

/** Writes one property, and links to the next step. */
interface Step {
  /** Key of the property; undefined at the end. */
  readonly key: string | undefined;
  readonly way: number;
  readonly write: Type<unknown>['write'];
  /** Expected type, for errors: the struct, or the union whose member `type` selects. */
  readonly name: string;
  /** The typeID of a union's member. */
  readonly id: number;
  readonly members: ReadonlyMap<unknown, Step>;
  /** The next step; for a union, the member used last. */
  next: Step;
}
const none: ReadonlyMap<unknown, Step> = /* @__PURE__ */ new Map();

/** Creates all steps, so that they share one hidden class. */
const makeStep = (
  key: string | undefined,
  way: number,
  write: Step['write'],
  name: string,
  next?: Step,
  id = 0,
  members = none,
): Step => ({ key, way, write, name, id, members, next: next! });

/** Returns the steps that write a struct, with its typeID as a member of a union. */
function stepsOf({ name, shape, write }: Type<unknown>, id?: number): Step {
  const { tagged, fields } = shape as StructShape;
  const first = fields.reduceRight(
    (next, { key, type }) => makeStep(key, wayOf(type), type.write, name, next),
    makeStep(undefined, call, write, name),
  );
  return tagged ? makeStep('type', tag, write, name, first, id) : first;
}

/** Writes one property and returns the next step. */
function writeStep(w: Writer, step: Step, field: unknown): Step {
  const { way } = step;
  if (way > 0) w.fixed(field as Uint8Array, way);
  else if (way === u32) w.u32(field as number);
  else if (way === u64) w.u64(field as bigint);
  else if (way === call) step.write(w, field);
  else if (way === pick) {
    const member = field === step.next.name ? step.next : step.members.get(field);
    if (member === undefined) throw unknownType(field, step.name);
    w.u32(member.id);
    step.next = member;
    return member.next;
  } else if (field !== step.name) throw unknownType(field, step.name);
  return step.next;
}

/** Writes an object, starting at a step. */
function writeSteps(w: Writer, first: Step, value: object): void {
  let step = first;
  try {
    // Decoded values have their keys in wire order: one pass, without look-ups by name.
    for (const key in value) {
      if (key !== step.key) break;
      step = writeStep(w, step, (value as Record<string, unknown>)[key]);
    }
    while (step.key !== undefined)
      step = writeStep(w, step, (value as Record<string, unknown>)[step.key]);
  } catch (e) {
    throw step.way === tag || step.way === pick ? e : climb(e, step.key!);
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Describes a struct by running its declaration; see `struct`. */
function describe<T extends object>(
  name: string,
  declare: (s: Source) => T,
  notes: Notes<T> | (() => Notes<T>),
  json: JSONShape<never>,
): Description {
  given = [];
  const table = Object.entries(declare(words)) as [string, Type<unknown>][];
  const types = given;
  const tagged = table[0]?.[0] === 'type';
  const order = tagged ? table.slice(1) : table;
  if (order.length !== types.length || order.some(([, type], i) => type !== types[i]))
    throw new AvalancheError(
      'BadArgument',
      `${name}: every property must be one word of the source, in wire order`,
    );
  if (tagged && (table[0]![1] as unknown) !== name)
    throw new AvalancheError('BadArgument', `${name}: its type says ${table[0]![1]}`);
  const keys = order.map(([key]) => key);
  for (const { before } of Object.values(json.also ?? {}))
    if (before !== null && !keys.includes(before))
      throw new AvalancheError(
        'BadArgument',
        `${name}: a JSON-only key stands before ${before}, which does not exist`,
      );
  const said: Record<string, string | Meaning> = typeof notes === 'function' ? notes() : notes;
  const fields = order.map(([key, type]) => {
    const note = said[key]!;
    return typeof note === 'object' ? { key, type, ...note } : { key, type, note };
  });
  const min = types.reduce((sum, type) => sum + type.min, 0);
  return { min, shape: { kind: 'struct', tagged, fields, json } };
}

/**
 * Declares a struct. `declare` uses one word of the source per property, in wire order, and may start with a
 * literal `type` equal to `name`. Branches, arithmetic and spreads are not allowed.
 * @param notes Notes on the fields. Pass a function if they are built from others: bundlers only drop a type whose
 *   arguments have no side effects.
 * @throws {AvalancheError} `BadArgument` on first use, if the declaration breaks these rules.
 */
export function struct<T extends object>(
  name: string,
  declare: (s: Source) => T,
  notes: Notes<T> | (() => Notes<T>),
  json: JSONShape<NoInfer<T>> = {},
): Type<Readonly<T>> {
  let first: Step | undefined;
  const type: Type<Readonly<T>> = makeType(
    name,
    Number.POSITIVE_INFINITY,
    () => describe(name, declare, notes, json),
    declare,
    (w, value) => {
      if (!isObject(value)) throw wrong(value, `a ${name}`);
      writeSteps(w, (first ??= stepsOf(type as Type<unknown>)), value);
    },
  );
  return type;
}

/** Builds the error for an unknown typeID. */
export const unknownTypeID = (id: number, name: string, offset: number): AvalancheError =>
  new AvalancheError(
    'UnknownTypeID',
    `typeID ${id} is not one of ${name}`,
    { found: id, expected: name },
    { offset },
  );

/** Builds the error for an unknown codec version. */
export const badVersion = (version: number, offset: number): AvalancheError =>
  new AvalancheError(
    'BadVersion',
    `codec version ${version} is not known`,
    { version },
    { offset },
  );

/**
 * Declares a Go interface: a u32 typeID and one of `members`. Use one table per slot and codec, in registration
 * order; gaps are types that the slot does not accept.
 */
export function union<const M extends { readonly [typeID: number]: Part<unknown> }>(
  name: string,
  members: M,
  json?: UnionJSON,
): Part<Infer<M[keyof M]>>;
export function union<const M extends { readonly [typeID: number]: Type<unknown> }>(
  name: string,
  members: M,
  json?: UnionJSON,
): Type<Infer<M[keyof M]>>;
export function union<const M extends { readonly [typeID: number]: Type<unknown> }>(
  name: string,
  members: M,
  json: UnionJSON = {},
): Type<Infer<M[keyof M]>> {
  type T = Infer<M[keyof M]>;
  if (typeof members !== 'object' || members === null)
    throw new AvalancheError('BadArgument', 'members must be an object');
  const table = new Map(Object.entries(members).map(([key, type]) => [Number(key), type]));
  const byID: (Type<unknown> | undefined)[] = [];
  for (const [id, type] of table) byID[id] = type;
  const steps = (): Step => {
    const byName = new Map([...table].map(([id, type]) => [type.name, stepsOf(type, id)]));
    const [any] = byName.values();
    return makeStep('type', pick, any!.write, name, any, 0, byName);
  };
  let first: Step | undefined;
  return makeType<T>(
    name,
    Number.POSITIVE_INFINITY,
    () => ({
      min: 4 + Math.min(...[...table.values()].map((type) => type.min)),
      shape: { kind: 'union', members: table, json },
    }),
    (d) => {
      const id = d.u32();
      const type = byID[id];
      if (type === undefined) throw unknownTypeID(id, name, d.offset - 4);
      return type.read(d) as T;
    },
    (w, value) => {
      if (!isObject(value)) throw unknownType(undefined, name);
      writeSteps(w, (first ??= steps()), value);
    },
  );
}

import { sha256 } from '../crypto/hash.ts';
import { climb, isError, isRaw } from '../errors/error.ts';
import { anObject, checkArgument, optional, optionsOf } from '../schema/check.ts';
import { formatBase64 } from '../text/base64.ts';
import { formatHex } from '../text/hex.ts';
import { formatID, formatNodeID, formatShortID } from '../text/id.ts';
import { jsonString } from '../text/json.ts';
import { encode } from './codec.ts';
import { type Context, plainContext } from './context.ts';
import type { Also, Field, StructShape, Type, Word } from './type.ts';
import { typeArgument } from './type.ts';
import type { Span } from './walk.ts';

/** Known ids in CB58, by value. */
export type KnownIDs = Pick<ReadonlyMap<unknown, string>, 'get'>;

interface Job extends Context {
  readonly ids?: KnownIDs | undefined;
}
type Print = (value: never, c: Job) => string;
type PrintLeaf = (value: never, c: Context) => string;

const plain = (v: unknown) => `${v}`;
const text = (format: (bytes: Uint8Array) => string) => (v: Uint8Array) => `"${format(v)}"`;
const words: { readonly [W in Word]: PrintLeaf } = {
  u8: plain,
  u16: plain,
  u32: plain,
  u64: plain,
  i64: plain,
  bool: plain,
  id: text(formatID),
  nodeID: text(formatNodeID),
  shortID: text(formatShortID),
  address: (v: Uint8Array, c) => `"${c.formatAddress(v)}"`,
  fixed: text(formatHex),
  numbers: (v: Uint8Array) => `[${v.join(',')}]`,
  blob: text(formatHex),
  base64: text(formatBase64),
  string: jsonString,
};

/** Formats the JSON of a leaf. */
const leafText = (word: Word, value: unknown, c: Context = plainContext): string =>
  words[word](value as never, c);

const spanOptions = /* @__PURE__ */ (() => optionsOf({ context: optional(anObject) }))();

/**
 * Formats the value of a field as in the node's JSON, for tables of the fields that `spansOf` returns; counts, codec versions and type IDs as
 * numbers.
 * @param options.context How addresses are printed, as `jsonContext` of `avalanche-tx/network` returns it; CB58 if omitted.
 * @example
 * import { open, spansOf } from 'avalanche-tx';
 * const opened = open('0x000000000013000000006553f10000000000');
 * spansOf(opened).map((span) => spanToJSONText(span)); // ['0', '19', '1700000000', '0']
 */
export function spanToJSONText(
  span: Pick<Span, 'word' | 'value'>,
  options: Pick<ToJSONOptions, 'context'> = {},
): string {
  checkArgument<object>(span, anObject, 'span');
  checkArgument(options, spanOptions, 'options');
  const { word, value } = span;
  return Object.hasOwn(words, word)
    ? leafText(word as Word, value, options.context)
    : String(value);
}

/** Formats the value of a JSON-only key. */
export function alsoText(also: Also<never>, value: unknown, c: Job): string {
  if (!('idOf' in also)) return also.text(value as never, c);
  return `"${c.ids?.get(value) ?? formatID(sha256(encode(also.idOf(), value)))}"`;
}

/** Returns the parts of a struct's JSON in the node's order: its fields, and JSON-only keys. */
function printedOf({
  fields,
  json,
}: StructShape): readonly (Field | readonly [string, Also<never>])[] {
  const also = Object.entries(json.also ?? {});
  const before = (key: string | null) => also.filter(([, rule]) => rule.before === key);
  const order = json.sorted ? [...fields].sort((a, b) => (a.key < b.key ? -1 : 1)) : fields;
  return [...order.flatMap((field) => [...before(field.key), field]), ...before(null)];
}

/** Returns the keys of a struct's JSON in the node's order. */
export const printedKeys = (shape: StructShape): readonly string[] =>
  printedOf(shape).map((item) => ('key' in item ? item.key : item[0]));

function printStruct(shape: StructShape): Print {
  const heads = printedKeys(shape).map((key, i) => `${i === 0 ? '{' : ','}"${key}":`);
  const prints = printedOf(shape).map((item) => {
    if (!('key' in item))
      return (value: Record<string, never>, c: Job) => alsoText(item[1], value, c);
    const { key, type } = item;
    const print = printer(type);
    return (value: Record<string, never>, c: Job) => print(value[key]!, c);
  });
  return (value, c) => {
    let out = '';
    for (let i = 0; i < prints.length; i++) out += heads[i]! + prints[i]!(value, c);
    return prints.length === 0 ? '{}' : `${out}}`;
  };
}

function makePrinter({ shape }: Type<unknown>): Print {
  switch (shape.kind) {
    case 'leaf':
      return words[shape.word];
    case 'list': {
      const print = printer(shape.of);
      return (values: readonly never[], c) => {
        let out = '[';
        for (let i = 0; i < values.length; i++) out += (i === 0 ? '' : ',') + print(values[i]!, c);
        return `${out}]`;
      };
    }
    case 'struct':
      return printStruct(shape);
    case 'union': {
      const members = new Map([...shape.members.values()].map((m) => [m.name, printer(m)]));
      return (value: { readonly type: string }, c) =>
        members.get(value.type)!(value as never, shape.json.bare ? { ...c, ...plainContext } : c);
    }
    case 'versioned':
      return printer(shape.of);
  }
}

const printers = /* @__PURE__ */ new WeakMap<Type<unknown>, Print>();

/** Returns the printer of a type, created on first use. */
function printer(type: Type<unknown>): Print {
  let print = printers.get(type);
  if (!print) printers.set(type, (print = makePrinter(type)));
  return print;
}

/** How a value is printed. */
export interface ToJSONOptions {
  /** How addresses and fxIDs are printed, as `jsonContext` of `avalanche-tx/network` returns it; addresses are CB58 if omitted. */
  readonly context?: Context;
  /** Known ids, by value, which then need not be encoded and hashed again. */
  readonly ids?: KnownIDs | undefined;
}
const toJSONOptions = /* @__PURE__ */ (() =>
  optionsOf({ context: optional(anObject), ids: optional(anObject) }))();

/**
 * Formats a value as the node's JSON text, with the same keys, order and digits.
 * @throws {AvalancheError} `Unsupported` if the node itself cannot print the value (an fxIndex of 3 or more); as
 *   `encode` if the value is not of its type.
 */
export function valueToJSONText<T>(type: Type<T>, value: T, options: ToJSONOptions = {}): string {
  checkArgument(type, typeArgument, 'type');
  checkArgument(options, toJSONOptions, 'options');
  const { context = plainContext, ids } = options;
  try {
    const { formatAddress, parseAddress, formatFxID } = context;
    return printer(type)(value as never, { formatAddress, parseAddress, formatFxID, ids });
  } catch (e) {
    // Encoding the value throws the error with the invalid field.
    if (isRaw(e) || isError(e, 'BadArgument')) encode(type, value);
    throw climb(e);
  }
}

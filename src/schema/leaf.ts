import { asBytes } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { quoted } from '../errors/quote.ts';
import { parseAccount } from '../text/account.ts';
import { readAddress } from '../text/address.ts';
import {
  type BytesLike,
  bytesOf,
  type IDLike,
  idBytes,
  type NodeIDLike,
  nodeIDBytes,
} from '../text/given.ts';
import { type Encoding, formatBytes, formatHex, parseBytes, parseHex } from '../text/hex.ts';
import {
  formatID,
  formatNodeID,
  formatShortID,
  parseID,
  parseNodeID,
  parseShortID,
} from '../text/id.ts';
import { isJSONObject, type JSONValue } from '../text/json.ts';
import { wordOf } from './check.ts';
import { type JSONObject, leaf, type Schema, tested, unfit, unwritable } from './schema.ts';

/** Text that is validated by `check` and kept unchanged. */
export function checked(name: string, check: (text: string) => unknown): Schema<string> {
  const read = (json: JSONValue): string => {
    if (typeof json !== 'string') throw unfit(`a string (${name})`, json);
    check(json);
    return json;
  };
  return leaf(name, read, read);
}

/** Validated text, which can also be written from bytes. */
function name<In extends string | Uint8Array | ArrayBuffer>(
  of: string,
  check: (text: string) => unknown,
  format: (bytes: Uint8Array) => string,
): Schema<string, In> {
  const { parse } = checked(of, check);
  return leaf(of, parse, (value) => {
    if (typeof value === 'string') return parse(value);
    const bytes = asBytes(value);
    if (bytes) return format(bytes);
    throw unwritable(`${of}: text or bytes`, value);
  });
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isTextOrBytes = (value: unknown): boolean => isText(value) || asBytes(value) !== undefined;

/** Requires arguments to be text or bytes. */
export const textOrBytes = <T, In>(schema: Schema<T, In>, expected: string): Schema<T, In> =>
  tested(schema, expected, isTextOrBytes);

/** Any text. */
export const string: Schema<string> = /* @__PURE__ */ tested(
  /* @__PURE__ */ checked('string', () => {}),
  'text',
  isText,
);

/** `true` or `false`. */
export const bool: Schema<boolean> = /* @__PURE__ */ (() => {
  const read = (json: JSONValue): boolean => {
    if (typeof json !== 'boolean') throw unfit('a bool', json);
    return json;
  };
  return leaf('bool', read, read);
})();

/** Any JSON, with exact numbers; integers are `bigint`. */
export const json: Schema<JSONValue> = /* @__PURE__ */ leaf(
  'JSON',
  (value) => value,
  (value) => value,
);

/** Any JSON object. */
export const jsonObject: Schema<JSONObject> = /* @__PURE__ */ (() => {
  const read = (value: JSONObject | JSONValue): { [key: string]: JSONValue } => {
    if (isJSONObject(value as JSONValue)) return value as { [key: string]: JSONValue };
    throw unfit('an object', value as JSONValue);
  };
  return leaf('JSON', read, read);
})();

/** One of several words. */
export function oneOf<const V extends string>(...values: readonly V[]): Schema<V> {
  const of = values.join(' | ');
  const read = (value: JSONValue): V => {
    if (!(values as readonly JSONValue[]).includes(value)) throw unfit(of, value);
    return value as V;
  };
  return { ...leaf(of, read, read), check: wordOf(...values).check };
}

/** One of several words, with the meaning of each. */
export const words = <const M extends { readonly [word: string]: string }>(
  meanings: M,
): Schema<keyof M & string> & { readonly meanings: M } => ({
  ...oneOf(...(Object.keys(meanings) as (keyof M & string)[])),
  meanings,
});

/**
 * An id as validated CB58 text. It stays text, because ids in replies are compared, printed and passed to the next
 * call. Bytes can be written too.
 */
export const idText: Schema<string, IDLike> = /* @__PURE__ */ name('id', parseID, formatID);
/** `NodeID-…` as validated text; bytes can be written too. */
export const nodeIDText: Schema<string, NodeIDLike> = /* @__PURE__ */ name(
  'nodeID',
  parseNodeID,
  formatNodeID,
);
/**
 * An address as validated text: `P-avax1…`, or CB58 of 20 bytes as in old nodes; 20 bytes can be written too, as
 * CB58.
 */
export const addressText: Schema<string, string | Uint8Array> = /* @__PURE__ */ name(
  'address',
  (text) => (text.includes('-') ? readAddress(text) : parseShortID(text)),
  formatShortID,
);
/** An EVM account as validated text: `0x` and 40 digits; an EIP-55 checksum is verified. */
export const accountText = /* @__PURE__ */ checked('account', parseAccount);

/** The 32 bytes of an id; CB58 in JSON. */
export const id: Schema<Uint8Array, IDLike> = /* @__PURE__ */ textOrBytes(
  /* @__PURE__ */ leaf(
    'id',
    (value) => parseID(string.parse(value)),
    (value: IDLike) => formatID(idBytes(value)),
  ),
  'CB58 text or 32 bytes',
);
/** The 20 bytes of a node id; `NodeID-…` in JSON. */
export const nodeID: Schema<Uint8Array, NodeIDLike> = /* @__PURE__ */ textOrBytes(
  /* @__PURE__ */ leaf(
    'nodeID',
    (value) => parseNodeID(string.parse(value)),
    (value: NodeIDLike) => formatNodeID(nodeIDBytes(value)),
  ),
  'NodeID-… or 20 bytes',
);
/** Bytes; hex with `0x` and without a checksum in JSON. */
export const hex: Schema<Uint8Array, BytesLike> = /* @__PURE__ */ textOrBytes(
  /* @__PURE__ */ leaf(
    'hex',
    (value) => parseHex(string.parse(value)),
    (value: BytesLike) => formatHex(bytesOf(value)),
  ),
  'hex text or bytes',
);
/** A fixed number of bytes; hex with `0x` and without a checksum in JSON. */
export const hexOf = (length: number): Schema<Uint8Array, BytesLike> =>
  textOrBytes(
    leaf(
      `hex of ${length} bytes`,
      (value) => {
        const bytes = hex.parse(value);
        if (bytes.length === length) return bytes;
        throw new AvalancheError('BadText', `must have ${length} bytes, got ${bytes.length}`, {
          kind: 'hex',
        });
      },
      (value: BytesLike) => formatHex(bytesOf(value, length)),
    ),
    `hex text or bytes, ${length} of them`,
  );

const encodings: readonly unknown[] = ['hex', 'hexc', 'hexnc'] satisfies readonly Encoding[];

/** Returns the value of the `encoding` field in the same object; `hex`, with a checksum, if absent. */
function encodingBeside(around: object | undefined): Encoding {
  const { encoding = 'hex' } = (around ?? {}) as { readonly encoding?: unknown };
  if (encodings.includes(encoding)) return encoding as Encoding;
  throw new AvalancheError('BadJSON', `must have an encoding of bytes, got ${quoted(encoding)}`);
}

function encodedBytes(text: string, encoding: Encoding): Uint8Array {
  if (text === '') throw new AvalancheError('BadText', 'must be bytes', { kind: 'hex' });
  return parseBytes(text, encoding);
}

/**
 * Bytes in the encoding that the `encoding` field of the same object names. The checksum is verified; text is
 * written unchanged after validation.
 * @throws {AvalancheError} `BadText`, `BadChecksum`; `BadJSON`: not text, or not an encoding of bytes.
 */
export const encoded: Schema<Uint8Array, BytesLike> = {
  name: 'hex',
  late: true,
  parse(value, around) {
    const encoding = encodingBeside(around);
    if (typeof value !== 'string') throw unfit(`${encoding}, as the encoding says`, value);
    return encodedBytes(value, encoding);
  },
  format(value, around) {
    const encoding = encodingBeside(around);
    if (typeof value !== 'string') return formatBytes(bytesOf(value), encoding);
    encodedBytes(value, encoding);
    return value;
  },
  check: (value) => encoded.format(value as BytesLike),
};

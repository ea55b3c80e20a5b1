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
import { type JSONObject, leaf, type Schema, tested, unfit, unwritable } from './schema.ts';

/** A text that is kept as it came once `check` has nothing against it. */
export function checked(name: string, check: (text: string) => unknown): Schema<string> {
  const read = (json: JSONValue): string => {
    if (typeof json !== 'string') throw unfit(`a string (${name})`, json);
    check(json);
    return json;
  };
  return leaf(name, read, read);
}

/** A checked text, which is also written from bytes. */
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

/** A schema whose arguments may be text or bytes. */
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

/** JSON that has no fixed form, every digit kept; integers are `bigint`. */
export const json: Schema<JSONValue> = /* @__PURE__ */ leaf(
  'JSON',
  (value) => value,
  (value) => value,
);

/** A JSON object of no fixed form. */
export const jsonObject: Schema<JSONObject> = /* @__PURE__ */ (() => {
  const read = (value: JSONObject | JSONValue): { [key: string]: JSONValue } => {
    if (isJSONObject(value as JSONValue)) return value as { [key: string]: JSONValue };
    throw unfit('an object', value as JSONValue);
  };
  return leaf('JSON', read, read);
})();

/** One of some words; any other is refused. */
export function oneOf<const V extends string>(...values: readonly V[]): Schema<V> {
  const of = values.join(' | ');
  const read = (value: JSONValue): V => {
    if (!(values as readonly JSONValue[]).includes(value)) throw unfit(of, value);
    return value as V;
  };
  return {
    ...leaf(of, read, read),
    check(value) {
      if (!(values as readonly unknown[]).includes(value))
        throw new AvalancheError(
          'OutOfRange',
          `must be one of ${values.join(', ')}, got ${quoted(value)}`,
        );
    },
  };
}

/** One of some words, with what each of them means. */
export const words = <const M extends { readonly [word: string]: string }>(
  meanings: M,
): Schema<keyof M & string> & { readonly meanings: M } => ({
  ...oneOf(...(Object.keys(meanings) as (keyof M & string)[])),
  meanings,
});

/**
 * An id as CB58 text, which is checked and stays text: in replies ids are compared, printed and passed to the next call. Bytes are
 * written too.
 */
export const idText: Schema<string, IDLike> = /* @__PURE__ */ name('id', parseID, formatID);
/** `NodeID-…` as text, which is checked; bytes are written too. */
export const nodeIDText: Schema<string, NodeIDLike> = /* @__PURE__ */ name(
  'nodeID',
  parseNodeID,
  formatNodeID,
);
/** `P-avax1…`, or CB58 of 20 bytes as old nodes wrote it, as text, which is checked; 20 bytes are written too, as CB58. */
export const addressText: Schema<string, string | Uint8Array> = /* @__PURE__ */ name(
  'address',
  (text) => (text.includes('-') ? readAddress(text) : parseShortID(text)),
  formatShortID,
);
/** `0x` and 40 digits as text; a checksum of both cases is checked. */
export const accountText = /* @__PURE__ */ checked('account', parseAccount);

/** The 32 bytes of an id, from CB58. */
export const id: Schema<Uint8Array, IDLike> = /* @__PURE__ */ textOrBytes(
  /* @__PURE__ */ leaf(
    'id',
    (value) => parseID(string.parse(value)),
    (value: IDLike) => formatID(idBytes(value)),
  ),
  'CB58 text or 32 bytes',
);
/** The 20 bytes of a node's id, from `NodeID-…`. */
export const nodeID: Schema<Uint8Array, NodeIDLike> = /* @__PURE__ */ textOrBytes(
  /* @__PURE__ */ leaf(
    'nodeID',
    (value) => parseNodeID(string.parse(value)),
    (value: NodeIDLike) => formatNodeID(nodeIDBytes(value)),
  ),
  'NodeID-… or 20 bytes',
);
/** Bytes from `0x…` without a checksum. */
export const hex: Schema<Uint8Array, BytesLike> = /* @__PURE__ */ textOrBytes(
  /* @__PURE__ */ leaf(
    'hex',
    (value) => parseHex(string.parse(value)),
    (value: BytesLike) => formatHex(bytesOf(value)),
  ),
  'hex text or bytes',
);
/** So many bytes from `0x…` without a checksum. */
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

/** What the field `encoding` beside a text says; hex, with a checksum, where it is absent. */
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
 * Bytes in the node's encoding that the field `encoding` beside them names. They are read once, checksum verified; text is written
 * as it is given once it is checked.
 * @throws {AvalancheError} `BadText`, `BadChecksum`; `BadJSON`: not text, or an encoding that is not of bytes.
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
};

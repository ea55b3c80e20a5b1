import { toBytes } from '../errors/arguments.ts';
import { AvalancheError, climb, isError } from '../errors/error.ts';
import { checkArgument } from '../schema/check.ts';
import { Decoder, tooLong, Writer } from './cursor.ts';
import { badVersion, unknownType } from './declare.ts';
import { Scan, scan } from './scan.ts';
import { type Infer, makeType, type Type, typeArgument } from './type.ts';
import { rootOf } from './walk.ts';

/**
 * Declares the outermost type: the codec version (u16, always 0) and a value, with a maximum size.
 * Source: avalanchego `codec/manager.go`.
 * @param root First step of an error's path.
 */
export const versioned = <T>(root: string, type: Type<T>, max: number): Type<T> =>
  makeType<T>(
    root,
    max,
    () => ({ min: 2 + type.min, shape: { kind: 'versioned', of: type } }),
    (d) => {
      const version = d.u16();
      if (version !== 0) throw badVersion(version, d.offset - 2);
      return type.read(d);
    },
    (w, value) => {
      w.u16(0);
      type.write(w, value);
    },
  );

/**
 * Like `versioned`, for a codec with one layout per version. The value's `type` selects the version; in JSON,
 * `version` does.
 * Source: avalanchego `snow/engine/avalanche/vertex/codec.go`.
 */
export function versions<const M extends { readonly [version: number]: Type<unknown> }>(
  root: string,
  members: M,
  max: number,
): Type<Infer<M[keyof M]>> {
  const table = new Map(Object.entries(members).map(([key, type]) => [Number(key), type]));
  return makeType<Infer<M[keyof M]>>(
    root,
    max,
    () => ({
      min: 2 + Math.min(...[...table.values()].map((type) => type.min)),
      shape: { kind: 'union', members: table, json: {}, versions: true },
    }),
    (d) => {
      const version = d.u16();
      const type = table.get(version);
      if (!type) throw badVersion(version, d.offset - 2);
      return type.read(d) as Infer<M[keyof M]>;
    },
    (w, value) => {
      const name = (value as { readonly type?: unknown } | null | undefined)?.type;
      const found = [...table].find(([, type]) => type.name === name);
      if (!found) throw unknownType(name, root);
      w.u16(found[0]);
      found[1].write(w, value);
    },
  );
}

/** Larger inputs are scanned before values are created, so that rejecting them costs no memory. */
const large = 1 << 16;

/**
 * Decodes all of `bytes` as one value. Byte fields are views on `bytes`: pass a copy if that buffer will be
 * reused.
 * @throws {AvalancheError} `Truncated`, `TrailingBytes`, `TooLong`, `BadVersion`, `UnknownTypeID` or `OutOfRange`,
 *   with path and offset.
 */
export function decode<T>(type: Type<T>, bytes: Uint8Array): T {
  try {
    const d = new Decoder(bytes);
    const n = d.bytes.length;
    if (n > type.max) throw tooLong(n, type.max);
    if (n > large) scan(type, d.bytes);
    const value = type.read(d);
    d.end();
    return value;
  } catch (e) {
    checkArgument(type, typeArgument, 'type');
    throw isError(e) ? placed(type, bytes, e) : climb(e, rootOf(type));
  }
}

/** Adds the path to a decoding error by scanning the bytes again. */
function placed(type: Type<unknown>, bytes: Uint8Array, e: AvalancheError): AvalancheError {
  if (e.path.length > 0) return e;
  const s = e.offset === undefined ? undefined : new Scan(toBytes(bytes));
  return (s && !s.fits(type) && s.error(type)) || e.at(rootOf(type));
}

const writer = new Writer();

/**
 * Encodes a value.
 * @throws {AvalancheError} `OutOfRange`, `TooLong` or `UnknownTypeID`, with the path of the invalid field.
 */
export function encode<T>(type: Type<T>, value: T): Uint8Array {
  writer.offset = 0;
  try {
    type.write(writer, value);
    if (writer.offset > type.max)
      throw new AvalancheError(
        'TooLong',
        `${writer.offset} bytes, at most ${type.max} are allowed`,
        { length: writer.offset, max: type.max },
      );
    return writer.take();
  } catch (e) {
    checkArgument(type, typeArgument, 'type');
    throw climb(e, rootOf(type));
  }
}

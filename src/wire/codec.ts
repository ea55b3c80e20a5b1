import { CodecError, type Path } from '../errors.ts';
import { Decoder, Writer } from './cursor.ts';
import { makeType, type Type } from './type.ts';
import { rootOf, walk } from './walk.ts';

/**
 * Puts the codec version (u16, always 0) in front of a type and a limit on the whole: what stands alone on
 * the wire. Source: avalanchego `codec/manager.go`.
 * @param root First step of an error's path.
 */
export const versioned = <T>(root: string, of: Type<T>, max: number): Type<T> =>
  makeType<T>(
    root,
    2 + of.min,
    max,
    { kind: 'versioned', of },
    (d) => {
      const version = d.u16();
      if (version !== 0)
        throw new CodecError('BadVersion', `codec version ${version}, known is 0`, d.offset - 2);
      return of.read(d);
    },
    (w, value) => {
      w.u16(0);
      of.write(w, value);
    },
  );

/**
 * The value that `bytes` are, all of them. Byte fields are views on `bytes`: pass a copy if that
 * buffer will be reused.
 * @throws {CodecError} `Truncated`, `TrailingBytes`, `TooLong`, `BadVersion`, `UnknownTypeID` or
 * `OutOfRange`, with path and offset.
 */
export function decode<T>(type: Type<T>, bytes: Uint8Array): T {
  try {
    const d = new Decoder(bytes);
    const n = d.bytes.length;
    if (n > type.max) throw new CodecError('TooLong', `${n} bytes, at most ${type.max}`, type.max);
    const value = type.read(d);
    d.end();
    return value;
  } catch (e) {
    throw e instanceof CodecError ? e.at(...locate(type, bytes, e.offset)) : e;
  }
}

/** Where reading fails: the same way once more, this time by name. */
function locate(type: Type<unknown>, bytes: Uint8Array, offset: number): Path {
  const path: (string | number)[] = [rootOf(type)];
  if (offset < 0) return path;
  const d = new Decoder(bytes);
  if (d.bytes.length > type.max) return path;
  try {
    walk(type, d, path);
    return path.slice(0, 1);
  } catch {
    return path;
  }
}

const writer = new Writer();

/**
 * The bytes of a value.
 * @throws {CodecError} `OutOfRange`, `TooLong` or `UnknownTypeID` with the path of what cannot be written.
 */
export function encode<T>(type: Type<T>, value: T): Uint8Array {
  writer.offset = 0;
  try {
    type.write(writer, value);
    if (writer.offset > type.max)
      throw new CodecError('TooLong', `${writer.offset} bytes, at most ${type.max}`);
    return writer.take();
  } catch (e) {
    throw e instanceof CodecError ? e.at(rootOf(type)) : e;
  }
}

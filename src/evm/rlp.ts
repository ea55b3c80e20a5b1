import { RLP } from 'micro-eth-signer/core/rlp.js';
import { CodecError } from '../errors.ts';
import { bigintOf } from '../text/bytes.ts';

/** Bytes, or a list of such. */
export type Item = Uint8Array | readonly Item[];

const bad = (detail: string): CodecError => new CodecError('BadRLP', detail);

/**
 * The item that the bytes are, all of them, in the only form that it has. Bytes in it are views on the input.
 * @throws {CodecError} `BadRLP`
 */
export function decodeRLP(bytes: Uint8Array): Item {
  try {
    return RLP.decode(bytes) as Item;
  } catch (e) {
    throw bad((e as Error).message.replace(/^RLP\.decode: /, ''));
  }
}

/** The bytes of an item. */
export const encodeRLP = (item: Item): Uint8Array =>
  RLP.encode(item as Parameters<typeof RLP.encode>[0]);

/** A list, of `min` to `max` items. */
export function listOf(
  item: Item | undefined,
  min = 0,
  max = Number.POSITIVE_INFINITY,
): readonly Item[] {
  if (!Array.isArray(item)) throw bad('no list');
  if (item.length < min || item.length > max)
    throw bad(`a list of ${item.length} items, not ${min === max ? min : `${min} to ${max}`}`);
  return item;
}

/** Bytes, as many as said if that is said. */
export function bytesOf(item: Item | undefined, size?: number): Uint8Array {
  if (!(item instanceof Uint8Array)) throw bad('a list where bytes are meant');
  if (size !== undefined && item.length !== size) throw bad(`${item.length} bytes, not ${size}`);
  return item;
}

/** An integer in as few bytes as it takes, of at most `bits`. */
export function integerOf(item: Item | undefined, bits = Number.POSITIVE_INFINITY): bigint {
  const bytes = bytesOf(item);
  if (bytes[0] === 0) throw bad('an integer that starts with a zero byte');
  if (bytes.length * 8 > bits)
    throw bad(`an integer of ${bytes.length} bytes, at most ${bits / 8}`);
  return bigintOf(bytes);
}

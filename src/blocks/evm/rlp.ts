import { RLP } from '@ethereumjs/rlp';
import { toBytes } from '../../errors/arguments.ts';
import { AvalancheError } from '../../errors/error.ts';
import { bigintOf } from '../../text/hex.ts';

/** Bytes, or a list of items. */
export type Item = Uint8Array | readonly Item[];

const bad = (detail: string): AvalancheError => new AvalancheError('BadRLP', detail);

/** Maximum nesting of lists. Blocks need six: block, transactions, transaction, access list, entry, keys. */
const maxDepth = 16;

/**
 * Decodes bytes as one item in its only valid encoding.
 * @throws {AvalancheError} `BadRLP`
 */
export function decodeRLP(from: Uint8Array): Item {
  const bytes = toBytes(from);
  checkLengths(bytes);
  try {
    return RLP.decode(bytes) as Item;
  } catch (e) {
    throw bad((e as Error).message.replace(/^invalid RLP:? /, ''));
  }
}

/** Checks that no item is longer than the rest of the input, and that lists are not nested too deeply, before anything is allocated. */
function checkLengths(bytes: Uint8Array): void {
  if (bytes.length === 0) throw bad('empty input');
  const ends: number[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    while (ends.length > 0 && offset >= ends.at(-1)!) ends.pop();
    const start = offset;
    const first = bytes[offset++]!;
    const isList = first >= 0xc0;
    let length = Math.max(0, first - (isList ? 0xc0 : 0x80));
    if (length > 55) {
      const body = offset + length - 55;
      for (length = 0; offset < body; offset++) length = length * 256 + (bytes[offset] ?? 0);
    }
    if (offset + length > (ends.at(-1) ?? bytes.length))
      throw new AvalancheError(
        'BadRLP',
        `an item of ${length} bytes does not fit the bytes left`,
        {},
        { offset: start },
      );
    if (isList && ends.push(offset + length) > maxDepth)
      throw new AvalancheError(
        'BadRLP',
        `lists are nested deeper than ${maxDepth}`,
        {},
        { offset: start },
      );
    if (!isList) offset += length;
  }
}

/** An item of a list: where it starts, where its content starts, and where it ends. */
interface Place {
  readonly start: number;
  readonly body: number;
  readonly end: number;
}

/** Returns where the item at an offset of decodable bytes is. */
function placeOf(bytes: Uint8Array, start: number): Place {
  const first = bytes[start]!;
  if (first < 0x80) return { start, body: start, end: start + 1 };
  let length = first - (first >= 0xc0 ? 0xc0 : 0x80);
  let body = start + 1;
  if (length > 55) {
    const long = body + length - 55;
    for (length = 0; body < long; body++) length = length * 256 + bytes[body]!;
  }
  return { start, body, end: body + length };
}

/** Returns where the items of the list at an offset of decodable bytes are. */
export function partsOf(bytes: Uint8Array, start: number): readonly Place[] {
  const { body, end } = placeOf(bytes, start);
  const parts: Place[] = [];
  for (let offset = body; offset < end; offset = parts.at(-1)!.end)
    parts.push(placeOf(bytes, offset));
  return parts;
}

export function encodeRLP(item: Item): Uint8Array {
  checkItem(item);
  return RLP.encode(item as Parameters<typeof RLP.encode>[0]);
}

function checkItem(item: Item): void {
  if (Array.isArray(item)) item.forEach(checkItem);
  else if (!(item instanceof Uint8Array)) throw bad('must be bytes, or a list of bytes');
}

/** Returns the item as a list of `min` to `max` items. */
export function listOf(
  item: Item | undefined,
  min = 0,
  max = Number.POSITIVE_INFINITY,
): readonly Item[] {
  if (!Array.isArray(item)) throw bad('must be a list, got bytes');
  if (item.length < min || item.length > max)
    throw bad(`must have ${min === max ? min : `${min} to ${max}`} items, got ${item.length}`);
  return item;
}

/** Returns the item as bytes, of `size` if given. */
export function bytesOf(item: Item | undefined, size?: number): Uint8Array {
  if (!(item instanceof Uint8Array)) throw bad('must be bytes, got a list');
  if (size !== undefined && item.length !== size)
    throw bad(`must have ${size} bytes, got ${item.length}`);
  return item;
}

/** Reads an integer without leading zero bytes, of at most `bits`. */
export function integerOf(item: Item | undefined, bits = Number.POSITIVE_INFINITY): bigint {
  const bytes = bytesOf(item);
  if (bytes[0] === 0) throw bad('an integer that starts with a zero byte');
  if (bytes.length * 8 > bits)
    throw bad(`an integer of ${bytes.length} bytes, at most ${bits / 8}`);
  return bigintOf(bytes);
}

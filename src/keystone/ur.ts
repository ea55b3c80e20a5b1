/**
 * Uniform Resources (UR): CBOR as text for QR codes, in one part or in an animated sequence of parts.
 * Source: Blockchain Commons BCR-2020-005 (UR), BCR-2020-012 (Bytewords), BCR-2024-001 (multipart: fountain code).
 *
 * Rationale
 * - Parts are written without mixing: an animation that repeats them can be read from any of them. Mixed parts of a device are read.
 * - The one published library for URs needs 53 other packages, Node's `Buffer` in browsers, and code that a strict content security
 *   policy forbids; tests compare this file with it, both ways.
 */

import { decode, encode } from 'cborg';
import { sha256 } from '../crypto/hash.ts';
import { toText } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { concatBytes, equalBytes } from '../text/bytes.ts';

/** First and last letter of each Byteword, by byte. */
const letters =
  'aeadaoaxaaahamatayasbkbdbnbtbabsbebybgbwbbbzcmchcscfcycwcecackctcxclcpcndkdadsdidedtdrdndwdpdmdldyeheyeoeeecenemetesftfrfnfsfmfhfzfpfwfxfyfefgflfdgagegrgsgtglgwgdgygmgughgohfhghdhkhthphhhlhyhehnhsidiaieihiyioisinimjejzjnjtjljojsjpjkjykpkoktkskkknkgkekikblblalylflslrlplnltloldlelulklgmnmymhmemomumwmdmtmsmknlnyndnsntnnnenboyoeotoxonolospdptpkpypspmplpepfpaprqdqzrerprlrorhrdrkrfryrnrsrtsesasrssskswstspsosgsbsfsntotktitttdtetytltbtstptatnuyuoutueurvtvyvovlvevwvavdvswlwdwmwpwewywswtwnwzwfwkykynylyaytzszoztzczezm';

const byteOf: ReadonlyMap<string, number> = /* @__PURE__ */ new Map(
  Array.from({ length: 256 }, (_, byte) => [letters.slice(2 * byte, 2 * byte + 2), byte]),
);

/** CRC-32 of ISO-HDLC, as zip has it. */
function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function uint32(n: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, n);
  return bytes;
}

/** Bytewords in minimal style, with their checksum. */
function formatWords(bytes: Uint8Array): string {
  let text = '';
  for (const byte of concatBytes(bytes, uint32(crc32(bytes))))
    text += letters.slice(2 * byte, 2 * byte + 2);
  return text;
}

function parseWords(text: string): Uint8Array {
  const all = Uint8Array.from({ length: Math.ceil(text.length / 2) }, (_, i) => {
    const byte = byteOf.get(text.slice(2 * i, 2 * i + 2));
    if (byte === undefined) throw misread();
    return byte;
  });
  const bytes = all.subarray(0, -4);
  if (all.length < 5 || !equalBytes(all.subarray(-4), uint32(crc32(bytes)))) throw misread();
  return bytes;
}

const misread = (): AvalancheError =>
  new AvalancheError('BadChecksum', 'the part was misread or cut off');

/** A message of another type than CBOR of this registry. */
export const badUR = (detail: string): AvalancheError =>
  new AvalancheError('BadText', detail, { kind: 'UR' });

/** What is read at most, of whoever shows the codes: parts of one message, and parts that a reader keeps. */
const maxParts = 1000;
const maxKept = 10_000;

/** CBOR with the type of a UR. */
export interface UR {
  /** Such as `avax-sign-request`. */
  readonly type: string;
  readonly cbor: Uint8Array;
}

/**
 * Formats a UR as one part or more, in capitals, which QR codes encode most compactly.
 * @param maxBytes Bytes of a part.
 */
export function formatUR({ type, cbor }: UR, maxBytes: number): readonly string[] {
  const count = Math.ceil(cbor.length / maxBytes);
  if (count > maxParts)
    throw new AvalancheError(
      'OutOfRange',
      `${cbor.length} bytes do not fit ${maxParts} parts of ${maxBytes} bytes`,
      { value: cbor.length, max: maxParts * maxBytes, unit: 'bytes' },
    );
  if (count === 1) return [`ur:${type}/${formatWords(cbor)}`.toUpperCase()];
  const size = Math.ceil(cbor.length / count);
  const padded = new Uint8Array(size * count);
  padded.set(cbor);
  return Array.from({ length: count }, (_, i) => {
    const fragment = padded.subarray(i * size, (i + 1) * size);
    const part = encode([i + 1, count, cbor.length, crc32(cbor), fragment]);
    return `ur:${type}/${i + 1}-${count}/${formatWords(part)}`.toUpperCase();
  });
}

/** A part of several. */
interface Part {
  readonly number: number;
  readonly count: number;
  readonly length: number;
  readonly checksum: number;
  readonly fragment: Uint8Array;
}

const isCount = (n: unknown): n is number => Number.isSafeInteger(n) && (n as number) >= 0;

function parsePart(number: string, count: string, words: string): Part {
  let items: unknown;
  try {
    items = decode(parseWords(words));
  } catch (e) {
    throw e instanceof AvalancheError ? e : badUR('must have a part in CBOR');
  }
  const [n, of, length, checksum, fragment] = Array.isArray(items) ? (items as unknown[]) : [];
  if (
    n !== Number(number) ||
    of !== Number(count) ||
    !isCount(length) ||
    !isCount(checksum) ||
    !(fragment instanceof Uint8Array)
  )
    throw badUR('must have a part of five numbers and bytes, which agree with its text');
  if (of < 1 || of > maxParts || length < 1 || length > of * fragment.length)
    throw badUR(`must be of at most ${maxParts} parts that hold the message`);
  return { number: n, count: of, length, checksum, fragment };
}

/** How much of a message was read. */
export interface URProgress {
  /** Parts of the message that are known. */
  readonly received: number;
  /** Parts of the message; 0 before the first one. */
  readonly total: number;
  /** Whether the message is complete. */
  readonly done: boolean;
}

/** Collects the parts of one message. */
export interface URReader {
  /**
   * Adds the text of a QR code, in any order and as often as it is seen.
   * @throws {AvalancheError} `BadText`: not a UR; `BadChecksum`: misread; `Mismatch`: of another message; `LimitExceeded`: too many
   *   parts.
   */
  add(text: string): URProgress;
  /** The texts that were added, without duplicates: what the parsers take. */
  readonly parts: readonly string[];
}

interface Collector extends URReader {
  /** The message; undefined while parts are missing. */
  readonly message: UR | undefined;
  /** Numbers of missing parts. */
  readonly missing: readonly number[];
}

/**
 * Returns a reader for the codes of an animation. It counts what it got, so that a camera can stop.
 * @example
 * urReader().add('UR:AVAX-SIGNATURE/NBAATYGSIH'); // { received: 1, total: 1, done: true }
 */
export const urReader = (): URReader => {
  const reader = collector();
  return {
    add: (text) => reader.add(text),
    get parts() {
      return reader.parts;
    },
  };
};

function collector(): Collector {
  const seen = new Set<string>();
  const known = new Map<number, Uint8Array>();
  let mixed: { readonly indexes: readonly number[]; readonly fragment: Uint8Array }[] = [];
  let type: string | undefined;
  let first: Part | undefined;
  let message: UR | undefined;

  /** Takes a mixed fragment apart with what is known, and what it makes known with it. */
  function take(indexes: readonly number[], fragment: Uint8Array): void {
    const open = [{ indexes, fragment }];
    for (let part = open.pop(); part; part = open.pop()) {
      const left = part.indexes.filter((index) => !known.has(index));
      const rest = part.indexes
        .filter((index) => known.has(index))
        .reduce((sum, index) => xor(sum, known.get(index)!), part.fragment);
      const [index, ...others] = left;
      if (index === undefined) continue;
      if (others.length > 0) {
        mixed.push({ indexes: left, fragment: rest });
        continue;
      }
      known.set(index, rest);
      open.push(...mixed.filter((of) => of.indexes.includes(index)));
      mixed = mixed.filter((of) => !of.indexes.includes(index));
    }
  }

  function addPart(part: Part): void {
    first ??= part;
    if (
      part.count !== first.count ||
      part.length !== first.length ||
      part.checksum !== first.checksum ||
      part.fragment.length !== first.fragment.length
    )
      throw new AvalancheError('Mismatch', 'belongs to another message than the parts before');
    take(indexesOf(part), part.fragment);
    if (known.size < first.count) return;
    const all = Array.from({ length: first.count }, (_, i) => known.get(i)!);
    const cbor = concatBytes(...all).subarray(0, first.length);
    if (crc32(cbor) !== first.checksum)
      throw new AvalancheError('BadChecksum', 'the parts do not belong to one message');
    message = { type: type!, cbor };
  }

  return {
    add(given) {
      const text = toText(given, 'text').trim().toLowerCase();
      if (!seen.has(text) && !message) {
        const found = /^ur:([a-z0-9-]{1,64})\/(?:(\d{1,10})-(\d{1,10})\/)?([a-z]{1,20000})$/.exec(
          text,
        );
        if (!found) throw badUR('must be a part such as UR:AVAX-SIGNATURE/…');
        const [, ofType = '', number, count, words = ''] = found;
        if (type !== undefined && ofType !== type)
          throw new AvalancheError('Mismatch', `is of ${ofType}, the parts before of ${type}`);
        if (seen.size >= maxKept)
          throw new AvalancheError('LimitExceeded', `${maxKept} parts do not make a message`, {
            limit: 'maxParts',
            max: maxKept,
          });
        const whole = number === undefined;
        const content = whole ? parseWords(words) : parsePart(number, count!, words);
        type = ofType;
        if (content instanceof Uint8Array) message = { type, cbor: content };
        else addPart(content);
        seen.add(text);
      }
      const total = first?.count ?? (message ? 1 : 0);
      return { received: message ? total : known.size, total, done: message !== undefined };
    },
    get parts() {
      return [...seen];
    },
    get message() {
      return message;
    },
    get missing() {
      const numbers = Array.from({ length: first?.count ?? 0 }, (_, i) => i);
      return numbers.filter((i) => !known.has(i)).map((i) => i + 1);
    },
  };
}

const xor = (a: Uint8Array, b: Uint8Array): Uint8Array => a.map((byte, i) => byte ^ b[i]!);

/**
 * Joins the parts of a UR, in any order and with duplicates.
 * @param parts Texts of QR codes: a list, or one text with a part a line.
 * @throws {AvalancheError} As `URReader.add`, with the index of the part; `MissingPart`.
 */
export function parseUR(parts: string | readonly string[]): UR {
  const texts = typeof parts === 'string' ? parts.trim().split(/\s+/) : parts;
  const reader = collector();
  texts.forEach((text, i) => {
    within(['parts', i], () => reader.add(text));
  });
  const { message, missing } = reader;
  if (message) return message;
  const count = missing.length === 0 ? 0 : reader.add(texts[0]!).total;
  throw new AvalancheError(
    'MissingPart',
    count === 0 ? 'no parts were given' : `of ${count} parts ${missing.length} are missing`,
    { missing, count },
  ).at('parts');
}

/** The fragments that a part is the sum of: one for the first parts, then as many as the fountain code draws. */
function indexesOf({ number, count, checksum }: Part): readonly number[] {
  if (number <= count) return [number - 1];
  const next = xoshiro256(sha256(concatBytes(uint32(number), uint32(checksum))));
  const degree = sampled(
    Array.from({ length: count }, (_, i) => 1 / (i + 1)),
    next,
  );
  const left = Array.from({ length: count }, (_, i) => i);
  return Array.from({ length: degree + 1 }, () => {
    const at = Math.floor(next() * left.length);
    return left.splice(at, 1)[0]!;
  });
}

/** Random numbers from 0 to 1 by xoshiro256**. */
function xoshiro256(seed: Uint8Array): () => number {
  const view = new DataView(seed.buffer, seed.byteOffset, seed.byteLength);
  let [a, b, c, d] = [0, 8, 16, 24].map((at) => view.getBigUint64(at)) as [
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const u64 = (n: bigint): bigint => BigInt.asUintN(64, n);
  const rotated = (n: bigint, by: bigint): bigint => u64((n << by) | (n >> (64n - by)));
  return () => {
    const result = u64(rotated(u64(b * 5n), 7n) * 9n);
    const shifted = u64(b << 17n);
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotated(d, 45n);
    return Number(result) / 2 ** 64;
  };
}

/** Draws an index by its weight: Walker's alias method, with the lists in the order of the standard. */
function sampled(weights: readonly number[], next: () => number): number {
  const n = weights.length;
  const sum = weights.reduce((a, b) => a + b, 0);
  const chances = weights.map((weight) => (weight * n) / sum);
  const aliases = weights.map(() => 0);
  const small: number[] = [];
  const large: number[] = [];
  for (let i = n - 1; i >= 0; i--) (chances[i]! < 1 ? small : large).push(i);
  const settled = weights.map(() => 1);
  while (small.length > 0 && large.length > 0) {
    const [a, g] = [small.pop()!, large.pop()!];
    settled[a] = chances[a]!;
    aliases[a] = g;
    chances[g] = chances[g]! + chances[a]! - 1;
    (chances[g]! < 1 ? small : large).push(g);
  }
  const at = Math.floor(n * next());
  return next() < settled[at]! ? at : aliases[at]!;
}

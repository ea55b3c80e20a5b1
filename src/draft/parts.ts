import { sha256 } from '../crypto/hash.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { concatBytes, equalBytes } from '../text/bytes.ts';
import { encodeUTF8 } from '../text/utf8.ts';
import type { Draft } from './draft.ts';
import { decodeDraft, encodeDraft } from './file.ts';
import type { ReadDraft } from './made.ts';

/** Base 32 as RFC 4648 has it, without padding. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const pattern = /^(AVAXTX1:([1-9]\d{0,3})\/([1-9]\d{0,3}):)([A-Z2-7]+)$/;
const digestLength = 8;
const checksumLength = 4;
const maxParts = 9999;
/** Longest start of a part, and what its digest and checksum take. */
const overhead = 'AVAXTX1:9999/9999:'.length + 8 * Math.ceil((digestLength + checksumLength) / 5);

/** Groups of 5 bits, the last filled up with zeros. */
function groupsOf(bytes: Uint8Array): readonly number[] {
  const groups: number[] = [];
  let bits = 0;
  let count = 0;
  for (const byte of bytes) {
    bits = ((bits & 31) << 8) | byte;
    for (count += 8; count >= 5; count -= 5) groups.push((bits >> (count - 5)) & 31);
  }
  if (count > 0) groups.push((bits << (5 - count)) & 31);
  return groups;
}

/** Back; undefined if there is a group too many, or one that is not filled up with zeros. */
function bytesOf(groups: readonly number[]): Uint8Array | undefined {
  const bytes = new Uint8Array((groups.length * 5) >> 3);
  let bits = 0;
  let count = 0;
  let at = 0;
  for (const group of groups) {
    bits = ((bits & 255) << 5) | group;
    count += 5;
    if (count < 8) continue;
    count -= 8;
    bytes[at++] = bits >> count;
  }
  return count >= 5 || bits & ((1 << count) - 1) ? undefined : bytes;
}

const headOf = (number: number, count: number): string => `AVAXTX1:${number}/${count}:`;

const checksumOf = (head: string, content: Uint8Array): Uint8Array =>
  sha256(concatBytes(encodeUTF8(head), content)).subarray(0, checksumLength);

/**
 * A draft as numbered texts, each for one QR code: capitals and digits, which such a code holds densely. `docs/draft.md` has the
 * format.
 * @param options.maxLength Characters of a part; 500 if not given. A code of 4296 is the largest that there is.
 * @param options.evidence `false` leaves the evidence out, which makes most of a large draft: owners are then only claimed.
 * @throws {AvalancheError} `OutOfRange`: a part so short that it holds nothing, or more than 9999 parts.
 */
export function formatDraftParts(
  draft: Draft,
  options: { readonly maxLength?: number; readonly evidence?: boolean } = {},
): readonly string[] {
  const { maxLength = 500, evidence = true } = options;
  const bytes = encodeDraft(evidence ? draft : { ...draft, evidence: [] });
  const size = Math.floor(((maxLength - overhead) * 5) / 8);
  const count = size > 0 ? Math.ceil(bytes.length / size) : Number.POSITIVE_INFINITY;
  if (!(count <= maxParts))
    throw new AvalancheError(
      'OutOfRange',
      `${bytes.length} bytes do not fit ${maxParts} parts of ${maxLength} characters`,
      { value: bytes.length, unit: 'bytes' },
    );
  const digest = sha256(bytes).subarray(0, digestLength);
  return Array.from({ length: count }, (_, i) => {
    const head = headOf(i + 1, count);
    const content = concatBytes(digest, bytes.subarray(i * size, (i + 1) * size));
    const groups = groupsOf(concatBytes(content, checksumOf(head, content)));
    return head + groups.map((group) => alphabet[group]).join('');
  });
}

interface Part {
  readonly number: number;
  readonly count: number;
  /** Start of the sha256 of the whole draft’s bytes. */
  readonly digest: Uint8Array;
  readonly bytes: Uint8Array;
}

/**
 * The draft of its parts, in any order, however often each is there. All of it is checked, as `parseDraft` does.
 * @throws {AvalancheError} With the part’s place: `BadText`: no part; `BadChecksum`: a part that was misread; `Mismatch`: of another
 *   draft. `MissingPart`: context has `missing`, the numbers of those that are not there, and `count`. As `parseDraft`.
 */
export function parseDraftParts(texts: readonly string[]): ReadDraft {
  const parts = texts.map((text, i) => within(['parts', i], () => readPart(text)));
  const [first] = parts;
  if (!first)
    throw new AvalancheError('MissingPart', 'no parts were given', { missing: [], count: 0 }).at(
      'parts',
    );
  const found = new Map<number, Uint8Array>();
  parts.forEach(({ number, count, digest, bytes }, i) => {
    const before = found.get(number) ?? bytes;
    if (count !== first.count || !equalBytes(digest, first.digest) || !equalBytes(before, bytes))
      throw new AvalancheError('Mismatch', 'belongs to another draft than the parts before').at(
        'parts',
        i,
      );
    found.set(number, bytes);
  });
  const numbers = Array.from({ length: first.count }, (_, i) => i + 1);
  const missing = numbers.filter((number) => !found.has(number));
  if (missing.length > 0) {
    const some = missing.length > 10 ? ', …' : '';
    const detail = `of ${first.count} parts ${missing.slice(0, 10).join(', ')}${some} are missing`;
    throw new AvalancheError('MissingPart', detail, { missing, count: first.count }).at('parts');
  }
  const bytes = concatBytes(...numbers.map((number) => found.get(number)!));
  if (!equalBytes(sha256(bytes).subarray(0, digestLength), first.digest))
    throw new AvalancheError('BadChecksum', 'the parts do not belong to one draft').at('parts');
  return decodeDraft(bytes);
}

/** Whether a text begins as a part does. */
export const isPart = (text: string): boolean => text.startsWith('AVAXTX1:');

function readPart(text: string): Part {
  const [, head, number, count, body] = pattern.exec(text.trim()) ?? [];
  if (head === undefined || Number(number) > Number(count))
    throw new AvalancheError('BadText', 'must be a part such as AVAXTX1:1/3:MFRGG…', {
      kind: 'draft part',
    });
  const groups = Array.from(body!, (character) => alphabet.indexOf(character));
  const bytes = bytesOf(groups) ?? new Uint8Array(0);
  const content = bytes.subarray(0, -checksumLength);
  const isWhole = equalBytes(bytes.subarray(-checksumLength), checksumOf(head, content));
  if (!isWhole || content.length <= digestLength)
    throw new AvalancheError('BadChecksum', 'the part was misread or cut off');
  return {
    number: Number(number),
    count: Number(count),
    digest: content.subarray(0, digestLength),
    bytes: content.subarray(digestLength),
  };
}

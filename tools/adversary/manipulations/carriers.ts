/** What a coordinator changes in what is sent: the text, the bytes or the parts. */
import { concatBytes } from '../../../src/text/bytes.ts';
import type { Random } from '../../fuzz/random.ts';
import type { Carrier } from './forms.ts';
import type { Manipulation } from './tools.ts';

const flipped = (bytes: Uint8Array, rng: Random): Uint8Array => {
  const changed = bytes.slice();
  changed[rng.below(changed.length)]! ^= 1 << rng.below(8);
  return changed;
};

/** One character is another of the same text. */
const retyped = (text: string, rng: Random): string => {
  const at = rng.below(text.length);
  return text.slice(0, at) + text[rng.below(text.length)] + text.slice(at + 1);
};

const replaced = <T>(list: readonly T[], at: number, item: T): readonly T[] =>
  list.map((of, i) => (i === at ? item : of));

/** Members of the text of a draft that decide about something. */
const members = ['unsignedTx', 'slots', 'change', 'price', 'time', 'network'] as const;

/** The text with a member twice: as it is, and as it is in another text. */
function twice(text: string, other: string, rng: Random): string {
  const name = rng.pick(members);
  const value = (JSON.parse(other) as Record<string, unknown>)[name];
  const more = `${JSON.stringify(name)}:${JSON.stringify(value)}`;
  return rng.below(2) === 0 ? text.replace('{', `{${more},`) : text.replace(/\}\s*$/, `,${more}}`);
}

/** A member of one text in the other. */
function mixed(text: string, other: string, rng: Random): string {
  const [mine, others] = [JSON.parse(text), JSON.parse(other)] as Record<string, unknown>[];
  const name = rng.pick(members);
  return JSON.stringify({ ...mine, [name]: others![name] });
}

/** Changes each form in its own way. */
const each =
  (
    text: (of: string, other: string, rng: Random) => string,
    bytes: (of: Uint8Array, other: Uint8Array, rng: Random) => Uint8Array,
    parts: (of: readonly string[], other: readonly string[], rng: Random) => readonly string[],
  ): NonNullable<Manipulation['carry']> =>
  (sent, other, { rng }): Carrier => {
    if ('text' in sent && 'text' in other) return { text: text(sent.text, other.text, rng) };
    if ('bytes' in sent && 'bytes' in other) return { bytes: bytes(sent.bytes, other.bytes, rng) };
    if ('parts' in sent && 'parts' in other) return { parts: parts(sent.parts, other.parts, rng) };
    return sent;
  };

export const carrierManipulations = {
  'sent: a character or bit is another': {
    carry: each(
      (text, _, rng) => retyped(text, rng),
      (bytes, _, rng) => flipped(bytes, rng),
      (parts, _, rng) => {
        const at = rng.below(parts.length);
        return replaced(parts, at, retyped(parts[at]!, rng));
      },
    ),
  },
  'sent: cut off, or longer': {
    carry: each(
      (text, other, rng) => (rng.below(2) === 0 ? text.slice(0, -1) : text + other),
      (bytes, other, rng) => (rng.below(2) === 0 ? bytes.slice(0, -1) : concatBytes(bytes, other)),
      (parts, other, rng) => (rng.below(2) === 0 ? parts.slice(1) : [...parts, ...other]),
    ),
  },
  'sent: mixed with another draft': {
    carry: each(
      (text, other, rng) => (rng.below(2) === 0 ? twice : mixed)(text, other, rng),
      (bytes, other, rng) => {
        const at = rng.below(Math.min(bytes.length, other.length));
        return concatBytes(bytes.slice(0, at), other.slice(at));
      },
      (parts, other, rng) => {
        const at = rng.below(Math.min(parts.length, other.length));
        return replaced(parts, at, other[at]!);
      },
    ),
  },
} as const satisfies Readonly<Record<string, Manipulation>>;

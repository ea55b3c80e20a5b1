import { deepStrictEqual, equal } from 'node:assert/strict';
import { type PTx, rows } from '../test/support/vectors.ts';
import { reads } from './codec.ts';
import { type Case, measure, type Result, variant } from './measure.ts';
import * as ours from './ours.ts';
import * as byHand from './reference/pchain.ts';

/** What a transaction of one type takes, in nanoseconds; the reference's ratio where it reads the type. */
export interface TypeResult {
  readonly type: string;
  readonly transactions: number;
  /** Mean bytes of a transaction. */
  readonly bytes: number;
  readonly decode: number;
  readonly decodeRatio: number | undefined;
  readonly encode: number;
  readonly encodeRatio: number | undefined;
  /** Bytes to the node's JSON text, id included. */
  readonly toJSON: number;
  /** JSON text back to bytes, its id checked. */
  readonly fromJSON: number;
  /** The id of the bytes as text. */
  readonly id: number;
  readonly spans: number;
}

type Row = Pick<PTx, 'chain' | 'type' | 'network' | 'hex' | 'json' | 'id'>;

const bytesOf = ({ hex }: Row): Uint8Array => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'));

/** The cases of one kind of transactions, after checking every answer against the node's. */
function casesOf(name: string, all: readonly Row[]): Case[] {
  const inputs = all.map((row) => {
    const bytes = bytesOf(row);
    const codec = ours.chains[row.chain];
    // Atomic transactions the node never gives their network.
    const context =
      row.chain === 'C' ? ours.bare : ours.contextOf(row.chain, ours.identify(row.network));
    return { row, bytes, codec, context, value: codec.decode(bytes) };
  });
  type Input = (typeof inputs)[number];
  const toJSON = ({ bytes, codec, context }: Input) =>
    codec.toJSONText(codec.decode(bytes), context, bytes);
  const fromJSON = ({ row, codec, context }: Input) =>
    codec.encode(codec.fromJSON(ours.parseJSON(row.json), context));
  const id = ({ bytes }: Input) => ours.formatID(ours.idOf(bytes));
  for (const input of inputs) {
    const { row, bytes, codec, value } = input;
    deepStrictEqual(codec.encode(value), bytes);
    equal(toJSON(input), row.json);
    equal(id(input), row.id);
  }
  // A name that is no UTF-8 does not come back from JSON, nor what fits several types.
  const whole = inputs.filter((input) => {
    try {
      return deepStrictEqual(fromJSON(input), input.bytes) === undefined;
    } catch (e) {
      if (ours.isCodecError(e)) return false;
      throw e;
    }
  });
  const readable = all.every(({ chain }) => chain === 'P')
    ? inputs.filter(({ bytes }) => reads(bytes))
    : [];
  const hand = readable.map(({ bytes, value }) => {
    deepStrictEqual(byHand.decodeSigned(bytes), value);
    return byHand.decodeSigned(bytes);
  });
  const size = inputs.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const of = (what: string, ...variants: Case['variants']): Case => ({
    name: `${name} ${what}`,
    bytes: size,
    variants,
  });
  const decode = variant('ours', inputs, ({ codec, bytes }) => codec.decode(bytes));
  const encode = variant('ours', inputs, ({ codec, value }) => codec.encode(value));
  const besideHand = readable.length === inputs.length;
  return [
    besideHand
      ? of(
          'decode',
          variant('by hand', inputs, ({ bytes }) => byHand.decodeSigned(bytes)),
          decode,
        )
      : of('decode', decode),
    besideHand
      ? of('encode', variant('by hand', hand, byHand.encodeSigned), encode)
      : of('encode', encode),
    of('toJSON', variant('ours', inputs, toJSON)),
    of('fromJSON', variant('ours', whole, fromJSON)),
    of('id', variant('ours', inputs, id)),
    of(
      'spans',
      variant('ours', inputs, ({ codec, bytes }) => codec.spans(bytes)),
    ),
  ];
}

/** Every transaction type of the vectors, and each chain's mix. */
export function types(rounds: number): readonly TypeResult[] {
  const vectors: readonly Row[] = [...rows('p-public'), ...rows('x-public'), ...rows('c-public')];
  const kinds = new Map<string, Row[]>();
  for (const row of vectors)
    for (const name of [`${row.chain} ${row.type}`, `${row.chain}, all types`])
      kinds.set(name, [...(kinds.get(name) ?? []), row]);
  const names = [...kinds.keys()].sort();
  const results = measure(
    names.flatMap((name) => casesOf(name, kinds.get(name)!)),
    Math.max(5, Math.ceil(rounds / 12)),
    5,
  );
  return names.map((name) => {
    const of = (what: string): Result =>
      results.findLast(({ case: c }) => c === `${name} ${what}`)!;
    const ratio = (what: string): number | undefined =>
      results.some((r) => r.case === `${name} ${what}` && r.variant === 'by hand')
        ? of(what).ratio
        : undefined;
    const all = kinds.get(name)!;
    const sum = all.reduce((bytes, { hex }) => bytes + hex.length / 2 - 1, 0);
    return {
      type: name,
      transactions: all.length,
      bytes: sum / all.length,
      decode: of('decode').nanoseconds,
      decodeRatio: ratio('decode'),
      encode: of('encode').nanoseconds,
      encodeRatio: ratio('encode'),
      toJSON: of('toJSON').nanoseconds,
      fromJSON: of('fromJSON').nanoseconds,
      id: of('id').nanoseconds,
      spans: of('spans').nanoseconds,
    };
  });
}

import { deepStrictEqual } from 'node:assert/strict';
import type { FromJSONOptions } from '../src/wire/index.ts';
import { type CTx, rows } from '../test/support/vectors.ts';
import * as ours from './ours.ts';

/** What is measured of a transaction of the vectors. */
type Row = Pick<CTx, 'chain' | 'type' | 'network' | 'hex' | 'json' | 'id' | 'contextJSON'>;

/** A transaction of the vectors, ready for any of the works. */
export interface Input {
  readonly row: Row;
  readonly bytes: Uint8Array;
  readonly codec: (typeof ours.chains)[Row['chain']];
  readonly context: FromJSONOptions;
  readonly value: unknown;
}

export const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

/** Every transaction of the vectors: all types of P, X and C. */
export const vectors = (): readonly Row[] => [
  ...rows('p-public'),
  ...rows('x-public'),
  ...rows('c-public'),
];

export function inputOf(row: Row): Input {
  const bytes = bytesOf(row.hex.slice(2));
  const codec = ours.chains[row.chain];
  // Atomic transactions the node never gives their network.
  const context =
    row.chain === 'C'
      ? {}
      : { context: ours.jsonContext(row.chain, ours.identifyNetwork(row.network)) };
  return { row, bytes, codec, context, value: codec.decode(bytes) };
}

/** The value that the node's text describes. */
export const fromText = ({ row, codec, context }: Input): unknown =>
  codec.fromJSON(ours.parseJSON(row.json), context);

/** Whether the text says all: a name that is no UTF-8 does not come back from JSON, nor what fits several types. */
export function comesBack(input: Input): boolean {
  try {
    deepStrictEqual(input.codec.encode(fromText(input)), input.bytes);
    return true;
  } catch (e) {
    if (ours.isError(e)) return false;
    throw e;
  }
}

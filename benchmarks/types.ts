import { deepStrictEqual, equal } from 'node:assert/strict';
import { findGo, runOracle } from '../scripts/oracle.ts';
import { reads } from './codec.ts';
import { comesBack, fromText, type Input, inputOf, vectors } from './inputs.ts';
import { type Case, measure, median, type Result, variant } from './measure.ts';
import * as ours from './ours.ts';
import * as byHand from './reference/pchain.ts';
import * as theirs from './theirs.ts';

/** What ours takes, in nanoseconds, and how many times that the others do; a word says why one does not. */
export interface Beside {
  readonly ours: number;
  /** How many times the hand-written codec's ours takes. */
  readonly byHand?: number | undefined;
  readonly avalanchejs?: number | string | undefined;
  readonly avalanchego?: number | undefined;
}

/** Bytes to the node's JSON text with its id; that text back to bytes, the id checked; the id of bytes as text. */
type Work = 'decode' | 'encode' | 'toJSON' | 'fromJSON' | 'id' | 'spans';

/** What a transaction of one type takes. */
export interface TypeResult extends Readonly<Record<Work, Beside>> {
  readonly type: string;
  readonly transactions: number;
  /** Mean bytes of a transaction. */
  readonly bytes: number;
}

interface Kind {
  readonly name: string;
  readonly inputs: readonly Input[];
  /** Why avalanchejs decodes or encodes none of it. */
  readonly without: { decode?: string; encode?: string };
}

const toJSON = ({ bytes, codec, context }: Input): string =>
  codec.toJSONText(codec.decode(bytes), context, bytes);
const id = ({ bytes }: Input): string => ours.formatID(ours.idOf(bytes));

const caseOf = ({ name, inputs }: Kind, work: Work, variants: Case['variants']): Case => ({
  name: `${name} ${work}`,
  bytes: inputs.reduce((sum, { bytes }) => sum + bytes.length, 0),
  variants,
});

/** What avalanchejs reads of these; nothing, and why, if not all or if it checks BLS proofs, which take it up to 60 ms. */
function read(kind: Kind): readonly theirs.SignedTx[] {
  const { inputs, without } = kind;
  try {
    let slow = 0;
    const values = inputs.map(({ row, bytes }) => {
      const start = performance.now();
      const value = theirs.decodeSigned(row.chain, bytes);
      if (performance.now() - start > 2) slow++;
      return value;
    });
    if (slow > inputs.length / 10) without.decode = 'checks BLS';
    values.forEach((value, i) => {
      deepStrictEqual(theirs.encodeSigned(inputs[i]!.row.chain, value), inputs[i]!.bytes);
    });
    return values;
  } catch {
    Object.assign(without, { decode: 'cannot', encode: 'cannot' });
    return [];
  }
}

/** All work but from JSON, after checking every answer against the node's. */
function casesOf(kind: Kind): readonly Case[] {
  const { inputs, without } = kind;
  for (const input of inputs) {
    deepStrictEqual(input.codec.encode(input.value), input.bytes);
    equal(toJSON(input), input.row.json);
    equal(id(input), input.row.id);
    equal(theirs.idOf(input.bytes), input.row.id);
  }
  const readable = inputs.every(({ row, bytes }) => row.chain === 'P' && reads(bytes));
  if (readable)
    for (const { bytes, value } of inputs) {
      deepStrictEqual(byHand.decodeSigned(bytes), value);
      deepStrictEqual(byHand.encodeSigned(value as byHand.Tx), bytes);
    }
  const peers = read(kind).map((value, i) => ({ chain: inputs[i]!.row.chain, value }));
  const hand = (run: (input: Input) => unknown) =>
    readable ? [variant('by hand', inputs, run)] : [];
  return [
    caseOf(kind, 'decode', [
      variant('ours', inputs, ({ codec, bytes }) => codec.decode(bytes)),
      ...hand(({ bytes }) => byHand.decodeSigned(bytes)),
      ...(without.decode
        ? []
        : [
            variant('avalanchejs', inputs, ({ row, bytes }) =>
              theirs.decodeSigned(row.chain, bytes),
            ),
          ]),
    ]),
    caseOf(kind, 'encode', [
      variant('ours', inputs, ({ codec, value }) => codec.encode(value)),
      ...hand(({ value }) => byHand.encodeSigned(value as byHand.Tx)),
      ...(without.encode
        ? []
        : [variant('avalanchejs', peers, (tx) => theirs.encodeSigned(tx.chain, tx.value))]),
    ]),
    caseOf(kind, 'toJSON', [variant('ours', inputs, toJSON)]),
    caseOf(kind, 'id', [
      variant('ours', inputs, id),
      variant('avalanchejs', inputs, ({ bytes }) => theirs.idOf(bytes)),
    ]),
    caseOf(kind, 'spans', [variant('ours', inputs, ({ codec, bytes }) => codec.spans(bytes))]),
  ];
}

/** Nanoseconds of avalanchego's own code by case; nothing where Go is missing. */
async function nodeFigures(kinds: readonly Kind[]): Promise<ReadonlyMap<string, number>> {
  if (findGo() === undefined) return new Map();
  const lines = kinds.flatMap(({ name, inputs }) =>
    inputs.map(({ row }) => JSON.stringify({ chain: row.chain, type: name, hex: row.hex })),
  );
  const output = await runOracle('codecbench', ['-rounds', '31'], lines.join('\n'));
  return new Map(
    output
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .flatMap(({ type, decodeNs, encodeNs, bytesToJSONNs, idNs }): [string, number][] => [
        [`${type} decode`, decodeNs],
        [`${type} encode`, encodeNs],
        [`${type} id`, idNs],
        [`${type} toJSON`, bytesToJSONNs],
      ]),
  );
}

const turns = 3;

/** Every transaction type of the vectors, and each chain’s mix. From JSON comes last: it leaves the encoder slower. */
export async function types(rounds: number): Promise<readonly TypeResult[]> {
  const inputs = vectors().map(inputOf);
  const names = new Set(
    inputs.flatMap(({ row }) => [`${row.chain} ${row.type}`, `${row.chain}, all types`]),
  );
  const kinds = [...names].sort().map((name): Kind => {
    const ofName = ({ row }: Input) =>
      name === `${row.chain} ${row.type}` || name === `${row.chain}, all types`;
    return { name, inputs: inputs.filter(ofName), without: {} };
  });
  const cases = kinds.flatMap(casesOf);
  const each = Math.ceil(rounds / 12);
  const results: Result[][] = [];
  const nodes: ReadonlyMap<string, number>[] = [];
  for (let turn = 0; turn < turns; turn++) {
    nodes.push(await nodeFigures(kinds));
    results.push(measure(cases, each, 5));
  }
  const text = measure(
    kinds.map((kind) =>
      caseOf(kind, 'fromJSON', [
        variant('ours', kind.inputs.filter(comesBack), (input) =>
          input.codec.encode(fromText(input)),
        ),
      ]),
    ),
    each,
    5,
  );
  const found = (all: readonly Result[], name: string, by: string) =>
    all.find((r) => r.case === name && r.variant === by);
  /** The median over the turns; nothing if one lacks it. */
  const middle = (of: (turn: number) => number | undefined): number | undefined => {
    const values = results.map((_, turn) => of(turn)).filter((value) => value !== undefined);
    return values.length < turns ? undefined : median(values);
  };
  return kinds.map(({ name, inputs, without }) => {
    const beside = (work: Work): Beside => {
      const key = `${name} ${work}`;
      const of = (turn: number, by = 'ours') => found(results[turn]!, key, by);
      return {
        ours: middle((turn) => of(turn)?.nanoseconds)!,
        byHand: middle((turn) => {
          const hand = of(turn, 'by hand');
          return hand && 1 / hand.ratio;
        }),
        avalanchejs:
          middle((turn) => of(turn, 'avalanchejs')?.ratio) ??
          (work === 'decode' || work === 'encode' ? without[work] : undefined),
        avalanchego: middle((turn) => {
          const took = nodes[turn]!.get(key);
          return took === undefined ? undefined : took / of(turn)!.nanoseconds;
        }),
      };
    };
    return {
      type: name,
      transactions: inputs.length,
      bytes: inputs.reduce((sum, { bytes }) => sum + bytes.length, 0) / inputs.length,
      decode: beside('decode'),
      encode: beside('encode'),
      toJSON: beside('toJSON'),
      fromJSON: { ours: found(text, `${name} fromJSON`, 'ours')!.nanoseconds },
      id: beside('id'),
      spans: beside('spans'),
    };
  });
}

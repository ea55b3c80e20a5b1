import { deepStrictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { rows } from '../test/support/vectors.ts';
import { bytesOf, comesBack, fromText, inputOf, vectors } from './inputs.ts';
import { type Case, measure, type Result, variant } from './measure.ts';
import * as ours from './ours.ts';
import * as byHand from './reference/pchain.ts';
import * as byHandX from './reference/xchain.ts';
import * as theirs from './theirs.ts';

const file = (name: string): Uint8Array =>
  bytesOf(readFileSync(new URL(`reference/${name}.hex`, import.meta.url), 'utf8').trim());
const fromNode = (row: { readonly hex: string }): Uint8Array => bytesOf(row.hex.slice(2));

/** Tables of decode and encode; each row's ratio is to the hand-written reference. */
export interface CodecTables {
  /** Transactions in the P-chain mix, and those of the vectors that the reference cannot read. */
  readonly mix: { readonly transactions: number; readonly left: number };
  readonly single: readonly Result[];
  readonly singleTraced: readonly Result[];
  readonly mixed: readonly Result[];
  /** Once values that came from JSON were encoded too. */
  readonly mixedAfterJSON: readonly Result[];
  readonly peer: readonly Result[];
}

/** Whether the reference reads a P-chain transaction: its credentials and authorizations are ordinary. */
export function reads(bytes: Uint8Array): boolean {
  try {
    byHand.decodeSigned(bytes);
    return true;
  } catch {
    return false;
  }
}

const decodeX = (bytes: Uint8Array) => theirs.decodeSigned('X', bytes);
const encodeX = (tx: theirs.SignedTx) => theirs.encodeSigned('X', tx);

const size = (inputs: readonly Uint8Array[]): number => inputs.reduce((n, b) => n + b.length, 0);

/** Both readings of `inputs`, after checking that they are equal and give the same bytes again. */
function agreed<T>(
  inputs: readonly Uint8Array[],
  decode: (b: Uint8Array) => T,
  encode: (v: T) => Uint8Array,
  decodeByHand: (b: Uint8Array) => unknown,
  encodeByHand: (v: never) => Uint8Array,
): T[] {
  return inputs.map((bytes) => {
    const value = decode(bytes);
    deepStrictEqual(decodeByHand(bytes), value);
    deepStrictEqual(encode(value), bytes);
    deepStrictEqual(encodeByHand(value as never), bytes);
    return value;
  });
}

/** Decode and encode of one unsigned P-chain transaction. */
function unsigned(name: string, bytes: Uint8Array): Case[] {
  const values = agreed(
    [bytes],
    ours.decodeUnsigned,
    ours.encodeUnsigned,
    byHand.decodeUnsigned,
    byHand.encodeUnsigned,
  );
  return [
    {
      name: `decode ${name}`,
      bytes: bytes.length,
      variants: [
        variant('by hand', [bytes], byHand.decodeUnsigned),
        variant('ours', [bytes], ours.decodeUnsigned),
      ],
    },
    {
      name: `encode ${name}`,
      bytes: bytes.length,
      variants: [
        variant('by hand', values as byHand.UnsignedTx[], byHand.encodeUnsigned),
        variant('ours', values, ours.encodeUnsigned),
      ],
    },
  ];
}

/** Decode and encode of many signed P-chain transactions. */
function signed(name: string, inputs: readonly Uint8Array[]): Case[] {
  const values = agreed(
    inputs,
    ours.decodeSigned,
    ours.encodeSigned,
    byHand.decodeSigned,
    byHand.encodeSigned,
  );
  return [
    {
      name: `decode ${name}`,
      bytes: size(inputs),
      variants: [
        variant('by hand', inputs, byHand.decodeSigned),
        variant('ours', inputs, ours.decodeSigned),
      ],
    },
    {
      name: `encode ${name}`,
      bytes: size(inputs),
      variants: [
        variant('by hand', values as byHand.Tx[], byHand.encodeSigned),
        variant('ours', values, ours.encodeSigned),
      ],
    },
  ];
}

/** Decode and encode of signed X-chain BaseTxs, avalanchejs too. */
function xBase(name: string, inputs: readonly Uint8Array[]): Case[] {
  const values = agreed(
    inputs,
    ours.decodeXSigned,
    ours.encodeXSigned,
    byHandX.decodeXSigned,
    byHandX.encodeXSigned,
  );
  const peers = inputs.map(decodeX);
  deepStrictEqual(peers.map(encodeX), inputs);
  return [
    {
      name: `decode ${name}`,
      bytes: size(inputs),
      variants: [
        variant('by hand', inputs, byHandX.decodeXSigned),
        variant('ours', inputs, ours.decodeXSigned),
        variant('avalanchejs', inputs, decodeX),
      ],
    },
    {
      name: `encode ${name}`,
      bytes: size(inputs),
      variants: [
        variant('by hand', values as byHandX.Tx[], byHandX.encodeXSigned),
        variant('ours', values, ours.encodeXSigned),
        variant('avalanchejs', peers, encodeX),
      ],
    },
  ];
}

/** `unsigned` with avalanchejs beside it. */
function unsignedWithPeer(name: string, bytes: Uint8Array): Case[] {
  const peer = theirs.decodeUnsigned(bytes);
  deepStrictEqual(theirs.encodeUnsigned(peer), bytes);
  const [decode, encode] = unsigned(name, bytes) as [Case, Case];
  return [
    {
      ...decode,
      variants: [...decode.variants, variant('avalanchejs', [bytes], theirs.decodeUnsigned)],
    },
    {
      ...encode,
      variants: [...encode.variants, variant('avalanchejs', [peer], theirs.encodeUnsigned)],
    },
  ];
}

/** Decodes every kind, so that no variant is timed on code that has met only one. */
function meetAll(p: readonly Uint8Array[], x: readonly Uint8Array[]): void {
  for (let pass = 0; pass < 8; pass++) {
    for (const bytes of p) ours.encodeSigned(ours.decodeSigned(bytes));
    for (const bytes of x) ours.encodeXSigned(ours.decodeXSigned(bytes));
  }
}

/** Fails to decode and walks the spans of every transaction: what may spoil a decoder for good. */
function trace(p: readonly Uint8Array[]): void {
  for (const bytes of p) {
    try {
      ours.decodeSigned(bytes.subarray(0, -3));
      throw new TypeError('a cut transaction was decoded');
    } catch (e) {
      if (e instanceof TypeError) throw e;
    }
    ours.spansSigned(bytes);
  }
}

/** Encodes what comes from JSON, with the reference too: the same keys, but objects made in another way. */
function encodeFromJSON(): void {
  for (const input of vectors().map(inputOf).filter(comesBack)) {
    const value = fromText(input);
    input.codec.encode(value);
    if (input.row.chain === 'P' && reads(input.bytes)) byHand.encodeSigned(value as byHand.Tx);
  }
}

/** Runs all codec measurements; throws before timing where two variants do not agree. */
export function codec(rounds: number): CodecTables {
  const p = rows('p-public').map(fromNode);
  const x = rows('x-public').map(fromNode);
  const mix = p.filter(reads);
  const base = rows('x-public')
    .filter((row) => row.type === 'BaseTx')
    .map(fromNode);
  meetAll(p, x);
  const singles = [...unsigned('simple', file('simple')), ...unsigned('complex', file('complex'))];
  const mixed = signed('P-chain mix', mix);
  const peers = [
    ...unsignedWithPeer('P-chain, no BLS proof', file('nopop')),
    ...xBase('X-chain BaseTx', base),
  ];
  const single = measure(singles, rounds);
  trace(p);
  const all = measure([...singles, ...mixed, ...peers], rounds);
  const of = (cases: readonly Case[]) =>
    all.filter((result) => cases.some((c) => c.name === result.case));
  encodeFromJSON();
  return {
    mix: { transactions: mix.length, left: p.length - mix.length },
    single,
    singleTraced: of(singles),
    mixed: of(mixed),
    mixedAfterJSON: measure(mixed, rounds),
    peer: of(peers),
  };
}

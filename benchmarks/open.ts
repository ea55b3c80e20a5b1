import { deepStrictEqual } from 'node:assert/strict';
import { bytesOf, vectors } from './inputs.ts';
import { type Case, measure, type Result, variant } from './measure.ts';
import * as ours from './ours.ts';

/** `open` of signed transactions, without a hint and with one, beside decoding what one knows to be that and making its id. */
export function opening(rounds: number): readonly Result[] {
  const cases = (['P', 'X', 'C'] as const).flatMap((chain): Case[] => {
    const { decode } = ours.chains[chain];
    const known = (bytes: Uint8Array) => ({
      id: ours.formatID(ours.idOf(bytes)),
      value: decode(bytes),
    });
    const open = (bytes: Uint8Array) => ours.open(bytes);
    const hinted = (bytes: Uint8Array) => ours.open(bytes, { chain, kind: 'tx' });
    const all = vectors()
      .filter((row) => row.chain === chain)
      .map(({ hex }) => bytesOf(hex.slice(2)));
    for (const bytes of all)
      for (const read of [open, hinted]) {
        const { id, value } = read(bytes);
        deepStrictEqual({ id, value }, known(bytes));
      }
    const small = all.filter(({ length }) => length > 150).sort((a, b) => a.length - b.length);
    return [
      { name: `${chain}, small`, inputs: small.slice(0, 1) },
      { name: `${chain}, all of the vectors`, inputs: all },
    ].map(({ name, inputs }) => ({
      name,
      bytes: inputs.reduce((sum, { length }) => sum + length, 0),
      variants: [
        variant('decode and idOf', inputs, known),
        variant('open', inputs, open),
        variant('open with chain and kind', inputs, hinted),
      ],
    }));
  });
  return measure(cases, rounds);
}

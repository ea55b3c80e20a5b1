import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { bytesOf, vectors } from './inputs.ts';
import { type Case, clocks, measure, type Result, variant } from './measure.ts';
import * as ours from './ours.ts';
import { printer } from './reference/json.ts';
import * as byHand from './reference/pchain.ts';

/** A transaction as bytes and as the node's JSON. */
interface Both {
  readonly bytes: Uint8Array;
  readonly text: string;
}

const hint = { chain: 'P', kind: 'tx' } as const;
const textOf = (bytes: Uint8Array): string => ours.textOf(ours.open(bytes, hint));
const read = ({ text }: Both) => ours.open(text, hint);
const value = ({ text }: Both) => ours.parseJSON(text);

/** Those of the vectors whose JSON says all. Reading it gives the same bytes, and `JSON.parse` the same keys. */
function mix(): readonly Both[] {
  return vectors().flatMap((row): Both[] => {
    if (row.chain !== 'P') return [];
    const bytes = bytesOf(row.hex.slice(2));
    const text = textOf(bytes);
    try {
      deepStrictEqual(ours.open(text, hint).bytes, bytes);
    } catch (e) {
      if (ours.isError(e)) return [];
      throw e;
    }
    const plain = JSON.parse(text) as object;
    deepStrictEqual(Object.keys(ours.parseJSON(text) as object), Object.keys(plain));
    return [{ bytes, text }];
  });
}

const sizeOf = (all: readonly Both[]): number =>
  all.reduce((sum, { text }) => sum + text.length, 0);

/** Node JSON of P-chain transactions in both directions, beside what the platform does and code by hand. */
export function json(rounds: number): readonly Result[] {
  const all = mix();
  const small = all
    .filter(({ text }) => ours.open(text, hint).type === 'platformvm.BaseTx')
    .filter(({ bytes }) => bytes.length > 150)
    .sort((a, b) => a.bytes.length - b.bytes.length)
    .slice(0, 1);
  const network = ours.open(small[0]!.bytes, hint).network!;
  const print = printer({
    formatID: ours.formatID,
    formatAddress: ours.contextOf('P', network).formatAddress,
  });
  const printByHand = ({ bytes }: Both) => print(byHand.decodeSigned(bytes), bytes);
  for (const of of small) strictEqual(printByHand(of), of.text);
  const decode = ours.chains.P.decode;
  const cases: readonly Case[] = [
    {
      name: 'text to value, P-chain mix',
      bytes: sizeOf(all),
      variants: [
        variant('JSON.parse', all, ({ text }: Both) => JSON.parse(text) as unknown),
        variant('parseJSON', all, value),
        variant('open, with the bytes and the id', all, read),
      ],
    },
    {
      name: 'bytes to text, P-chain mix',
      bytes: sizeOf(all),
      variants: [
        variant('decode', all, ({ bytes }: Both) => decode(bytes)),
        variant('open', all, ({ bytes }: Both) => ours.open(bytes)),
        variant('open with chain and kind', all, ({ bytes }: Both) => ours.open(bytes, hint)),
        variant('the same, and toJSONText', all, ({ bytes }: Both) => textOf(bytes)),
      ],
    },
    {
      name: 'bytes to text, small BaseTx',
      bytes: sizeOf(small),
      variants: [
        variant('by hand', small, printByHand),
        variant('open with chain and kind, and toJSONText', small, ({ bytes }: Both) =>
          textOf(bytes),
        ),
      ],
    },
  ];
  return measure(cases, rounds, 3, clocks.cpu);
}

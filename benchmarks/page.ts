/** What `browsers.ts` runs on a page: ours beside the codec by hand and avalanchejs, as a bundler gives all of them to a browser. */

import * as ours from 'avalanche-tx';
import { buildBaseTx } from 'avalanche-tx/build';
import { valueFromJSON, valueToJSONText } from 'avalanche-tx/codec';
import { contextOf, identify } from 'avalanche-tx/network';
import * as P from 'avalanche-tx/pchain';
import { finalize, privateKey, sign } from 'avalanche-tx/sign';
import * as byHand from './reference/pchain.ts';
import * as theirs from './theirs.ts';

/** A P-chain transaction of the vectors. */
export interface PageRow {
  readonly network: string;
  readonly hex: string;
  readonly json: string;
}

/** What one piece of work takes: milliseconds, the median of the rounds, and how many times that others do. */
export interface PageResult {
  readonly work: string;
  readonly ours: number;
  readonly byHand?: number;
  readonly avalanchejs?: number;
}

type Run = () => unknown;
type Other = 'byHand' | 'avalanchejs';

const same = (a: Uint8Array, b: Uint8Array): void => {
  if (ours.formatHex(a) !== ours.formatHex(b)) throw new Error('the answers differ');
};
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1]!;

/** Clocks of browsers are coarse: a sample lasts at least as long as this, in milliseconds. */
const sample = 40;
const rounds = 9;

/** Times all in turns. What signs with avalanchejs is asynchronous, so all are awaited. */
async function measured(work: string, mine: Run, others: Partial<Record<Other, Run>>) {
  const all = [mine, ...Object.values(others)];
  const time = async (run: Run, passes: number): Promise<number> => {
    const start = performance.now();
    for (let pass = 0; pass < passes; pass++) await run();
    return (performance.now() - start) / passes;
  };
  const passes: number[] = [];
  for (const run of all) {
    await time(run, 2);
    passes.push(Math.max(1, Math.ceil(sample / Math.max(0.01, await time(run, 3)))));
  }
  const times = all.map((): number[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [i, run] of all.entries()) times[i]!.push(await time(run, passes[i]!));
  const ratios = Object.keys(others).map((name, i) => [
    name,
    median(times[i + 1]!.map((took, round) => took / times[0]![round]!)),
  ]);
  return { work, ours: median(times[0]!), ...Object.fromEntries(ratios) } as PageResult;
}

async function codec(rows: readonly PageRow[]): Promise<readonly PageResult[]> {
  const all = rows.map(({ network, hex, json }) => {
    const bytes = ours.parseHex(hex);
    const value = P.decode(P.Tx, bytes);
    const hand = byHand.decodeSigned(bytes);
    const context = contextOf('P', identify(network));
    same(P.encode(P.Tx, value), bytes);
    same(byHand.encodeSigned(hand), bytes);
    return { bytes, value, hand, context, json };
  });
  const toText = ({ bytes, context }: (typeof all)[number]): string => {
    const tx = P.decode(P.Tx, bytes);
    const ids = new Map([[tx, ours.formatID(ours.idOf(bytes))]]);
    return valueToJSONText(P.Tx, tx, context, ids);
  };
  const fromText = ({ json, context }: (typeof all)[number]): Uint8Array =>
    P.encode(P.Tx, valueFromJSON(P.Tx, ours.parseJSON(json), context));
  for (const one of all) {
    if (toText(one) !== one.json) throw new Error('the texts differ');
    same(fromText(one), one.bytes);
  }
  const of = `${rows.length} transactions:`;
  return [
    await measured(`${of} decode`, () => all.map(({ bytes }) => P.decode(P.Tx, bytes)), {
      byHand: () => all.map(({ bytes }) => byHand.decodeSigned(bytes)),
    }),
    await measured(`${of} encode`, () => all.map(({ value }) => P.encode(P.Tx, value)), {
      byHand: () => all.map(({ hand }) => byHand.encodeSigned(hand)),
    }),
    await measured(`${of} ids`, () => all.map(({ bytes }) => ours.formatID(ours.idOf(bytes))), {
      avalanchejs: () => all.map(({ bytes }) => theirs.idOf(bytes)),
    }),
    await measured(`${of} bytes to JSON text with the id`, () => all.map(toText), {}),
    await measured(`${of} JSON text to bytes, the id checked`, () => all.map(fromText), {}),
  ];
}

async function transfers(): Promise<readonly PageResult[]> {
  const secret = new Uint8Array(32).fill(1);
  const key = privateKey(secret);
  const to = privateKey(new Uint8Array(32).fill(2)).shortID;
  const { fuji } = ours;
  const avax = 1_000_000_000n;
  const count = 300;
  const utxos = Array.from({ length: count }, (_, i) => ({
    txID: ours.idOf(Uint8Array.of(i >> 8, i)),
    outputIndex: 0,
    assetID: fuji.avaxAssetID,
    output: {
      type: 'secp256k1fx.TransferOutput' as const,
      amount: avax,
      locktime: 0n,
      threshold: 1,
      addresses: [key.shortID],
    },
  }));
  const amount = BigInt(count) * avax - avax / 2n;
  const build = () =>
    buildBaseTx(
      {
        chain: 'P',
        network: fuji,
        from: [key.shortID],
        time: 1_800_000_000n,
        feeState: { price: 1n },
        utxos,
      },
      { outputs: [{ to, amount }] },
    );
  const context: theirs.Context = {
    networkID: fuji.networkID,
    pBlockchainID: ours.formatID(fuji.chains.P.blockchainID),
    avaxAssetID: ours.formatID(fuji.avaxAssetID),
    platformFeeConfig: { ...fuji.pFees, weights: fuji.pFees.weights.map(Number) },
  };
  const objects = theirs.utxosOf(utxos.map((utxo) => P.encode(P.UTXO, utxo)));
  const buildTheirs = () => theirs.buildBaseTx(context, objects, [key.shortID, to], amount);
  const draft = build();
  same(await theirs.sign(buildTheirs(), secret), finalize(sign(draft, key)).bytes);
  return [
    await measured(`build a transfer of ${count} inputs`, build, { avalanchejs: buildTheirs }),
    // Signing adds to their object, so each is built anew, with ours beside it too.
    await measured(`build, sign and finalize it`, () => finalize(sign(build(), key)), {
      avalanchejs: () => theirs.sign(buildTheirs(), secret),
    }),
    await measured('sign and finalize it', () => finalize(sign(draft, key)), {}),
  ];
}

const run = async (): Promise<readonly PageResult[]> => {
  const rows = (await (await fetch('/rows.json')).json()) as readonly PageRow[];
  return [...(await codec(rows)), ...(await transfers())];
};

// `browsers.ts` waits for either.
run().then(
  (results) => Object.assign(globalThis, { results }),
  (e: unknown) => Object.assign(globalThis, { failed: String(e) }),
);

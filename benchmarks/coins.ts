/**
 * What builds over small and large wallets take: the processor time of each, the median of warmed runs. The states are decoded; everything from there to the checked draft is timed. One signature recovered by `@noble/secp256k1` says how
 * fast the machine is just then: compare builds of two runs by their ratios to it.
 */
import { ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { recoverPublicKey, signAsync } from '@noble/secp256k1';
import type { Draft } from '../src/draft/draft.ts';
import type { PState } from '../src/state/index.ts';
import { manyUTXOs } from './build.ts';
import { median } from './measure.ts';
import * as ours from './ours.ts';

const avax = 1_000_000_000n;
const now = 1_800_000_000n;
const [mine, other] = [1, 2].map((n) => ours.privateKey(new Uint8Array(32).fill(n))) as [
  ReturnType<typeof ours.privateKey>,
  ReturnType<typeof ours.privateKey>,
];
const to = ours.privateKey(new Uint8Array(32).fill(3)).shortID;
const from = [mine.shortID, other.shortID].sort((a, b) => Buffer.compare(a, b));
const gold = new Uint8Array(32).fill(7);

interface More {
  readonly assetID?: Uint8Array;
  readonly threshold?: number;
  readonly lock?: bigint;
}

function utxo(name: string, amount: bigint, more: More = {}): PState['utxos'][number] {
  const { assetID = ours.fuji.avaxAssetID, threshold = 1, lock } = more;
  const output = {
    type: 'secp256k1fx.TransferOutput' as const,
    amount,
    locktime: 0n,
    threshold,
    addresses: threshold === 1 ? [mine.shortID] : from,
  };
  return {
    txID: new Uint8Array(createHash('sha256').update(name).digest()),
    outputIndex: 0,
    assetID,
    output:
      lock === undefined ? output : { type: 'stakeable.LockOut' as const, locktime: lock, output },
  };
}

const many = (count: number, of: (i: number) => PState['utxos'][number]) =>
  Array.from({ length: count }, (_, i) => of(i));
const stateOf = (utxos: PState['utxos'], imports?: PState['imports']): PState => ({
  chain: 'P',
  network: ours.fuji,
  from,
  own: from,
  time: now,
  feeState: { price: 1n },
  utxos,
  ...(imports && { imports }),
});

/** From 0.001 to 1,000 AVAX. */
const spread = (i: number): bigint => 1_000_000n + BigInt((i * 7919) % 1_000_003) * 1_000_000n;

type Case = readonly [name: string, utxos: number, run: () => Draft | readonly Draft[]];

const send = (state: PState, amount: bigint | 'max', assetID?: Uint8Array) => () =>
  ours.buildBaseTx(
    state,
    { outputs: [{ to, amount, ...(assetID && { assetID }) }] },
    { change: mine.shortID },
  );

function cases(): readonly Case[] {
  const delegate = (state: PState, locked: 'prefer' | 'cheapest') => () =>
    ours.buildAddPermissionlessDelegatorTx(
      state,
      {
        nodeID: new Uint8Array(20).fill(5),
        end: now + 2_592_000n,
        amount: 25n * avax,
        rewardsOwner: to,
      },
      { locked, change: mine.shortID },
    );
  const transfers = [300, 1_000, 10_000, 100_000].map(
    (count): Case => ['transfer, 2 inputs', count, send(manyUTXOs(count), 1_500n * avax)],
  );
  const larger = [300, 1_000, 10_000].flatMap((count): Case[] => {
    const mixed = stateOf(many(count, (i) => utxo(`${i}`, spread(i), { threshold: 1 + (i % 2) })));
    return [
      ['transfer, 5 inputs', count, send(manyUTXOs(count), 4_500n * avax)],
      ['transfer, 50 inputs', count, send(manyUTXOs(count), 35_000n * avax)],
      ['transfer, owners mixed', count, send(mixed, 6_500n * avax)],
      ['max', count, send(mixed, 'max')],
    ];
  });
  const tokens = stateOf([
    ...many(400, (i) => utxo(`gold ${i}`, 1_000n + BigInt(i), { assetID: gold })),
    ...many(400, (i) => utxo(`${i}`, 9_000n + BigInt(i))),
  ]);
  const locks = (count: number) =>
    stateOf([
      utxo('free', 50n * avax),
      ...many(count, (i) => utxo(`${i}`, avax / 50n, { lock: now + 3_000_000n + BigInt(i) })),
    ]);
  const small = stateOf(many(1_000, (i) => utxo(`${i}`, avax + BigInt(i))));
  const waiting = stateOf([], { X: many(1_000, (i) => utxo(`${i}`, avax + BigInt(i))) });
  return [
    ...transfers,
    ...larger,
    ['max of an asset, fee from small coins', 800, send(tokens, 'max', gold)],
    ['stake, prefer', 351, delegate(locks(350), 'prefer')],
    ['stake, cheapest', 351, delegate(locks(350), 'cheapest')],
    ['import', 1_000, () => ours.buildImportTx(waiting, { from: 'X', to: mine.shortID })],
    ['consolidation', 1_000, () => ours.buildConsolidateTxs(small, { to: mine.shortID })],
  ];
}

/** Milliseconds of the processor that a run takes. */
function measured(run: () => unknown): number {
  const runs = (count: number): number[] =>
    Array.from({ length: count }, () => {
      const before = process.cpuUsage();
      run();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    });
  const first = median(runs(3));
  const count = Math.max(5, Math.min(200, Math.ceil(1_000 / first)));
  runs(count);
  return median(runs(count));
}

/** What a build takes. */
export interface CoinsResult {
  readonly build: string;
  readonly utxos: number;
  readonly transactions: number;
  readonly inputs: number;
  /** Milliseconds of the processor. */
  readonly milliseconds: number;
}

/** Milliseconds of one recovery of `@noble/secp256k1`, the gauge of the machine. */
async function gauge(): Promise<number> {
  const digest = new Uint8Array(createHash('sha256').update('gauge').digest());
  const signature = await signAsync(digest, new Uint8Array(32).fill(1), {
    prehash: false,
    format: 'recovered',
    extraEntropy: false,
  });
  return measured(() => recoverPublicKey(signature, digest, { prehash: false }));
}

/** Builds over wallets of all sizes, beside the gauge. */
export async function coins() {
  const recovery = await gauge();
  const builds = cases().map(([build, utxos, run]): CoinsResult => {
    const drafts = [run()].flat() as readonly Draft[];
    const inputs = drafts.reduce((sum, { slots }) => sum + slots.length, 0);
    ok(drafts.length > 0 && inputs > 0);
    return { build, utxos, transactions: drafts.length, inputs, milliseconds: measured(run) };
  });
  return { recovery, builds };
}

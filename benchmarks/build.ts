import { deepStrictEqual, ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { recoverPublicKey } from '@noble/secp256k1';
import type { DraftOf } from '../src/builder/index.ts';
import type { PState, XState } from '../src/state/index.ts';
import { median } from './measure.ts';
import type { Cost } from './memory.ts';
import * as ours from './ours.ts';
import * as theirs from './theirs.ts';

/** What one way to do a case took: the median of its turns, and how many times ours that is. */
export interface BuildResult {
  readonly case: string;
  readonly variant: string;
  readonly milliseconds: number;
  readonly ratio: number;
  /** Inputs of what it made. */
  readonly inputs: number;
  /** nAVAX that it burns. */
  readonly fee: bigint;
}

/** How a build grows with the UTXOs that it chooses from. */
export interface GrowthResult extends Cost {
  readonly utxos: number;
}

/** Tables of build and sign. */
export interface BuildTables {
  readonly transfers: readonly BuildResult[];
  readonly signing: readonly BuildResult[];
  readonly growth: readonly GrowthResult[];
}

const secret = new Uint8Array(32).fill(1);
const key = ours.privateKey(secret);
const to = ours.privateKey(new Uint8Array(32).fill(2)).shortID;
const avax = 1_000_000_000n;

const utxosOf = (count: number, amount: (i: number) => bigint): PState['utxos'] & XState['utxos'] =>
  Array.from({ length: count }, (_, i) => ({
    txID: new Uint8Array(createHash('sha256').update(String(i)).digest()),
    outputIndex: 0,
    assetID: ours.fuji.avaxAssetID,
    output: {
      type: 'secp256k1fx.TransferOutput' as const,
      amount: amount(i),
      locktime: 0n,
      threshold: 1,
      addresses: [key.shortID],
    },
  }));
const common = { network: ours.fuji, from: [key.shortID], time: 1_800_000_000n };
const pState = (count: number, amount: (i: number) => bigint): PState => ({
  ...common,
  chain: 'P',
  feeState: { price: 1n },
  utxos: utxosOf(count, amount),
});

/** A P-chain state of UTXOs of 0.001 to 1,000 AVAX, no two neighbours alike. */
export const manyUTXOs = (count: number): PState =>
  pState(count, (i) => 1_000_000n + BigInt((i * 7919) % 1_000_003) * 1_000_000n);

/** Sends what the five or so largest of those hold; the draft is checked as all are. */
export const sendSome = (state: PState): DraftOf<'P' | 'X'> =>
  ours.buildBaseTx(state, { outputs: [{ to, amount: 4_500n * avax }] });

const context: theirs.Context = {
  networkID: ours.fuji.networkID,
  pBlockchainID: ours.formatID(ours.fuji.chains.P.blockchainID),
  avaxAssetID: ours.formatID(ours.fuji.avaxAssetID),
  platformFeeConfig: { ...ours.fuji.pFees, weights: ours.fuji.pFees.weights.map(Number) },
};

/** A transfer by ours, and by theirs where that is tried. */
interface Transfer {
  readonly name: string;
  readonly state: PState;
  readonly amount: bigint;
  readonly besideTheirs: boolean;
  /** How many inputs it must have. */
  readonly inputs?: number;
}

interface Way {
  readonly variant: string;
  readonly inputs: number;
  readonly fee: bigint;
  /** Made ready for each turn, untimed. */
  readonly ready?: () => unknown;
  readonly run: (ready: unknown) => unknown;
}

/** Each way in turn, as often as said after one turn that does not count. */
async function turns(name: string, ways: readonly Way[], rounds: number): Promise<BuildResult[]> {
  const times = ways.map((): number[] => []);
  for (let round = -1; round < rounds; round++)
    for (const [i, way] of ways.entries()) {
      const ready = way.ready?.();
      const start = performance.now();
      await way.run(ready);
      if (round >= 0) times[i]!.push(performance.now() - start);
    }
  return ways.map(({ variant, inputs, fee }, i) => ({
    case: name,
    variant,
    inputs,
    fee,
    milliseconds: median(times[i]!),
    ratio: median(times[i]!.map((time, round) => time / times[0]![round]!)),
  }));
}

type BaseTx = Extract<ReturnType<typeof ours.decodeUnsigned>, { type: 'platformvm.BaseTx' }>;

/** What a transaction of AVAX burns, after checking that it pays `amount` and just the fee besides. */
function balanced(tx: BaseTx, amount: bigint): bigint {
  const goesIn = tx.inputs.reduce(
    (sum, { input }) => sum + ('amount' in input ? input.amount : 0n),
    0n,
  );
  const paid = tx.outputs.map(({ output }) => ('amount' in output ? output.amount : 0n));
  ok(paid.includes(amount));
  const burned = goesIn - paid.reduce((sum, a) => sum + a, 0n);
  deepStrictEqual(burned, ours.feeOf(tx, { network: ours.fuji, feeState: { price: 1n } }).fee);
  return burned;
}

/** Checks what `sendSome` made. */
export const checkSome = ({ unsignedTx }: DraftOf<'P' | 'X'>): void =>
  void balanced(unsignedTx as BaseTx, 4_500n * avax);

/** Both ways, after checking their transactions. */
function waysOf({ state, amount, besideTheirs, inputs }: Transfer): readonly Way[] {
  const build = () => ours.buildBaseTx(state, { outputs: [{ to, amount }] });
  const draft = build();
  const tx = draft.unsignedTx as BaseTx;
  const fee = balanced(tx, amount);
  deepStrictEqual(fee, draft.fee.total);
  if (inputs !== undefined) deepStrictEqual(tx.inputs.length, inputs);
  const mine: Way = { variant: 'ours', inputs: tx.inputs.length, fee, run: build };
  if (!besideTheirs) return [mine];
  const utxos = theirs.utxosOf(state.utxos.map((utxo) => ours.encode(ours.UTXO, utxo)));
  const buildTheirs = () => theirs.buildBaseTx(context, utxos, [key.shortID, to], amount);
  const bytes = buildTheirs().toBytes();
  const other = ours.decodeUnsigned(bytes) as BaseTx;
  const theirFee = balanced(other, amount);
  ok(theirFee >= fee);
  if (other.inputs.length === tx.inputs.length && inputs === state.utxos.length)
    deepStrictEqual(bytes, ours.encode(ours.UnsignedTx, tx));
  return [
    mine,
    { variant: 'avalanchejs', inputs: other.inputs.length, fee: theirFee, run: buildTheirs },
  ];
}

const all: Transfer = {
  name: 'all of 300',
  state: pState(300, () => avax),
  amount: 300n * avax - avax / 2n,
  besideTheirs: true,
  inputs: 300,
};

/** The check of as many signatures as inputs, each of another key, beside what noble's recoveries of the same signatures take. */
function manySigners(rounds: number): Promise<readonly BuildResult[]> {
  const keys = Array.from({ length: 300 }, (_, i) =>
    ours.privateKey(
      new Uint8Array(32)
        .fill(1)
        .fill(i & 255, 30)
        .fill(i >> 8, 31),
    ),
  );
  const state: PState = {
    ...pState(keys.length, () => avax),
    from: keys.map(({ shortID }) => shortID),
  };
  const utxos = state.utxos.map((utxo, i) => ({
    ...utxo,
    output: { ...utxo.output, addresses: [keys[i]!.shortID] } as typeof utxo.output,
  }));
  const amount = BigInt(keys.length) * avax - avax / 2n;
  const owned = { ...state, utxos };
  const draft = ours.buildBaseTx(owned, { outputs: [{ to, amount }] }, { change: to });
  const tx = ours.finalize(ours.sign(draft, keys));
  const digest = new Uint8Array(
    createHash('sha256')
      .update(ours.encode(ours.UnsignedTx, tx.unsignedTx as BaseTx))
      .digest(),
  );
  const signatures = tx.credentials.flatMap((one) =>
    'signatures' in one
      ? one.signatures.map((s) => Uint8Array.of(s[64]!, ...s.subarray(0, 64)))
      : [],
  );
  deepStrictEqual(signatures.length, keys.length);
  const recover = () => signatures.map((s) => recoverPublicKey(s, digest, { prehash: false }));
  deepStrictEqual(
    new Set(recover().map((one) => ours.formatHex(one))),
    new Set(keys.map(({ publicKey }) => ours.formatHex(publicKey))),
  );
  const ways = { inputs: keys.length, fee: draft.fee.total };
  const verify = () => {
    const error = ours.refusalOf(ours.checkTx(tx, ours.factsOfState(owned)));
    if (error) throw error;
  };
  return turns(
    '300 signatures of 300 keys',
    [
      { variant: 'ours, everything verified', ...ways, run: verify },
      { variant: 'recoveries of @noble/secp256k1 alone', ...ways, run: recover },
    ],
    Math.max(3, rounds >> 1),
  );
}

/** Signs and finalises the transfer of all by both; then 800 inputs of the X-chain, which are two transactions. */
async function signing(rounds: number): Promise<readonly BuildResult[]> {
  const { state, amount } = all;
  const draft = ours.buildBaseTx(state, { outputs: [{ to, amount }] });
  const signOurs = () => ours.finalize(ours.sign(draft, key)).bytes;
  const utxos = theirs.utxosOf(state.utxos.map((utxo) => ours.encode(ours.UTXO, utxo)));
  const buildTheirs = () => theirs.buildBaseTx(context, utxos, [key.shortID, to], amount);
  deepStrictEqual(await theirs.sign(buildTheirs(), secret), signOurs());
  const fee = draft.fee.total;
  const three = await turns(
    '300 inputs of one key, P',
    [
      { variant: 'ours, everything checked', inputs: 300, fee, run: signOurs },
      {
        variant: 'avalanchejs',
        inputs: 300,
        fee,
        ready: buildTheirs,
        run: (tx) => theirs.sign(tx as ReturnType<typeof buildTheirs>, secret),
      },
    ],
    rounds,
  );
  const tx = ours.finalize(ours.sign(draft, key));
  const checked = await turns(
    'the same 300, verified as signed: rules, owners, signatures',
    [
      {
        variant: 'ours',
        inputs: 300,
        fee,
        run: () => {
          const error = ours.refusalOf(ours.checkTx(tx, ours.factsOfState(state)));
          if (error) throw error;
        },
      },
    ],
    rounds,
  );
  const many = await manySigners(rounds);
  const x: XState = { ...common, chain: 'X', utxos: utxosOf(800, () => avax) };
  const drafts = ours.buildConsolidateTxs(x);
  const signAll = () => drafts.map((one) => ours.finalize(ours.sign(one, key)));
  deepStrictEqual(drafts.length, 2);
  const inputs = signAll().reduce((sum, { credentials }) => sum + credentials.length, 0);
  deepStrictEqual(inputs, 800);
  const burned = drafts.reduce((sum, one) => sum + one.fee.total, 0n);
  const eight = await turns(
    '800 inputs of one key, 2 transactions of X',
    [{ variant: 'ours, everything checked', inputs, fee: burned, run: signAll }],
    rounds,
  );
  return [...three, ...checked, ...many, ...eight];
}

const costOf = (utxos: number): Cost => {
  const file = fileURLToPath(new URL('memory.ts', import.meta.url));
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--import', 'tsx', file, String(utxos)],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Cost;
};

const growth = (): readonly GrowthResult[] =>
  [10_000, 100_000, 300_000, 1_000_000].map((utxos) => ({ utxos, ...costOf(utxos) }));

/** Builds and signs; equal-checked before anything is timed. */
export async function builds(rounds: number): Promise<BuildTables> {
  const some = Math.max(3, Math.ceil(rounds / 8));
  const few = (count: number, besideTheirs: boolean): Transfer => ({
    name: `few of ${count}`,
    state: manyUTXOs(count),
    amount: 1_500n * avax,
    besideTheirs,
  });
  const transfers: BuildResult[] = [];
  // With 100,000 avalanchejs does not come back within two minutes.
  for (const one of [few(300, true), all, few(10_000, true), few(100_000, false)])
    transfers.push(...(await turns(one.name, waysOf(one), some)));
  return { transfers, signing: await signing(some), growth: growth() };
}

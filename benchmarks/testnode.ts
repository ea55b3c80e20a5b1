/**
 * What the test node costs. A transfer with one input, issued as signed bytes, beside
 * noble's recovery of its one signature, in turns; snapshots; the start; memory. Times are of the processor.
 */
import { deepStrictEqual, equal, ok } from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sha256 } from '@noble/hashes/sha2.js';
import { hashes, recoverPublicKey } from '@noble/secp256k1';
import { buildBaseTx } from '../src/builder/transfers.ts';
import { inputIDOf } from '../src/chain/ids.ts';
import type { UTXO } from '../src/chain/pchain/tx.ts';
import { finalize, privateKey, sign } from '../src/sign/index.ts';
import type { PState, XState } from '../src/state/state.ts';
import { createTestnode, type Testnode } from '../src/testnode/index.ts';
import { formatID } from '../src/text/id.ts';
import { median } from './measure.ts';

hashes.sha256 = sha256;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What the test node costs. */
export interface TestnodeCosts {
  /** Of the first start in a process, in milliseconds of the processor. */
  readonly start: number;
  readonly issues: readonly {
    readonly chain: Chain;
    readonly utxos: number;
    /** Times a recovery by noble. */
    readonly ratio: number;
    readonly milliseconds: number;
  }[];
  /** Milliseconds of a snapshot and a revert. */
  readonly snapshots: readonly { readonly utxos: number; readonly milliseconds: number }[];
  /** Bytes of a UTXO. */
  readonly bytes: number;
}

const key = privateKey(new Uint8Array(32).fill(5));
const receiver = privateKey(new Uint8Array(32).fill(6)).shortID;

/** Milliseconds of the processor since `before`. */
function millisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Milliseconds of the processor that a call takes. */
function cost(run: () => void): number {
  const before = process.cpuUsage();
  run();
  return millisecondsSince(before);
}

function utxoOf({ network }: Testnode, n: number): UTXO {
  const txID = new Uint8Array(32);
  new DataView(txID.buffer).setUint32(0, n + 1);
  return {
    txID,
    outputIndex: n % 7,
    assetID: network.avaxAssetID,
    output: {
      type: 'secp256k1fx.TransferOutput',
      amount: 1_000_000_000n,
      locktime: 0n,
      threshold: 1,
      addresses: [key.shortID],
    },
  };
}

type Chain = 'P' | 'X';

const setOf = ({ world }: Testnode, chain: Chain) =>
  world[chain].ledger.utxos as {
    set(id: string, utxo: UTXO): unknown;
    ofAddress(address: Uint8Array): Iterable<unknown>;
    size(): number;
  };

/** Gives a chain a UTXO of the key, without a transaction. */
function addUTXO(node: Testnode, chain: Chain, n: number): void {
  const utxo = utxoOf(node, n);
  setOf(node, chain).set(formatID(inputIDOf(utxo)), utxo);
}

/** A test node with so many UTXOs of the key. */
function nodeWith(count: number, chain: Chain = 'P'): Testnode {
  const node = createTestnode();
  for (let n = 0; n < count; n++) addUTXO(node, chain, n);
  return node;
}

/** A signed transfer of one UTXO, and what its signature is recovered from. */
interface Transfer {
  readonly txID: string;
  readonly bytes: Uint8Array;
  readonly digest: Uint8Array;
  /** With the recovery id first, as noble has it. */
  readonly signature: Uint8Array;
}

function transferOf(node: Testnode, chain: Chain, n: number): Transfer {
  const state = node.state(chain, [key.address(chain, node.network)]) as PState | XState;
  const intent = { outputs: [{ to: receiver, amount: 'max' }] } as const;
  const draft = buildBaseTx({ ...state, utxos: [utxoOf(node, n)] } as PState, intent);
  const tx = finalize(sign(draft, key));
  const signature = tx.bytes.slice(-65);
  const unsigned = tx.bytes.subarray(0, -(65 + 12));
  const digest = sha256(unsigned);
  const first = new Uint8Array(65);
  first[0] = signature[64]!;
  first.set(signature.subarray(0, 64), 1);
  return { txID: tx.txID, bytes: tx.bytes, digest, signature: first };
}

const recover = ({ signature, digest }: Transfer): Uint8Array =>
  recoverPublicKey(signature, digest, { prehash: false });

const inTurn = 10;
const turns = 40;

/** What issuing costs, in recoveries. */
function issuing(chain: Chain, count: number) {
  const node = nodeWith(count, chain);
  const total = inTurn * (turns + 5);
  // Signed where there is nothing else: the state of a builder lists all UTXOs.
  const empty = createTestnode();
  const transfers = Array.from({ length: total }, (_, n) => transferOf(empty, chain, n));
  // Few UTXOs stay few: those that a turn spends come before it.
  const bring = (n: number): void => {
    if (n >= count) addUTXO(node, chain, n);
  };
  const issue = ({ bytes, txID }: Transfer): void => {
    const issued = node.issue(chain, bytes);
    if (!issued.ok) throw new Error(`${txID}: ${issued.message}`);
  };
  const before = node.snapshot();
  for (const [n, transfer] of transfers.slice(0, 5).entries()) {
    bring(n);
    deepStrictEqual(recover(transfer), key.publicKey);
    issue(transfer);
    const { world } = node;
    equal(world.txs.get(transfer.txID)?.status, 'Accepted');
    ok(world[chain].blocks.at(-1)!.txIDs.includes(transfer.txID));
    equal(world[chain].blockIndex.list.length, n + 1);
    ok([...setOf(node, chain).ofAddress(receiver)].length === n + 1);
  }
  node.revert(before);
  const ratios: number[] = [];
  const each: number[] = [];
  for (let turn = -5; turn < turns; turn++) {
    const some = transfers.slice((turn + 5) * inTurn, (turn + 6) * inTurn);
    some.forEach((_, i) => void bring((turn + 5) * inTurn + i));
    const runs = [() => some.forEach(issue), () => some.forEach(recover)];
    const order = turn % 2 === 0 ? [0, 1] : [1, 0];
    const costs = [0, 0];
    for (const i of order) costs[i] = cost(runs[i]!);
    if (turn < 0) continue;
    ratios.push(costs[0]! / costs[1]!);
    each.push(costs[0]! / inTurn);
  }
  return { ratio: median(ratios), milliseconds: median(each) };
}

/** What a snapshot and a revert cost with few and with many UTXOs, with a transfer between them. */
function snapshots(few: number, many: number) {
  const nodes = [few, many].map((count) => {
    const node = nodeWith(count);
    return { node, transfer: transferOf(createTestnode(), 'P', 3), costs: [] as number[] };
  });
  for (let round = 0; round < 200; round++)
    for (const { node, transfer, costs } of round % 2 === 0 ? nodes : nodes.toReversed()) {
      let id = 0;
      let took = wall(() => {
        id = node.snapshot();
      });
      const issued = node.issue('P', transfer.bytes);
      ok(issued.ok);
      took += wall(() => ok(node.revert(id)));
      equal(node.world.txs.has(transfer.txID), false);
      if (round >= 20) costs.push(took);
    }
  return nodes.map(({ costs }, i) => ({ utxos: [few, many][i]!, milliseconds: median(costs) }));
}

/** Milliseconds of the wall clock: these are too short for the processor's. The median leaves out interruptions. */
function wall(run: () => void): number {
  const before = performance.now();
  run();
  return performance.now() - before;
}

/** Bytes for each of 100,000 UTXOs. */
function memory(): number {
  const used = (): number => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = used();
  const node = nodeWith(100_000);
  const after = used();
  ok(setOf(node, 'P').size() > 100_000);
  return Math.round((after - before) / 100_000);
}

/** Measures all of it. The start comes first: nothing of the test node has run before. */
export function testnodeCosts(): TestnodeCosts {
  const start = cost(() => void createTestnode());
  const issues = (['P', 'X'] as const).flatMap((chain) =>
    [10, 100_000].map((utxos) => ({ chain, utxos, ...issuing(chain, utxos) })),
  );
  return { start, issues, snapshots: snapshots(1_000, 100_000), bytes: memory() };
}

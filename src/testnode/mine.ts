/** Selects the transactions of a block from those that are pending. */
import type { ChainName } from '../chain/declared.ts';
import type { AnyTx } from '../chain/tx.ts';
import { atomicGasCap, atomicGasOf, gasOf } from '../fee/transactions.ts';
import { isActive } from '../network/network.ts';
import { gasPriceIn } from '../rules/pool.ts';
import { cFacts, pFacts, xFacts } from './facts.ts';
import { makeBlock, refusalIn, verdictOf } from './issue.ts';
import { setEntry } from './journal.ts';
import { tick, tryP } from './pchain.ts';
import { markDropped, markWorld, recordTx, revertWorld } from './records.ts';
import { type BlockStart, blockStart, nextTime } from './time.ts';
import type { World } from './world.ts';

type PTxRecord = Extract<AnyTx, { readonly chain: 'P' }>;

/** Bytes of transactions in a block. Source: avalanchego `vms/avm/block/builder/builder.go` `targetBlockSize`, also of P until Etna. */
const targetSize = 128 * 1024;

/** Mines blocks of pending transactions until none are left. */
export function mineChain(world: World, chain: ChainName, txs: readonly AnyTx[]): void {
  let left = order(world, chain, txs);
  while (left.length > 0) {
    const { chosen, dropped } = choose(world, chain, left);
    for (const { tx, reason } of dropped) {
      recordTx(world, { tx, status: 'Dropped', reason });
      markDropped(world, tx, reason);
    }
    const gone = new Set([...chosen, ...dropped.map(({ tx }) => tx)].map(({ txID }) => txID));
    for (const txID of gone)
      if (world.tampering.delayed.has(txID))
        setEntry(world.journal, world.tampering.delayed, txID, undefined);
    if (chosen.length > 0) {
      makeBlock(world, chosen);
      tick(world);
    }
    // Transactions that fit no block wait for gas, which only time adds.
    if (gone.size === 0) return;
    left = left.filter(({ txID }) => !gone.has(txID));
  }
}

/** Orders transactions as a node takes them from its pool: on P by gas price, elsewhere by arrival. */
function order({ network }: World, chain: ChainName, txs: readonly AnyTx[]): readonly AnyTx[] {
  if (chain !== 'P') return txs;
  const price = (tx: AnyTx): number => gasPriceIn((tx as PTxRecord).unsignedTx, network);
  return txs
    .map((tx) => ({ tx, price: price(tx) }))
    .sort((a, b) => b.price - a.price)
    .map(({ tx }) => tx);
}

interface Choice {
  readonly chosen: readonly AnyTx[];
  readonly dropped: readonly { readonly tx: AnyTx; readonly reason: string }[];
}

/** The remaining room of a block. */
interface Room {
  readonly gas: bigint;
  readonly bytes: number;
}

/** Chooses transactions by executing them one after the other, and then reverts everything. */
function choose(world: World, chain: ChainName, txs: readonly AnyTx[]): Choice {
  const id = markWorld(world);
  const start = chain === 'P' ? blockStart(world, nextTime(world).time) : undefined;
  const chosen: AnyTx[] = [];
  const dropped: Choice['dropped'][number][] = [];
  let room = roomIn(world, chain, start);
  for (const tx of txs) {
    const rest = without(world, room, tx);
    if (!rest) break;
    // It does not conflict with itself.
    setEntry(world.journal, world[chain].pool, tx.txID, undefined);
    const facts = factsIn(world, chain, start, room);
    const refusal = refusalIn(chain, verdictOf(world, tx, facts));
    if (refusal) {
      dropped.push({ tx, reason: refusal.reason });
      continue;
    }
    chosen.push(tx);
    room = rest;
    if (start) tryP(world, start.time, [tx as PTxRecord]);
    else makeBlock(world, [tx]);
  }
  revertWorld(world, id);
  return { chosen, dropped };
}

function factsIn(world: World, chain: ChainName, start: BlockStart | undefined, room: Room) {
  if (chain === 'X') return xFacts(world);
  if (chain === 'C') return cFacts(world);
  const { price } = start!;
  return pFacts(world, { ...blockStart(world, start!.time), price }, room.gas);
}

function roomIn({ network, clock }: World, chain: ChainName, start: BlockStart | undefined): Room {
  if (chain === 'C') return { gas: atomicGasCap(network, clock), bytes: Number.MAX_SAFE_INTEGER };
  if (!start || !isActive('etna', network, start.time)) return { gas: 0n, bytes: targetSize };
  return { gas: start.feeState.capacity, bytes: Number.MAX_SAFE_INTEGER };
}

/** Returns the room left after a transaction; undefined if it does not fit. */
function without({ network }: World, { gas, bytes }: Room, tx: AnyTx): Room | undefined {
  const used =
    tx.chain === 'C'
      ? atomicGasOf(tx.unsignedTx)
      : tx.chain === 'P' && bytes > targetSize
        ? gasOf(tx.unsignedTx, network)
        : 0n;
  const left = { gas: gas - used, bytes: bytes - tx.bytes.length };
  return left.gas < 0n || left.bytes < 0 ? undefined : left;
}

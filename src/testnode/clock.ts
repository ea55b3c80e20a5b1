/** The clock of the test node, and when blocks are mined. */
import type { ChainName } from '../chain/declared.ts';
import type { AnyTx } from '../chain/tx.ts';
import { AvalancheError } from '../errors/error.ts';
import { atomicGasCap, atomicGasOf, gasOf } from '../fee/transactions.ts';
import { isActive } from '../network/network.ts';
import type { Facts } from '../rules/facts.ts';
import { gasPriceIn } from '../rules/pool.ts';
import { formatID } from '../text/id.ts';
import { uint64 } from '../text/uint64.ts';
import { byPrice, staysInPool } from './cpool.ts';
import { makeBlock, refusalIn, verdictOf } from './issue.ts';
import { setEntry } from './journal.ts';
import { catchUp, tick, tryP } from './pchain.ts';
import { markDropped, markWorld, recordTx, revertWorld, waitingIn } from './records.ts';
import { type BlockStart, blockStart, nextTime } from './time.ts';
import type { World } from './world.ts';
import { cFacts, pFacts, xFacts } from './worldfacts.ts';

/**
 * Moves the clock. Unless blocks are held, blocks that are due by then are mined: rewards, validators that start
 * or run out of balance, and delayed transactions.
 * @param time Unix seconds.
 * @throws {AvalancheError} `OutOfRange`: before the current time.
 */
export function setTime(world: World, time: bigint): void {
  if (uint64(time, 'time') < world.clock)
    throw new AvalancheError('OutOfRange', `must be at least ${world.clock}, got ${time}`, {
      value: time,
      min: world.clock,
      unit: 'time',
    }).at('time');
  checkRenewals(world, time);
  world.clock = time;
  if (!world.tampering.hold) settle(world);
}

/** Maximum number of periods of auto-renewed validators that end in one move of the clock. */
const mostRenewals = 10_000n;

/** Throws if a move of the clock would start an unreasonable number of periods of auto-renewed validators. */
function checkRenewals({ P }: World, time: bigint): void {
  const renewals = [...P.ledger.current.values()].reduce((sum, { renewal, endTime }) => {
    const period = renewal?.nextPeriod ?? 0n;
    return period > 0n && time > endTime ? sum + (time - endTime) / period : sum;
  }, 0n);
  if (renewals > mostRenewals)
    throw new AvalancheError(
      'OutOfRange',
      `${renewals} periods of auto-renewed validators would end until ${time}: move the clock by less at a time`,
      { value: renewals, min: 0n, max: mostRenewals },
    ).at('time');
}

/** Mines the blocks that are due, and those of transactions whose delay is over. */
function settle(world: World): void {
  catchUp(world);
  for (const chain of ['P', 'X', 'C'] as const)
    if (readyIn(world, chain).length > 0) mineChain(world, chain, readyIn(world, chain));
}

/** Returns the pending transactions of a chain that are not delayed. */
function readyIn(world: World, chain: ChainName): readonly AnyTx[] {
  const { delayed } = world.tampering;
  return waitingIn(world, chain).filter(({ txID }) => (delayed.get(txID) ?? 0n) <= world.clock);
}

/** Holds blocks: transactions stay pending until `mine`. */
export function hold(world: World): void {
  world.tampering.hold = true;
}

/** Undoes `hold`: mines pending blocks now and one after each transaction from here on. */
export function release(world: World): void {
  world.tampering.hold = false;
  settle(world);
}

/**
 * Mines blocks of pending transactions that are not delayed, and blocks that are due by the clock.
 * @returns Number of new blocks.
 */
export function mine(world: World): number {
  const count = () => world.P.blocks.length + world.X.blocks.length + world.C.blocks.length;
  const before = count();
  for (const chain of ['P', 'X', 'C'] as const) mineChain(world, chain, readyIn(world, chain));
  catchUp(world);
  return count() - before;
}

/**
 * Sets whether a staker is rewarded at its end: by CB58 of its transaction, or by `NodeID-…`, including its
 * delegators.
 */
export function setReward(world: World, staker: string, isRewarded: boolean): void {
  setEntry(world.journal, world.tampering.rewards, staker, isRewarded);
}

/**
 * Moves the clock to the end of a stake and ends it, with or without its reward.
 * @param txID CB58 of the transaction that added the staker.
 * @throws {AvalancheError} `NotFound`: it is not a current staker.
 */
export function endStake(world: World, txID: string, isRewarded = true): void {
  const staker = world.P.ledger.current.get(txID);
  if (!staker)
    throw new AvalancheError('NotFound', `there is no staker ${txID}`, { what: 'staker' });
  setReward(world, formatID(staker.txID), isRewarded);
  if (staker.endTime > world.clock) setTime(world, staker.endTime);
}

type PTxRecord = Extract<AnyTx, { readonly chain: 'P' }>;
type CTxRecord = Extract<AnyTx, { readonly chain: 'C' }>;

/** Bytes of transactions in a block. Source: avalanchego `vms/avm/block/builder/builder.go` `targetBlockSize`, also of P until Etna. */
const targetSize = 128 * 1024;

/** Mines blocks of pending transactions until none are left that fit one. */
function mineChain(world: World, chain: ChainName, txs: readonly AnyTx[]): void {
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

/** Orders transactions as a node takes them from its pool: on P and C by gas price, on X by arrival. */
function order(world: World, chain: ChainName, txs: readonly AnyTx[]): readonly AnyTx[] {
  if (chain === 'C') return byPrice(world, txs as readonly CTxRecord[]);
  if (chain === 'X') return txs;
  const price = (tx: AnyTx): number => gasPriceIn((tx as PTxRecord).unsignedTx, world.network);
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
  const { baseFee } = cFacts(world);
  const chosen: AnyTx[] = [];
  const dropped: Choice['dropped'][number][] = [];
  let room = roomIn(world, chain, start);
  for (const tx of txs) {
    const rest = without(world, room, tx);
    if (!rest) break;
    // It does not conflict with itself.
    setEntry(world.journal, world[chain].pool, tx.txID, undefined);
    const facts = factsIn(world, chain, start, room, baseFee);
    const refusal = refusalIn(chain, verdictOf(world, tx, facts));
    if (refusal && chain === 'C' && staysInPool(world, refusal)) continue;
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

function factsIn(
  world: World,
  chain: ChainName,
  start: BlockStart | undefined,
  room: Room,
  baseFee: bigint | undefined,
): Facts {
  if (chain === 'X') return xFacts(world);
  // The trial blocks of transactions chosen before do not change the base fee of the block.
  if (chain === 'C') return { ...cFacts(world), baseFee };
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

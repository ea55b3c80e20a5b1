/** The clock of the test node, and when blocks are mined. */
import type { ChainName } from '../chain/declared.ts';
import type { AnyTx } from '../chain/tx.ts';
import { AvalancheError } from '../errors/error.ts';
import { formatID } from '../text/id.ts';
import { uint64 } from '../text/uint64.ts';
import { setEntry } from './journal.ts';
import { mineChain } from './mine.ts';
import { catchUp } from './pchain.ts';
import { waitingIn } from './records.ts';
import type { World } from './world.ts';

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
export function setReward(world: World, of: string, isRewarded: boolean): void {
  setEntry(world.journal, world.tampering.rewards, of, isRewarded);
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

import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import type { TransferableOutput } from '../chain/pchain/components.ts';
import type { Change } from '../draft/draft.ts';
import { outputUnits } from '../fee/gas.ts';
import type { Tariff } from '../fee/transactions.ts';
import { compareUint64 } from '../text/uint64.ts';
import { compareUTXOIDs } from '../tx/order.ts';
import { amountOf, lockedUntil } from '../tx/output.ts';
import { type Size, sizeOf } from './classes.ts';
import type { Coin } from './coins.ts';

/** A stake to build. */
export interface Stake {
  readonly assetID: Uint8Array;
  /** Amount in nAVAX or units of the asset; `max`: all that fits into one transaction. */
  readonly amount: bigint | 'max';
  /** Unix seconds when the stake returns, as far as known. */
  readonly end: bigint;
  /** Receives the stake of unlocked funds; the change owner if omitted. */
  readonly returnTo?: OutputOwners | undefined;
}

/** The part of a stake that consists of locked funds. */
export interface LockedStake {
  readonly inputs: readonly Coin[];
  readonly outputs: readonly TransferableOutput[];
  /** The rest of the locked funds, with the same lock and owner. */
  readonly change: readonly Omit<Change, 'outputIndex'>[];
  readonly amount: bigint;
  /** Weight of its inputs and outputs. */
  readonly weight: number;
}

/** A stake without locked funds. */
export const nothingLocked: LockedStake = {
  inputs: [],
  outputs: [],
  change: [],
  amount: 0n,
  weight: 0,
};

/** Locked coins with the same owner and lock, which stake one output together. */
export interface Lock {
  readonly coins: readonly Coin[];
  readonly output: Size;
}

/** Groups coins by owner and lock. */
export function locksOf(coins: readonly Coin[], tariff: Tariff): readonly Lock[] {
  const byOwner = new Map<OutputOwners, Map<bigint, Coin[]>>();
  for (const coin of coins) {
    const locks = byOwner.get(coin.owner) ?? new Map<bigint, Coin[]>();
    if (locks.size === 0) byOwner.set(coin.owner, locks);
    const known = locks.get(coin.lock!);
    if (known) known.push(coin);
    else locks.set(coin.lock!, [coin]);
  }
  const all = [...byOwner.values()].flatMap((locks) => [...locks.values()]);
  return all.map((of) => {
    const units = outputUnits(of[0]!.owner.addresses.length, true);
    return { coins: of, output: sizeOf(units, tariff) };
  });
}

/**
 * Stakes locked coins up to a total of `most`. Any excess stays locked as before, for the owner whose output is the lightest, and among
 * these for the lock that ends first. Coins that are not needed are left out, the smallest first.
 */
export function stakeLocked(
  assetID: Uint8Array,
  coins: readonly Coin[],
  most: bigint | undefined,
  tariff: Tariff,
): LockedStake {
  let over = coins.reduce((sum, { amount }) => sum + amount, -(most ?? 0n));
  if (most === undefined || over < 0n) over = 0n;
  const inputs = [...coins].sort(smallestFirst).filter(({ amount }) => {
    if (amount > over) return true;
    over -= amount;
    return false;
  });
  const locks = locksOf(inputs, tariff);
  const partial =
    over > 0n
      ? [...locks].sort(
          (a, b) => a.output.weight - b.output.weight || compareUint64(lockOf(a), lockOf(b)),
        )[0]
      : undefined;
  const outputs = locks.map((lock) => {
    const { owner, lock: until } = lock.coins[0]!;
    const sum = lock.coins.reduce((all, { amount }) => all + amount, lock === partial ? -over : 0n);
    return { assetID, output: lockedUntil(amountOf(sum, owner), until) };
  });
  return {
    inputs,
    outputs,
    change: partial
      ? [
          {
            assetID,
            output: amountOf(over, partial.coins[0]!.owner),
            stakeableUntil: lockOf(partial),
          },
        ]
      : [],
    amount: inputs.reduce((sum, { amount }) => sum + amount, -over),
    weight:
      inputs.reduce((sum, coin) => sum + coin.weight, 0) +
      locks.reduce((sum, lock) => sum + lock.output.weight, partial?.output.weight ?? 0),
  };
}

const lockOf = ({ coins }: Lock): bigint => coins[0]!.lock!;

const smallestFirst = (a: Coin, b: Coin): number =>
  compareUint64(a.amount, b.amount) ||
  compareUint64(a.lock!, b.lock!) ||
  compareUTXOIDs(a.utxo, b.utxo);

/** Returns the total that outputs stake, locked or not. */
export const amountOfStake = (outputs: readonly TransferableOutput[]): bigint =>
  outputs.reduce(
    (sum, { output }) =>
      sum + (output.type === 'stakeable.LockOut' ? output.output.amount : output.amount),
    0n,
  );

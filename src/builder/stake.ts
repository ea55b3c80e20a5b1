import { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import type { TransferableOutput } from '../chain/pchain/components.ts';
import type { Change } from '../draft/draft.ts';
import { equalBytes, formatHex } from '../text/bytes.ts';
import { compareUTXOIDs } from '../tx/order.ts';
import { amountOf, lockedUntil } from '../tx/output.ts';
import { encode } from '../wire/codec.ts';
import type { Coin } from './coins.ts';

/** What is to be staked. */
export interface Stake {
  readonly assetID: Uint8Array;
  /** `max`: all that one transaction can. */
  readonly amount: bigint | 'max';
  /** Unix seconds when it comes back, as far as that is known. */
  readonly end: bigint;
  /** Gets what is staked of funds that are not locked; without it, whoever gets change. */
  readonly returnTo?: OutputOwners | undefined;
}

/** The part of a stake that locked funds are. */
export interface LockedStake {
  readonly inputs: readonly Coin[];
  readonly outputs: readonly TransferableOutput[];
  /** What is left of them, locked as before for the same owner. */
  readonly change: readonly Omit<Change, 'outputIndex'>[];
  readonly amount: bigint;
}

/** A stake without locked funds. */
export const nothingLocked: LockedStake = { inputs: [], outputs: [], change: [], amount: 0n };

/**
 * Stakes locked funds: those first that are locked until after the stake comes back, then those that are locked longest. Outputs
 * of the same owner and lock are one.
 * @param coins What can only be staked, in any order.
 */
export function stakeLocked(coins: readonly Coin[], { assetID, amount, end }: Stake): LockedStake {
  const isLate = ({ lock }: Coin) => lock! >= end;
  const order = coins
    .filter(({ utxo, value }) => value > 0n && equalBytes(utxo.assetID, assetID))
    .sort(
      (a, b) =>
        Number(isLate(b)) - Number(isLate(a)) ||
        compare(b.lock!, a.lock!) ||
        compare(b.amount, a.amount) ||
        compareUTXOIDs(a.utxo, b.utxo),
    );
  const needed = amount === 'max' ? total(order) : amount;
  const taken: Coin[] = [];
  let have = 0n;
  for (const coin of order) {
    if (have >= needed) break;
    taken.push(coin);
    have += coin.amount;
  }
  const inputs = taken
    .reverse()
    .filter(({ amount: held }) => {
      if (have - held < needed) return true;
      have -= held;
      return false;
    })
    .reverse();
  const over = have > needed ? have - needed : 0n;
  const last = inputs.at(-1);
  const groups = new Map<string, { readonly coin: Coin; amount: bigint }>();
  for (const coin of inputs) {
    const key = `${coin.lock} ${formatHex(encode(OutputOwners, coin.owner))}`;
    const group = groups.get(key) ?? { coin, amount: 0n };
    group.amount += coin === last ? coin.amount - over : coin.amount;
    groups.set(key, group);
  }
  return {
    inputs,
    outputs: [...groups.values()].map(({ coin: { owner, lock }, amount: staked }) => ({
      assetID,
      output: lockedUntil(amountOf(staked, owner), lock),
    })),
    change:
      last && over > 0n
        ? [{ assetID, output: amountOf(over, last.owner), stakeableUntil: last.lock! }]
        : [],
    amount: have - over,
  };
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

const total = (coins: readonly Coin[]): bigint =>
  coins.reduce((sum, { amount }) => sum + amount, 0n);

/** What outputs stake, locked or not. */
export const amountOfStake = (outputs: readonly TransferableOutput[]): bigint =>
  outputs.reduce(
    (sum, { output }) =>
      sum + (output.type === 'stakeable.LockOut' ? output.output.amount : output.amount),
    0n,
  );

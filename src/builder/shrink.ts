import { isError } from '../errors/error.ts';
import type { Tariff } from '../fee/tariff.ts';
import { equalBytes, formatHex } from '../text/bytes.ts';
import { idBytes } from '../text/given.ts';
import type { Coin } from './coins.ts';
import { classesOf, coinsOf, type Size, worthiestCounts } from './weightclass.ts';

/** Coins to spend as many of as fit into a room. */
export type Offer = (room: Size) => readonly Coin[];

/** Those that are worth the most: of one asset after the other, in their order. */
export function worthiest(coins: readonly Coin[]): Offer {
  const assets = byAsset(coins).map(classesOf);
  return (room) => {
    let { weight, bytes } = room;
    return assets.flatMap((classes) => {
      const taken = coinsOf(classes, worthiestCounts(classes, { weight, bytes }));
      for (const coin of taken) {
        weight -= Number(coin.weight);
        bytes -= coin.bytes;
      }
      return taken;
    });
  };
}

/** The first ones, in their order. */
export const firstOnes =
  (coins: readonly Coin[]): Offer =>
  ({ weight, bytes }) => {
    let heavy = 0;
    let long = 0;
    const end = coins.findIndex((coin) => {
      heavy += Number(coin.weight);
      long += coin.bytes;
      return heavy > weight || long > bytes;
    });
    return end < 0 ? coins : coins.slice(0, end);
  };

/** Coins of the same asset together, in the order of their first. */
export function byAsset(coins: readonly Coin[]): readonly (readonly Coin[])[] {
  const assets = new Map<string, Coin[]>();
  let last: Coin[] = [];
  for (const coin of coins) {
    if (!last[0] || !equalBytes(last[0].utxo.assetID, coin.utxo.assetID)) {
      const id = formatHex(coin.utxo.assetID);
      last = assets.get(id) ?? [];
      assets.set(id, last);
    }
    last.push(coin);
  }
  return [...assets.values()];
}

/** Halvings of the room: enough to tell one unit of gas from the next. */
const halvings = 20;

/** What is known of a plan. */
interface Planned {
  readonly weight: bigint;
  readonly bytes: number;
}

/**
 * The plan that spends the most of an offer and is neither too heavy nor too long, and for which the funds suffice, by bisection of the
 * room.
 * @param all What is on offer.
 * @throws {AvalancheError} What `planWith` throws even with the least.
 */
export function fullestPlan<P extends Planned>(
  all: readonly Coin[],
  offer: Offer,
  { cap, maxBytes = Number.POSITIVE_INFINITY }: Tariff,
  planWith: (coins: readonly Coin[]) => P,
): { readonly plan: P; readonly taken: readonly Coin[] } {
  const fits = ({ weight, bytes }: P) => weight <= cap && bytes <= maxBytes;
  const attempt = (taken: readonly Coin[]): Attempt<P> => {
    try {
      const plan = planWith(taken);
      return { taken, plan, needs: fits(plan) ? 'nothing' : 'fewer' };
    } catch (error) {
      if (!isError(error, 'Insufficient')) throw error;
      const lacking = idBytes(String(error.context.assetID));
      const isShort = ({ utxo }: Coin) => equalBytes(utxo.assetID, lacking);
      const has = taken.filter(isShort).length;
      return { taken, error, needs: all.filter(isShort).length > has ? 'more' : 'fewer' };
    }
  };
  const whole = { weight: Number(cap), bytes: maxBytes };
  const most = offer(whole);
  const first = attempt(most);
  if (first.needs === 'nothing' || most.length === 0) return settled(first);
  const least = attempt([]);
  let best = least.needs === 'nothing' ? least : undefined;
  let low = 0;
  let high = 2 ** halvings;
  let tried = first;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const part = middle / 2 ** halvings;
    const taken = offer({ weight: Math.floor(whole.weight * part), bytes: whole.bytes * part });
    if (!sameCoins(taken, tried.taken)) tried = attempt(taken);
    if (tried.needs === 'nothing') best = tried;
    if (tried.needs === 'fewer') high = middle;
    else low = middle;
  }
  return settled(best ?? (least.error ? first : least));
}

/** Coins that were tried, and what they need to be spent. */
interface Attempt<P> {
  readonly taken: readonly Coin[];
  readonly plan?: P;
  readonly error?: unknown;
  readonly needs: 'nothing' | 'more' | 'fewer';
}

function settled<P>({ taken, plan, error }: Attempt<P>) {
  if (!plan) throw error;
  return { taken, plan };
}

const sameCoins = (a: readonly Coin[], b: readonly Coin[]): boolean =>
  a.length === b.length && a.every((coin, i) => coin === b[i]);

import type { Coin } from '../../builder/coins.ts';
import type { Options } from '../../builder/intent.ts';
import { outputUnits } from '../../fee/complexity.ts';
import { type Tariff, weightOf } from '../../fee/tariff.ts';
import type { PState } from '../../state/state.ts';
import type { Candidate } from './cover.ts';

/** Coins of AVAX as candidates: costs in nAVAX. */
export const avaxOf = (coins: readonly Coin[], { price }: Tariff): readonly Candidate[] =>
  coins
    .filter(({ isAVAX, value }) => isAVAX && value > 0n)
    .map(({ value, weight }) => ({ value, cost: weight * price }));

/** Weight of a change output: to whom the options or the state name, else to the narrowest owner of the coins. */
export function changeWeight(
  state: Pick<PState, 'change'>,
  options: Options,
  coins: readonly Coin[],
  tariff: Tariff,
): bigint {
  const named = options.change ?? state.change;
  return weightOf(outputUnits(named === undefined ? narrowest(coins) : widthOf(named)), tariff);
}

/** Addresses of an owner. */
export const widthOf = (owner: NonNullable<Options['change']>): number =>
  typeof owner === 'object' && 'addresses' in owner ? owner.addresses.length : 1;

/** Addresses of the owner with the fewest. */
export const narrowest = (coins: readonly Coin[]): number =>
  coins.reduce(
    (least, { owner }) => Math.min(least, owner.addresses.length),
    Number.MAX_SAFE_INTEGER,
  );

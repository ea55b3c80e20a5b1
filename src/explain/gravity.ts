/** Order of titles and pictures by importance: amounts that leave the reader come first, so that many small flows cannot hide them. */
import type { AssetText, Flow } from './explanation.ts';

/** Tests whether a flow leaves the reader: somebody else receives it, or it is lost. Change returns, and the fee is shown separately. */
export const leaves = ({ why, to, isOwn }: Pick<Flow, 'why' | 'to' | 'isOwn'>): boolean =>
  why === 'lost' || why === 'feeOrLost' || (to !== undefined && isOwn !== true && why !== 'change');

/** Sorts flows by importance: those that leave the reader first; within an asset, the largest amounts first. */
export const byGravity = <F extends Flow>(flows: readonly F[]): readonly F[] =>
  [...flows].sort(
    (a, b) =>
      Number(leaves(b)) - Number(leaves(a)) ||
      (a.asset === b.asset && leaves(a) ? compare(b.amount ?? 0n, a.amount ?? 0n) : 0),
  );

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** Sorts asset indices by importance: assets that leave the reader first, AVAX before others. */
export function assetsByGravity(
  places: readonly number[],
  assets: readonly AssetText[],
  flows: readonly Flow[],
): readonly number[] {
  const leaving = new Set(flows.filter(leaves).map(({ asset }) => asset));
  const rank = (place: number): number =>
    (leaving.has(place) ? 0 : 2) + (assets[place]!.native ? 0 : 1);
  return [...places].sort((a, b) => rank(a) - rank(b));
}

/** What leaves the reader comes first: in titles and pictures nothing that goes to others, or is destroyed, stands behind dust. */
import type { AssetText, Flow } from './explanation.ts';

/** Whether something leaves the reader: somebody else gets it, or it is destroyed. Change comes back, and a fee is told by itself. */
export const leaves = ({ why, to, isOwn }: Pick<Flow, 'why' | 'to' | 'isOwn'>): boolean =>
  why === 'lost' || why === 'feeOrLost' || (to !== undefined && isOwn !== true && why !== 'change');

/** Flows by gravity: what leaves first, of one asset the largest amounts first. */
export const byGravity = <F extends Flow>(flows: readonly F[]): readonly F[] =>
  [...flows].sort(
    (a, b) =>
      Number(leaves(b)) - Number(leaves(a)) ||
      (a.asset === b.asset && leaves(a) ? compare(b.amount ?? 0n, a.amount ?? 0n) : 0),
  );

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** Places of assets by gravity: those of which something leaves, AVAX before others. */
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

/** One end of a flow: its share of the total. */
export interface Side {
  /** The amount; undefined for a right or token, drawn as a thin line. */
  readonly amount: bigint | undefined;
  /** Height of its text. */
  readonly height: number;
  /** What is beside the purpose of a transaction: what goes back to the payer or signer, and the fee. */
  readonly aside?: 'back' | 'fee';
}

/** Position of an end: its own bar, and where its band meets the middle. */
export interface Band {
  readonly y: number;
  readonly height: number;
  readonly trunk: number;
}

/** Height of the total of an asset. */
const full = 84;
const thinnest = 2;
/** Height of what goes back, if it is drawn thin. */
const thinBack = 12;

/** Returns the height of an end: of its text or its bar, whichever is larger. */
const placeOf = ({ height }: Side, bar: number): number => Math.max(height, bar + 10);

const sumOf = (ends: readonly Side[]): bigint =>
  ends.reduce((sum, { amount = 0n }) => sum + amount, 0n);

/** Returns the share of an amount in a height, with a visible minimum. */
const shareOf = (amount: bigint | undefined, total: bigint, height: number): number =>
  amount === undefined || total === 0n
    ? thinnest
    : Math.max(thinnest, (height * Number((amount * 10_000n) / total)) / 10_000);

const totalOf = (left: readonly Side[], right: readonly Side[]): bigint => {
  const [goesIn, comesOut] = [sumOf(left), sumOf(right)];
  return goesIn > comesOut ? goesIn : comesOut;
};

const backOf = (right: readonly Side[]): bigint =>
  sumOf(right.filter(({ aside }) => aside === 'back'));

/** Tests whether what goes back is drawn thinner than it is: otherwise 25 AVAX of stake could not be seen beside 4,999 AVAX of change. */
export const isBackThin = (left: readonly Side[], right: readonly Side[]): boolean =>
  3n * backOf(right) > 2n * totalOf(left, right) && right.some(({ aside }) => !aside);

/** Returns the heights of the bars of both sides, by amount. */
function heightsOf(
  left: readonly Side[],
  right: readonly Side[],
): { readonly left: readonly number[]; readonly right: readonly number[] } {
  const total = totalOf(left, right);
  const back = backOf(right);
  const isThin = isBackThin(left, right);
  return {
    left: left.map(({ amount }) => shareOf(amount, total, full)),
    right: right.map(({ amount, aside }) => {
      if (!isThin) return shareOf(amount, total, full);
      return aside === 'back'
        ? shareOf(amount, back, thinBack)
        : shareOf(amount, total - back, full - thinBack);
    }),
  };
}

const rowsHeight = (ends: readonly Side[], bars: readonly number[]): number =>
  ends.reduce((sum, end, i) => sum + placeOf(end, bars[i]!), 0);

/** Returns the height of a group of both sides. */
export function groupHeight(left: readonly Side[], right: readonly Side[]): number {
  const bars = heightsOf(left, right);
  return Math.max(rowsHeight(left, bars.left), rowsHeight(right, bars.right));
}

/** Returns the bars and bands of both sides below `top`, each column centered vertically. */
export function bandsOf(
  left: readonly Side[],
  right: readonly Side[],
  top: number,
): {
  readonly left: readonly Band[];
  readonly right: readonly Band[];
  readonly middle: { readonly y: number; readonly height: number };
} {
  const center = top + groupHeight(left, right) / 2;
  const { left: own, right: others } = heightsOf(left, right);
  const thick = (list: readonly number[]) => list.reduce((sum, height) => sum + height, 0);
  const column = (ends: readonly Side[], list: readonly number[]): readonly Band[] => {
    let y = center - rowsHeight(ends, list) / 2;
    let trunk = center - thick(list) / 2;
    return list.map((height, i) => {
      const place = placeOf(ends[i]!, height);
      const band = { y: y + (place - height) / 2, height, trunk };
      y += place;
      trunk += height;
      return band;
    });
  };
  const height = Math.max(thick(own), thick(others));
  return {
    left: column(left, own),
    right: column(right, others),
    middle: { y: center - height / 2, height },
  };
}

/** One end of a flow: its share of the total. */
export interface Side {
  /** The amount; undefined for a right or token, drawn as a thin line. */
  readonly amount: bigint | undefined;
  /** Height of its text. */
  readonly height: number;
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

/** Returns the height of an end: of its text or its bar, whichever is larger. */
const placeOf = ({ height }: Side, bar: number): number => Math.max(height, bar + 10);

/** Returns the heights of bars by amount, with a visible minimum. */
function heights(ends: readonly Side[], total: bigint): readonly number[] {
  return ends.map(({ amount }) =>
    amount === undefined || total === 0n
      ? thinnest
      : Math.max(thinnest, (full * Number((amount * 10_000n) / total)) / 10_000),
  );
}

const sumOf = (ends: readonly Side[]): bigint =>
  ends.reduce((sum, { amount = 0n }) => sum + amount, 0n);

const rowsHeight = (ends: readonly Side[], bars: readonly number[]): number =>
  ends.reduce((sum, end, i) => sum + placeOf(end, bars[i]!), 0);

const totalOf = (left: readonly Side[], right: readonly Side[]): bigint => {
  const [goesIn, comesOut] = [sumOf(left), sumOf(right)];
  return goesIn > comesOut ? goesIn : comesOut;
};

/** Returns the height of a group of both sides. */
export function groupHeight(left: readonly Side[], right: readonly Side[]): number {
  const total = totalOf(left, right);
  return Math.max(rowsHeight(left, heights(left, total)), rowsHeight(right, heights(right, total)));
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
  const total = totalOf(left, right);
  const center = top + groupHeight(left, right) / 2;
  const [own, others] = [heights(left, total), heights(right, total)];
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

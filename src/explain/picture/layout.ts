/** One end of a flow: how much of all that flows. */
export interface Side {
  /** None of a right or token: a thin line. */
  readonly amount: bigint | undefined;
  /** Height of the text beside it. */
  readonly height: number;
}

/** Where an end is drawn: its own bar, and where its band meets the middle. */
export interface Band {
  readonly y: number;
  readonly height: number;
  readonly trunk: number;
}

/** Height of all that flows of an asset. */
const full = 84;
const thinnest = 2;

/** Height of an end: of its text or its bar, whichever is more. */
const placeOf = ({ height }: Side, bar: number): number => Math.max(height, bar + 10);

/** Heights of ends by their amounts: nothing is too thin to be seen. */
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

/** How high both sides together are. */
export function groupHeight(left: readonly Side[], right: readonly Side[]): number {
  const total = totalOf(left, right);
  return Math.max(rowsHeight(left, heights(left, total)), rowsHeight(right, heights(right, total)));
}

/** Bars and bands of both sides below `top`, each column in the middle of the height. */
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

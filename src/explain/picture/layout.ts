/** One end of a flow: how much of all that flows. */
export interface Side {
  /** None of a right or token: a thin line. */
  readonly amount: bigint | undefined;
}

/** Where an end is drawn: its own bar, and where its band meets the middle. */
export interface Band {
  readonly y: number;
  readonly height: number;
  readonly trunk: number;
}

/** Height of all that flows of an asset, and of the lines that name an end. */
const full = 84;
const row = 38;
const thinnest = 2;

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

const rowsHeight = (list: readonly number[]): number =>
  list.reduce((sum, height) => sum + Math.max(row, height + 10), 0);

const totalOf = (left: readonly Side[], right: readonly Side[]): bigint => {
  const [goesIn, comesOut] = [sumOf(left), sumOf(right)];
  return goesIn > comesOut ? goesIn : comesOut;
};

/** How high both sides together are. */
export function groupHeight(left: readonly Side[], right: readonly Side[]): number {
  const total = totalOf(left, right);
  return Math.max(rowsHeight(heights(left, total)), rowsHeight(heights(right, total)));
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
  const column = (list: readonly number[]): readonly Band[] => {
    let y = center - rowsHeight(list) / 2;
    let trunk = center - thick(list) / 2;
    return list.map((height) => {
      const place = Math.max(row, height + 10);
      const band = { y: y + (place - height) / 2, height, trunk };
      y += place;
      trunk += height;
      return band;
    });
  };
  const height = Math.max(thick(own), thick(others));
  return {
    left: column(own),
    right: column(others),
    middle: { y: center - height / 2, height },
  };
}

import { CodecError, isCodecError } from '../errors.ts';
import type { JSONObject, Type } from './type.ts';

/** Most readings of one text that are tried before it counts as ambiguous. */
const maxTries = 4096;

interface Point {
  /** Choices inside one JSON object are likely in ascending order: the node sorts by typeID. */
  readonly group: JSONObject | undefined;
  readonly preferred: number;
  readonly all: number;
}

/** Every non-decreasing row of `count` numbers below `width`. */
function* ascending(
  count: number,
  width: number,
  cuts: readonly number[] = [],
): Iterable<number[]> {
  if (cuts.length === width - 1)
    yield Array.from({ length: count }, (_, i) => cuts.filter((cut) => cut <= i).length);
  else
    for (let cut = count; cut >= (cuts.at(-1) ?? 0); cut--)
      yield* ascending(count, width, [...cuts, cut]);
}
function* ascendingGroups(points: readonly Point[], start = 0): Iterable<number[]> {
  const first = points[start];
  if (!first) yield [];
  else {
    let end = start;
    while (points[end]?.group === first.group && points[end]?.preferred === first.preferred) end++;
    for (const head of ascending(end - start, first.preferred))
      for (const tail of ascendingGroups(points, end)) yield [...head, ...tail];
  }
}
function* odometer(widths: readonly number[]): Iterable<number[]> {
  const picks = widths.map(() => 0);
  for (let i = widths.length - 1; i >= 0; ) {
    if (++picks[i]! < widths[i]!) {
      yield [...picks];
      i = widths.length - 1;
    } else picks[i--] = 0;
  }
}
function* assignments(points: readonly Point[]): Iterable<readonly number[]> {
  yield* ascendingGroups(points);
  yield* odometer(points.map((p) => p.preferred));
  yield* odometer(points.map((p) => p.all));
}

/**
 * What JSON leaves open while it is read: types that print alike. An id in the text settles it, by
 * trying readings until one has that id; without an id, `hints` (type names) do.
 */
export class Search {
  /** Whether a string may have lost bytes when it was printed. */
  lossy = false;
  readonly #hints: readonly string[];
  readonly #budget: { tries: number };
  readonly #picks: readonly number[] | undefined;
  readonly #points: Point[] = [];

  constructor(hints: readonly string[], budget = { tries: 0 }, picks?: readonly number[]) {
    this.#hints = hints;
    this.#budget = budget;
    this.#picks = picks;
  }

  /** One of several types that fit the same keys; `preferred` are those that the text around speaks for. */
  choose(
    candidates: readonly Type<unknown>[],
    preferred: readonly Type<unknown>[],
    group: JSONObject | undefined,
  ): Type<unknown> {
    const hinted = candidates.filter((t) => this.#hints.includes(t.name));
    const open = hinted.length > 0 ? hinted : candidates;
    const spokenFor = preferred.filter((t) => open.includes(t));
    const likely = spokenFor.length > 0 ? spokenFor : open;
    if (open.length === 1) return open[0]!;
    if (this.#picks) {
      const order = [...likely, ...open.filter((t) => !likely.includes(t))];
      this.#points.push({ group, preferred: likely.length, all: order.length });
      return order[this.#picks[this.#points.length - 1] ?? 0]!;
    }
    if (likely.length === 1) return likely[0]!;
    const names = likely.map((t) => t.name);
    throw new CodecError('Ambiguous', `this can be ${names.join(' or ')}: name one as a hint`, -1, {
      candidates: names,
    });
  }

  /** The first reading whose id is the one in the text. */
  settle<T>(parse: (search: Search) => T): T {
    let points: readonly Point[] = [];
    let picks: readonly number[] = [];
    let readings: Iterator<readonly number[]> | undefined;
    for (;;) {
      if (++this.#budget.tries > maxTries)
        throw new CodecError('Ambiguous', `none of ${maxTries} readings of the text gives its id`);
      const search = new Search(this.#hints, this.#budget, picks);
      try {
        return parse(search);
      } catch (e) {
        if (!isCodecError(e, 'Mismatch') || e.context.settled) throw e;
        if (!readings) points = search.#points;
        readings ??= assignments(points)[Symbol.iterator]();
        const next = points.length === 0 ? { done: true as const } : readings.next();
        if (next.done)
          throw search.lossy
            ? new CodecError(
                'Lossy',
                'a string has lost bytes that are no UTF-8: they cannot come back',
              )
            : new CodecError('Mismatch', e.detail, -1, { settled: true }).at(...e.path);
        picks = next.value;
      }
    }
  }
}

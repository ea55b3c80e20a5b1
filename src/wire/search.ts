import { sha256 } from '../crypto/hash.ts';
import { AvalancheError } from '../errors/error.ts';
import { formatID } from '../text/id.ts';
import { encode } from './codec.ts';
import type { JSONObject, Type } from './type.ts';

/**
 * Maximum bytes encoded while trying readings of a JSON text, after which it counts as ambiguous; this takes a few
 * tenths of a second.
 */
const maxBytes = 1 << 25;
/** Cost of a reading besides its bytes. */
const perReading = 1 << 10;

/** Maximum number of groups that are combined; the recursion is as deep. */
const maxGroups = 100;

/** A place in the JSON where several types fit. */
interface Point {
  /** Choices within one JSON object are probably in ascending order: the node sorts by typeID. */
  readonly group: JSONObject | undefined;
  readonly preferred: number;
  /** Candidate types, preferred ones first. They have the same fields, so choosing another only changes `type`. */
  readonly types: readonly Type<unknown>[];
  value?: { type: string };
}

/** Generates every non-decreasing sequence of `count` numbers below `width`. */
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
/** Generates all combinations of one sequence per group. */
function* ascendingGroups(groups: readonly (readonly Point[])[], index = 0): Iterable<number[]> {
  const group = groups[index];
  if (!group) yield [];
  else
    for (const head of ascending(group.length, group[0]!.preferred))
      for (const tail of ascendingGroups(groups, index + 1)) yield [...head, ...tail];
}
function groupsOf(points: readonly Point[]): readonly (readonly Point[])[] {
  const groups: Point[][] = [];
  let last: Point | undefined;
  for (const point of points) {
    if (last && last.group === point.group && last.preferred === point.preferred)
      groups.at(-1)!.push(point);
    else groups.push([point]);
    last = point;
  }
  return groups;
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
  const groups = groupsOf(points);
  if (groups.length <= maxGroups) yield* ascendingGroups(groups);
  yield* odometer(points.map((p) => p.preferred));
  yield* odometer(points.map((p) => p.types.length));
}

const lost = () =>
  new AvalancheError(
    'Lossy',
    'a string has lost bytes that are not UTF-8, which cannot be restored',
  );
const unsettled = () =>
  new AvalancheError('Ambiguous', 'none of the readings tried gives the id', { candidates: [] });

/**
 * Resolves ambiguities of node JSON: types that print the same. If the JSON has an id, readings are tried until
 * one matches it; otherwise `hints` (type names) decide.
 */
export class Search {
  /** Whether a string may have lost bytes when it was printed. */
  lossy = false;
  /** The last value whose id was checked, and its bytes. */
  checked: { readonly value: unknown; readonly bytes: Uint8Array } | undefined;
  readonly #hints: readonly string[];
  readonly #budget: { bytes: number };
  /** Open choices; undefined if no id can resolve them. */
  readonly #points: Point[] | undefined;

  constructor(hints: readonly string[], budget = { bytes: maxBytes }, points?: Point[]) {
    this.#hints = hints;
    this.#budget = budget;
    this.#points = points;
  }

  /** Reads one of several types that fit the same keys; `preferred` are those that the surrounding JSON suggests. */
  choose(
    candidates: readonly Type<unknown>[],
    preferred: readonly Type<unknown>[],
    group: JSONObject | undefined,
    read: (type: Type<unknown>) => unknown,
  ): unknown {
    const hinted = candidates.filter((t) => this.#hints.includes(t.name));
    const open = hinted.length > 0 ? hinted : candidates;
    if (open.length === 1) return read(open[0]!);
    const spokenFor = preferred.filter((t) => open.includes(t));
    const likely = spokenFor.length > 0 ? spokenFor : open;
    if (this.#points) {
      const types = [...likely, ...open.filter((t) => !likely.includes(t))];
      const point: Point = { group, preferred: likely.length, types };
      this.#points.push(point);
      return (point.value = read(types[0]!) as { type: string });
    }
    if (likely.length === 1) return read(likely[0]!);
    const names = likely.map((t) => t.name);
    throw new AvalancheError('Ambiguous', `can be ${names.join(' or ')}: name one as a hint`, {
      candidates: names,
    });
  }

  /** Returns the first reading whose bytes as `type` have the id; if none has, any reading. */
  settle<T>(read: (search: Search) => T, type: Type<unknown>, id: string): T {
    const points: Point[] = [];
    const search = new Search(this.#hints, this.#budget, points);
    const value = read(search);
    const fits = (): boolean => {
      const bytes = encode(type, value);
      this.#budget.bytes -= bytes.length + perReading;
      return formatID(sha256(bytes)) === id;
    };
    // The caller compares the id of the returned value.
    if ((points.length === 0 && !search.lossy) || fits()) return value;
    for (const picks of assignments(points)) {
      if (this.#budget.bytes < 0) throw search.lossy ? lost() : unsettled();
      for (const [i, { types, value }] of points.entries()) value!.type = types[picks[i]!]!.name;
      if (fits()) return value;
    }
    if (search.lossy) throw lost();
    return value;
  }
}

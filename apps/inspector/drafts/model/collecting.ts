/** Parts of a draft as they are scanned: in any order, some twice, and perhaps some of another draft. */
import { isError } from 'avalanche-tx';
import { explainError } from 'avalanche-tx/explain';
import { type Draft, parseDraftParts } from 'avalanche-tx/sign';

/** The parts that came so far. Plain data: `collect` makes the next one. */
export interface Collected {
  /** Text of each part by its number. */
  readonly parts: ReadonlyMap<number, string>;
  /** How many there are; 0 as long as none came. */
  readonly count: number;
}

/** What a scanned text was. */
export type Scanned =
  | { readonly kind: 'part'; readonly collected: Collected }
  | { readonly kind: 'again'; readonly collected: Collected }
  | { readonly kind: 'whole'; readonly draft: Draft; readonly collected: Collected }
  /** A good part, but of another draft than those before. */
  | { readonly kind: 'foreign'; readonly text: string }
  /** No part, or a damaged one. */
  | { readonly kind: 'wrong'; readonly text: string }
  /** Something else than a part: an address, a transaction. */
  | { readonly kind: 'other'; readonly content: string };

export const nothing: Collected = { parts: new Map(), count: 0 };

const numbers = /^AVAXTX1:(\d{1,4})\/(\d{1,4}):/;

/** Takes a scanned text into account. Each part is checked as it comes, all of them once they are there. */
export function collect(before: Collected, scanned: string): Scanned {
  const text = scanned.trim();
  const [, number, count] = numbers.exec(text) ?? [];
  if (number === undefined) return { kind: 'other', content: text };
  if (before.parts.get(Number(number)) === text) return { kind: 'again', collected: before };
  const known = before.parts.get(Number(number)) ?? before.parts.values().next().value;
  try {
    // One that is known tells whether the new one belongs to it: not all have to be read again.
    const draft = parseDraftParts(known === undefined ? [text] : [known, text]);
    return { kind: 'whole', draft, collected: withPart(before, Number(number), text, 1) };
  } catch (e) {
    if (isError(e, 'Mismatch'))
      return {
        kind: 'foreign',
        text: `This code is part ${number} of ${count} of another draft.`,
      };
    if (!isError(e, 'MissingPart')) return { kind: 'wrong', text: explainError(e) };
  }
  return whole(withPart(before, Number(number), text, Number(count)));
}

const withPart = (
  { parts }: Collected,
  number: number,
  text: string,
  count: number,
): Collected => ({ parts: new Map(parts).set(number, text), count: Math.max(count, 1) });

function whole(collected: Collected): Scanned {
  if (collected.parts.size < collected.count) return { kind: 'part', collected };
  try {
    return { kind: 'whole', draft: parseDraftParts([...collected.parts.values()]), collected };
  } catch (e) {
    return { kind: 'wrong', text: `All parts are there, but no draft: ${explainError(e)}` };
  }
}

/** The numbers that are missing, as ranges: `2, 4–7`. At most ten ranges. */
export function missingText({ parts, count }: Collected): string {
  const ranges: [from: number, to: number][] = [];
  for (let number = 1; number <= count; number++) {
    if (parts.has(number)) continue;
    const last = ranges.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  const shown = ranges
    .slice(0, 10)
    .map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
  return shown.join(', ') + (ranges.length > 10 ? ', …' : '');
}

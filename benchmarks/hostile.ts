/**
 * How long inputs of 1 MB that claim 2^31 elements take to be refused, and how much the heap grows: the worst of every length of
 * every declared type, with nothing behind it and with as many elements before it as there is room for.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { decode } from '../src/wire/codec.ts';
import type { Type } from '../src/wire/type.ts';
import { crowdedClaims, emptyClaims, type Hostile } from '../test/support/hostile.ts';
import { registry } from '../test/support/registry.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const used = (): number => {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

/** What a refusal costs. */
interface HostileCost {
  readonly title: string;
  readonly milliseconds: number;
  readonly bytes: number;
}

/** The quickest of five times, and what the first grew the heap by, garbage included. */
function costOf(title: string, type: Type<unknown>, { bytes }: Hostile): HostileCost {
  collect();
  const before = used();
  let grown = 0;
  const times = Array.from({ length: 5 }, (_, i) => {
    const start = performance.now();
    try {
      decode(type, bytes);
    } catch {
      const took = performance.now() - start;
      if (i === 0) grown = used() - before;
      return took;
    }
    throw new Error(`${title} was not refused`);
  });
  return { title, milliseconds: Math.min(...times), bytes: grown };
}

/** The slowest refusal of a kind of claim, and the largest. */
export interface HostileCosts {
  readonly what: string;
  readonly claims: number;
  readonly slowest: HostileCost;
  readonly largest: HostileCost;
}

const most = (costs: readonly HostileCost[], key: 'milliseconds' | 'bytes'): HostileCost =>
  costs.reduce((a, b) => (b[key] > a[key] ? b : a));

/** Refuses claims at every length of every declared type. */
export const hostile = (): readonly HostileCosts[] =>
  (
    [
      ['nothing behind it', emptyClaims],
      ['as much before it as fits', crowdedClaims],
    ] as const
  ).map(([what, claims]) => {
    const costs = registry.flatMap(({ title, type }) =>
      [...claims(type, 1 << 20)].map((of) => costOf(`${title}, byte ${of.claim}`, type, of)),
    );
    return {
      what,
      claims: costs.length,
      slowest: most(costs, 'milliseconds'),
      largest: most(costs, 'bytes'),
    };
  });

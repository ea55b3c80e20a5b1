/**
 * `tsx benchmarks/hostile.ts`: how long inputs of 1 MB that claim 2^31 elements take to be refused, and how much the
 * heap grows. Prints the worst of every length of every declared type, with nothing behind it and with as many
 * elements before it as there is room for.
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

interface Cost {
  readonly title: string;
  readonly milliseconds: number;
  readonly bytes: number;
}

/** The quickest of five times, and what the first grew the heap by, garbage included. */
function costOf(title: string, type: Type<unknown>, { bytes }: Hostile): Cost {
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

const print = ({ title, milliseconds, bytes }: Cost): void =>
  console.log(`  ${milliseconds.toFixed(3)} ms, ${(bytes / 1e6).toFixed(1)} MB: ${title}`);

for (const [what, claims] of [
  ['nothing behind it', emptyClaims],
  ['as much before it as fits', crowdedClaims],
] as const) {
  const costs: Cost[] = [];
  for (const { title, type } of registry)
    for (const hostile of claims(type, 1 << 20))
      costs.push(costOf(`${title}, byte ${hostile.claim}`, type, hostile));
  console.log(`${costs.length} claims with ${what}; the slowest:`);
  costs
    .sort((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, 5)
    .forEach(print);
  console.log('the largest:');
  costs
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, 5)
    .forEach(print);
}

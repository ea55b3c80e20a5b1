/** Numbers that are the same for the same seed. */
export interface Random {
  /** A whole number from 0 to `n` - 1. */
  below(n: number): number;
  pick<T>(from: readonly T[]): T;
  bytes(n: number): Uint8Array;
  /** 32 bits. */
  next(): number;
}

/** A source of random numbers (mulberry32) for a text: what it is for, with the seed. */
export function randomOf(seed: string): Random {
  let state = 0x811c9dc5;
  for (const char of seed) state = Math.imul(state ^ char.codePointAt(0)!, 0x01000193);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
  const below = (n: number): number => next() % n;
  return {
    next,
    below,
    pick: (from) => from[below(from.length)]!,
    bytes: (n) => Uint8Array.from({ length: n }, () => next() & 0xff),
  };
}

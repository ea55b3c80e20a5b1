/** The Mersenne Twister, by which nodes draw the proposers of blocks. Source: gonum `mathext/prng`. */

/** The constants of a generator of words of 32 or 64 bits. */
interface Twister {
  readonly bits: bigint;
  readonly size: number;
  readonly middle: number;
  readonly matrix: bigint;
  readonly multiplier: bigint;
  /** Shifts and masks of the tempering. */
  readonly temper: readonly (readonly [shift: bigint, mask: bigint])[];
}

/** Of 32 bits: until Durango. */
export const twister32: Twister = {
  bits: 32n,
  size: 624,
  middle: 397,
  matrix: 0x9908b0dfn,
  multiplier: 1812433253n,
  temper: [
    [-11n, 0xffffffffn],
    [7n, 0x9d2c5680n],
    [15n, 0xefc60000n],
    [-18n, 0xffffffffn],
  ],
};

/** Of 64 bits: from Durango on. */
export const twister64: Twister = {
  bits: 64n,
  size: 312,
  middle: 156,
  matrix: 0xb5026f5aa96619e9n,
  multiplier: 6364136223846793005n,
  temper: [
    [-29n, 0x5555555555555555n],
    [17n, 0x71d67fffeda60000n],
    [37n, 0xfff7eee000000000n],
    [-43n, 0xffffffffffffffffn],
  ],
};

/** The lower 31 bits of a word go with the upper ones of the word before. */
const lower = 0x7fffffffn;

/** The words of a generator from a seed on, without end. */
export function* words(
  { bits, size, middle, matrix, multiplier, temper }: Twister,
  seed: bigint,
): Generator<bigint, never> {
  const word = (n: bigint) => BigInt.asUintN(Number(bits), n);
  const state = [word(seed)];
  for (let i = 1; i < size; i++) {
    const last = state[i - 1]!;
    state.push(word(multiplier * (last ^ (last >> (bits - 2n))) + BigInt(i)));
  }
  for (let i = 0; ; i = (i + 1) % size) {
    const x = (state[i]! & ~lower) | (state[(i + 1) % size]! & lower);
    const next = state[(i + middle) % size]! ^ (x >> 1n) ^ (x & 1n ? matrix : 0n);
    state[i] = next;
    yield temper.reduce(
      (y, [shift, mask]) => word(y ^ ((shift < 0n ? y >> -shift : y << shift) & mask)),
      next,
    );
  }
}

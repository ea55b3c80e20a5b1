/**
 * RIPEMD-160, by which addresses and ids of nodes are made of keys and certificates. Ours, because loading a library's takes longer
 * than most programs hash; a property test compares both. Source: Dobbertin, Bosselaers, Preneel, 1996.
 */

const shifts = [
  [11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8],
  [12, 13, 11, 15, 6, 9, 9, 7, 12, 15, 11, 13, 7, 8, 7, 7],
  [13, 15, 14, 11, 7, 7, 6, 8, 13, 14, 13, 12, 5, 5, 6, 9],
  [14, 11, 12, 14, 8, 6, 5, 5, 15, 12, 15, 14, 9, 9, 8, 6],
  [15, 12, 13, 13, 9, 5, 8, 6, 14, 11, 12, 11, 8, 6, 5, 5],
];
const rho = [7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8];

/** Of the five rounds of a line: which word each of its 16 steps takes, and by how much it rotates. */
interface Line {
  readonly words: readonly (readonly number[])[];
  readonly shifts: readonly (readonly number[])[];
  readonly constants: readonly number[];
}
function lineOf(first: readonly number[], constants: readonly number[]): Line {
  const words = [first];
  while (words.length < 5) words.push(words.at(-1)!.map((word) => rho[word]!));
  return {
    words,
    shifts: words.map((round, i) => round.map((word) => shifts[i]![word]!)),
    constants,
  };
}
const numbers = /* @__PURE__ */ rho.map((_, i) => i);

/** Both lines: made for the first hash. */
let lines: readonly [left: Line, right: Line] | undefined;
const makeLines = (): readonly [Line, Line] => [
  lineOf(numbers, [0, 0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xa953fd4e]),
  lineOf(
    numbers.map((i) => (9 * i + 5) % 16),
    [0x50a28be6, 0x5c4dd124, 0x6d703ef3, 0x7a6d76e9, 0],
  ),
];

function mix(kind: number, x: number, y: number, z: number): number {
  if (kind === 0) return x ^ y ^ z;
  if (kind === 1) return (x & y) | (~x & z);
  if (kind === 2) return (x | ~y) ^ z;
  if (kind === 3) return (x & z) | (y & ~z);
  return x ^ (y | ~z);
}

/** The state after one line over a block. */
function run(line: Line, isRight: boolean, state: Int32Array, block: DataView): Int32Array {
  let [a, b, c, d, e] = state as unknown as [number, number, number, number, number];
  for (let round = 0; round < 5; round++) {
    const kind = isRight ? 4 - round : round;
    const words = line.words[round]!;
    const rotations = line.shifts[round]!;
    const constant = line.constants[round]!;
    for (let i = 0; i < 16; i++) {
      const sum = (a + mix(kind, b, c, d) + block.getInt32(words[i]! * 4, true) + constant) | 0;
      const by = rotations[i]!;
      const next = (((sum << by) | (sum >>> (32 - by))) + e) | 0;
      a = e;
      e = d;
      d = (c << 10) | (c >>> 22);
      c = b;
      b = next;
    }
  }
  return Int32Array.of(a, b, c, d, e);
}

/**
 * The 20 bytes of RIPEMD-160.
 * @example
 * ripemd160(new Uint8Array(0))[0]; // 0x9c
 */
export function ripemd160(bytes: Uint8Array): Uint8Array {
  const [left, right] = (lines ??= makeLines());
  const { length } = bytes;
  const padded = new Uint8Array(Math.ceil((length + 9) / 64) * 64);
  padded.set(bytes);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(length) * 8n, true);
  let state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  for (let at = 0; at < padded.length; at += 64) {
    const block = new DataView(padded.buffer, at, 64);
    const l = run(left, false, state, block);
    const r = run(right, true, state, block);
    state = state.map((_, i) => state[(i + 1) % 5]! + l[(i + 2) % 5]! + r[(i + 3) % 5]!);
  }
  const hash = new Uint8Array(20);
  const out = new DataView(hash.buffer);
  state.forEach((word, i) => {
    out.setInt32(i * 4, word, true);
  });
  return hash;
}

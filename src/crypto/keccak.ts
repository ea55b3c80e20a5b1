/**
 * Keccak-256, by which the EVM hashes blocks and accounts. Ours, because loading a library's takes longer than most programs hash; a
 * property test compares both. Source: FIPS 202, with the padding of the original submission.
 */

/** Bytes of a block. */
const rate = 136;

/** The lanes in the order in which rho and pi move them, each to the place of the next, and the rotations on the way. */
const places = [
  10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1,
];
const rotations = [
  1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44,
];

/** The constant of each round, low word first: made for the first hash. */
let constants: Int32Array | undefined;
function makeConstants(): Int32Array {
  const all = new Int32Array(48);
  let register = 1;
  for (let round = 0; round < 24; round++)
    for (let j = 0; j < 7; j++) {
      const bit = (1 << j) - 1;
      if (register & 1) all[round * 2 + (bit >> 5)]! ^= 1 << (bit & 31);
      register = (register << 1) ^ ((register >> 7) * 0x171);
    }
  return all;
}

/** Columns of theta, then a row of chi. */
const row = /* @__PURE__ */ new Int32Array(10);

function theta(s: Int32Array): void {
  for (let x = 0; x < 10; x++) row[x] = s[x]! ^ s[x + 10]! ^ s[x + 20]! ^ s[x + 30]! ^ s[x + 40]!;
  for (let x = 0; x < 10; x += 2) {
    const before = (x + 8) % 10;
    const after = (x + 2) % 10;
    const low = row[before]! ^ ((row[after]! << 1) | (row[after + 1]! >>> 31));
    const high = row[before + 1]! ^ ((row[after + 1]! << 1) | (row[after]! >>> 31));
    for (let y = 0; y < 50; y += 10) {
      s[y + x]! ^= low;
      s[y + x + 1]! ^= high;
    }
  }
}

function rhoAndPi(s: Int32Array): void {
  let low = s[2]!;
  let high = s[3]!;
  for (let i = 0; i < 24; i++) {
    const at = places[i]! * 2;
    const by = rotations[i]! & 31;
    const left = (low << by) | (high >>> (32 - by));
    const right = (high << by) | (low >>> (32 - by));
    const isFar = rotations[i]! > 31;
    low = s[at]!;
    high = s[at + 1]!;
    s[at] = isFar ? right : left;
    s[at + 1] = isFar ? left : right;
  }
}

function chi(s: Int32Array): void {
  for (let y = 0; y < 50; y += 10) {
    for (let x = 0; x < 10; x++) row[x] = s[y + x]!;
    for (let x = 0; x < 10; x++) s[y + x]! ^= ~row[(x + 2) % 10]! & row[(x + 4) % 10]!;
  }
}

function permute(s: Int32Array): void {
  const all = (constants ??= makeConstants());
  for (let round = 0; round < 24; round++) {
    theta(s);
    rhoAndPi(s);
    chi(s);
    s[0]! ^= all[round * 2]!;
    s[1]! ^= all[round * 2 + 1]!;
  }
}

/**
 * The 32 bytes of Keccak-256.
 * @example
 * keccak256(new Uint8Array(0))[0]; // 0xc5
 */
export function keccak256(bytes: Uint8Array): Uint8Array {
  const s = new Int32Array(50);
  const put = (byte: number, at: number): void => {
    s[at >> 2]! ^= byte << ((at & 3) * 8);
  };
  let at = 0;
  for (let i = 0; i < bytes.length; i++) {
    put(bytes[i]!, at++);
    if (at < rate) continue;
    permute(s);
    at = 0;
  }
  put(0x01, at);
  put(0x80, rate - 1);
  permute(s);
  return Uint8Array.from({ length: 32 }, (_, i) => s[i >> 2]! >> ((i & 3) * 8));
}

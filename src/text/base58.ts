const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** Five digits at a time, and two bytes: with both, sums of some hundred products stay below 2^53. */
const limb = 58 ** 5;
const word = 2 ** 16;

const pairs: readonly string[] = /* @__PURE__ */ [...alphabet].flatMap((a) =>
  [...alphabet].map((b) => a + b),
);

/** Appends one digit of base `from` to a number of little-endian digits of base `to`. */
function append(number: number[], digit: number, from: number, to: number): void {
  let carry = digit;
  for (let i = 0; i < number.length; i++) {
    const value = number[i]! * from + carry;
    carry = Math.floor(value / to);
    number[i] = value - carry * to;
  }
  for (; carry > 0; carry = Math.floor(carry / to)) number.push(carry % to);
}

/** Limbs of the powers of `word` that ids and addresses with their checksums need. */
const powers: readonly Float64Array[] = /* @__PURE__ */ (() => {
  const rows = [[1]];
  while (rows.length < 18) {
    const row = [...rows.at(-1)!];
    append(row, 0, word, limb);
    rows.push(row);
  }
  return rows.map((row) => Float64Array.from(row));
})();
const sums = /* @__PURE__ */ new Float64Array(10);

/** The digits of a short number, zeros in front included: all products first and one carry at the end. */
function digitsOfShort(bytes: Uint8Array): string {
  let width = 0;
  for (let at = bytes.length - 1, k = 0; at >= 0; at -= 2, k++) {
    const digit = bytes[at]! | ((at > 0 ? bytes[at - 1]! : 0) << 8);
    const row = powers[k]!;
    width = row.length;
    for (let i = 0; i < width; i++) sums[i]! += digit * row[i]!;
  }
  let text = '';
  let carry = 0;
  for (let i = 0; i < width; i++) {
    const value = sums[i]! + carry;
    carry = Math.floor(value / limb);
    text = fiveDigits(value - carry * limb) + text;
  }
  sums.fill(0);
  return carry > 0 ? fiveDigits(carry) + text : text;
}

function digitsOfLong(bytes: Uint8Array): string {
  const limbs: number[] = [];
  let at = bytes.length & 1;
  if (at) append(limbs, bytes[0]!, word, limb);
  for (; at < bytes.length; at += 2) append(limbs, (bytes[at]! << 8) | bytes[at + 1]!, word, limb);
  return limbs.reduceRight((text, digits) => text + fiveDigits(digits), '');
}

function fiveDigits(value: number): string {
  const high = (value / 3364) | 0;
  const top = (high / 3364) | 0;
  return alphabet[top]! + pairs[high - top * 3364]! + pairs[value - high * 3364]!;
}

/** Base58 of the bytes, Bitcoin's alphabet: a `1` for each zero in front. Time grows with the square of the length. */
export function formatBase58(bytes: Uint8Array): string {
  const text = bytes.length > powers.length * 2 ? digitsOfLong(bytes) : digitsOfShort(bytes);
  let zeros = 0;
  while (bytes[zeros] === 0) zeros++;
  let ones = 0;
  while (text.charCodeAt(ones) === 0x31) ones++;
  return ones === zeros ? text : '1'.repeat(zeros) + text.slice(ones);
}

/**
 * What the libraries of curves answered, so that the fast tests need not compute it again: recovered keys and BLS pairings, which
 * took two thirds of their time. All of this library's own code runs; only `recoverPublicKey` of `@noble/secp256k1` and `verify` of
 * `@noble/curves` are looked up, by all of their arguments, and computed where nothing is recorded or was signed before.
 *
 * `CURVES=check` computes everything and compares. `CURVES=FILE` adds what was asked to a file:
 * `npx tsx scripts/curves.ts` makes `answers.br` of it.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

/** Lines of 16 digits, of the question, and the answer; both in hex. */
const file = new URL('answers.br', import.meta.url);

const mode = process.env.CURVES;
/** Where questions that are asked are kept, and those that are. */
const keptIn = mode === 'check' ? undefined : mode;
const kept = new Set<string>();
const answers = new Map(
  existsSync(file)
    ? brotliDecompressSync(readFileSync(file))
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => [line.slice(0, 16), line.slice(16)] as const)
    : [],
);

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The answer as hex; nothing if it was refused. */
function computed(compute: () => Uint8Array): string {
  try {
    return hexOf(compute());
  } catch {
    return '';
  }
}

/** By what an answer is kept. */
function keyOf(question: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const part of question)
    hash.update(Uint8Array.of(part.length >> 8, part.length)).update(part);
  return hash.digest('hex').slice(0, 16);
}

/** Keeps an answer that follows from how the question was made. */
export function know(question: readonly Uint8Array[], answer: Uint8Array): void {
  const key = keyOf(question);
  if (!answers.has(key)) answers.set(key, hexOf(answer));
  kept.add(key);
}

/** What `compute` returns, which depends on `question` alone, or an error if it throws. */
export function recorded(question: readonly Uint8Array[], compute: () => Uint8Array): Uint8Array {
  const key = keyOf(question);
  const known = answers.get(key);
  // One in 256 is computed anyway.
  const isSure = known !== undefined && mode !== 'check' && !key.startsWith('00');
  const answer = isSure ? known : computed(compute);
  if (keptIn !== undefined && !kept.has(key)) {
    kept.add(key);
    appendFileSync(keptIn, `${key}${answer}\n`);
  }
  if (known === undefined) answers.set(key, answer);
  else if (answer !== known) {
    // The caller takes any error for an answer.
    console.error(`answers.br has ${known} of ${key}, it is ${answer}`);
    process.exit(1);
  }
  if (answer === '') throw new RangeError('no point of the curve');
  return new Uint8Array(Buffer.from(answer, 'hex'));
}

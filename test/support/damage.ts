/** Damaged transactions, and what `open` says of each: cut after every byte, or with one byte changed. */
import { type AvalancheError, isError } from '../../src/errors/error.ts';
import { open } from '../../src/open/open.ts';
import { type Opened, spansOf } from '../../src/open/opened.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { rows } from './vectors.ts';

type Chain = 'P' | 'X' | 'C';

/** Ten signed transactions of each chain, of as many types as there are. */
export function samples(chain: Chain): readonly Uint8Array[] {
  const all = rows(`${chain.toLowerCase() as 'p' | 'x' | 'c'}-public`);
  const first = new Set(all.map(({ type }) => all.find((row) => row.type === type)!));
  const ordered = [...first, ...all.filter((row) => !first.has(row))];
  const bytes = ordered.map(({ hex }) => parseHex(hex)).filter(({ length }) => length < 2000);
  return bytes.slice(0, 10);
}

function attempt(bytes: Uint8Array): Opened | AvalancheError {
  try {
    return open(bytes);
  } catch (e) {
    if (isError(e)) return e;
    throw e;
  }
}

/** What became of damaged bytes: how many by code, and how many of them name what they were. */
export class Tally {
  readonly byCode = new Map<string, number>();
  readonly wrong: string[] = [];
  refused = 0;
  right = 0;

  get share(): number {
    return this.right / this.refused;
  }

  /** A result of `open`: bytes that still are of the right kind do not count. */
  add(chain: Chain, bytes: Uint8Array): void {
    const found = attempt(bytes);
    const e = isError(found) ? found : undefined;
    if ('kind' in found && found.chain === chain && /^(tx|unsignedTx)$/.test(found.kind)) return;
    const code = e?.code ?? `opens as ${(found as Opened).kind}`;
    const named = new RegExp(`\\b${chain}-chain (unsigned )?(transaction|tx|unsignedTx)`);
    this.byCode.set(code, (this.byCode.get(code) ?? 0) + 1);
    this.refused++;
    if (e && named.test(e.message.replace(/, or .*\)$/, ''))) this.right++;
    else if (this.wrong.length < 2000)
      this.wrong.push(`${bytes.length} ${formatHex(bytes.subarray(0, 60))} ${e?.message ?? code}`);
  }
}

/** Every prefix. */
export function cut(chain: Chain, whole: Uint8Array, tally: Tally): void {
  for (let n = 0; n < whole.length; n++) tally.add(chain, whole.subarray(0, n));
}

/** Every change of one byte that is not of a typeID or version, to one of `values(byte)`. */
export function change(
  chain: Chain,
  whole: Uint8Array,
  tally: Tally,
  values: (byte: number) => readonly number[],
): void {
  for (const { start, end, word } of spansOf(open(whole, { chain, kind: 'tx' }))) {
    if (word === 'typeID' || word === 'codecVersion') continue;
    for (let at = start; at < end; at++)
      for (const value of values(whole[at]!)) {
        const bytes = whole.slice();
        bytes[at] = value;
        tally.add(chain, bytes);
      }
  }
}

/** Transactions of the vectors with one field changed, and the node's verdict on each. */
import { Tx as CTx } from '../src/chain/cchain/tx.ts';
import { Tx as PTx } from '../src/chain/pchain/tx.ts';
import { Tx as XTx } from '../src/chain/xchain/tx.ts';
import { isError } from '../src/errors/error.ts';
import { formatHex, parseHex } from '../src/text/bytes.ts';
import { decode, encode } from '../src/wire/codec.ts';
import type { Type } from '../src/wire/type.ts';
import { rows } from '../test/support/vectors.ts';
import { runOracle } from './oracle.ts';

/** A transaction and what the node's rules without state say of it. */
export interface Verdict {
  readonly chain: 'P' | 'X' | 'C';
  readonly network: 'mainnet' | 'fuji' | 'local';
  readonly hex: string;
  readonly ok: boolean;
  /** Why not. */
  readonly error?: string;
}

/** What to put in the place of a leaf, or of a list. */
function* changesOf(value: unknown): Generator<unknown> {
  if (typeof value === 'bigint') yield* [0n, 1n, value + 1n, 0xffff_ffff_ffff_ffffn];
  else if (typeof value === 'number') yield* [0, 1, value + 1, 1_000_001];
  else if (typeof value === 'string') yield* ['', `${value} `, 'a_b', 'é', 'AB', 'x'.repeat(129)];
  else if (value instanceof Uint8Array)
    yield* [value.map(() => 0), value.map((byte, i) => (i === 0 ? byte ^ 1 : byte))];
  else if (Array.isArray(value)) {
    yield [];
    yield value.slice(1);
    yield [...value].reverse();
    yield [...value, ...value.slice(-1)];
    yield [...value.slice(0, 1), ...value];
  }
}

/** The value with one change at each place where there can be one. */
function* changed(value: unknown): Generator<unknown> {
  for (const change of changesOf(value)) yield change;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  for (const [key, element] of Object.entries(value))
    for (const change of key === 'type' ? [] : changed(element))
      yield Array.isArray(value)
        ? value.map((old, i) => (String(i) === key ? change : old))
        : { ...value, [key]: change };
}

const sources = {
  P: { type: PTx, name: 'p-public', oracle: 'poracle' },
  X: { type: XTx, name: 'x-public', oracle: 'xoracle' },
  C: { type: CTx, name: 'c-public', oracle: 'xoracle' },
} as const;

/** Transactions with one thing changed: each as a function to its bytes, undefined where it has none. */
function* variants(chain: Verdict['chain']) {
  const { name } = sources[chain];
  const type = sources[chain].type as Type<{ unsignedTx: unknown }>;
  for (const { network, hex, ...row } of rows(name)) {
    if ('verifyError' in row ? row.verifyError : !row.syntacticOK) continue;
    const tx = decode(type, parseHex(hex));
    for (const unsignedTx of changed(tx.unsignedTx))
      yield () => {
        try {
          return [{ chain, network, hex: formatHex(encode(type, { ...tx, unsignedTx })) }];
        } catch (e) {
          if (isError(e)) return [];
          throw e;
        }
      };
  }
}

/** About `count` changed transactions of a chain, which ones follows from the seed, with the node's verdicts. */
export async function askFields(
  chain: Verdict['chain'],
  seed: string,
  count: number,
): Promise<readonly Verdict[]> {
  // Every place of every transaction would be a million: a share of them, and all with a higher count.
  const all = [...variants(chain)];
  const step = Math.max(1, Math.floor(all.length / count));
  const asked = all.flatMap((make, i) => ((i + Number(seed)) % step === 0 ? make() : []));
  const lines = asked.map((request, id) => JSON.stringify({ ...request, id })).join('\n');
  const said = (await runOracle(sources[chain].oracle, ['verify'], `${lines}\n`)).toString();
  return said
    .trimEnd()
    .split('\n')
    .map((line, i) => {
      const { ok, error } = JSON.parse(line) as { ok: boolean; error?: string };
      return { ...asked[i]!, ok, ...(error && { error }) };
    });
}

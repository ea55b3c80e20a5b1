/** Changes of the UTXOs that a node lists. */
import { UTXO as PUTXO } from '../../../src/chain/pchain/tx.ts';
import { UTXO as XUTXO } from '../../../src/chain/xchain/tx.ts';
import { compareBytes } from '../../../src/text/bytes.ts';
import { formatBytes, formatHex, parseBytes } from '../../../src/text/hex.ts';
import { decode, encode } from '../../../src/wire/codec.ts';
import type { Random } from '../../fuzz/random.ts';
import { hashOf, type JSONAny, type Liar, type MakeLie } from './answers.ts';

interface Owned {
  readonly addresses: readonly Uint8Array[];
  readonly threshold: number;
  readonly locktime: bigint;
}
export type AnyUTXO = PUTXO | XUTXO;
type Change = (utxo: AnyUTXO, liar: Liar) => AnyUTXO | readonly AnyUTXO[];

export const sorted = (addresses: readonly Uint8Array[]): readonly Uint8Array[] =>
  [...new Map(addresses.map((of) => [formatHex(of), of])).values()].sort(compareBytes);

export const isUTXOs = (method: string): boolean => method.endsWith('.getUTXOs');

const typeOf = (method: string) => (method.startsWith('platform') ? PUTXO : XUTXO);

function changeText(
  method: string,
  text: string,
  change: (of: AnyUTXO) => AnyUTXO | readonly AnyUTXO[],
) {
  const type = typeOf(method) as typeof PUTXO;
  const changed = change(decode(type, parseBytes(text, 'hex')));
  return [changed].flat().map((of) => formatBytes(encode(type, of as PUTXO), 'hex'));
}

/** Changes some UTXOs, or all. */
export const utxos =
  (change: Change): MakeLie =>
  (liar) => {
    const { rng } = liar;
    const isAll = rng.below(2) === 0;
    const salt = rng.next();
    return (method, result) => {
      if (!isUTXOs(method)) return undefined;
      // The same of a UTXO each time that it is listed.
      const isHit = (text: string) => isAll || (hashOf(text) ^ salt) % 3 === 0;
      return {
        ...result,
        utxos: result.utxos.flatMap((text: string) =>
          isHit(text) ? changeText(method, text, (of) => change(of, liar)) : [text],
        ),
      };
    };
  };
/** Changes whoever owns an output. */
export function withOwner(utxo: AnyUTXO, change: (owner: Owned) => Partial<Owned>): AnyUTXO {
  const output = utxo.output as JSONAny;
  const next =
    output.type === 'stakeable.LockOut'
      ? { ...output, output: { ...output.output, ...change(output.output) } }
      : { ...output, ...change(output) };
  return { ...utxo, output: next } as AnyUTXO;
}

export const owner = (change: (owner: Owned, liar: Liar) => Partial<Owned>): MakeLie =>
  utxos((utxo, liar) => withOwner(utxo, (of) => change(of, liar)));

export const plainOf = (utxo: AnyUTXO): JSONAny => {
  const output = utxo.output as JSONAny;
  return output.type === 'stakeable.LockOut' ? output.output : output;
};

export const amount = (change: (amount: bigint, rng: Random) => bigint): MakeLie =>
  utxos((utxo, { rng }) => {
    const of = plainOf(utxo);
    if (of.amount === undefined) return utxo;
    const next = { ...of, amount: change(of.amount, rng) };
    const output = utxo.output as JSONAny;
    return {
      ...utxo,
      output: output.type === 'stakeable.LockOut' ? { ...output, output: next } : next,
    } as AnyUTXO;
  });

/** Adds UTXOs that were spent, of strangers, or of the other place. */
export const added =
  (isOwn: boolean): MakeLie =>
  (liar) =>
  (method, result) => {
    if (!isUTXOs(method)) return undefined;
    const { rng, world, others } = liar;
    const here = new Set(result.utxos);
    const known = others[method.startsWith('platform') ? 'P' : 'X'].filter((of) => !here.has(of));
    if (known.length === 0) return undefined;
    const addresses = [rng.pick([world.victim, world.loner]).shortID];
    const more = [rng.pick(known), rng.pick(known), rng.pick(known)].flatMap((text) =>
      changeText(method, text, (utxo) =>
        isOwn ? utxo : withOwner(utxo, () => ({ addresses, threshold: 1, locktime: 0n })),
      ),
    );
    return { ...result, utxos: [...result.utxos, ...more] };
  };

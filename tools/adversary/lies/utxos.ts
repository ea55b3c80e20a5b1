/** Lies of a node about UTXOs, but for their owners: locks, amounts, assets, ids, place, and which ones there are. */
import type { UTXO as PUTXO } from '../../../src/chain/pchain/tx.ts';
import { formatBytes, parseBytes } from '../../../src/text/hex.ts';
import { formatID, parseID } from '../../../src/text/id.ts';
import type { MakeLie } from './answers.ts';
import {
  type AnyUTXO,
  added,
  amount,
  isUTXOs,
  plainOf,
  sorted,
  utxos,
  withOwner,
} from './changes.ts';

export const utxoLies = {
  'lock: can only be staked': utxos((utxo, { rng }) => {
    const { output, ...rest } = utxo as PUTXO;
    const locktime = BigInt(rng.pick([1, 1_900_000_000, 4_102_444_800]));
    if (output.type === 'stakeable.LockOut')
      return { ...rest, output: { ...output, locktime } } as AnyUTXO;
    return output.type === 'secp256k1fx.TransferOutput'
      ? ({ ...rest, output: { type: 'stakeable.LockOut', locktime, output } } as AnyUTXO)
      : utxo;
  }),
  'lock: none': utxos((utxo) => ({ ...utxo, output: plainOf(utxo) }) as AnyUTXO),
  'amount: more': amount((of, rng) => (of * BigInt(2 + rng.below(1000))) % (1n << 62n)),
  'amount: less': amount((of, rng) => of / BigInt(2 + rng.below(1000)) + 1n),
  'asset: another': utxos((utxo, { rng, world }) => ({
    ...utxo,
    assetID: parseID(rng.pick(Object.values(world.local.ready.assets))),
  })),
  'id: another txID': utxos((utxo, { rng }) => ({ ...utxo, txID: rng.bytes(32) })),
  'id: another output': utxos((utxo, { rng }) => ({
    ...utxo,
    outputIndex: (utxo.outputIndex + 1 + rng.below(3)) % 16,
  })),
  'twice: with another owner': utxos((utxo, { world }) => [
    utxo,
    withOwner(utxo, ({ addresses }) => ({
      addresses: sorted([...addresses, world.after.shortID]),
    })),
  ]),
  omitted: utxos(() => []),
  'replayed: spent ones': added(true),
  "replayed: somebody else's as the victim's": added(false),
  'place: what waits is said to be here': (liar) => {
    const seen: string[] = [];
    return (method, result, call) => {
      if (!isUTXOs(method)) return undefined;
      if (call.params.sourceChain !== undefined) seen.push(...result.utxos);
      const more = liar.rng.below(2) === 0 ? seen : result.utxos;
      return { ...result, utxos: [...new Set([...result.utxos, ...more, ...seen])] };
    };
  },
  'bytes: damaged': (liar) => {
    const { rng } = liar;
    return (method, result) =>
      isUTXOs(method) && result.utxos.length > 0
        ? {
            ...result,
            utxos: result.utxos.map((text: string) => {
              const bytes = parseBytes(text, 'hex').slice();
              bytes[rng.below(bytes.length)]! ^= 1 << rng.below(8);
              return formatBytes(bytes, 'hex');
            }),
          }
        : undefined;
  },
  'pages: endless': (liar) => (method, result) => {
    if (!isUTXOs(method) || result.utxos.length === 0) return undefined;
    const cursor = { ...result.endIndex, utxo: formatID(liar.rng.bytes(32)) };
    const full = Array.from({ length: 1024 }, (_, i) => result.utxos[i % result.utxos.length]);
    return { ...result, utxos: full, numFetched: '1024', endIndex: cursor };
  },
} as const satisfies Readonly<Record<string, MakeLie>>;

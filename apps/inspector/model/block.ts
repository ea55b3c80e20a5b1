/** The transactions of a block together: how many of each type, what they pay, and those that fit a filter. */
import { useSignal } from '@preact/signals';
import {
  type AnyTx,
  type Effects,
  effectsOf,
  formatAvax,
  formatHex,
  isError,
  type Network,
  readAddress,
} from 'avalanche-tx';
import { useEffect, useMemo } from 'preact/hooks';
import { grouped } from './told.ts';

export const shortType = (type: string): string => type.replace(/^\w+\./, '');

interface Output {
  readonly amount?: bigint;
  readonly addresses?: readonly Uint8Array[];
  /** Inside of a stakeable lock. */
  readonly output?: Output;
}

const kept = new WeakMap<AnyTx, Effects<Uint8Array | undefined> | undefined>();

/** Kept, since the sums and the filter both ask. */
function effectsIn(tx: AnyTx, network?: Network): Effects<Uint8Array | undefined> | undefined {
  if (!network && kept.has(tx)) return kept.get(tx);
  let effects: Effects<Uint8Array | undefined> | undefined;
  try {
    effects = effectsOf(tx, { ...(network && { network }) }) as Effects<Uint8Array | undefined>;
  } catch (e) {
    if (!isError(e)) throw e;
  }
  kept.set(tx, effects);
  return effects;
}

interface Sums {
  readonly created: bigint;
  readonly burned: bigint;
  readonly at: number;
}

/** Counts by type, the most frequent first, and sums of AVAX, which come in slices. */
export function useBlockSums(
  txs: readonly AnyTx[],
  { network }: { readonly network?: Network },
): {
  readonly types: readonly (readonly [type: string, count: number])[];
  readonly sums: readonly (readonly [label: string, sum: string])[];
} {
  const sums = useSignal<Sums>({ created: 0n, burned: 0n, at: 0 });
  const types = useMemo(() => {
    const counts = new Map<string, number>();
    for (const { unsignedTx } of txs)
      counts.set(unsignedTx.type, (counts.get(unsignedTx.type) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1]);
  }, [txs]);
  useEffect(() => {
    sums.value = { created: 0n, burned: 0n, at: 0 };
    if (!network) return undefined;
    const avax = formatHex(network.avaxAssetID);
    let timer: ReturnType<typeof setTimeout>;
    const go = (): void => {
      let { created, burned, at } = sums.peek();
      for (
        const end = performance.now() + slice;
        at < txs.length && performance.now() < end;
        at++
      ) {
        const effects = effectsIn(txs[at]!, network);
        for (const { utxo } of effects?.produced ?? [])
          if (utxo.assetID && formatHex(utxo.assetID) === avax) created += amountOf(utxo.output);
        for (const { assetID, amount } of effects?.burned ?? [])
          if (formatHex(assetID) === avax) burned += amount;
      }
      sums.value = { created, burned, at };
      // The lines in view come first: they are drawn between the slices.
      if (at < txs.length) timer = setTimeout(go, 4);
    };
    timer = setTimeout(go);
    return () => clearTimeout(timer);
  }, [txs, network, sums]);
  const { created, burned, at } = sums.value;
  const amount = (sum: bigint): string =>
    at < txs.length ? '…' : `${grouped(formatAvax(sum))} AVAX`;
  return {
    types,
    sums: network
      ? [
          ['Fees and burns', amount(burned)],
          ['Outputs, change included', amount(created)],
        ]
      : [],
  };
}

/** Milliseconds of a slice. */
const slice = 8;

const amountOf = (output: unknown): bigint => {
  const { amount, output: inside } = output as Output;
  return amount ?? (inside ? amountOf(inside) : 0n);
};

/** Places of the transactions of a type that a text fits: a part of their ID or type, or an address that receives. */
export function found(txs: readonly AnyTx[], type: string, text: string): readonly number[] {
  const address = addressOf(text);
  return [...txs.keys()].filter((i) => {
    const tx = txs[i]!;
    if (type !== '' && tx.unsignedTx.type !== type) return false;
    if (text === '') return true;
    if (address !== undefined) return receives(tx, address);
    return `${tx.txID} ${tx.unsignedTx.type}`.toLowerCase().includes(text.toLowerCase());
  });
}

function addressOf(text: string): string | undefined {
  if (!/1[02-9ac-hj-np-z]{38}$/.test(text)) return undefined;
  try {
    return formatHex(readAddress(text.includes('-') ? text : `?-${text}`).bytes);
  } catch (e) {
    if (isError(e)) return undefined;
    throw e;
  }
}

const receives = (tx: AnyTx, address: string): boolean =>
  (effectsIn(tx)?.produced ?? []).some(({ utxo }) => {
    const { addresses, output } = utxo.output as Output;
    return (addresses ?? output?.addresses ?? []).some((of) => formatHex(of) === address);
  });

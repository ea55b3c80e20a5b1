/**
 * Which addresses of an HD account the wallet has used itself. A node says which are used, and can make up coins with whole transactions, but
 * not the wallet's signature: an address is proven to be used if it is in a transaction of this network that the wallet has signed.
 */
import type { ChainName } from '../chain/declared.ts';
import { isError } from '../errors/error.ts';
import type { Network } from '../network/network.ts';
import type { DiscoveredAccount } from '../rpc/discover.ts';
import { isTransportError } from '../rpc/errors.ts';
import type { CallOptions } from '../rpc/service.ts';
import { signersOf } from '../rules/spending.ts';
import type { State, UTXOState } from '../state/state.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { headOf } from '../tx/effects.ts';
import { unlocked } from '../tx/output.ts';
import { makesOf } from '../tx/parts.ts';
import type { AnyUTXO } from '../tx/types.ts';
import type { Nodes } from './nodes.ts';

/** Addresses without use that a search looks at (BIP-44). What is paid to a later one is not found again by the words. */
const gap = 20;
/** Most transactions that are read for a branch. */
const mostTxs = 32;

/** The index after the last address of each branch that is proven to be used, or that the caller says is. */
export interface Proven {
  receive: number;
  change: number;
}

/** Returns the next receiving index: that of the node, as far as a search from what is proven finds it. */
export const receivingIndex = (claimed: number, { receive }: Proven): number =>
  Math.min(claimed, receive + gap - 1);

/** Reads what a node knows of the addresses that it says are used, and raises `proven` by what the wallet has signed. */
export async function prove(
  nodes: Nodes,
  network: Network,
  { addresses, next }: DiscoveredAccount,
  proven: Proven,
  options: CallOptions,
): Promise<void> {
  const lacks = {
    receive: () => next.receive > receivingIndex(next.receive, proven),
    change: () => next.change > proven.change,
  };
  if (!lacks.receive() && !lacks.change()) return;
  // First those of the receiving branch, then those of the change.
  const places = new Map(
    addresses.map((address, i) => [
      formatHex(address),
      i < next.receive
        ? ({ branch: 'receive', index: i } as const)
        : ({ branch: 'change', index: i - next.receive } as const),
    ]),
  );
  const placesOf = (owners: readonly Uint8Array[]) =>
    owners.flatMap((address) => places.get(formatHex(address)) ?? []);
  const coins = await coinsOf(nodes, addresses, options);
  for (const branch of ['receive', 'change'] as const) {
    const byIndex = coins
      .flatMap(({ chain, utxo }) =>
        placesOf(ownersOf(utxo)).flatMap((place) =>
          place.branch === branch ? [{ chain, txID: formatID(utxo.txID), index: place.index }] : [],
        ),
      )
      .sort((a, b) => b.index - a.index);
    const seen = new Set<string>();
    for (const { chain, txID, index } of byIndex) {
      if (!lacks[branch]() || index < proven[branch] || seen.size >= mostTxs) break;
      if (seen.has(txID)) continue;
      seen.add(txID);
      for (const place of placesOf(await usedIn(nodes, chain, txID, network, places, options)))
        proven[place.branch] = Math.max(proven[place.branch], place.index + 1);
    }
  }
}

const ownersOf = ({ output }: Pick<AnyUTXO, 'output'>): readonly Uint8Array[] =>
  unlocked(output).addresses;

/** Reads the coins of addresses, with the chain of the transaction that made each. */
async function coinsOf(
  nodes: Nodes,
  addresses: readonly Uint8Array[],
  options: CallOptions,
): Promise<readonly { readonly chain: ChainName; readonly utxo: AnyUTXO }[]> {
  const read = { ...options, evidence: false } as const;
  const states: readonly UTXOState[] = [
    await nodes.ask((node) => node.pchain.state(addresses, { ...read, imports: ['X'] })),
    await nodes.ask((node) => node.xchain.state(addresses, { ...read, imports: ['P'] })),
  ];
  return states.flatMap(
    ({ chain, utxos, imports }: State & { readonly utxos: readonly AnyUTXO[] }) => [
      ...utxos.map((utxo) => ({ chain: chain as ChainName, utxo })),
      ...Object.entries(imports ?? {}).flatMap(([from, waiting]) =>
        (waiting as readonly AnyUTXO[]).map((utxo) => ({ chain: from as ChainName, utxo })),
      ),
    ],
  );
}

/** Returns the addresses of a transaction that the wallet has signed; none of another. */
async function usedIn(
  nodes: Nodes,
  chain: ChainName,
  txID: string,
  network: Network,
  own: ReadonlyMap<string, unknown>,
  options: CallOptions,
): Promise<readonly Uint8Array[]> {
  try {
    const tx = await nodes.txOf(chain, txID, options);
    const signers = signersOf(tx).flat();
    const isOurs =
      headOf(tx.unsignedTx).networkID === network.networkID &&
      signers.some((address) => own.has(formatHex(address)));
    return isOurs ? [...signers, ...makesOf(tx.unsignedTx).flatMap(ownersOf)] : [];
  } catch (e) {
    if (!isError(e) || isTransportError(e, 'aborted')) throw e;
    return [];
  }
}

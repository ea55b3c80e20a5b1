/** Read-only look-ups in the world for RPC methods. None of them scans all UTXOs or all transactions. */
import type { ChainName } from '../chain/declared.ts';
import { genesisTxsOf } from '../chain/genesis.ts';
import { Genesis } from '../chain/pchain/genesis.ts';
import { txFrom } from '../chain/tx.ts';
import type { L1Validator, Staker } from '../history/ledger.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { decode } from '../wire/codec.ts';
import { type Cursor, page, type UTXOPage } from './utxos.ts';
import type { BlockRecord, ContainerIndex, ContainerRecord, TxRecord, World } from './world.ts';

/** Selects a page of UTXOs. */
export interface UTXOQuery {
  readonly chain: ChainName;
  /** 20 bytes each. */
  readonly addresses: readonly Uint8Array[];
  /** UTXOs that this chain exported to `chain`; those of the chain itself if omitted. The C-chain has no others. */
  readonly from?: ChainName;
  /** Maximum number, at most 1,024; 0 means 1,024, as in a node. */
  readonly limit?: number;
  readonly start?: Cursor;
}

const maxPage = 1024;

/**
 * Returns a page of UTXOs in the node's order, with its peculiarities: native pages start after `start`, pages of
 * exported UTXOs with it. Encode them with the `UTXO` type of their chain.
 */
export function utxosOf(world: World, query: UTXOQuery): UTXOPage {
  const { chain, from = chain, addresses, limit = 0, start } = query;
  const set =
    from !== chain
      ? world.memory[chain][from]
      : chain === 'C'
        ? undefined
        : world[chain].ledger.utxos;
  const first = start ?? { address: new Uint8Array(20), utxo: undefined };
  if (!set) return { utxos: [], end: first };
  const most = limit > 0 && limit < maxPage ? limit : maxPage;
  return page(set as Parameters<typeof page>[0], addresses, {
    start: first,
    limit: most,
    inclusive: from !== chain,
  });
}

const genesisTxs = new WeakMap<Uint8Array, ReadonlyMap<string, TxRecord>>();

/** The transactions of the genesis, as if they were in blocks. */
function genesisTxsIn({ genesis }: World): ReadonlyMap<string, TxRecord> {
  const known = genesisTxs.get(genesis);
  if (known) return known;
  const { P, X } = genesisTxsOf(decode(Genesis, genesis));
  const txs = [
    ...P.map(({ tx, bytes }) => txFrom('P', bytes, tx)),
    ...X.map(({ tx, bytes }) => txFrom('X', bytes, tx)),
  ];
  const made = new Map(txs.map((tx) => [tx.txID, { tx, status: 'Accepted' } as const]));
  genesisTxs.set(genesis, made);
  return made;
}

/** Finds a transaction by CB58 of its id, on one chain or any. */
export function txOf(world: World, txID: string, chain?: ChainName): TxRecord | undefined {
  const found = world.txs.get(txID) ?? genesisTxsIn(world).get(txID);
  return chain === undefined || found?.tx.chain === chain ? found : undefined;
}

export const blockAt = (world: World, chain: ChainName, height: bigint): BlockRecord | undefined =>
  world[chain].blocks[Number(height)];

/** A block by CB58 of its id. */
export function blockOf(world: World, chain: ChainName, id: string): BlockRecord | undefined {
  const height = world[chain].heights.get(id);
  return height === undefined ? undefined : world[chain].blocks[height];
}

/** The last accepted block. */
export const lastBlock = (world: World, chain: ChainName): BlockRecord =>
  world[chain].blocks.at(-1)!;

/**
 * Returns the index of a name in `index/…`: `P/block`, `X/block`, `C/block` or `X/tx`; undefined for `X/vtx`,
 * which is empty.
 */
export function indexOf(world: World, name: string): ContainerIndex | undefined {
  if (name === 'X/tx') return world.X.txIndex;
  const [chain, what] = name.split('/');
  return what === 'block' && (chain === 'P' || chain === 'X' || chain === 'C')
    ? world[chain].blockIndex
    : undefined;
}

/** A container of an index by CB58 of its id, with its number. */
export function containerOf(
  { list, places }: ContainerIndex,
  id: string,
): (ContainerRecord & { readonly index: number }) | undefined {
  const index = places.get(id);
  return index === undefined ? undefined : { ...list[index]!, index };
}

/** Whether a staker delegates to a validator. */
export const isDelegator = ({ tx }: Staker): boolean =>
  tx.type === 'platformvm.AddDelegatorTx' || tx.type === 'platformvm.AddPermissionlessDelegatorTx';

/** Returns the current validators of the primary network or a subnet, in the order in which they end, as a node lists them. */
export const validatorsOf = ({ P }: World, subnetID: Uint8Array): readonly Staker[] =>
  P.stakers.ending.filter(
    (staker) => equalBytes(staker.subnetID, subnetID) && !isDelegator(staker),
  );

/** Returns the validators of an L1, active or not; empty for a subnet that is not an L1. */
export const l1ValidatorsOf = ({ P }: World, subnetID: Uint8Array): readonly L1Validator[] => [
  ...(P.stakers.l1Subnets.get(formatID(subnetID))?.values() ?? []),
];

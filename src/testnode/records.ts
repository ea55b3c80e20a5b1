/** Records what all chains have in common: transactions, and UTXOs that move between chains. */
import type { ChainName } from '../chain/declared.ts';
import type { AnyTx } from '../chain/tx.ts';
import type { UTXOChanges } from '../history/changes.ts';
import { forgetLookup } from '../history/ledger.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import type { AnyUTXO } from '../tx/types.ts';
import { dropMark, mark, rollBack, setEntry } from './journal.ts';
import type { TxRecord, World } from './world.ts';

/** Records a transaction, and removes it from the pool if it is no longer pending. */
export function recordTx(world: World, record: TxRecord): void {
  const { txID, chain } = record.tx;
  const { journal, txs } = world;
  const { pool } = world[chain];
  const waits = record.status === 'Processing';
  setEntry(journal, txs, txID, waits ? { ...record, arrival: txs.size } : record);
  if (waits) setEntry(journal, pool, txID, record.tx);
  else if (pool.has(txID)) setEntry(journal, pool, txID, undefined);
}

/** How many dropped transactions a chain remembers. Source: avalanchego `vms/txs/mempool/mempool.go` `droppedTxIDsCacheSize`. */
const mostDropped = 64;

/** Records that the node dropped a transaction. Source: avalanchego `vms/txs/mempool/mempool.go` `MarkDropped`. */
export function markDropped(world: World, { chain, txID }: AnyTx, reason: string): void {
  const state = world[chain];
  const others = state.dropped.filter(([id]) => id !== txID);
  state.dropped = [...others, [txID, reason] as const].slice(-mostDropped);
}

/** Returns why the node dropped a transaction, and keeps that in memory longer; undefined if unknown. */
export function dropReasonOf(world: World, chain: ChainName, txID: string): string | undefined {
  const state = world[chain];
  const found = state.dropped.find(([id]) => id === txID);
  if (!found) return undefined;
  state.dropped = [...state.dropped.filter((dropped) => dropped !== found), found];
  return found[1];
}

/** Returns the pending transactions of a chain in order of arrival. */
export function waitingIn({ txs, ...world }: World, chain: ChainName): readonly AnyTx[] {
  const arrival = ({ txID }: AnyTx): number => txs.get(txID)?.arrival ?? 0;
  return [...world[chain].pool.values()].sort((a, b) => arrival(a) - arrival(b));
}

/** The chain of the primary network with an id. */
const chainNamed = ({ network }: World, id: Uint8Array): ChainName =>
  (Object.keys(network.chains) as ChainName[]).find((name) =>
    equalBytes(network.chains[name].blockchainID, id),
  )!;

/** Moves UTXOs from and to the memory shared between chains. */
export function crossChains(
  world: World,
  chain: ChainName,
  { imported, exported }: Pick<UTXOChanges<AnyUTXO>, 'imported' | 'exported'>,
): void {
  for (const { id, from } of imported)
    world.memory[chain][chainNamed(world, from)].delete(formatID(id));
  for (const { utxo, id, to } of exported)
    world.memory[chainNamed(world, to)][chain].set(formatID(id), utxo);
}

/** Takes a snapshot of the world, for `revertWorld`. */
export function markWorld(world: World, as?: number): number {
  const { P, X, C, tampering } = world;
  const { clock } = world;
  const { hold, nextTrap, secondsPerBlock } = tampering;
  const [p, x] = [{ ...P.ledger }, { ...X.ledger }];
  const { fee, stateRoot } = C;
  const dropped = [P.dropped, X.dropped, C.dropped] as const;
  const restore = () => {
    Object.assign(P.ledger, p);
    Object.assign(X.ledger, x);
    Object.assign(C, { fee, stateRoot });
    [P.dropped, X.dropped, C.dropped] = dropped;
    Object.assign(tampering, { hold, nextTrap, secondsPerBlock });
    world.clock = clock;
    forgetLookup(P.ledger);
  };
  return mark(world.journal, restore, as);
}

/** An id that no snapshot has. */
const attemptID = 0;

/** Runs a step completely or not at all: if it throws, its changes are reverted. */
export function atomically<T>(world: World, step: () => T): T {
  markWorld(world, attemptID);
  try {
    const result = step();
    dropMark(world.journal, attemptID);
    return result;
  } catch (e) {
    revertWorld(world, attemptID);
    throw e;
  }
}

/** Restores a snapshot, and discards it and all later ones. */
export const revertWorld = ({ journal }: World, id: number): boolean => rollBack(journal, id);

/**
 * Builds, accepts and records C-chain blocks with atomic transactions, at the gas price of ACP-176 with the minimum target. Source:
 * avalanchego `vms/evm/acp176/acp176.go`.
 */

import { inputIDOf } from '../chain/ids.ts';
import type { AnyTx } from '../chain/tx.ts';
import { advanceFeeState, consumeGas, type FeeState, gasPriceAt, gasPriceOf } from '../fee/gas.ts';
import { atomicGasOf } from '../fee/transactions.ts';
import type { ExportedUTXO, ImportedUTXO } from '../history/changes.ts';
import type { PFees } from '../network/network.ts';
import { weiPerNAVAX } from '../text/amount.ts';
import { parseID } from '../text/id.ts';
import { effectsOf } from '../tx/effects.ts';
import type { AnyUTXO } from '../tx/types.ts';
import { addBlock } from './blocks.ts';
import { cBlockOf, nextStateRoot } from './header.ts';
import { record } from './journal.ts';
import { crossChains, recordTx } from './records.ts';
import type { CAccount, World } from './world.ts';

type CTxRecord = Extract<AnyTx, { readonly chain: 'C' }>;

/** Creates a block with valid atomic transactions and accepts it. */
export function makeCBlock(world: World, txs: readonly CTxRecord[]): void {
  const { C, network, clock } = world;
  const parent = C.blocks.at(-1)!;
  const time = clock > parent.time ? clock : parent.time;
  const height = parent.height + 1n;
  const start = cFeeAt(world, time);
  const baseFee = baseFeeAt(world, time);
  const gasUsed = txs.reduce((sum, { unsignedTx }) => sum + atomicGasOf(unsignedTx), 0n);
  const fee = cFeeAfter(start, gasUsed);
  const changed = txs.flatMap((tx) => applyTx(world, tx));
  const stateRoot = nextStateRoot(C.stateRoot, changed);
  setRoot(world, { fee, stateRoot });
  const { id, bytes } = cBlockOf(network, {
    parentID: parent.id,
    height,
    time,
    stateRoot,
    baseFee,
    gasUsed,
    gasLimit: cGasLimit,
    fee,
    txs: txs.map(({ unsignedTx, credentials }) => ({ unsignedTx, credentials })),
  });
  const txIDs = txs.map(({ txID }) => txID);
  const record = { id, parentID: parent.id, bytes, height, time, acceptedAt: clock, txIDs };
  addBlock(world, 'C', record);
  for (const tx of txs) recordTx(world, { tx, status: 'Accepted', height });
}

function setRoot({ C, journal }: World, next: Pick<World['C'], 'fee' | 'stateRoot'>): void {
  const { fee, stateRoot } = C;
  Object.assign(C, next);
  record(journal, () => {
    Object.assign(C, { fee, stateRoot });
  });
}

/** Applies a transaction to the accounts and the shared memory, and returns the accounts that it changes. */
function applyTx(world: World, tx: CTxRecord): readonly (readonly [string, CAccount])[] {
  const { accounts } = world.C;
  const txID = parseID(tx.txID);
  const effects = effectsOf({ ...tx, txID }, { network: world.network });
  const imported: ImportedUTXO[] = effects.consumed.map((consumed) => ({
    ...consumed,
    amount: consumed.amount!,
    from: consumed.from!.blockchainID,
    by: txID,
  }));
  const exported: ExportedUTXO<AnyUTXO>[] = effects.produced.map(({ utxo, blockchainID }) => ({
    utxo: utxo as AnyUTXO,
    id: inputIDOf(utxo),
    to: blockchainID,
    by: txID,
  }));
  crossChains(world, 'C', { imported, exported });
  return effects.accounts.map(({ address, delta, nonce }) => {
    const had = accounts.get(address) ?? { nonce: 0n, balance: 0n };
    const account: CAccount = {
      nonce: nonce === undefined ? had.nonce : nonce + 1n,
      balance: had.balance + delta * weiPerNAVAX,
    };
    accounts.set(address, account);
    return [address, account];
  });
}

/** Returns the lowest excess at which gas costs at least a price. */
export function excessFor(
  price: bigint,
  { minPrice, excessConversionConstant: k }: Pick<PFees, 'minPrice' | 'excessConversionConstant'>,
): bigint {
  const isReached = (excess: bigint): boolean => gasPriceAt(minPrice, excess, k) >= price;
  let high = 1n;
  while (!isReached(high)) high *= 2n;
  let low = 0n;
  while (low < high) {
    const middle = (low + high) / 2n;
    if (isReached(middle)) high = middle;
    else low = middle + 1n;
  }
  return low;
}

const target = 1_000_000n;
const fees: PFees = {
  weights: [1n, 1n, 1n, 1n],
  maxCapacity: 10n * target,
  maxPerSecond: 2n * target,
  targetPerSecond: target,
  minPrice: 1n,
  excessConversionConstant: 87n * target,
};

/** The gas limit of a block. */
export const cGasLimit: bigint = fees.maxCapacity;

/** The fee state of the C-chain's next block. */
function cFeeAt({ C }: World, time: bigint): FeeState {
  const seconds = time - C.blocks.at(-1)!.time;
  return seconds > 0n ? advanceFeeState(C.fee, seconds, fees) : C.fee;
}

/** Wei for a unit of gas in a block at a time. */
export const baseFeeAt = (world: World, time: bigint): bigint =>
  gasPriceOf(cFeeAt(world, time), fees);

/** The fee state after a block. */
const cFeeAfter = (before: FeeState, gas: bigint): FeeState =>
  consumeGas(before, gas < before.capacity ? gas : before.capacity);

/** The excess after the last block at which gas costs at least a price now. */
export function cExcessFor({ C, clock }: World, price: bigint): bigint {
  const seconds = clock - C.blocks.at(-1)!.time;
  const excess = excessFor(price, fees);
  return excess === 0n || seconds <= 0n ? excess : excess + seconds * target;
}

/** A ledger of either chain: made from the genesis, and changed by each block. */
import { type Network, networkArgument } from '../network/network.ts';
import { anObject, checkArgument, objectOf, optional, wordOf } from '../schema/check.ts';
import type { PChanges, XChanges } from './changes.ts';
import {
  ledgerArgument,
  type PLedger,
  type PStores,
  type XLedger,
  type XStores,
} from './ledger.ts';
import { applyPBlock, createPLedger } from './pchain.ts';
import { applyXBlock, createXLedger } from './xchain.ts';

/** What a ledger is made for. */
export interface CreateLedgerOptions<N extends 'P' | 'X' = 'P' | 'X'> {
  /** The chain. */
  readonly chain: N;
  /** Its upgrades and staking parameters decide the rewards of the first validators. */
  readonly network: Network;
  /** Where to keep its entries; a `Map` for each one omitted. */
  readonly stores?: Partial<N extends 'P' ? PStores : XStores> | undefined;
}

const ledgerOptions = /* @__PURE__ */ (() =>
  objectOf({ chain: wordOf('P', 'X'), network: networkArgument, stores: optional(anObject) }))();

/**
 * Returns the ledger of a chain as the genesis makes it, before its first block.
 * Source: avalanchego `vms/platformvm/state/state.go` `syncGenesis`; the assets of the X-chain's genesis.
 * @param genesis The bytes of the P-chain's genesis, for the X-chain too: they contain its own.
 * @throws {AvalancheError} As `decode`; `BadArgument` under `options`; `WrongNetwork`: the genesis is for another network; as
 *   `potentialRewardOf`.
 * @example
 * import { readFileSync } from 'node:fs';
 * import { gunzipSync } from 'node:zlib';
 * const genesis = gunzipSync(readFileSync('vectors/genesis-fuji.bin.gz'));
 * createLedger(genesis, { chain: 'P', network: fuji }).current.size; // 20
 */
export function createLedger(genesis: Uint8Array, options: CreateLedgerOptions<'P'>): PLedger;
export function createLedger(genesis: Uint8Array, options: CreateLedgerOptions<'X'>): XLedger;
export function createLedger(genesis: Uint8Array, options: CreateLedgerOptions): PLedger | XLedger {
  checkArgument(options, ledgerOptions, 'options');
  const { chain, network, stores } = options;
  return chain === 'P'
    ? createPLedger(genesis, network, stores as Partial<PStores>)
    : createXLedger(genesis, network, stores as Partial<XStores>);
}

/**
 * Applies the next block to a ledger, and returns the changes. On the P-chain, a proposal changes nothing until its commit or abort;
 * on the X-chain, the first block can have any height. The block is assumed to be accepted by the network: signatures, owners and fees
 * are not checked. Source: avalanchego `vms/platformvm/block/executor`.
 * @param block The bytes of the block itself, without a proposervm header.
 * @throws {AvalancheError} The ledger is then unchanged. As `decode`; `Mismatch`: the block is not the next one, or an input differs
 *   from its UTXO; `OutOfRange`: more gas than the capacity, or a time before the last block's; `MissingState`: no such UTXO,
 *   staker, validator or subnet; `Unsupported`: a transaction type that such a block cannot have.
 */
export function applyBlock(ledger: PLedger, block: Uint8Array): PChanges;
export function applyBlock(ledger: XLedger, block: Uint8Array): XChanges;
export function applyBlock(ledger: PLedger | XLedger, block: Uint8Array): PChanges | XChanges {
  checkArgument(ledger, ledgerArgument, 'ledger');
  return ledger.chain === 'P' ? applyPBlock(ledger, block) : applyXBlock(ledger, block);
}

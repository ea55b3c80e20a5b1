/** The ledger of the P-chain: its genesis, and `applyPBlock`, which applies one block. */

import { primaryNetworkID } from '../chain/base.ts';
import { idOf, inputIDOf } from '../chain/ids.ts';
import { Block, Genesis } from '../chain/pchain/index.ts';
import { GenesisTx } from '../chain/pchain/tx.ts';
import { toBytes } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import type { Network } from '../network/network.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { decode, encode } from '../wire/codec.ts';
import { atomically, type PChanges, type PWork, utxoChangesOf, workOn } from './changes.ts';
import { blockchainOf, forgetLookup, type PLedger, type PStores } from './ledger.ts';
import { begin, stakerOf } from './stakers.ts';
import { accept, advanceTime, decide, standard } from './txs.ts';

/** The ledger of the P-chain at its genesis block, whose height is 0. */
export function createPLedger(
  genesis: Uint8Array,
  network: Network,
  stores: Partial<PStores> = {},
): PLedger {
  const { UTXOs, Validators, Chains, Timestamp, InitialSupply } = decode(
    Genesis,
    toBytes(genesis).slice(),
  );
  const first = { parentID: idOf(genesis), height: 0n };
  const ledger: PLedger = {
    chain: 'P',
    network,
    blockID: idOf(encode(Block, { type: 'platformvm.ApricotCommitBlock', ...first })),
    height: 0n,
    proposal: undefined,
    time: Timestamp,
    utxos: stores.utxos ?? new Map(),
    current: stores.current ?? new Map(),
    pending: stores.pending ?? new Map(),
    l1Validators: stores.l1Validators ?? new Map(),
    subnets: stores.subnets ?? new Map(),
    blockchains: stores.blockchains ?? new Map(),
    supplies: stores.supplies ?? new Map(),
    feeState: { capacity: 0n, excess: 0n },
    validatorFeeState: { current: 0n, excess: 0n },
    accruedFees: 0n,
  };
  ledger.supplies.set(formatID(primaryNetworkID), InitialSupply);
  Chains.forEach((tx, i) => {
    within(['genesis', 'Chains', i], () => {
      const { unsignedTx } = tx;
      if (unsignedTx.type !== 'platformvm.CreateChainTx')
        throw new AvalancheError('Unsupported', `a ${unsignedTx.type} does not create a chain`);
      if (unsignedTx.networkID !== network.networkID)
        throw new AvalancheError('WrongNetwork', `is for network ${unsignedTx.networkID}`, {
          have: String(unsignedTx.networkID),
          need: String(network.networkID),
        });
      ledger.blockchains.set(formatID(idOf(encode(GenesisTx, tx))), blockchainOf(unsignedTx));
    });
  });
  const work = pWorkOn(ledger);
  Validators.forEach((tx, i) => {
    within(['genesis', 'Validators', i], () => {
      const { unsignedTx } = tx;
      if (!('shares' in unsignedTx))
        throw new AvalancheError('Unsupported', `a ${unsignedTx.type} does not add a validator`);
      begin(work, stakerOf(unsignedTx, idOf(encode(GenesisTx, tx))));
    });
  });
  for (const { message: _, ...utxo } of UTXOs) ledger.utxos.set(formatID(inputIDOf(utxo)), utxo);
  return ledger;
}

/** A block that has changed nothing yet. To undo it also drops the lookup, which follows from the ledger. */
const pWorkOn = (ledger: PLedger): PWork => ({
  ...workOn(ledger),
  undo: [() => forgetLookup(ledger)],
  stakers: [],
  l1Validators: [],
});

export function applyPBlock(ledger: PLedger, block: Uint8Array): PChanges {
  const bytes = toBytes(block, 'block').slice();
  const next = decode(Block, bytes);
  const work = pWorkOn(ledger);
  return within(['block'], () =>
    atomically(work, () => {
      assertNext(ledger, next);
      acceptBlock(work, next);
      ledger.blockID = idOf(bytes);
      ledger.height = next.height;
      const { stakers, l1Validators } = work;
      const { blockID, height, time } = ledger;
      return { blockID, height, time, ...utxoChangesOf(work), stakers, l1Validators };
    }),
  );
}

/** Checks that a block is the next one of its chain. */
export function assertNext(
  { blockID, height }: { readonly blockID: Uint8Array; readonly height: bigint },
  block: { readonly parentID: Uint8Array; readonly height: bigint },
): void {
  if (block.height !== height + 1n)
    throw new AvalancheError('Mismatch', `is ${block.height}, the next height is ${height + 1n}`, {
      found: String(block.height),
      expected: String(height + 1n),
    }).at('height');
  if (!equalBytes(block.parentID, blockID))
    throw new AvalancheError('Mismatch', `the last block is ${formatID(blockID)}`, {
      expected: formatID(blockID),
    }).at('parentID');
}

function acceptBlock(work: PWork, block: Block): void {
  const { ledger } = work;
  const { proposal } = ledger;
  const isCommit = block.type.endsWith('CommitBlock');
  if (isCommit || block.type.endsWith('AbortBlock')) {
    if (!proposal) throw new AvalancheError('Mismatch', 'the parent is not a proposal');
    if (proposal.type === 'platformvm.BanffProposalBlock') {
      advanceTime(work, proposal.time);
      standard(work, proposal.txs);
    }
    within(['tx'], () => decide(work, proposal.tx, isCommit));
    ledger.proposal = undefined;
    return;
  }
  if (proposal)
    throw new AvalancheError('Mismatch', 'the parent must be committed or aborted first');
  switch (block.type) {
    case 'platformvm.ApricotProposalBlock':
    case 'platformvm.BanffProposalBlock':
      ledger.proposal = block;
      break;
    case 'platformvm.ApricotAtomicBlock':
      within(['tx'], () => accept(work, block.tx));
      break;
    case 'platformvm.ApricotStandardBlock':
      standard(work, block.txs);
      break;
    case 'platformvm.BanffStandardBlock':
      advanceTime(work, block.time);
      standard(work, block.txs);
      break;
  }
}

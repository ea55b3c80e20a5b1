import { encoded, idText, words } from '../schema/leaf.ts';
import { uint64 } from '../schema/number.ts';
import { object, reply } from '../schema/object.ts';
import { optional } from '../schema/schema.ts';
import {
  atomicUTXOsParams,
  hexAnswered,
  hexParam,
  issue,
  issued,
  txIDParam,
  utxosResult,
} from './common.ts';
import { method } from './method.ts';

const endpoint = { path: '/ext/bc/{at}/avax', at: 'C' } as const;

const atomicTxStatus = words({
  Accepted: 'Accepted in a block.',
  Processing: 'In the mempool or in a block that is not yet decided.',
  Dropped: 'Dropped from the mempool of this node.',
  Unknown: 'Not known to this node.',
});

const blockHeight = [optional(uint64), 'Height of its block.', 'it is accepted'] as const;

/** Atomic transactions of the C-chain. Source: avalanchego `vms/saevm/cchain/api.go`, and coreth before it. */
export const avaxMethods = {
  'avax.getAtomicTx': method({
    endpoint,
    about: 'An atomic transaction by its ID.',
    params: object({ txID: [idText, 'ID of the transaction.'], encoding: hexParam }),
    result: reply({
      tx: [encoded, 'The signed transaction.'],
      encoding: [hexAnswered, 'Encoding of `tx`.'],
      blockHeight,
    }),
    holds: { chain: 'C', kind: 'tx', in: 'tx' },
  }),
  'avax.getAtomicTxStatus': method({
    endpoint,
    about: 'The status of an atomic transaction.',
    params: txIDParam,
    result: reply({ status: [atomicTxStatus, 'Status of the transaction.'], blockHeight }),
    deprecated: { since: '', use: 'avax.getAtomicTx' },
  }),
  'avax.getUTXOs': method({
    endpoint,
    about: 'The UTXOs that another chain exported to addresses.',
    params: atomicUTXOsParams,
    result: utxosResult,
    pages: 'utxos',
    holds: { chain: 'C', kind: 'utxo', in: 'utxos' },
  }),
  'avax.issueTx': method({
    endpoint,
    about: 'Submits a signed atomic transaction to the network.',
    params: issue,
    result: issued,
    changes: true,
  }),
} as const;

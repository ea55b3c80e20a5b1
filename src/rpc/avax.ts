import {
  atomicUTXOsParams,
  fitting,
  hexOnly,
  hexParam,
  issue,
  issued,
  txIDParam,
  utxosResult,
} from './common.ts';
import { type Endpoint, method } from './method.ts';
import { object, optional } from './shape.ts';
import { id, oneOf, string, uint64 } from './words.ts';

const endpoint: Endpoint = { path: '/ext/bc/{at}/avax', at: 'C' };

const atomicTxStatus = oneOf('Accepted', 'Processing', 'Dropped', 'Unknown');

const blockHeight = [optional(uint64), 'Of the block that has it.', 'it is accepted'] as const;

/** Atomic transactions of the C-chain. Source: avalanchego `vms/saevm/cchain/api.go`, and coreth before it. */
export const avaxMethods = {
  'avax.getAtomicTx': method({
    endpoint,
    about: 'An atomic transaction by its id.',
    params: object({ txID: [id, 'Id of the transaction.'], encoding: hexParam }),
    result: object(
      {
        tx: [string, 'The signed transaction.'],
        encoding: [hexOnly, 'Of `tx`.'],
        blockHeight,
      },
      { check: (value) => fitting('tx')(value) },
    ),
    holds: 'C',
  }),
  'avax.getAtomicTxStatus': method({
    endpoint,
    about: 'What became of an atomic transaction.',
    params: txIDParam,
    result: object({ status: [atomicTxStatus, 'What became of it.'], blockHeight }),
    deprecated: { since: '', use: 'avax.getAtomicTx' },
  }),
  'avax.getUTXOs': method({
    endpoint,
    about: 'The UTXOs that another chain exported to some addresses.',
    params: atomicUTXOsParams,
    result: utxosResult,
    pages: 'utxos',
    holds: 'C',
  }),
  'avax.issueTx': method({
    endpoint,
    about: 'Sends a signed atomic transaction to the network.',
    params: issue,
    result: issued,
    changes: true,
  }),
} as const;

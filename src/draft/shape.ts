import type { Shape } from '../errors/arguments.ts';
import { blockchainShape, networkShape } from '../network/network.ts';

const owner: Shape = { threshold: 'number', locktime: 'bigint', addresses: ['bytes'] };

/** What every function reads of a draft that it is given. */
export const draftShape: Shape = {
  chain: 'text',
  network: networkShape,
  blockchain: blockchainShape,
  time: 'bigint',
  unsignedTx: { type: 'text' },
  slots: [
    {
      kind: 'text',
      owner,
      signatureIndices: ['number'],
      signatures: 'a list',
      of: { '?': 'bytes' },
      utxo: { '?': { txID: 'bytes', assetID: 'bytes', output: 'an object' } },
    },
  ],
  fee: { total: 'bigint', gas: { '?': 'bigint' }, price: { '?': 'bigint' } },
  change: [{ outputIndex: 'number', assetID: 'bytes', output: owner }],
  warnings: 'a list',
  missing: 'a list',
  paths: { '?': 'an object' },
  evidence: [{ chain: 'text', bytes: 'bytes' }],
};

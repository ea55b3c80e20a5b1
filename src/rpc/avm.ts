import { list } from '../schema/collection.ts';
import { addressText, bool, idText, string, words } from '../schema/leaf.ts';
import { uint8, uint64 } from '../schema/number.ts';
import { object, reply } from '../schema/object.ts';
import { optional, type Value } from '../schema/schema.ts';
import {
  blockParams,
  blockResult,
  encodingParam,
  heightResult,
  issue,
  issued,
  none,
  txIDParam,
  txParams,
  txResult,
  utxoID,
  utxosParams,
  utxosResult,
} from './common.ts';
import { method } from './method.ts';

const X = { path: '/ext/bc/{at}', at: 'X' } as const;
const wallet = { path: '/ext/bc/{at}/wallet', at: 'X' } as const;

const includePartial = [
  optional(bool),
  'Also counts outputs that are locked or have several owners.',
] as const;

const txStatus = words({
  Accepted: 'Accepted, or will be accepted, by every node.',
  Processing: 'Being voted on by this node; current nodes say `Unknown` instead.',
  Rejected: 'Will never be accepted by any node; current nodes say `Unknown` instead.',
  Unknown: 'Not known to this node, or not yet accepted.',
});
/**
 * Status of an X-chain transaction. `Accepted`: by every node, now or soon. `Processing`: being voted on. `Rejected`: will never be
 * accepted. `Unknown`: not known to this node. Current nodes say only `Accepted` or `Unknown`.
 */
export type AvmTxStatus = Value<typeof txStatus>;

/** The X-chain, or another instance of its VM. Source: avalanchego `vms/avm/service.go`, `wallet_service.go`. */
export const avm = {
  'avm.getAllBalances': method({
    endpoint: X,
    about: 'The balance of an address in every asset.',
    params: object({ address: [addressText, 'Address whose balance it is.'], includePartial }),
    result: reply({
      balances: [
        list(
          reply({
            asset: [string, 'Alias of the asset, such as `AVAX`, or its ID.'],
            balance: [uint64, 'In the smallest unit; the largest uint64 stands for any more.'],
          }),
        ),
        'One for each asset, in no particular order.',
      ],
    }),
    deprecated: { since: 'v1.9.12', use: 'avm.getUTXOs' },
  }),
  'avm.getAssetDescription': method({
    endpoint: X,
    about: 'Name, symbol and number of decimals of an asset.',
    params: object({ assetID: [string, 'ID of the asset, or `AVAX`.'] }),
    result: reply({
      assetID: [idText, 'ID of the asset.'],
      name: [string, 'Name of the asset; not unique.'],
      symbol: [string, 'Symbol of the asset; not unique.'],
      denomination: [uint8, 'Number of decimals.'],
    }),
  }),
  'avm.getBalance': method({
    endpoint: X,
    about: 'The balance of an address in one asset.',
    params: object({
      address: [addressText, 'Address whose balance it is.'],
      assetID: [string, 'ID of the asset, or `AVAX`.'],
      includePartial,
    }),
    result: reply({
      balance: [uint64, 'In the smallest unit; the largest uint64 stands for any more.'],
      utxoIDs: [list(utxoID), 'The UTXOs that hold it.'],
    }),
    deprecated: { since: 'v1.9.12', use: 'avm.getUTXOs' },
  }),
  'avm.getBlock': method({
    endpoint: X,
    about: 'A block by its ID.',
    params: blockParams,
    result: blockResult,
    holds: { chain: 'X', kind: 'block', in: 'block' },
  }),
  'avm.getBlockByHeight': method({
    endpoint: X,
    about: 'The accepted block at a height.',
    params: object({ height: [uint64, 'Height of the block.'], encoding: encodingParam }),
    result: blockResult,
    holds: { chain: 'X', kind: 'block', in: 'block' },
  }),
  'avm.getHeight': method({
    endpoint: X,
    about: 'Height of the last accepted block.',
    params: none,
    result: heightResult,
  }),
  'avm.getTx': method({
    endpoint: X,
    about: 'A transaction by its ID.',
    params: txParams,
    result: txResult,
    holds: { chain: 'X', kind: 'tx', in: 'tx' },
  }),
  'avm.getTxFee': method({
    endpoint: X,
    about: 'The fixed fees of the X-chain.',
    params: none,
    result: reply({
      txFee: [uint64, 'nAVAX for every transaction except CreateAssetTx.'],
      createAssetTxFee: [uint64, 'nAVAX for CreateAssetTx.'],
    }),
  }),
  'avm.getTxStatus': method({
    endpoint: X,
    about: 'The status of a transaction.',
    params: txIDParam,
    result: reply({ status: [txStatus, 'Status of the transaction.'] }),
    deprecated: { since: 'v1.10.0', use: 'avm.getTx' },
  }),
  'avm.getUTXOs': method({
    endpoint: X,
    about: 'The UTXOs of addresses, or those that another chain exported to them.',
    params: utxosParams,
    result: utxosResult,
    pages: 'utxos',
    holds: { chain: 'X', kind: 'utxo', in: 'utxos' },
  }),
  'avm.issueTx': method({
    endpoint: X,
    about: 'Submits a signed transaction to the network.',
    params: issue,
    result: issued,
    changes: true,
  }),
  'wallet.issueTx': method({
    endpoint: wallet,
    about: 'Submits a signed transaction and assumes that it will be accepted.',
    params: issue,
    result: issued,
    deprecated: { since: 'v1.9.12', use: 'avm.issueTx' },
    changes: true,
  }),
} as const;

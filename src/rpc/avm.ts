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
import { type Endpoint, method } from './method.ts';
import { list, object, optional, type Value } from './shape.ts';
import { address, bool, id, oneOf, string, uint8, uint64 } from './words.ts';

const X: Endpoint = { path: '/ext/bc/{at}', at: 'X' };
const wallet: Endpoint = { path: '/ext/bc/{at}/wallet', at: 'X' };

const includePartial = [
  optional(bool),
  'Counts outputs that are locked or have several owners too.',
] as const;

const txStatus = oneOf('Accepted', 'Processing', 'Rejected', 'Unknown');
/** What became of an X-chain transaction; a node of today says `Accepted` or `Unknown`. */
export type AvmTxStatus = Value<typeof txStatus>;

/** The X-chain, or another instance of its VM. Source: avalanchego `vms/avm/service.go`, `wallet_service.go`. */
export const avm = {
  'avm.getAllBalances': method({
    endpoint: X,
    about: 'What an address has, of every asset.',
    params: object({ address: [address, 'Whose.'], includePartial }),
    result: object({
      balances: [
        list(
          object({
            asset: [string, 'Alias of the asset, `AVAX`, or its id.'],
            balance: [uint64, 'In its smallest unit; the largest uint64 stands for more.'],
          }),
        ),
        'One for each asset, in no order.',
      ],
    }),
    deprecated: { since: 'v1.9.12', use: 'avm.getUTXOs' },
  }),
  'avm.getAssetDescription': method({
    endpoint: X,
    about: 'Name, symbol and decimals of an asset.',
    params: object({ assetID: [string, 'Id of the asset, or `AVAX`.'] }),
    result: object({
      assetID: [id, 'Id of the asset.'],
      name: [string, 'Not unique.'],
      symbol: [string, 'Not unique.'],
      denomination: [uint8, 'Decimals: digits behind the point.'],
    }),
  }),
  'avm.getBalance': method({
    endpoint: X,
    about: 'What an address has of an asset.',
    params: object({
      address: [address, 'Whose.'],
      assetID: [string, 'Id of the asset, or `AVAX`.'],
      includePartial,
    }),
    result: object({
      balance: [uint64, 'In the smallest unit; the largest uint64 stands for more.'],
      utxoIDs: [list(utxoID), 'The UTXOs that hold it.'],
    }),
    deprecated: { since: 'v1.9.12', use: 'avm.getUTXOs' },
  }),
  'avm.getBlock': method({
    endpoint: X,
    about: 'A block by its id.',
    params: blockParams,
    result: blockResult,
    holds: 'X',
  }),
  'avm.getBlockByHeight': method({
    endpoint: X,
    about: 'The accepted block at a height.',
    params: object({ height: [uint64, 'Of the block.'], encoding: encodingParam }),
    result: blockResult,
    holds: 'X',
  }),
  'avm.getHeight': method({
    endpoint: X,
    about: 'Height of the last accepted block.',
    params: none,
    result: heightResult,
  }),
  'avm.getTx': method({
    endpoint: X,
    about: 'A transaction by its id.',
    params: txParams,
    result: txResult,
    holds: 'X',
  }),
  'avm.getTxFee': method({
    endpoint: X,
    about: 'The fixed fees of the X-chain.',
    params: none,
    result: object({
      txFee: [uint64, 'nAVAX, of every transaction but the one below.'],
      createAssetTxFee: [uint64, 'nAVAX, of making an asset.'],
    }),
  }),
  'avm.getTxStatus': method({
    endpoint: X,
    about: 'What became of a transaction.',
    params: txIDParam,
    result: object({ status: [txStatus, 'What became of it.'] }),
    deprecated: { since: 'v1.10.0', use: 'avm.getTx' },
  }),
  'avm.getUTXOs': method({
    endpoint: X,
    about: 'The UTXOs of some addresses, or those that another chain exported to them.',
    params: utxosParams,
    result: utxosResult,
    pages: 'utxos',
    holds: 'X',
  }),
  'avm.issueTx': method({
    endpoint: X,
    about: 'Sends a signed transaction to the network.',
    params: issue,
    result: issued,
    changes: true,
  }),
  'wallet.issueTx': method({
    endpoint: wallet,
    about: 'Sends a signed transaction and takes it as accepted.',
    params: issue,
    result: issued,
    deprecated: { since: 'v1.9.12', use: 'avm.issueTx' },
    changes: true,
  }),
} as const;

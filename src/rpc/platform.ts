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
import { list, map, nilList, object, optional, type Value } from './shape.ts';
import { address, id, oneOf, string, time, uint64, uint64n } from './words.ts';

const endpoint: Endpoint = { path: '/ext/bc/P' };

const amounts = map(id, uint64);
const txStatus = oneOf('Committed', 'Aborted', 'Processing', 'Dropped', 'Unknown');
/** What became of a P-chain transaction. */
export type PlatformTxStatus = Value<typeof txStatus>;

const feeConfig = object(
  {
    weights: [list(uint64n, 4), 'Gas for a byte, a read, a write and a microsecond of computing.'],
    maxCapacity: [uint64n, 'Most gas that can be saved up.'],
    maxPerSecond: [uint64n, 'Gas that comes back a second.'],
    targetPerSecond: [uint64n, 'Gas a second above which the price goes up.'],
    minPrice: [uint64n, 'nAVAX a unit of gas.'],
    excessConversionConstant: [uint64n, 'Gas; the larger, the slower the price changes.'],
  },
  { name: 'FeeConfig' },
);
/** What a transaction's gas is made of and costs. */
export interface FeeConfig extends Value<typeof feeConfig> {}

const feeState = object(
  {
    capacity: [uint64n, 'Gas that is left now.'],
    excess: [uint64n, 'Gas used above the target.'],
    price: [uint64n, 'nAVAX a unit of gas.'],
    timestamp: [time, 'Chain time at which this is so.'],
  },
  { name: 'FeeState' },
);
/** What gas costs now. */
export interface FeeState extends Value<typeof feeState> {}

/** Blocks, transactions, funds and fees of the P-chain. Source: avalanchego `vms/platformvm/service.go`. */
export const platform = {
  'platform.getBalance': method({
    endpoint,
    about: 'What addresses have, by how it is locked.',
    params: object({ addresses: [list(address), 'Whose.'] }),
    result: object({
      balance: [optional(uint64), 'nAVAX in all.', 'newer nodes'],
      unlocked: [optional(uint64), 'nAVAX that can be spent.', 'newer nodes'],
      lockedStakeable: [optional(uint64), 'nAVAX that can only be staked.', 'newer nodes'],
      lockedNotStakeable: [optional(uint64), 'nAVAX that is locked.', 'newer nodes'],
      balances: [amounts, 'In all, by asset.'],
      unlockeds: [amounts, 'That can be spent, by asset.'],
      lockedStakeables: [amounts, 'That can only be staked, by asset.'],
      lockedNotStakeables: [amounts, 'That is locked, by asset.'],
      utxoIDs: [nilList(utxoID), 'The UTXOs that hold it.'],
    }),
    deprecated: { since: 'v1.9.12', use: 'platform.getUTXOs' },
  }),
  'platform.getBlock': method({
    endpoint,
    about: 'A block by its id.',
    params: blockParams,
    result: blockResult,
    holds: 'P',
  }),
  'platform.getBlockByHeight': method({
    endpoint,
    about: 'The accepted block at a height.',
    params: object({ height: [uint64n, 'Of the block.'], encoding: encodingParam }),
    result: blockResult,
    holds: 'P',
  }),
  'platform.getFeeConfig': method({
    endpoint,
    about: 'What a transaction’s gas is made of and costs.',
    params: none,
    result: feeConfig,
  }),
  'platform.getFeeState': method({
    endpoint,
    about: 'What gas costs now.',
    params: none,
    result: feeState,
  }),
  'platform.getHeight': method({
    endpoint,
    about: 'Height of the last accepted block.',
    params: none,
    result: heightResult,
  }),
  'platform.getProposedHeight': method({
    endpoint,
    about: 'The P-chain height that the node would propose a block with.',
    params: none,
    result: object({ height: [uint64, 'A height of the P-chain.'] }),
  }),
  'platform.getTimestamp': method({
    endpoint,
    about: 'The time of the chain.',
    params: none,
    result: object({ timestamp: [time, 'Of the chain.'] }),
  }),
  'platform.getTx': method({
    endpoint,
    about: 'A transaction by its id.',
    params: txParams,
    result: txResult,
    holds: 'P',
  }),
  'platform.getTxStatus': method({
    endpoint,
    about: 'What became of a transaction.',
    params: txIDParam,
    result: object({
      status: [txStatus, 'What became of it.'],
      reason: [optional(string), 'Why it was dropped.', 'status is Dropped'],
    }),
  }),
  'platform.getUTXOs': method({
    endpoint,
    about: 'The UTXOs of some addresses, or those that another chain exported to them.',
    params: utxosParams,
    result: utxosResult,
    pages: 'utxos',
    holds: 'P',
  }),
  'platform.getValidatorFeeConfig': method({
    endpoint,
    about: 'What the continuous fee of L1 validators is made of.',
    params: none,
    result: object({
      capacity: [uint64n, 'Most active validators.'],
      target: [uint64n, 'Active validators above which the price goes up.'],
      minPrice: [uint64n, 'nAVAX a second.'],
      excessConversionConstant: [uint64n, 'The larger, the slower the price changes.'],
    }),
  }),
  'platform.getValidatorFeeState': method({
    endpoint,
    about: 'What an L1 validator costs now.',
    params: none,
    result: object({
      excess: [uint64n, 'Validator-seconds above the target.'],
      price: [uint64n, 'nAVAX a second.'],
      timestamp: [time, 'Chain time at which this is so.'],
    }),
  }),
  'platform.issueTx': method({
    endpoint,
    about: 'Sends a signed transaction to the network.',
    params: issue,
    result: issued,
    changes: true,
  }),
} as const;

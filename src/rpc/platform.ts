import { list, map, nilList } from '../schema/collection.ts';
import { addressText, idText, string, words } from '../schema/leaf.ts';
import { uint64, uint64n } from '../schema/number.ts';
import { object, reply } from '../schema/object.ts';
import { optional, type Value } from '../schema/schema.ts';
import { time } from '../schema/time.ts';
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

const endpoint = { path: '/ext/bc/P' } as const;

const amounts = map(idText, uint64);
const txStatus = words({
  Committed: 'Proposed and accepted.',
  Aborted: 'Proposed and voted down: it has no effect.',
  Processing: 'In the preferred chain or in the mempool, not yet decided.',
  Dropped: 'Refused by this node, which may say why in `reason`.',
  Unknown: 'Not known to this node.',
});
/**
 * Status of a P-chain transaction. `Committed`: accepted. `Aborted`: voted down, without effect. `Processing`: not yet decided.
 * `Dropped`: refused by this node. `Unknown`: not known to this node.
 */
export type PlatformTxStatus = Value<typeof txStatus>;

const feeConfig = reply(
  {
    weights: [
      list(uint64n, 4),
      'Gas for a byte, a database read, a database write and a microsecond of computation.',
    ],
    maxCapacity: [uint64n, 'Most gas that can accumulate.'],
    maxPerSecond: [uint64n, 'Gas that is added to the capacity per second.'],
    targetPerSecond: [uint64n, 'Gas per second above which the price rises.'],
    minPrice: [uint64n, 'Minimum price in nAVAX per unit of gas.'],
    excessConversionConstant: [uint64n, 'Gas; the larger, the slower the price changes.'],
  },
  { name: 'FeeConfig' },
);
/** Gas price configuration of the P-chain. */
export interface FeeConfig extends Value<typeof feeConfig> {}

const feeState = reply(
  {
    capacity: [uint64n, 'Gas that is available now.'],
    excess: [uint64n, 'Gas used above the target.'],
    price: [uint64n, 'nAVAX per unit of gas.'],
    timestamp: [time, 'Chain time of this state.'],
  },
  { name: 'FeeState' },
);
/** The current gas price of the P-chain and the state that it is computed from. */
export interface FeeStateReply extends Value<typeof feeState> {}

/** Blocks, transactions, balances and fees of the P-chain. Source: avalanchego `vms/platformvm/service.go`. */
export const platform = {
  'platform.getBalance': method({
    endpoint,
    about: 'The balance of addresses, by how it is locked.',
    params: object({ addresses: [list(addressText), 'Addresses whose balances are added up.'] }),
    result: reply({
      balance: [optional(uint64), 'nAVAX in all.', 'newer nodes'],
      unlocked: [optional(uint64), 'nAVAX that can be spent.', 'newer nodes'],
      lockedStakeable: [
        optional(uint64),
        'nAVAX that is locked and can only be staked.',
        'newer nodes',
      ],
      lockedNotStakeable: [
        optional(uint64),
        'nAVAX that is locked and cannot be staked.',
        'newer nodes',
      ],
      balances: [optional(amounts), 'Total amount by asset.', 'newer nodes'],
      unlockeds: [optional(amounts), 'Amount that can be spent, by asset.', 'newer nodes'],
      lockedStakeables: [
        optional(amounts),
        'Amount that is locked and can only be staked, by asset.',
        'newer nodes',
      ],
      lockedNotStakeables: [
        optional(amounts),
        'Amount that is locked and cannot be staked, by asset.',
        'newer nodes',
      ],
      utxoIDs: [nilList(utxoID), 'The UTXOs that hold it.'],
    }),
    deprecated: { since: 'v1.9.12', use: 'platform.getUTXOs' },
  }),
  'platform.getBlock': method({
    endpoint,
    about: 'A block by its ID.',
    params: blockParams,
    result: blockResult,
    holds: { chain: 'P', kind: 'block', in: 'block' },
  }),
  'platform.getBlockByHeight': method({
    endpoint,
    about: 'The accepted block at a height.',
    params: object({ height: [uint64n, 'Height of the block.'], encoding: encodingParam }),
    result: blockResult,
    holds: { chain: 'P', kind: 'block', in: 'block' },
  }),
  'platform.getFeeConfig': method({
    endpoint,
    about: 'How gas is counted and priced.',
    params: none,
    result: feeConfig,
  }),
  'platform.getFeeState': method({
    endpoint,
    about: 'The price of gas now.',
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
    result: reply({ height: [uint64, 'Height of the P-chain.'] }),
  }),
  'platform.getTimestamp': method({
    endpoint,
    about: 'The time of the chain.',
    params: none,
    result: reply({ timestamp: [time, 'Time of the chain.'] }),
  }),
  'platform.getTx': method({
    endpoint,
    about: 'A transaction by its ID.',
    params: txParams,
    result: txResult,
    holds: { chain: 'P', kind: 'tx', in: 'tx' },
  }),
  'platform.getTxStatus': method({
    endpoint,
    about: 'The status of a transaction.',
    params: txIDParam,
    result: reply({
      status: [txStatus, 'Status of the transaction.'],
      reason: [optional(string), 'Why it was dropped.', 'status is Dropped'],
    }),
  }),
  'platform.getUTXOs': method({
    endpoint,
    about: 'The UTXOs of addresses, or those that another chain exported to them.',
    params: utxosParams,
    result: utxosResult,
    pages: 'utxos',
    holds: { chain: 'P', kind: 'utxo', in: 'utxos' },
  }),
  'platform.getValidatorFeeConfig': method({
    endpoint,
    about: 'How the continuous fee of L1 validators is priced.',
    params: none,
    result: reply({
      capacity: [uint64n, 'Most active validators.'],
      target: [uint64n, 'Active validators above which the price rises.'],
      minPrice: [uint64n, 'Minimum price in nAVAX per second.'],
      excessConversionConstant: [uint64n, 'The larger, the slower the price changes.'],
    }),
  }),
  'platform.getValidatorFeeState': method({
    endpoint,
    about: 'The price of an L1 validator now.',
    params: none,
    result: reply({
      excess: [uint64n, 'Validator-seconds above the target.'],
      price: [uint64n, 'nAVAX per second.'],
      timestamp: [time, 'Chain time of this state.'],
    }),
  }),
  'platform.issueTx': method({
    endpoint,
    about: 'Submits a signed transaction to the network.',
    params: issue,
    result: issued,
    changes: true,
  }),
} as const;

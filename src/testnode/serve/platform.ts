/** Blocks, transactions, balances and fees of the P-chain. Source: avalanchego `vms/platformvm/service.go`. */

import { gasPriceOf } from '../../fee/gas.ts';
import { validatorFeeOf } from '../../fee/validatorfee.ts';
import type { platform } from '../../rpc/platform.ts';
import { formatID } from '../../text/id.ts';
import { blockAt, blockOf, lastBlock, txOf } from '../reads.ts';
import { dropReasonOf } from '../records.ts';
import type { BlockRecord, World } from '../world.ts';
import { parseServiceAddress, prefixed } from './chains.ts';
import {
  type Amounts,
  addAmount,
  amountsJSON,
  decodeBytes,
  encodeBytes,
  instantOf,
  nodeJSON,
  utxoIDOf,
} from './encodings.ts';
import { refuse } from './envelope.ts';
import { type HandlersOf, type ServedNode, submitTo } from './node.ts';
import { allUTXOs, utxoPage } from './pages.ts';

/** How an output of the P-chain is locked. */
type Lock = 'unlockeds' | 'lockedStakeables' | 'lockedNotStakeables';

function blockAnswer(world: World, chain: 'P' | 'X', block: BlockRecord, encoding: string) {
  if (encoding === 'json') {
    const json = nodeJSON(world, chain, 'block', block.bytes);
    // A node made the first block of the X-chain without a list of transactions.
    const isMade = chain === 'X' && block.height === 0n;
    return { block: isMade ? { ...json, txs: null } : json, encoding: 'json' as const };
  }
  return {
    block: encodeBytes(block.bytes, encoding),
    encoding: encoding as 'hex',
  };
}

export function blockByID(
  world: World,
  chain: 'P' | 'X',
  params: { readonly blockID: string; readonly encoding: string },
) {
  const { blockID, encoding } = params;
  const block = blockOf(world, chain, blockID);
  return block
    ? blockAnswer(world, chain, block, encoding)
    : refuse(`couldn't get block with id ${blockID}: not found`);
}

/** The block at a height. */
export function blockByHeight(
  world: World,
  chain: 'P' | 'X',
  params: { readonly height: bigint; readonly encoding: string },
) {
  const { height, encoding } = params;
  const block = blockAt(world, chain, height);
  return block
    ? blockAnswer(world, chain, block, encoding)
    : refuse(`couldn't get block at height ${height}: not found`);
}

/** A transaction in an encoding; undefined if no block contains it. */
export function txAnswer(
  world: World,
  chain: 'P' | 'X',
  params: { readonly txID: string; readonly encoding: string },
) {
  const { txID, encoding } = params;
  const found = txOf(world, txID, chain);
  if (found?.status !== 'Accepted' && found?.status !== 'Aborted') return undefined;
  const { bytes } = found.tx;
  if (encoding === 'json')
    return { tx: nodeJSON(world, chain, 'tx', bytes), encoding: 'json' as const };
  return { tx: encodeBytes(bytes, encoding), encoding: encoding as 'hex' };
}

function balanceOf(world: World, addresses: readonly string[]) {
  const now = world.clock;
  const sums: { readonly [L in Lock]: Amounts } = {
    unlockeds: new Map(),
    lockedStakeables: new Map(),
    lockedNotStakeables: new Map(),
  };
  const bytes = addresses.map((text) => parseServiceAddress(world, 'P', text));
  const counted = allUTXOs(world, 'P', bytes).filter(({ assetID, output }) => {
    const inner = output.type === 'stakeable.LockOut' ? output.output : output;
    if (inner.type !== 'secp256k1fx.TransferOutput') return false;
    const isStakeable = output.type === 'stakeable.LockOut' && output.locktime > now;
    const lock: Lock =
      inner.locktime > now ? 'lockedNotStakeables' : isStakeable ? 'lockedStakeables' : 'unlockeds';
    addAmount(sums[lock], formatID(assetID), inner.amount);
    return true;
  });
  const balances: Amounts = new Map();
  for (const sum of [sums.lockedStakeables, sums.lockedNotStakeables, sums.unlockeds])
    for (const [asset, amount] of sum) addAmount(balances, asset, amount);
  const avax = formatID(world.network.avaxAssetID);
  return {
    balance: balances.get(avax) ?? 0n,
    unlocked: sums.unlockeds.get(avax) ?? 0n,
    lockedStakeable: sums.lockedStakeables.get(avax) ?? 0n,
    lockedNotStakeable: sums.lockedNotStakeables.get(avax) ?? 0n,
    balances: amountsJSON(balances),
    unlockeds: amountsJSON(sums.unlockeds),
    lockedStakeables: amountsJSON(sums.lockedStakeables),
    lockedNotStakeables: amountsJSON(sums.lockedNotStakeables),
    utxoIDs: counted.map(utxoIDOf),
  };
}

function statusOf(node: ServedNode, txID: string) {
  const { world } = node;
  const status = txOf(world, txID, 'P')?.status;
  if (status === 'Accepted') return { status: 'Committed' as const };
  if (status && status !== 'Dropped') return { status };
  const reason = dropReasonOf(world, 'P', txID);
  if (reason === undefined) return { status: 'Unknown' as const };
  // The most recently requested one is kept longest.
  node.changed = true;
  return { status: 'Dropped' as const, reason };
}

/** The answers. */
export const platformHandlers: HandlersOf<keyof typeof platform> = {
  'platform.getBalance': ({ world }, { addresses }) => balanceOf(world, addresses),
  'platform.getBlock': ({ world }, params) => blockByID(world, 'P', params),
  'platform.getBlockByHeight': ({ world }, params) => blockByHeight(world, 'P', params),
  'platform.getFeeConfig': ({ world: { network } }) => {
    const { weights, maxCapacity, maxPerSecond, targetPerSecond, ...rest } = network.pFees;
    const { minPrice, excessConversionConstant } = rest;
    return {
      weights,
      maxCapacity,
      maxPerSecond,
      targetPerSecond,
      minPrice,
      excessConversionConstant,
    };
  },
  'platform.getFeeState': ({ world: { network, P } }) => {
    const { feeState, time } = P.ledger;
    const { capacity, excess } = feeState;
    const price = gasPriceOf(feeState, network.pFees);
    return { capacity, excess, price, timestamp: instantOf(time) };
  },
  'platform.getHeight': ({ world }) => ({ height: lastBlock(world, 'P').height }),
  'platform.getProposedHeight': ({ world }) => ({ height: lastBlock(world, 'P').height }),
  'platform.getTimestamp': ({ world: { P } }) => ({ timestamp: instantOf(P.ledger.time) }),
  'platform.getTx': ({ world }, params) =>
    txAnswer(world, 'P', params) ?? refuse("couldn't get tx: not found"),
  'platform.getTxStatus': (node, { txID }) => statusOf(node, txID),
  'platform.getUTXOs': ({ world }, params) => utxoPage(world, 'P', params),
  'platform.getValidatorFeeConfig': ({ world: { network } }) => {
    const { capacity, target, minPrice, excessConversionConstant } = network.validatorFees;
    return { capacity, target, minPrice, excessConversionConstant };
  },
  'platform.getValidatorFeeState': ({ world: { network, P } }) => {
    const { validatorFeeState, time } = P.ledger;
    const { excess } = validatorFeeState;
    const { price } = validatorFeeOf(validatorFeeState, network.validatorFees);
    return { excess, price, timestamp: instantOf(time) };
  },
  'platform.issueTx': (node, { tx, encoding }) => {
    const bytes = prefixed('problem decoding transaction: ', () => decodeBytes(tx, encoding));
    const issued = submitTo(node, 'P', bytes);
    return issued.ok ? { txID: issued.txID } : refuse(issued.message);
  },
};

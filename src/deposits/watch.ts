/**
 * Watches a chain for deposits, block by block, from a height or from where it stood.
 *
 * Rationale
 * - Blocks are read by height, so that every node can be asked, and a node that is behind, or that answers twice, changes nothing: a
 *   block counts if it follows the last one by its parent's ID.
 * - A proposal is nothing until its commit or abort, and the position never stands between them.
 * - Rewards are in no block. A node that is behind lists none, as one whose stakers earned none does; so an empty answer is asked for again
 *   until the chain is an hour further.
 * - A batch and its position belong together: what is remembered for later (locks, rewards) is in the position, and nowhere else.
 */

import type { ChainName } from '../chain/declared.ts';
import type { RewardAutoRenewedValidatorTx, RewardValidatorTx } from '../chain/pchain/staking.ts';
import type { UTXO } from '../chain/pchain/tx.ts';
import type { AnyTx } from '../chain/tx.ts';
import { AvalancheError, isError, within } from '../errors/error.ts';
import type { Network } from '../network/network.ts';
import type { ChainBlock, NodeClient } from '../rpc/client.ts';
import { isHTTPStatusError, isNodeError, isTransportError } from '../rpc/errors.ts';
import { checkedLimit } from '../rpc/limits.ts';
import { sleep } from '../rpc/retry.ts';
import { callOptions } from '../rpc/service.ts';
import {
  type Argument,
  aBigint,
  aBoolean,
  aFunction,
  aListOf,
  aNumber,
  anObject,
  anything,
  checkArgument,
  either,
  objectOf,
  optional,
  optionsOf,
  typed,
  wordOf,
} from '../schema/check.ts';
import { outcomesOf, stakeUTXOsOf } from '../state/stakereturns.ts';
import { equalBytes } from '../text/bytes.ts';
import type { IDLike } from '../text/given.ts';
import { formatID, formatNodeID, parseID } from '../text/id.ts';
import type { JSONValue } from '../text/json.ts';
import { uint64 } from '../text/uint64.ts';
import { doneBy } from '../tx/effects.ts';
import { transferOutputOf } from '../tx/output.ts';
import type { AddressSet } from './addresses.ts';
import {
  addressesArgument,
  assetKeys,
  type Credit,
  depositsOfTx,
  judge,
  type Known,
  type LeftOut,
} from './deposits.ts';
import {
  copiedPosition,
  type DepositPosition,
  type EndedPeriod,
  formatPosition,
  type LockedOutput,
  readPosition,
} from './position.ts';

/** A credit, with the block that made it one. */
export interface WatchedCredit extends Credit {
  /**
   * Height of the block. For an output that was locked: of the first block after the lock. For a reward that no node listed at once, it is
   * below the batch's `from`.
   */
  readonly height: bigint;
}

/** What some consecutive blocks credit, and where the watch stands after them. */
export interface DepositBatch {
  /** The chain. */
  readonly chain: 'P' | 'X';
  /** Height of the first block. */
  readonly from: bigint;
  /** Height of the last block. */
  readonly height: bigint;
  /** The chain's time after the last block, in Unix seconds. */
  readonly time: bigint;
  /** What the receivers can spend alone and at once. Each `key` comes once. */
  readonly credits: readonly WatchedCredit[];
  /** What else names a watched address, and why it is not a credit. */
  readonly leftOut: readonly LeftOut[];
  /** Plain JSON from which the watch continues. Store it in the database transaction that stores the credits. */
  readonly position: DepositPosition;
}

const watchOptions = /* @__PURE__ */ (() =>
  optionsOf({
    /** The chain. */
    chain: wordOf('P', 'X'),
    /** The watched addresses: `addressSet(addresses, network)`. */
    addresses: typed<Pick<AddressSet, 'has'>>(addressesArgument),
    /** Height of the first block, or the `position` of the last batch that was stored. */
    from: typed<bigint | DepositPosition>(
      either((value) => typeof value === 'bigint', aBigint, anObject),
    ),
    /** Height of the last block. Without `to` and `follow`, the watch ends at the current height. */
    to: optional(aBigint),
    /** Keeps waiting for new blocks. */
    follow: optional(aBoolean),
    /** The assets that are credited; only AVAX if omitted. */
    assets: optional(typed<readonly IDLike[]>(aListOf(anything))),
    /** Milliseconds between two looks for new blocks, and before a retry; 1000 if omitted. */
    interval: optional(aNumber),
    /** Blocks in a batch, 1 to 1024; 64 if omitted. One more if the last is a proposal. */
    limit: optional(aNumber),
    /** Attempts to read what a node did not give, one after another; 600 if omitted. */
    attempts: optional(aNumber),
    /** Called before each new attempt, with the error and the number of the attempt that failed. */
    onRetry: optional(typed<(error: unknown, attempt: number) => void>(aFunction)),
    /**
     * Locked outputs that the position keeps; 10,000 if omitted. If there are more, those with the smallest amounts are left out with
     * `isKept: false`, so that nobody can fill the position with dust.
     */
    maxLocked: optional(aNumber),
    /** Ends the watch with `Transport`. */
    signal: optional(typed<AbortSignal>(callOptions.parts.signal)),
  }))();

/** What a timer can wait, and blocks that are read at once. */
const largest = { interval: 2 ** 31 - 1, limit: 1024 } as const;

/** Where and how deposits are watched. */
export interface WatchDepositsOptions extends Argument<typeof watchOptions> {}

const nodeArgument = /* @__PURE__ */ (() =>
  objectOf(
    { network: aFunction, pchain: anObject, xchain: anObject },
    { name: 'a node client' },
  ))();

/**
 * Watches a chain for deposits to a set of addresses: reads accepted blocks in order, and returns what they credit in batches, each with
 * the position to continue from. A node that is behind, fails or goes back to an older height is waited for. The node is believed: use
 * your own.
 * @param node A client of a node; it needs no index.
 * @throws {AvalancheError} At once: `BadArgument`, `OutOfRange` under `options`. While it is read: `BadVersion`,
 *   `BadJSON`, `BadText`, `BadChecksum`, `OutOfRange`, `WrongChain`, `WrongNetwork` under `options.from`: a position that cannot be
 *   used; `Inconsistent`: a block does not follow the last one; `NodeError`, `HTTPStatus`, `Transport`,
 *   `Mismatch` after `attempts`.
 */
export function watchDeposits(
  node: NodeClient,
  options: WatchDepositsOptions,
): AsyncGenerator<DepositBatch, void, undefined> {
  checkArgument(node, nodeArgument, 'node');
  checkArgument(options, watchOptions, 'options');
  const { interval = 1000, limit = 64, attempts = 600, maxLocked = 10_000, ...rest } = options;
  const read = { ...rest, interval, limit, attempts, maxLocked };
  return within(['options'], () => {
    for (const name of ['interval', 'limit', 'attempts', 'maxLocked'] as const)
      checkedLimit(read[name], name);
    for (const name of ['interval', 'limit'] as const)
      if (read[name] > largest[name])
        throw new AvalancheError('OutOfRange', `must be 1 to ${largest[name]}`, {
          min: 1,
          max: largest[name],
        }).at(name);
    if (typeof read.from === 'bigint') uint64(read.from, 'from');
    if (read.to !== undefined) uint64(read.to, 'to');
    // What the caller changes after the call changes nothing.
    const { from, assets } = read;
    const start = typeof from === 'bigint' ? from : within(['from'], () => copiedPosition(from));
    return watch(node, { ...read, ...(assets && { assets: [...assets] }) }, start);
  });
}

type Options = WatchDepositsOptions & {
  readonly [K in 'interval' | 'limit' | 'attempts' | 'maxLocked']: number;
};

/** Where a watch stands. */
interface State {
  /** Height of the next block. */
  readonly next: bigint;
  /** The last block; undefined before the first. */
  readonly blockID: string | undefined;
  readonly time: bigint;
  readonly locked: ReadonlyMap<string, LockedOutput>;
  readonly ended: readonly EndedPeriod[];
}

async function* watch(
  node: NodeClient,
  options: Options,
  start: bigint | JSONValue,
): AsyncGenerator<DepositBatch, void> {
  const { chain, to, follow = false, interval, signal } = options;
  const patiently = attempting(options);
  const network = await patiently(() => node.network(callOf(options)));
  const known: Known = {
    addresses: options.addresses,
    network,
    assets: assetKeys(options.assets, network),
  };
  let state = within(['options', 'from'], () => startOf(start, chain, network));
  for (;;) {
    const head = await patiently(() => heightOf(node, options));
    const last = to !== undefined && to < head ? to : head;
    const found =
      state.next <= last
        ? await patiently(() => readBatch(node, options, known, state, { head, last }))
        : undefined;
    if (found) {
      yield found.batch;
      state = found.state;
      continue;
    }
    if (!follow || (to !== undefined && state.next > to)) return;
    await sleep(interval, signal);
  }
}

function startOf(from: bigint | JSONValue, chain: 'P' | 'X', network: Network): State {
  if (typeof from === 'bigint')
    return { next: from, blockID: undefined, time: 0n, locked: new Map(), ended: [] };
  const { height, locked, ...rest } = readPosition(from, chain, network);
  return {
    ...rest,
    next: height + 1n,
    locked: new Map(locked.map((one) => [one.key, one])),
  };
}

const callOf = ({ signal }: Options): { readonly signal?: AbortSignal } => ({
  ...(signal && { signal }),
});

const heightOf = async (node: NodeClient, options: Options): Promise<bigint> =>
  (
    await node.call(
      options.chain === 'P' ? 'platform.getHeight' : 'avm.getHeight',
      {},
      callOf(options),
    )
  ).height;

/** Whether another attempt, perhaps at another node behind the same URL, may have what this one did not give. */
const mayPass = (e: unknown): boolean =>
  isNodeError(e) ||
  isTransportError(e, 'network', 'timeout') ||
  (isHTTPStatusError(e) && (e.context.status === 429 || e.context.status >= 500)) ||
  isError(e, 'Mismatch');

/** Returns a function that repeats a read. */
function attempting({ attempts, interval, signal, onRetry }: Options) {
  return async <T>(read: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt++)
      try {
        return await read();
      } catch (e) {
        if (attempt >= attempts || !mayPass(e)) throw e;
        onRetry?.(e, attempt);
        await sleep(interval, signal);
      }
  };
}

type Block = ChainBlock<'P' | 'X'>;

const isProposal = ({ value }: Block): boolean => value.type.endsWith('ProposalBlock');
const isDecision = ({ value }: Block): boolean => /(Commit|Abort)Block$/.test(value.type);

/** Reads up to `limit` blocks at once: those before the first that the node does not have. */
async function readBlocks(
  node: NodeClient,
  options: Options,
  { next, blockID }: State,
  { head, last }: { readonly head: bigint; readonly last: bigint },
): Promise<readonly Block[]> {
  const { chain, limit } = options;
  const left = last - next + 1n;
  const count = left < BigInt(limit) ? Number(left) : limit;
  const client: { getBlock(height: bigint, call: object): Promise<Block> } =
    chain === 'P' ? node.pchain : node.xchain;
  const getBlock = (height: bigint) => client.getBlock(height, callOf(options));
  const read = await Promise.allSettled(
    Array.from({ length: count }, (_, i) => getBlock(next + BigInt(i))),
  );
  const blocks: Block[] = [];
  for (const one of read) {
    if (one.status === 'fulfilled') blocks.push(one.value);
    else if (blocks.length === 0 || !mayPass(one.reason)) throw one.reason;
    else break;
  }
  const end = blocks.at(-1)!;
  if (isProposal(end) && end.value.height < head)
    blocks.push(await getBlock(end.value.height + 1n));
  // A watch that begins with a decision needs what it decides.
  if (blockID === undefined && next > 0n && isDecision(blocks[0]!))
    blocks.unshift(await getBlock(next - 1n));
  return blocks;
}

/** Checks that blocks follow each other. */
function verifyOrder(blocks: readonly Block[], last: string | undefined): void {
  let parent = last;
  for (const { value, id } of blocks) {
    const { parentID, height } = value;
    if (parent !== undefined && formatID(parentID) !== parent)
      throw new AvalancheError(
        'Inconsistent',
        `block ${height} does not follow ${parent}, which was accepted before: the node is of another network, or wrong`,
      );
    parent = id;
  }
}

/** What is known while the blocks of a batch are read. */
interface Work {
  readonly node: NodeClient;
  readonly options: Options;
  readonly known: Known;
  readonly credits: WatchedCredit[];
  readonly leftOut: LeftOut[];
  readonly locked: Map<string, LockedOutput>;
  ended: EndedPeriod[];
  height: bigint;
  time: bigint;
}

/** Reads a batch; undefined if there is only a proposal that is not decided yet. */
async function readBatch(
  node: NodeClient,
  options: Options,
  known: Known,
  state: State,
  ends: { readonly head: bigint; readonly last: bigint },
): Promise<{ readonly batch: DepositBatch; readonly state: State } | undefined> {
  const { chain } = options;
  const blocks = await readBlocks(node, options, state, ends);
  verifyOrder(blocks, state.blockID);
  const { time, locked, ended } = state;
  const work: Work = {
    node,
    options,
    known,
    credits: [],
    leftOut: [],
    locked: new Map(locked),
    ended: [...ended],
    height: 0n,
    time,
  };
  let proposal: Block | undefined;
  let lastRead: Block | undefined;
  for (const block of blocks) {
    if (isProposal(block)) proposal = block;
    else {
      await acceptBlock(work, block, proposal);
      proposal = undefined;
      lastRead = block;
    }
  }
  if (!lastRead) return undefined;
  await settle(work, work.height >= ends.head);
  keepSome(work);
  const next: State = {
    next: work.height + 1n,
    blockID: lastRead.id,
    time: work.time,
    locked: work.locked,
    ended: work.ended,
  };
  const position = formatPosition({
    chain,
    networkID: known.network.networkID,
    height: work.height,
    blockID: lastRead.id,
    time: work.time,
    locked: [...work.locked.values()],
    ended: work.ended,
  });
  const batch: DepositBatch = {
    chain,
    from: state.next,
    height: work.height,
    time: work.time,
    credits: work.credits,
    leftOut: work.leftOut,
    position,
  };
  return { batch, state: next };
}

/** Adds what a block credits; `proposal` is its parent, if the block decides one. */
async function acceptBlock(work: Work, block: Block, proposal: Block | undefined): Promise<void> {
  const { value } = block;
  work.height = value.height;
  if ('time' in value) advance(work, value.time);
  if (!isDecision(block)) {
    for (const tx of block.txs) await acceptTx(work, tx, false);
    return;
  }
  // The first block of the chain decides nothing.
  if (!proposal) return;
  const isAborted = value.type.endsWith('AbortBlock');
  for (const [i, tx] of proposal.txs.entries())
    await acceptTx(work, tx, isAborted && i === proposal.txs.length - 1);
}

/** Advances the chain's time, which ends locks. */
function advance(work: Work, time: bigint): void {
  if (time <= work.time) return;
  work.time = time;
  for (const one of work.locked.values()) if (one.until <= time) unlock(work, one);
}

/** Credits an output that was locked. */
function unlock(work: Work, { isStakeable: _, ...credit }: LockedOutput): void {
  work.locked.delete(credit.key);
  work.credits.push({ ...credit, height: work.height });
}

async function acceptTx(work: Work, tx: AnyTx, isAborted: boolean): Promise<void> {
  const { unsignedTx } = tx;
  if (unsignedTx.type === 'platformvm.AdvanceTimeTx') {
    if (!isAborted) advance(work, unsignedTx.time);
    return;
  }
  spend(work, tx);
  const found = depositsOfTx(tx, work.known, work.time, isAborted);
  collect(work, found);
  if (found.rewarded.length > 0)
    await endPeriod(
      work,
      tx.txID,
      unsignedTx as RewardValidatorTx | RewardAutoRenewedValidatorTx,
      isAborted,
    );
}

/** Removes the locked outputs that a transaction spends. */
function spend(work: Work, tx: AnyTx): void {
  if (work.locked.size === 0) return;
  for (const { txID, outputIndex, from } of doneBy(tx, { network: work.known.network }).consumed) {
    const one = from ? undefined : work.locked.get(`${formatID(txID)}:${outputIndex}`);
    if (!one) continue;
    // It is staked, and comes back with another key.
    if (one.isStakeable) work.locked.delete(one.key);
    // The clock of the nodes was ahead of the chain's time.
    else unlock(work, one);
  }
}

function collect(
  work: Work,
  {
    credits,
    leftOut,
  }: { readonly credits: readonly Credit[]; readonly leftOut: readonly LeftOut[] },
  height = work.height,
): void {
  for (const credit of credits) work.credits.push({ ...credit, height });
  for (const one of leftOut) {
    if (one.why !== 'locked') {
      work.leftOut.push(one);
      continue;
    }
    const { key, address, assetID, amount, by, until, becomes, isStakeable } = one;
    work.locked.set(key, {
      key,
      address: address!,
      assetID: assetID!,
      amount: amount!,
      why: becomes,
      by,
      until,
      isStakeable,
    });
    work.leftOut.push({ ...one, isKept: true });
  }
}

/** Drops the smallest of too many locked outputs. */
function keepSome(work: Work): void {
  const tooMany = work.locked.size - work.options.maxLocked;
  if (tooMany <= 0) return;
  const byAmount = [...work.locked.values()].sort((a, b) =>
    a.amount < b.amount ? -1 : a.amount > b.amount ? 1 : 0,
  );
  for (const { why: becomes, ...one } of byAmount.slice(0, tooMany)) {
    work.locked.delete(one.key);
    const place = work.leftOut.findIndex(({ key }) => key === one.key);
    if (place >= 0) work.leftOut.splice(place, 1);
    work.leftOut.push({ ...one, why: 'locked', becomes, isKept: false });
  }
}

type PTx = AnyTx & { readonly chain: 'P' };

const stakerOf = ({ node, options }: Work, txID: string): Promise<PTx> =>
  node.pchain.getTx(txID, callOf(options));

/** Adds UTXOs of the P-chain. */
function addUTXOs(
  work: Work,
  utxos: readonly UTXO[],
  what: 'stake' | 'reward',
  { by, height = work.height }: { readonly by: string; readonly height?: bigint },
): void {
  const found = { credits: [], leftOut: [] };
  const known = { ...work.known, chain: 'P' as ChainName, time: work.time };
  for (const utxo of utxos) judge(found, known, utxo, { what, by });
  collect(work, found, height);
}

/** The end of a staking period: the stake comes back, and a node is asked for the reward. */
async function endPeriod(
  work: Work,
  by: string,
  rewarding: RewardValidatorTx | RewardAutoRenewedValidatorTx,
  isAborted: boolean,
): Promise<void> {
  const { addresses, network } = work.known;
  const staker = formatID(rewarding.txID);
  const isRenewed = rewarding.type === 'platformvm.RewardAutoRenewedValidatorTx';
  const tx = await stakerOf(work, staker);
  const stake = stakeUTXOsOf(tx);
  const isWatched = (of: { readonly addresses: readonly Uint8Array[] }) =>
    of.addresses.some((address) => addresses.has(address));
  const hasStake = stake.some((utxo) => isWatched(transferOutputOf(utxo)!));
  const { owners = [] } = outcomesOf(tx.unsignedTx, network) ?? {};
  const hasReward = owners.some((one) => one === 'open' || one.some(isWatched));
  // It was renewed before, if it ends again.
  work.ended = work.ended
    .map((one) => (one.staker === staker ? { ...one, isStakeOpen: false } : one))
    .filter(isOpen);
  const isReturned = !isRenewed || isAborted;
  if (isReturned) addUTXOs(work, stake, 'stake', { by });
  const ended: EndedPeriod = {
    staker,
    by,
    height: work.height,
    time: work.time,
    isRenewed,
    isRewardOpen: hasReward,
    isStakeOpen: hasStake && !isReturned,
  };
  if (isOpen(ended)) work.ended.push(ended);
}

const isOpen = ({ isRewardOpen, isStakeOpen }: EndedPeriod): boolean => isRewardOpen || isStakeOpen;

/** Seconds of the chain's time after which a node that does not list a reward is not merely behind. */
const patience = 3600n;

/** Asks a node for rewards that it has not listed yet and, at the end of the chain, for stakes that are renewed or returned. */
async function settle(work: Work, isAtHead: boolean): Promise<void> {
  const still: EndedPeriod[] = [];
  for (const one of work.ended) {
    const isLate = isAtHead && work.time > one.time + patience;
    const isPaid = one.isRewardOpen && (await addReward(work, one));
    const isDecided = one.isStakeOpen && isAtHead && (await addReturnedStake(work, one));
    const left = {
      ...one,
      isRewardOpen: one.isRewardOpen && !isPaid && !isLate,
      isStakeOpen: one.isStakeOpen && !isDecided && !isLate,
    };
    if (isOpen(left)) still.push(left);
  }
  work.ended = still;
}

/** Adds a reward, if a node lists it. */
async function addReward(work: Work, ended: EndedPeriod): Promise<boolean> {
  const { node, options } = work;
  const { staker, by, isRenewed } = ended;
  const id = isRenewed ? by : staker;
  const utxos = await node.pchain.getRewardUTXOs(id, callOf(options));
  if (utxos.length === 0) return false;
  const first = isRenewed ? 0 : stakeUTXOsOf(await stakerOf(work, staker)).at(-1)!.outputIndex + 1;
  const seen = new Set<number>();
  const txID = parseID(id);
  for (const [i, utxo] of utxos.entries()) {
    if (!equalBytes(utxo.txID, txID) || utxo.outputIndex < first || seen.has(utxo.outputIndex))
      throw new AvalancheError('Mismatch', `is not a reward of ${id}`).at('utxos', i);
    seen.add(utxo.outputIndex);
  }
  addUTXOs(work, utxos, 'reward', ended);
  return true;
}

/** Adds the stake of an auto-renewed validator, if it is not a validator any more. */
async function addReturnedStake(work: Work, ended: EndedPeriod): Promise<boolean> {
  const { node, options } = work;
  const { staker } = ended;
  const tx = await stakerOf(work, staker);
  const { unsignedTx } = tx;
  if (unsignedTx.type !== 'platformvm.AddAutoRenewedValidatorTx') return true;
  const nodeIDs = [formatNodeID(unsignedTx.nodeID)];
  const current = await node.pchain.validators({ nodeIDs, ...callOf(options) });
  if (current.some((one) => 'txID' in one && one.txID === staker)) return false;
  addUTXOs(work, stakeUTXOsOf(tx), 'stake', ended);
  return true;
}

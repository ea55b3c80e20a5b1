/** The P-chain: building, accepting and recording its blocks as a node does. */
import { Block } from '../chain/pchain/block.ts';
import type { Tx } from '../chain/pchain/tx.ts';
import type { AnyTx } from '../chain/tx.ts';
import type { PChanges } from '../history/changes.ts';
import { isPermissioned } from '../history/ledger.ts';
import { applyPBlock } from '../history/pchain.ts';
import { formatID } from '../text/id.ts';
import { saidBy } from '../tx/message.ts';
import { L1Payload, validationIDOf } from '../warp/l1.ts';
import { encode } from '../wire/codec.ts';
import { addBlock } from './blocks.ts';
import { setEntry } from './journal.ts';
import { crossChains, recordTx } from './records.ts';
import { earnsReward, noteRewards, rewardTxOf } from './rewards.ts';
import { changeSet } from './sets.ts';
import { type NextTime, nextTime } from './time.ts';
import type { World } from './world.ts';

type PTxRecord = Extract<AnyTx, { readonly chain: 'P' }>;

/** A transaction as it stands in a block. */
const bodyOf = ({ unsignedTx, credentials }: PTxRecord): Tx => ({ unsignedTx, credentials });

/**
 * Creates the next block with valid transactions and accepts it. If a staking period ends at its time, the block
 * proposes the reward, and the next block decides.
 * Source: avalanchego `vms/platformvm/block/builder/builder.go` `buildBlock`.
 */
export function makePBlock(world: World, { time }: NextTime, txs: readonly PTxRecord[]): void {
  const { P } = world;
  const header = () => ({ time, parentID: P.ledger.blockID, height: P.ledger.height + 1n });
  const ending = P.stakers.ending.find((staker) => !isPermissioned(staker));
  if (ending?.endTime !== time) {
    acceptP(
      world,
      { type: 'platformvm.BanffStandardBlock', ...header(), txs: txs.map(bodyOf) },
      txs,
    );
    return;
  }
  const reward = rewardTxOf(ending, time);
  const isRewarded = earnsReward(world, ending);
  acceptP(
    world,
    {
      type: 'platformvm.BanffProposalBlock',
      ...header(),
      txs: txs.map(bodyOf),
      tx: bodyOf(reward),
    },
    [],
    [...txs, reward],
  );
  const type = isRewarded ? 'platformvm.BanffCommitBlock' : 'platformvm.BanffAbortBlock';
  acceptP(world, { type, ...header() }, txs, [], true);
  const status = isRewarded ? 'Accepted' : 'Aborted';
  recordTx(world, { tx: reward, status, height: P.ledger.height });
}

/** Accepts transactions in a plain block, while a block is being chosen; the caller reverts it. */
export function tryP(world: World, time: bigint, txs: readonly PTxRecord[]): void {
  const { blockID: parentID, height } = world.P.ledger;
  const block = { time, parentID, height: height + 1n, txs: txs.map(bodyOf) };
  acceptP(world, { type: 'platformvm.BanffStandardBlock', ...block }, txs);
}

/**
 * Accepts a block.
 * @param accepted The transactions that take effect with it.
 * @param contained The transactions in it, if they are others.
 */
function acceptP(
  world: World,
  block: Block,
  accepted: readonly PTxRecord[],
  contained: readonly PTxRecord[] = accepted,
  isOption = false,
): void {
  const { P } = world;
  const bytes = encode(Block, block);
  const changes = applyPBlock(P.ledger, bytes);
  const { blockID: id, height, time } = changes;
  const { parentID } = block;
  const txIDs = contained.map(({ txID }) => txID);
  const record = { id, parentID, bytes, height, time: 'time' in block ? block.time : time };
  addBlock(world, 'P', { ...record, acceptedAt: world.clock, txIDs }, isOption);
  for (const tx of accepted) {
    recordTx(world, { tx, status: 'Accepted', height });
    noteExpiry(world, tx);
  }
  crossChains(world, 'P', changes);
  noteRewards(world, changes);
  noteSets(world, changes);
}

/** Records a registration of an L1 validator, which may not be repeated. */
function noteExpiry(world: World, { unsignedTx: tx }: PTxRecord): void {
  if (tx.type !== 'platformvm.RegisterL1ValidatorTx') return;
  const said = saidBy('register', tx.message);
  if (!said) return;
  const id = validationIDOf({ registerMessage: encode(L1Payload, said) });
  setEntry(world.journal, world.P.stakers.expiries, formatID(id), said.expiry);
}

function noteSets(world: World, { stakers, l1Validators }: PChanges): void {
  const changed = new Map<string, Uint8Array>();
  for (const { staker, why: reason } of stakers)
    if (reason !== 'pending') changed.set(formatID(staker.subnetID), staker.subnetID);
  for (const { validator } of l1Validators)
    changed.set(formatID(validator.subnetID), validator.subnetID);
  for (const subnetID of changed.values()) changeSet(world, subnetID);
}

/**
 * Advances the clock after a block of transactions and, unless blocks are held, mines the blocks that are due by
 * then.
 */
export function tick(world: World): void {
  const { hold, secondsPerBlock } = world.tampering;
  world.clock += secondsPerBlock;
  if (secondsPerBlock > 0n && !hold) catchUp(world);
}

/**
 * Mines the blocks that are due by the clock: ends and starts of staking periods, and L1 validators whose balance
 * is used up.
 * @returns The time of the next block.
 */
export function catchUp(world: World): NextTime {
  for (;;) {
    const next = nextTime(world);
    if (!next.isDue) return next;
    makePBlock(world, next, []);
  }
}

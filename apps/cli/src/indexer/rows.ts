/** The rows of a container: what its bytes say, and from the genesis on what the ledger says as well. */
import {
  type AnyTx,
  AvalancheError,
  type ChainName,
  formatHex,
  formatID,
  formatNodeID,
  formatPath,
  genesisSummaryOf,
  isError,
  type Network,
} from 'avalanche-tx';
import { type OpenedContainer, openContainer } from 'avalanche-tx/blocks';
import {
  applyAcceptedTxs,
  applyBlock,
  l1BalanceOf,
  type MadeUTXO,
  type PLedger,
  type Staker,
  type StakerWhy,
  type XLedger,
} from 'avalanche-tx/history';
import type { UTXO as PUTXO } from 'avalanche-tx/pchain';
import { stakeUTXOsOf } from '../../../../src/state/stakereturns.ts';
import { Finder } from '../../../../src/tx/find.ts';
import { unlocked } from '../../../../src/tx/output.ts';
import { makesOf } from '../../../../src/tx/parts.ts';
import { addOutput, addressTextOf, addTx, type Found } from '../parquet/rows.ts';
import type { IndexRows } from './tables.ts';

/** A container of a node: a block, or a transaction that was in none. */
export interface Accepted {
  readonly index: bigint;
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** What is known of a chain after its last container. */
export interface Reading {
  readonly chain: ChainName;
  readonly network: Network;
  /** Absent if reading did not begin at the genesis, or after a block that it could not apply. */
  ledger: PLedger | XLedger | undefined;
  /** Id of the last block: the next one has it as its parent. Absent at the start, and after a container that could not be read. */
  last: string | undefined;
}

/**
 * Adds the rows of a container. One that cannot be read is a row of `errors`; after it there is no ledger.
 * @returns Whether there is no error.
 * @throws {AvalancheError} `Mismatch`: the node contradicts the bytes, or what it said before.
 */
export function addContainer(rows: IndexRows, reading: Reading, container: Accepted): boolean {
  const { chain, network } = reading;
  let opened: OpenedContainer;
  try {
    opened = openContainer(container.bytes, { chain, network });
  } catch (e) {
    if (!isError(e)) throw e;
    addError(rows, reading, container, e);
    reading.last = undefined;
    return false;
  }
  if (opened.id !== container.id)
    throw new AvalancheError(
      'Mismatch',
      `the node says ${container.id}, the bytes give ${opened.id}`,
      { found: container.id, expected: opened.id },
    ).at(String(container.index));
  const block = headOf(opened);
  if (block && reading.last !== undefined && block.parentID !== reading.last)
    throw new AvalancheError(
      'Mismatch',
      `the node returned block ${block.id}, which does not follow ${reading.last}`,
      { found: block.parentID, expected: reading.last },
    ).at(String(container.index));
  const height = block?.height ?? 0n;
  const { length } = rows.errors.code;
  const time = applied(rows, reading, container, opened, height) ?? block?.time ?? null;
  if (block) {
    reading.last = block.id;
    addBlock(rows, reading, opened, { ...block, time });
  }
  for (const tx of opened.txs) addOne(rows, tx, { network, blockID: block?.id ?? null, time });
  fill(rows, height);
  return rows.errors.code.length === length;
}

interface Head {
  readonly id: string;
  readonly parentID: string;
  readonly height: bigint;
  readonly type: string;
  readonly time: bigint | null;
}

/** The header of the block in a container; undefined for a transaction. */
function headOf({ content }: OpenedContainer): Head | undefined {
  if (!content) return undefined;
  if (content.kind === 'evmBlock') {
    const { header } = content.value;
    const { number, parentHash, timestamp } = header;
    return {
      id: content.id!,
      parentID: formatID(parentHash),
      height: number,
      type: 'evm',
      time: timestamp,
    };
  }
  if (content.kind !== 'block') return undefined;
  const value = content.value as {
    readonly parentID: Uint8Array;
    readonly height: bigint;
    readonly time?: bigint;
  };
  return {
    id: content.id!,
    parentID: formatID(value.parentID),
    height: value.height,
    type: content.type,
    time: value.time ?? null,
  };
}

/** Adds the row of a block. */
function addBlock(
  { blocks }: IndexRows,
  { chain, ledger }: Reading,
  opened: OpenedContainer,
  { id, parentID, height, type, time }: Head,
): void {
  blocks.chain.push(chain);
  blocks.height.push(height);
  blocks.time.push(time);
  blocks.blockID.push(id);
  blocks.parentID.push(parentID);
  blocks.containerID.push(opened.id);
  blocks.type.push(type);
  blocks.proposer.push(opened.proposer ?? null);
  blocks.transactions.push(opened.txs.length);
  blocks.size.push(opened.bytes.length);
  blocks.accruedFees.push(ledger?.chain === 'P' ? ledger.accruedFees : null);
}

interface Around {
  readonly network: Network;
  readonly blockID: string | null;
  readonly time: bigint | null;
}

/** Adds the rows of a transaction. */
function addOne(rows: IndexRows, tx: AnyTx, { network, blockID, time }: Around): void {
  addTx(rows, tx, network, blockID);
  rows.transactions.time.push(time);
  addMoves(rows, tx);
}

const importing = /* @__PURE__ */ new Finder('spends');

/** Adds what a transaction exports to other chains, and what it imports from them. */
function addMoves({ moves }: IndexRows, { chain, txID, unsignedTx }: Found): void {
  const add = (direction: 'export' | 'import', peer: Uint8Array, of: Moved): void => {
    moves.chain.push(chain);
    moves.txID.push(txID);
    moves.direction.push(direction);
    moves.peer.push(formatID(peer));
    moves.utxoTxID.push(of.txID);
    moves.utxoOutputIndex.push(of.outputIndex);
    moves.assetID.push(formatID(of.assetID));
    moves.amount.push(of.amount);
  };
  for (const [outputIndex, { output, assetID, to }] of makesOf(unsignedTx).entries())
    if (to && assetID) add('export', to, { txID, outputIndex, assetID, amount: amountOf(output) });
  for (const { role, value, around } of importing.in(unsignedTx))
    if (role.from !== undefined)
      for (const { txID: from, outputIndex, assetID, input } of value)
        add('import', around[role.from] as Uint8Array, {
          txID: formatID(from),
          outputIndex,
          assetID,
          amount: amountOf(input),
        });
}

interface Moved {
  readonly txID: string;
  readonly outputIndex: number;
  readonly assetID: Uint8Array;
  readonly amount: bigint | null;
}

function amountOf(of: Parameters<typeof unlocked>[0]): bigint | null {
  const inner = unlocked(of);
  return 'amount' in inner ? inner.amount : null;
}

/** The height of rows that were added without one. */
function fill(rows: IndexRows, height: bigint): void {
  for (const table of ['transactions', 'inputs', 'outputs', 'validators', 'moves'] as const) {
    const { txID, height: heights } = rows[table];
    while (heights.length < txID.length) heights.push(height);
  }
}

function addError(rows: IndexRows, reading: Reading, of: Accepted, e: AvalancheError): void {
  const { errors } = rows;
  errors.chain.push(reading.chain);
  errors.index.push(of.index);
  errors.containerID.push(of.id);
  errors.code.push(e.code);
  errors.path.push(formatPath(e.path));
  errors.message.push(e.message);
  errors.bytes.push(formatHex(of.bytes));
  reading.ledger = undefined;
}

/**
 * Applies a container to the ledger and adds the rows of what no container says. A container that cannot be applied is a row of
 * `errors`, and the ledger ends.
 * @returns The time of the ledger; undefined without one.
 */
function applied(
  rows: IndexRows,
  reading: Reading,
  container: Accepted,
  { bytes, content, txs }: OpenedContainer,
  height: bigint,
): bigint | undefined {
  const { ledger } = reading;
  if (!ledger) return undefined;
  try {
    if (ledger.chain === 'X') {
      if (content?.kind === 'block') applyBlock(ledger, bytes);
      else applyAcceptedTxs(ledger, txs as never);
      return ledger.time === 0n ? undefined : ledger.time;
    }
    const { time, produced, stakers, l1Validators } = applyBlock(ledger, bytes);
    for (const of of produced)
      if (isPaid(of)) addUTXO(rows, reading, of.utxo, { why: of.why, height });
    for (const { staker, why } of stakers) addStake(rows, staker, { event: why, height, time });
    const at = rows.l1Validators;
    for (const { validator, why } of l1Validators) {
      at.height.push(height);
      at.time.push(time);
      at.event.push(why);
      at.validationID.push(formatID(validator.validationID));
      at.subnetID.push(formatID(validator.subnetID));
      at.nodeID.push(formatNodeID(validator.nodeID));
      at.weight.push(validator.weight);
      at.balance.push(l1BalanceOf(validator, ledger));
      at.feesUntil.push(validator.endAccumulatedFee);
    }
    return time;
  } catch (e) {
    if (!isError(e)) throw e;
    addError(rows, reading, container, e);
    return undefined;
  }
}

/** Whether a UTXO is none of the outputs of a transaction: those have their rows. A returned stake has had its row since it was staked. */
const isPaid = ({ why }: MadeUTXO<unknown>): boolean =>
  why === 'reward' || why === 'delegateeReward' || why === 'refund';

interface Origin {
  readonly why: string;
  readonly height: bigint;
}

/** Adds a UTXO that no transaction of a container has among its outputs. */
function addUTXO(
  { outputs }: IndexRows,
  { chain, network }: Reading,
  { txID, outputIndex, assetID, output }: MadeUTXO<PUTXO>['utxo'],
  { why, height }: Origin,
): void {
  const added = addOutput(outputs, {
    chain,
    txID: formatID(txID),
    index: outputIndex,
    output,
    why,
    assetID: formatID(assetID),
    addressText: addressTextOf(chain, network),
  });
  if (added) outputs.height.push(height);
}

interface Event {
  readonly event: StakerWhy;
  readonly height: bigint;
  readonly time: bigint;
}

function addStake({ stakes }: IndexRows, staker: Staker, { event, height, time }: Event): void {
  stakes.height.push(height);
  stakes.time.push(time);
  stakes.event.push(event);
  stakes.txID.push(formatID(staker.txID));
  stakes.type.push(staker.tx.type);
  stakes.nodeID.push(formatNodeID(staker.nodeID));
  stakes.subnetID.push(formatID(staker.subnetID));
  stakes.weight.push(staker.weight);
  stakes.start.push(staker.startTime);
  stakes.end.push(staker.endTime);
  stakes.potentialReward.push(staker.potentialReward);
}

/** Adds what a chain has before its first block: the UTXOs of the genesis, and on P its validators. */
export function addGenesis(rows: IndexRows, reading: Reading, genesis: Uint8Array): void {
  const { utxos } = genesisSummaryOf(genesis);
  const first = { why: 'genesis', height: 0n };
  if (reading.chain === 'C') return;
  for (const { utxo } of utxos[reading.chain]) addUTXO(rows, reading, utxo as PUTXO, first);
  const { ledger } = reading;
  if (ledger?.chain === 'P')
    for (const staker of ledger.current.values()) {
      addStake(rows, staker, { event: 'current', height: 0n, time: ledger.time });
      for (const utxo of stakeUTXOsOf({ unsignedTx: staker.tx, txID: staker.txID }))
        addUTXO(rows, reading, utxo, { why: 'stake', height: 0n });
    }
}

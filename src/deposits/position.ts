/** The position of a watch: plain JSON that is stored together with the credits. */

import { badArgument } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import type { Network } from '../network/network.ts';
import { list } from '../schema/collection.ts';
import { addressText, bool, checked, idText, oneOf } from '../schema/leaf.ts';
import { bigints, numbers } from '../schema/number.ts';
import { object } from '../schema/object.ts';
import { parseID } from '../text/id.ts';
import { formatJSON, isJSONObject, type JSONValue, parseJSON } from '../text/json.ts';
import { maxUint64 } from '../text/uint64.ts';

const version = 1;

const uint64 = /* @__PURE__ */ bigints('uint64', { writes: 'text', isOurs: true, max: maxUint64 });
const uint32 = /* @__PURE__ */ numbers('uint32', {
  writes: 'bare',
  isOurs: true,
  max: 0xffff_ffffn,
});
const utxoKey = /* @__PURE__ */ checked('txID:index', (text) => {
  const [, txID, index] = /^(\w+):(0|[1-9]\d{0,9})$/.exec(text) ?? [];
  if (txID === undefined || index === undefined)
    throw new AvalancheError('BadText', 'must be a txID, ":" and an index', { kind: 'text' });
  parseID(txID);
});

const lockedFields = {
  key: [utxoKey, '`txID:index` of the UTXO.'],
  address: [addressText, 'The receiver.'],
  assetID: [idText, 'The asset.'],
  amount: [uint64, 'Units of the asset.'],
  why: [oneOf('output', 'mint', 'stake', 'reward', 'refund'), 'What it is.'],
  by: [idText, 'The transaction that paid it.'],
  until: [uint64, 'Unix seconds of its lock.'],
  isStakeable: [bool, 'Whether it can be staked before.'],
} as const;
const endedFields = {
  staker: [idText, 'The transaction that added the staker.'],
  by: [idText, 'The transaction that ended its period.'],
  height: [uint64, 'Height of its block.'],
  time: [uint64, 'When that was, in Unix seconds.'],
  isRenewed: [bool, 'Whether it is of an auto-renewed validator.'],
  isRewardOpen: [bool, 'Whether no node has listed its reward yet.'],
  isStakeOpen: [bool, 'Whether its stake may have been returned, or renewed.'],
} as const;
const schema = /* @__PURE__ */ (() =>
  object({
    format: [uint32, 'Number of the format.'],
    chain: [oneOf('P', 'X'), 'The chain.'],
    networkID: [uint32, 'The network.'],
    height: [uint64, 'Height of the last block that was read.'],
    blockID: [idText, 'Its ID.'],
    time: [uint64, "The chain's time, in Unix seconds."],
    locked: [list(object(lockedFields)), 'Locked outputs that are credited later.'],
    ended: [list(object(endedFields)), 'Staking periods that a node is asked for again.'],
  }))();

/** A position, as this library uses it. */
export type Position = ReturnType<typeof schema.parse>;
/** A locked output that is credited later. */
export type LockedOutput = Position['locked'][number];
/** A staking period of which not all is known. */
export type EndedPeriod = Position['ended'][number];

/**
 * Where a watch stands, as plain JSON with decimal text for large numbers. It also has what must be remembered: locked outputs that are
 * credited later, and stakes whose reward no node has listed yet. Read only `format`, `chain` and `height`; the rest may change with the
 * format.
 */
export interface DepositPosition {
  /** Number of the format: 1. */
  readonly format: number;
  /** The chain. */
  readonly chain: 'P' | 'X';
  /** Height of the last block that was read, in decimal digits. */
  readonly height: string;
  /** The rest. */
  readonly [key: string]: unknown;
}

/** Writes a position. */
export const formatPosition = (position: Omit<Position, 'format'>): DepositPosition =>
  JSON.parse(formatJSON(schema.format({ format: version, ...position }))) as DepositPosition;

/**
 * Returns a copy of a position that a caller gives, unread.
 * @throws {AvalancheError} `BadArgument`: not plain JSON.
 */
export function copiedPosition(from: object): JSONValue {
  let text: string | undefined;
  try {
    text = JSON.stringify(from);
  } catch {
    // A bigint, or a circle.
  }
  if (text === undefined) throw badArgument('plain JSON', from);
  return parseJSON(text);
}

/**
 * Reads a position.
 * @throws {AvalancheError} `BadVersion`: another format; `BadJSON`, `BadText`, `BadChecksum`, `OutOfRange`: damaged; `WrongChain`,
 *   `WrongNetwork`: of another chain or network.
 */
export function readPosition(json: JSONValue, chain: 'P' | 'X', { networkID }: Network): Position {
  const format = isJSONObject(json) ? (json.format ?? null) : null;
  if (format !== BigInt(version))
    throw new AvalancheError(
      'BadVersion',
      typeof format === 'bigint' && format > BigInt(version)
        ? `has format ${format}, this version reads format ${version}: update avalanche-tx`
        : `must have format ${version}`,
      { version: String(format).slice(0, 40) },
    ).at('format');
  const position = schema.parse(json);
  if (position.chain !== chain)
    throw new AvalancheError('WrongChain', `is of the ${position.chain}-chain`, {
      have: position.chain,
      need: chain,
    }).at('chain');
  if (position.networkID !== networkID)
    throw new AvalancheError('WrongNetwork', `is of network ${position.networkID}`, {
      have: String(position.networkID),
      need: String(networkID),
    }).at('networkID');
  return position;
}

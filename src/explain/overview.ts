/** Short descriptions (a title and a few values) of blocks, UTXOs, index records and other values that `explain` does not handle. */

import { proposerOf, unsignedBlockOf } from '../blocks/proposervm.ts';
import type { AnyTx } from '../chain/tx.ts';
import { isError } from '../errors/error.ts';
import { jsonContext } from '../network/context.ts';
import { knownNetworks } from '../network/known.ts';
import { type Hint, openAccepted } from '../open/open.ts';
import { kindNames, type Opened, openedArgument } from '../open/opened.ts';
import { anObject, checkArgument } from '../schema/check.ts';
import { formatAvax } from '../text/amount.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { dateText } from '../text/words.ts';
import { lockOf, unlocked } from '../tx/output.ts';
import { plainContext } from '../wire/context.ts';
import { partyText } from './format.ts';
import { isWarp, warpValues } from './warp.ts';

/** A short description of any opened value, and the transactions in it. */
export interface Overview {
  /** What the value is, such as `Block of the P-chain`. */
  readonly title: string;
  /** Labels and values for display. */
  readonly rows: readonly (readonly [label: string, value: string])[];
  /** The values of `rows` as data, by label. */
  readonly values: Readonly<Record<string, string | bigint>>;
  /** Signed transactions in the value, including those in the content of an index record. Pass each to `explain`. */
  readonly txs: readonly AnyTx[];
  /** Unix seconds of a value that has a time. */
  readonly time: bigint | undefined;
}

/**
 * Describes any value that `open` reads: a block by its height, parent and time, a UTXO by its amount and owner.
 * @param hint The hint that was given to `open`; needed for the content of an index record.
 * @example
 * overviewOf(open('0x000000000013000000006553f10000000000')).title; // 'Transaction of the P-chain'
 */
export function overviewOf(opened: Opened, hint: Hint = {}): Overview {
  checkArgument<object>(opened, openedArgument, 'opened');
  checkArgument(hint, anObject, 'hint');
  const inside = insideOf(opened, hint);
  const { values, time } = valuesOf(opened, hint);
  return {
    title: titleOf(opened),
    values,
    rows: Object.entries(values).map(([label, value]) => [label, textOf(label, value)] as const),
    txs: (inside ?? opened).txs,
    time: inside ? timeOf(inside) : time,
  };
}

const titleOf = ({ kind, chain }: Opened): string => {
  if (kind === 'evmBlock') return `Block of the ${chain ? `${chain}-chain` : 'EVM of an L1'}`;
  const name = kindNames[kind];
  return `${name[0]!.toUpperCase()}${name.slice(1)}${chain ? ` of the ${chain}-chain` : ''}`;
};

/** Opens the content of an index record. */
function insideOf(opened: Opened, hint: Hint): Opened | undefined {
  if (opened.kind !== 'container') return undefined;
  try {
    return openAccepted(opened.value.Bytes, hint);
  } catch (e) {
    if (isError(e)) return undefined;
    throw e;
  }
}

type Values = Record<string, string | bigint>;

/** Unix seconds of a value that has a time. */
const timeOf = (opened: Opened): bigint | undefined => valuesOf(opened, {}).time;

/** Returns the values specific to a kind of value. */
function valuesOf(
  opened: Opened,
  hint: Hint,
): { readonly values: Values; readonly time: bigint | undefined } {
  if (isWarp(opened)) return { values: warpValues(opened), time: undefined };
  switch (opened.kind) {
    case 'block': {
      const { value } = opened;
      const time = 'time' in value ? value.time : undefined;
      const values = {
        height: value.height,
        parent: formatID(value.parentID),
        ...(time !== undefined && { time }),
      };
      return { values, time };
    }
    case 'evmBlock':
      return evmValues(opened);
    case 'proposervm':
      return wrapperValues(opened, hint);
    case 'container': {
      const { ID, Timestamp } = opened.value;
      const inside = insideOf(opened, hint);
      const time = Timestamp / 1_000_000_000n;
      return {
        values: { holds: inside ? inside.type : 'bytes of another chain', id: formatID(ID), time },
        time,
      };
    }
    case 'vertex':
      return {
        values: { height: opened.value.height, chain: formatID(opened.value.chainID) },
        time: undefined,
      };
    case 'utxo':
      return { values: utxoValues(opened), time: undefined };
    default:
      return { values: {}, time: undefined };
  }
}

/** Values of a block of an EVM. Atomic transactions are on the C-chain only. */
function evmValues({
  chain,
  value,
}: Extract<Opened, { kind: 'evmBlock' }>): ReturnType<typeof valuesOf> {
  const { header, hash, transactions, txs } = value;
  const { number, parentHash, timestamp, baseFeePerGas, gasUsed, gasLimit } = header;
  const values: Values = {
    height: number,
    hash,
    parent: formatHex(parentHash),
    time: timestamp,
    ...(baseFeePerGas === undefined ? {} : { 'base fee': `${baseFeePerGas} wei` }),
    gas: `${gasUsed} of ${gasLimit}`,
    'transactions of the EVM': BigInt(transactions.length),
    ...(chain === 'C' ? { 'atomic transactions': BigInt(txs.length) } : {}),
  };
  return { values, time: timestamp };
}

function wrapperValues(
  { value, block }: Extract<Opened, { kind: 'proposervm' }>,
  hint: Hint,
): ReturnType<typeof valuesOf> {
  const unsigned = unsignedBlockOf(value);
  const proposer = proposerOf(value);
  const inner = block && valuesOf(block, hint);
  const time = inner?.time ?? unsigned?.timestamp;
  const values: Values = {
    ...(unsigned ? { parent: formatID(unsigned.parentID) } : {}),
    ...(proposer === undefined ? {} : { proposer }),
    ...(unsigned ? { 'P-chain height': unsigned.pChainHeight } : {}),
    ...(time === undefined ? {} : { time }),
    block: block ? `${block.type} ${block.id}` : 'of a chain that is not P or X, nor of an EVM',
    ...ownValues(block?.kind, inner?.values),
  };
  return { values, time };
}

/** The values of a wrapped block that its wrapper does not have. */
function ownValues(
  kind: Opened['kind'] | undefined,
  { parent: _, time: __, ...values }: Values = {},
): Values {
  if (kind === 'evmBlock') return values;
  return values.height === undefined ? {} : { height: values.height };
}

function utxoValues({ value, network, chain }: Extract<Opened, { kind: 'utxo' }>): Values {
  const { txID, outputIndex, assetID, output } = value;
  const inner = unlocked(output as never) as {
    readonly amount?: bigint;
    readonly locktime?: bigint;
    readonly threshold?: number;
    readonly addresses?: readonly Uint8Array[];
  };
  const context = network && chain ? jsonContext(chain, network) : plainContext;
  const until = lockOf(output as never);
  const { amount, locktime = 0n, threshold = 0, addresses } = inner;
  const isAVAX = knownNetworks.some((of) => equalBytes(of.avaxAssetID, assetID));
  return {
    output: output.type,
    ...(amount === undefined
      ? {}
      : { amount: isAVAX ? `${formatAvax(amount)} AVAX` : `${amount} units` }),
    ...(isAVAX ? {} : { asset: formatID(assetID) }),
    ...(addresses
      ? {
          owner: partyText({
            addresses: addresses.map((of) => context.formatAddress(of)),
            threshold,
            locktime,
          }),
        }
      : {}),
    ...(until === undefined ? {} : { 'stakeable until': dateText(until) }),
    'made by': `${formatID(txID)}, output ${outputIndex}`,
  };
}

const textOf = (label: string, value: string | bigint): string =>
  label === 'time' ? dateText(value as bigint) : String(value);

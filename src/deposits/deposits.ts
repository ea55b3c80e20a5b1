/**
 * What a transaction or block credits to a set of addresses.
 *
 * Rationale
 * - Only what its receiver can spend alone and at once is a credit: an output on this chain, of one address with threshold 1, without a
 *   lock that is not over. Everything else that names a watched address is left out with the reason, so that nothing disappears.
 * - Anybody can create an asset on the X-chain, so that other assets than AVAX are credited only if the caller names them.
 * - Stake looks like an output of its transaction, and is one only when its period ends.
 */

import type { ChainName } from '../chain/declared.ts';
import { unsignedTxArgument } from '../chain/declared.ts';
import type { UTXO as PUTXO } from '../chain/pchain/tx.ts';
import type { UTXO as XUTXO } from '../chain/xchain/tx.ts';
import { badArgument } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import type { MadeWhy } from '../history/changes.ts';
import { formatAddress } from '../network/address.ts';
import { type Network, networkArgument } from '../network/network.ts';
import {
  aFunction,
  aList,
  aListOf,
  anything,
  aTime,
  checkArgument,
  objectOf,
  optional,
  optionsOf,
  wordOf,
} from '../schema/check.ts';
import { equalBytes } from '../text/bytes.ts';
import { type IDLike, idBytes } from '../text/given.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { unixSeconds } from '../text/time.ts';
import { doneBy, type EffectsInput, headOf } from '../tx/effects.ts';
import { lockOf, type Output, unlocked } from '../tx/output.ts';
import type { AddressSet } from './addresses.ts';

/**
 * What a credit is: an `output` of a transaction; an initial amount of an asset, or the result of an operation (`mint`); returned
 * `stake`; a staking `reward`; a `refund` of an L1 validator's balance.
 */
export type CreditWhy = 'output' | 'mint' | 'stake' | 'reward' | 'refund';

/** An output that its receiver can spend alone and at once. */
export interface Credit {
  /** `txID:index` of the UTXO. No other output of any chain has the same. */
  readonly key: string;
  /** The receiver, as text of this chain. */
  readonly address: string;
  /** CB58 of the asset. */
  readonly assetID: string;
  /** Units of the asset: nAVAX for AVAX. */
  readonly amount: bigint;
  /** What it is. */
  readonly why: CreditWhy;
  /** CB58 of the transaction that paid it. That of a stake or reward is not the one in `key`. */
  readonly by: string;
  /** Unix seconds of the lock that is over, if it had one. */
  readonly until?: bigint;
}

/** What all that is left out has. */
interface NotCredited extends Pick<Credit, 'key' | 'by'> {
  /** The watched address; the first, if there are several. Omitted for a refund, whose owner no block names. */
  readonly address?: string;
  /** CB58 of the asset. */
  readonly assetID?: string;
  /** Units of the asset; omitted for what is not an amount. */
  readonly amount?: bigint;
}

/** An output that names a watched address and is not a credit, with the reason. */
export type LeftOut =
  /** It cannot be spent before a time. */
  | (NotCredited & {
      /** The reason. */
      readonly why: 'locked';
      /** Unix seconds. */
      readonly until: bigint;
      /** What it is when the time comes. */
      readonly becomes: CreditWhy;
      /** Whether it can be staked before, so that another output takes its place. */
      readonly isStakeable: boolean;
      /** Whether a watch credits it when the time comes: `watchDeposits` keeps only as many as `maxLocked`. */
      readonly isKept?: boolean;
    })
  /** Others can spend it, or must sign too. */
  | (NotCredited & {
      /** The reason. */
      readonly why: 'shared';
      /** Signatures needed. */
      readonly threshold: number;
      /** All addresses of its owner, as text of this chain. */
      readonly addresses: readonly string[];
    })
  /** It is staked. A credit with another `by` returns it when the period ends. */
  | (NotCredited & {
      /** The reason. */
      readonly why: 'stake';
    })
  /** It is on another chain, where it must be imported. */
  | (NotCredited & {
      /** The reason. */
      readonly why: 'elsewhere';
      /** The other chain; undefined if it is not of the primary network. */
      readonly chain: ChainName | undefined;
      /** CB58 of the other blockchain. */
      readonly blockchainID: string;
    })
  /** It is of an asset that is not in `assets`. */
  | (NotCredited & {
      /** The reason. */
      readonly why: 'asset';
    })
  /** It is a right to mint, an NFT or a property. */
  | (NotCredited & {
      /** The reason. */
      readonly why: 'noAmount';
    })
  /** The remaining balance of an L1 validator. No block names its owner and amount: a ledger of `avalanche-tx/history` does. */
  | (NotCredited & {
      /** The reason. */
      readonly why: 'refund';
      /** CB58 of the validation that ended. */
      readonly validationID: string;
    });

/** What a transaction or block credits. */
export interface Deposits {
  /** What the receivers can spend alone and at once. */
  readonly credits: readonly Credit[];
  /** What else names a watched address. */
  readonly leftOut: readonly LeftOut[];
  /** Stakers whose period a RewardValidatorTx ends: what it pays is not in it, and comes from a node. CB58 of their transactions. */
  readonly rewarded: readonly string[];
}

/** The changes of a ledger's block, as `applyBlock` of `avalanche-tx/history` returns them. */
export interface DepositChanges {
  /** The UTXOs produced on this chain. */
  readonly produced: readonly {
    /** The UTXO. */
    readonly utxo: PUTXO | XUTXO;
    /** Why it was produced. */
    readonly why: MadeWhy;
    /** The transaction that produced it. */
    readonly by: Uint8Array;
  }[];
  /** The UTXOs that another chain can import. */
  readonly exported: readonly {
    /** The UTXO. */
    readonly utxo: PUTXO | XUTXO;
    /** The blockchain that can import it. */
    readonly to: Uint8Array;
    /** The transaction that exported it. */
    readonly by: Uint8Array;
  }[];
}

/** Whose deposits are wanted, and when. */
export interface DepositsOptions {
  /** The watched addresses: `addressSet(addresses, network)`. */
  readonly addresses: Pick<AddressSet, 'has'>;
  /** The network. */
  readonly network: Network;
  /** The chain's time in Unix seconds: that of the block. A lock ends at its time. */
  readonly time: bigint;
  /** The assets that are credited; only AVAX if omitted. */
  readonly assets?: readonly IDLike[];
  /** The chain of the changes of a ledger. A transaction names its own. */
  readonly chain?: 'P' | 'X';
}

/** The declaration of watched addresses. */
export const addressesArgument = /* @__PURE__ */ (() =>
  objectOf({ has: aFunction }, { name: 'what addressSet() returns' }))();
const depositsOptions = /* @__PURE__ */ (() =>
  optionsOf({
    addresses: addressesArgument,
    network: networkArgument,
    time: aTime,
    assets: optional(aListOf(anything)),
    chain: optional(wordOf('P', 'X')),
  }))();
const txArgument = /* @__PURE__ */ objectOf(
  { unsignedTx: unsignedTxArgument, txID: anything },
  { name: 'a signed transaction, or the changes of a block' },
);
const changesArgument = /* @__PURE__ */ (() =>
  objectOf({ produced: aList, exported: aList }, { name: 'the changes of a block' }))();

/**
 * Returns what an accepted transaction, or a block of a ledger, credits to a set of addresses, and what it left out and why. Whether it
 * is accepted, and committed if it is a proposal, is not checked: `watchDeposits` reads accepted blocks.
 * @param of A transaction with its `txID`, such as `openTx` returns, or what `applyBlock` of `avalanche-tx/history` returns.
 * @throws {AvalancheError} `BadArgument`; `WrongNetwork`: a transaction of another network; `OutOfRange`: not Unix seconds.
 * @example
 * import { unix } from 'avalanche-tx';
 * import { addressSet } from 'avalanche-tx/deposits';
 * const addresses = addressSet(['P-avax1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqxpdk7q'], mainnet);
 * const time = unix('2027-01-31T00:00:00Z');
 * const changes = { produced: [], exported: [] };
 * depositsOf(changes, { addresses, network: mainnet, time, chain: 'P' }).credits; // []
 */
export function depositsOf(
  of: (EffectsInput & { readonly txID: string | Uint8Array }) | DepositChanges,
  options: DepositsOptions,
): Deposits {
  checkArgument(options, depositsOptions, 'options');
  const { addresses, network, assets } = options;
  const known = { addresses, network, assets: assetKeys(assets, network) };
  const time = unixSeconds(options.time, 'time');
  if ('produced' in checkArgument<object>(of, txOrChanges, 'of')) {
    const { chain } = options;
    if (!chain) throw badArgument('P or X', undefined).at('options', 'chain');
    return depositsOfChanges(of as DepositChanges, chain, known, time);
  }
  return depositsOfTx(of as EffectsInput & { txID: string | Uint8Array }, known, time);
}

const txOrChanges = {
  name: 'a signed transaction, or the changes of a block',
  check: (value: unknown) => {
    const isChanges = typeof value === 'object' && value !== null && 'produced' in value;
    (isChanges ? changesArgument : txArgument).check(value);
  },
};

/** What decides what is a credit, read once. */
export interface Known extends Pick<DepositsOptions, 'addresses' | 'network'> {
  /** Hex of the IDs of credited assets. */
  readonly assets: ReadonlySet<string>;
}

/** Returns the keys of the credited assets. */
export const assetKeys = (
  assets: readonly IDLike[] | undefined,
  network: Network,
): ReadonlySet<string> =>
  new Set(
    assets
      ? assets.map((id, i) => within(['options', 'assets', i], () => formatHex(idBytes(id))))
      : [formatHex(network.avaxAssetID)],
  );

/** A UTXO to be judged. */
interface Found {
  readonly txID: Uint8Array;
  readonly outputIndex: number;
  readonly assetID: Uint8Array;
  readonly output: Output;
}

/** Credits and what is left out, as they are collected. */
export interface Collected {
  readonly credits: Credit[];
  readonly leftOut: LeftOut[];
  readonly rewarded: string[];
}

/** The credits of a transaction; `isAborted` if it is a proposal that was not committed, so that its stake came back. */
export function depositsOfTx(
  tx: EffectsInput & { readonly txID: string | Uint8Array },
  known: Known,
  time: bigint,
  isAborted = false,
): Collected {
  const { network } = known;
  const { networkID } = headOf(tx.unsignedTx);
  if (networkID !== undefined && networkID !== network.networkID)
    throw new AvalancheError('WrongNetwork', `is for network ${networkID}`, {
      have: String(networkID),
      need: String(network.networkID),
    }).at('of');
  const collected: Collected = { credits: [], leftOut: [], rewarded: [] };
  const by = typeof tx.txID === 'string' ? tx.txID : formatID(tx.txID);
  const { produced, pending } = doneBy(tx, { network });
  for (const { utxo, why, chain, blockchainID } of produced) {
    const found = utxo as Found;
    const isHere = equalBytes(blockchainID, network.chains[tx.chain].blockchainID);
    const place = isHere ? undefined : { chain, blockchainID };
    const isStaked = why === 'stake' && !isAborted;
    const what = why === 'mint' || why === 'stake' ? why : 'output';
    judge(collected, { ...known, chain: tx.chain, time }, found, { what, by, place, isStaked });
  }
  for (const one of pending)
    if (one.why === 'refund')
      collected.leftOut.push({
        why: 'refund',
        key: `${by}:${one.outputIndex}`,
        by,
        validationID: formatID(one.validationID),
      });
    else if (one.why === 'reward') collected.rewarded.push(formatID(one.staker));
  return collected;
}

/** The credits of a ledger's block. */
function depositsOfChanges(
  { produced, exported }: DepositChanges,
  chain: 'P' | 'X',
  known: Known,
  time: bigint,
): Deposits {
  const collected: Collected = { credits: [], leftOut: [], rewarded: [] };
  const { chains } = known.network;
  const here = { ...known, chain, time };
  for (const { utxo, why, by } of produced) {
    const what = why === 'delegateeReward' ? 'reward' : why;
    judge(collected, here, utxo, { what, by: formatID(by) });
  }
  for (const { utxo, to, by } of exported) {
    const name = (['P', 'X', 'C'] as const).find((n) => equalBytes(chains[n].blockchainID, to));
    const place = { chain: name, blockchainID: to };
    judge(collected, here, utxo, { what: 'output', by: formatID(by), place });
  }
  return collected;
}

/** Where and why a UTXO was produced. */
interface Production {
  readonly what: CreditWhy;
  readonly by: string;
  /** Set if it is not on this chain. */
  readonly place?:
    | { readonly chain: ChainName | undefined; readonly blockchainID: Uint8Array }
    | undefined;
  readonly isStaked?: boolean;
}

/** Adds a UTXO to the credits or to what is left out; nothing if it names no watched address. */
export function judge(
  { credits, leftOut }: Pick<Collected, 'credits' | 'leftOut'>,
  known: Known & { readonly chain: ChainName; readonly time: bigint },
  utxo: Found,
  { what, by, place, isStaked = false }: Production,
): void {
  const { chain, network } = known;
  const inner = unlocked(utxo.output);
  const first = inner.addresses.find((address) => known.addresses.has(address));
  if (!first) return;
  const textOf = (address: Uint8Array) => formatAddress(address, chain, network);
  const head = {
    key: `${formatID(utxo.txID)}:${utxo.outputIndex}`,
    address: textOf(first),
    assetID: formatID(utxo.assetID),
    by,
  };
  if (inner.type !== 'secp256k1fx.TransferOutput') {
    leftOut.push({ ...head, why: 'noAmount' });
    return;
  }
  const { amount, threshold, addresses, locktime } = inner;
  const found = { ...head, amount };
  const lock = lockOf(utxo.output) ?? 0n;
  const until = lock > locktime ? lock : locktime;
  if (place) {
    const blockchainID = formatID(place.blockchainID);
    leftOut.push({ ...found, why: 'elsewhere', chain: place.chain, blockchainID });
  } else if (isStaked) leftOut.push({ ...found, why: 'stake' });
  else if (!known.assets.has(formatHex(utxo.assetID))) leftOut.push({ ...found, why: 'asset' });
  else if (threshold !== 1 || addresses.length !== 1)
    leftOut.push({ ...found, why: 'shared', threshold, addresses: addresses.map(textOf) });
  else if (until > known.time)
    leftOut.push({ ...found, why: 'locked', until, becomes: what, isStakeable: lock > known.time });
  else credits.push({ ...found, why: what, ...(until > 0n && { until }) });
}

/** All movements of amounts in a transaction, and their balance. Every other module that needs amounts in, out or burned uses this one. */

import { unsignedTxArgument } from '../chain/declared.ts';
import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { AvalancheError, type Path } from '../errors/error.ts';
import {
  aBigint,
  aList,
  aListOf,
  aTime,
  checkArgument,
  objectOf,
  optional,
  someBytes,
} from '../schema/check.ts';
import { equalBytes, oncePerRun } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { maxUint64 } from '../text/uint64.ts';
import { type Around, Finder, type Found } from './find.ts';
import { factOf } from './held.ts';
import { type UTXOID, utxoFinder } from './order.ts';
import { lockOf, unlocked } from './output.ts';
import { ownerKey, ownerOf } from './owner.ts';
import type { AnyInput, AnyOutput, AnyUnsignedTx, AnyUTXO, AssetAmount, Owners } from './types.ts';

interface Moved {
  /** Undefined for AVAX, whose id depends on the network. */
  readonly assetID: Uint8Array | undefined;
  readonly amount: bigint;
  readonly path: Path;
}

/**
 * An amount that enters (`input`, `import`, `debit` of an account), leaves (`output`, `stake`, `export`, `credit` of an account), or
 * that the transaction declares as burned (`balance` of L1 validators, `supply` of an elastic subnet).
 */
export type Movement =
  | (Moved & { readonly goes: 'in'; readonly why: 'input' | 'import'; readonly input: AnyInput })
  | (Moved & { readonly goes: 'in'; readonly why: 'debit' })
  | (Moved & {
      readonly goes: 'out';
      readonly why: 'output' | 'stake' | 'export';
      readonly output: AnyOutput['output'];
    })
  | (Moved & { readonly goes: 'out'; readonly why: 'credit' })
  | (Moved & { readonly goes: 'burned'; readonly why: 'balance' | 'supply' });

const moving = /* @__PURE__ */ new Finder('spends', 'debits', 'makes', 'credits', 'burns');

/**
 * Returns all movements of amounts: in, out, then burned, each in wire order. Operations and initial states of the X-chain move none.
 * Sources: avalanchego `vms/platformvm/utxo/verifier.go` `inputOutputGetter`; `vms/components/avax/flow_checker.go`.
 */
export const movementsOf = (tx: AnyUnsignedTx): readonly Movement[] =>
  factOf(tx, 'movements', () => {
    const found = moving.in(tx).flatMap(movementsIn);
    return (['in', 'out', 'burned'] as const).flatMap((way) =>
      found.filter(({ goes }) => goes === way),
    );
  });

function movementsIn(
  of: Found<'spends' | 'debits' | 'makes' | 'credits' | 'burns'>,
): readonly Movement[] {
  const at = (i: number): Path => [...of.path, i];
  switch (of.is) {
    case 'spends': {
      const why = of.role.from === undefined ? 'input' : 'import';
      return of.value.map((input, i) => {
        const { amount } = unlocked(input.input);
        return { goes: 'in', why, assetID: input.assetID, amount, path: at(i), input };
      });
    }
    case 'makes': {
      const why = of.role.to === undefined ? (of.role.why ?? 'output') : 'export';
      return of.value.map(({ assetID, output }, i) => {
        const { amount } = unlocked(output);
        return { goes: 'out', why, assetID, amount, path: at(i), output };
      });
    }
    case 'debits':
      return of.value.map(({ assetID, amount }, i) => {
        return { goes: 'in', why: 'debit', assetID, amount, path: at(i) };
      });
    case 'credits':
      return of.value.map(({ assetID, amount }, i) => {
        return { goes: 'out', why: 'credit', assetID, amount, path: at(i) };
      });
    case 'burns': {
      const { why, asset, less } = of.role;
      const amount = of.value - numberIn(of.around, less);
      const assetID = asset === undefined ? undefined : (of.around[asset] as Uint8Array);
      return [{ goes: 'burned', why, assetID, amount, path: of.path }];
    }
  }
}

const numberIn = (around: Around, key: string | undefined): bigint =>
  key === undefined ? 0n : (around[key] as bigint);

/** Returns the input amounts, locked or not. */
export const amountsIn = (tx: AnyUnsignedTx): readonly AssetAmount[] => amounts(tx, 'in');

/** Returns the output amounts, locked or not. */
export const amountsOut = (tx: AnyUnsignedTx): readonly AssetAmount[] => amounts(tx, 'out');

const amounts = (tx: AnyUnsignedTx, way: Movement['goes']): readonly AssetAmount[] =>
  movementsOf(tx).flatMap(({ goes, assetID, amount }) =>
    goes === way && assetID ? [{ assetID, amount }] : [],
  );

/**
 * Returns the nAVAX that a transaction burns as its fee: what goes in, less what comes out and what it declares as burned. Negative if more
 * comes out.
 */
export const burnedFeeOf = (tx: AnyUnsignedTx, avaxAssetID: Uint8Array): bigint =>
  factOf(tx, `fee ${formatHex(avaxAssetID)}`, () => {
    let burned = 0n;
    for (const { goes, assetID = avaxAssetID, amount } of movementsOf(tx))
      if (equalBytes(assetID, avaxAssetID)) burned += goes === 'in' ? amount : -amount;
    return burned;
  });

/** Sums by asset, in the order of first use. Exact: a sum can exceed a uint64 or be negative. */
export class Sums {
  readonly #byAsset = new Map<string, { readonly assetID: Uint8Array; amount: bigint }>();

  readonly #keyOf = oncePerRun(formatHex);

  add(assetID: Uint8Array, amount: bigint): void {
    const key = this.#keyOf(assetID);
    const sum = this.#byAsset.get(key);
    if (sum) sum.amount += amount;
    else this.#byAsset.set(key, { assetID, amount });
  }

  of(assetID: Uint8Array): bigint {
    return this.#byAsset.get(formatHex(assetID))?.amount ?? 0n;
  }

  get list(): readonly AssetAmount[] {
    return [...this.#byAsset.values()];
  }
}

/** Sums amounts by asset. */
function sumsOf(list: Iterable<AssetAmount>): Sums {
  const sums = new Sums();
  for (const { assetID, amount } of list) sums.add(assetID, amount);
  return sums;
}

/**
 * Sums amounts by asset as a node does, as uint64.
 * @throws {AvalancheError} `OutOfRange`: a sum that is not a uint64.
 */
function uint64Sums(list: Iterable<AssetAmount>): Sums {
  const sums = sumsOf(list);
  for (const { amount } of sums.list) asUint64(amount);
  return sums;
}

function asUint64(sum: bigint): bigint {
  if (sum <= maxUint64) return sum;
  throw new AvalancheError('OutOfRange', `${sum} in all is not a uint64`);
}

const unbalanced = (
  assetID: Uint8Array,
  goesIn: bigint,
  comesOut: bigint,
  what: string,
): AvalancheError => {
  const context = { assetID: formatID(assetID), goesIn, comesOut };
  const detail = `${comesOut} of ${context.assetID} ${what}, ${goesIn} go in`;
  return new AvalancheError('Unbalanced', detail, context);
};

/** Where the unlocked funds of an asset go: `consumed` is the sum of all other amounts. */
export interface AssetFlow {
  readonly assetID: Uint8Array;
  readonly consumed: bigint;
  /** Unlocked outputs, stake and exports, and credits to accounts of the C-chain. */
  readonly produced: bigint;
  /** Burned as declared by the transaction: balances of L1 validators, or reward supply of an elastic subnet. */
  readonly deposited: bigint;
  /** Amount that became stakeable only: more locked outputs than locked inputs. */
  readonly locked: bigint;
  /** Fee, or lost amount. */
  readonly burned: bigint;
}

/** Where funds go that can only be staked until a time, by asset, time and owner. */
export interface LockFlow {
  readonly assetID: Uint8Array;
  /** Unix seconds. */
  readonly locktime: bigint;
  /** Omitted if the spent UTXOs were not given. */
  readonly owner?: OutputOwners;
  readonly consumed: bigint;
  /** Locked outputs and stake. */
  readonly produced: bigint;
  /** Input amount without a matching output. A node silently destroys it. */
  readonly lost: bigint;
  /** Output amount taken from unlocked funds. */
  readonly added: bigint;
}

/** Where all funds of a transaction go. */
export interface Flows {
  readonly assets: readonly AssetFlow[];
  readonly locks: readonly LockFlow[];
}

/** The part of the state that flows depend on. */
export interface FlowState {
  readonly avaxAssetID: Uint8Array;
  /**
   * At least all UTXOs that are spent, in any order. If omitted, locks are distinguished by time but not by owner, and a plain input
   * counts as unlocked.
   */
  readonly utxos?: readonly AnyUTXO[];
  /** Unix seconds. Locks until then or earlier have expired; if omitted, none has. */
  readonly time?: bigint;
}

const flowState = /* @__PURE__ */ (() =>
  objectOf({ avaxAssetID: someBytes, utxos: optional(aList), time: optional(aTime) }))();
const flowIntent = /* @__PURE__ */ (() =>
  objectOf({
    avaxAssetID: someBytes,
    utxos: optional(aList),
    time: optional(aTime),
    fee: aBigint,
    burn: optional(aListOf(objectOf({ assetID: someBytes, amount: aBigint }))),
    lock: optional(aListOf(objectOf({ assetID: someBytes, amount: aBigint }))),
    deposit: optional(aBigint),
  }))();

/** Sums locked funds by asset, time and owner. */
class Locks {
  readonly #found = new Map<string, Omit<LockFlow, 'lost' | 'added'>>();

  add(
    { assetID, amount }: AssetAmount,
    locktime: bigint,
    owners: Owners | undefined,
    way: 'consumed' | 'produced',
  ): void {
    const key = `${formatHex(assetID)} ${locktime} ${owners ? ownerKey(owners) : ''}`;
    const owner = owners && { owner: ownerOf(owners) };
    const had = this.#found.get(key) ?? { assetID, locktime, ...owner, consumed: 0n, produced: 0n };
    this.#found.set(key, { ...had, [way]: asUint64(had[way] + amount) });
  }

  get list(): readonly LockFlow[] {
    const more = (a: bigint, b: bigint): bigint => (a > b ? a - b : 0n);
    return [...this.#found.values()].map((lock) => ({
      ...lock,
      lost: more(lock.consumed, lock.produced),
      added: more(lock.produced, lock.consumed),
    }));
  }
}

/**
 * Computes where the funds of a transaction go: for each asset what is consumed, produced, deposited, locked and burned, and for each
 * lock what is lost. Exact where a node compares. Operations and initial states of the X-chain move no amounts. Source: avalanchego
 * `vms/platformvm/utxo/verifier.go`.
 * @throws {AvalancheError} `Unbalanced`: outputs exceed inputs; `OutOfRange`: a sum that is not a uint64; `MissingState`: a UTXO that
 *   is not in `utxos`.
 */
export function flowsOf(tx: AnyUnsignedTx, state: FlowState): Flows {
  checkArgument(tx, unsignedTxArgument, 'tx');
  checkArgument(state, flowState, 'state');
  const { avaxAssetID, utxos, time } = state;
  const asset = formatHex(avaxAssetID);
  // Without locks, flows depend neither on the time nor on the UTXOs.
  if (areWithoutLocks(tx, utxos))
    return factOf(tx, `flows ${asset}`, () => flowsIn(tx, { avaxAssetID }));
  return utxos
    ? flowsIn(tx, state)
    : factOf(tx, `flows ${asset} ${time}`, () => flowsIn(tx, state));
}

/** Whether nothing is locked in a transaction and in the UTXOs of its inputs, all of which are known. */
function areWithoutLocks(tx: AnyUnsignedTx, utxos: FlowState['utxos']): boolean {
  const utxoOf = utxos && utxoFinder(utxos);
  return movementsOf(tx).every((moved) => {
    if ('output' in moved) return lockOf(moved.output) === undefined;
    if (!('input' in moved)) return true;
    const utxo = utxoOf?.(moved.input);
    if (utxoOf && (!utxo || lockOf(utxo.output) !== undefined)) return false;
    return lockOf(moved.input.input) === undefined;
  });
}

function flowsIn(tx: AnyUnsignedTx, { avaxAssetID, utxos, time }: FlowState): Flows {
  const utxoOf = utxos && utxoFinder(utxos);
  const locks = new Locks();
  const unlockedSums: { readonly [way in Movement['goes']]: AssetAmount[] } = {
    in: [],
    out: [],
    burned: [],
  };
  for (const moved of movementsOf(tx)) {
    const { goes, amount, assetID = avaxAssetID } = moved;
    const of = { assetID, amount };
    const lock = 'input' in moved ? lockedBy(moved, utxoOf) : 'output' in moved && lockIn(moved);
    if (lock && (goes === 'out' || time === undefined || lock.locktime > time))
      locks.add(of, lock.locktime, utxoOf && lock.owner, goes === 'in' ? 'consumed' : 'produced');
    else unlockedSums[goes].push(of);
  }
  const lockFlows = locks.list;
  const added = lockFlows.map(({ assetID, added: amount }) => ({ assetID, amount }));
  const parts = [unlockedSums.in, unlockedSums.out, unlockedSums.burned, added].map(uint64Sums);
  const all = sumsOf(parts.flatMap(({ list }) => list)).list;
  const assets = all.map(({ assetID }) => {
    const [consumed, produced, deposited, locked] = parts.map((sums) => sums.of(assetID)) as [
      bigint,
      bigint,
      bigint,
      bigint,
    ];
    const used = produced + deposited + locked;
    if (used > consumed) throw unbalanced(assetID, consumed, used, 'are used');
    return { assetID, consumed, produced, deposited, locked, burned: consumed - used };
  });
  return { assets: assets.filter((flow) => flow.consumed > 0n), locks: lockFlows };
}

interface Lock {
  readonly locktime: bigint;
  readonly owner: Owners | undefined;
}

/** Returns the lock of an output, if it has one. */
function lockIn({ output }: { readonly output: AnyOutput['output'] }): Lock | undefined {
  const locktime = lockOf(output);
  return locktime === undefined ? undefined : { locktime, owner: unlocked(output) };
}

/** Returns the error for a UTXO that was not given. */
export const missingUTXO = ({ txID, outputIndex }: UTXOID): AvalancheError => {
  const id = formatID(txID);
  return new AvalancheError('MissingState', `UTXO ${id}:${outputIndex} is needed`, {
    what: 'utxo',
    id,
    outputIndex,
  });
};

/** Returns the lock of an input, if it has one: as its UTXO states, or without UTXOs as the input states. */
function lockedBy(
  { input, path }: { readonly input: AnyInput; readonly path: Path },
  utxoOf: ((id: UTXOID) => AnyUTXO | undefined) | undefined,
): Lock | undefined {
  const said = lockOf(input.input);
  if (!utxoOf) return said === undefined ? undefined : { locktime: said, owner: undefined };
  const utxo = utxoOf(input);
  if (!utxo) throw missingUTXO(input).at(...path);
  const locktime = lockOf(utxo.output);
  return locktime === undefined ? undefined : { locktime, owner: unlocked(utxo.output) };
}

/** What a transaction is intended to burn and lock, besides the deposits that it declares. */
export interface FlowIntent extends FlowState {
  /** The fee in nAVAX, without deposits. */
  readonly fee: bigint;
  /** Amounts burned on purpose, besides the fee. */
  readonly burn?: readonly AssetAmount[];
  /** Unlocked amounts that become stakeable only on purpose; none if omitted. */
  readonly lock?: readonly AssetAmount[];
  /** Total of all deposits in nAVAX, such as balances of L1 validators; not checked if omitted. */
  readonly deposit?: bigint;
}

/**
 * Checks that a transaction loses nothing: exactly the fee and `burn` are burned, exactly `lock` becomes locked, and locked funds
 * stay locked until the same time for the same owner. Where a node requires a minimum, this requires equality.
 * @returns The flows.
 * @throws {AvalancheError} As `flowsOf`; `Unbalanced`: the context has `assetID` and `lost`, `burned` and `fee`, or `locked`.
 */
export function verifyFlows(tx: AnyUnsignedTx, intent: FlowIntent): Flows {
  checkArgument(tx, unsignedTxArgument, 'tx');
  checkArgument(intent, flowIntent, 'intent');
  return verifyFlowsAre(flowsOf(tx, intent), intent);
}

/** As `verifyFlows`, for flows that are already computed. */
export function verifyFlowsAre(flows: Flows, intent: FlowIntent): Flows {
  const { avaxAssetID, fee, burn = [], lock = [], deposit } = intent;
  for (const { assetID, locktime, lost } of flows.locks)
    if (lost > 0n) {
      const context = { assetID: formatID(assetID), locktime, lost };
      const detail = `${lost} of ${context.assetID}, locked until ${locktime}, are lost`;
      throw new AvalancheError('Unbalanced', detail, context);
    }
  const burns = uint64Sums([{ assetID: avaxAssetID, amount: fee }, ...burn]);
  const locks = uint64Sums(lock);
  const wanted = sumsOf([...burns.list, ...locks.list]).list.filter(
    ({ assetID }) => !flows.assets.some((flow) => equalBytes(flow.assetID, assetID)),
  );
  const none = wanted.map(({ assetID }) => ({ assetID, burned: 0n, locked: 0n, deposited: 0n }));
  for (const flow of [...flows.assets, ...none]) {
    verifyEqual(flow, 'burned', burns.of(flow.assetID));
    verifyEqual(flow, 'locked', locks.of(flow.assetID));
    if (deposit !== undefined && equalBytes(flow.assetID, avaxAssetID))
      verifyEqual(flow, 'deposited', deposit);
  }
  return flows;
}

function verifyEqual(
  flow: Pick<AssetFlow, 'assetID' | 'burned' | 'locked' | 'deposited'>,
  what: 'burned' | 'locked' | 'deposited',
  meant: bigint,
): void {
  const found = flow[what];
  if (found === meant) return;
  const context = { assetID: formatID(flow.assetID), [what]: found, meant };
  const detail = `${found} of ${context.assetID} are ${what}, not ${meant}`;
  throw new AvalancheError('Unbalanced', detail, context);
}

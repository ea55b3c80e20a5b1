import type { ChainName } from '../chain/declared.ts';
import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import type { LockedAmount } from '../errors/contexts.ts';
import { AvalancheError, type Path, within } from '../errors/error.ts';
import { inputUnits } from '../fee/complexity.ts';
import { type Tariff, weightOf } from '../fee/tariff.ts';
import type { Network } from '../network/network.ts';
import { addressBytes } from '../state/owner.ts';
import { blockchainOf, type State, type UTXOState } from '../state/state.ts';
import { compareBytes, equalBytes, formatHex } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { sumOf } from '../text/uint64.ts';
import { compareUTXOIDs, utxoKey } from '../tx/order.ts';
import { transferOutputOf } from '../tx/output.ts';
import { ownerOf } from '../tx/owner.ts';
import type { AnyUTXO as UTXO } from '../tx/types.ts';
import { keyOfRef, type Options, type UTXORef } from './intent.ts';

/** A UTXO that can be spent now. */
export interface Coin {
  readonly utxo: UTXO;
  readonly isAVAX: boolean;
  readonly amount: bigint;
  /** Amount less what it costs to spend, of AVAX; of other assets the amount. */
  readonly value: bigint;
  /** Unix seconds until which it can only be staked; undefined if it can be spent at will. */
  readonly lock?: bigint;
  /** Weight of its input. */
  readonly weight: bigint;
  readonly owner: OutputOwners;
  /** The lowest places in the owner’s addresses that can sign. */
  readonly signatureIndices: readonly number[];
}

/** Why a UTXO cannot be spent now. */
type Obstacle = 'locked' | 'timelocked' | 'foreign' | 'excluded';

/** UTXOs by whether they can be spent now. */
export interface SpendableSet {
  /** Best first. */
  readonly eligible: readonly Coin[];
  /** Can only be staked: in no order yet, and listed under `excluded` as well. */
  readonly stakeable: readonly Coin[];
  /** All that are not eligible, and why. */
  readonly excluded: readonly {
    readonly utxo: UTXO;
    readonly why: Obstacle;
    readonly amount: bigint;
  }[];
  /** How many were taken out because their owners are only claimed. */
  readonly left: number;
}

/**
 * Sorts UTXOs by whether they can be spent now. The result does not depend on their order. Outputs that are not an amount of an
 * asset are left out.
 * @param place Where the UTXOs stand, for errors.
 * @throws {AvalancheError} `Duplicate`: two UTXOs of one id; what `state.from` throws.
 */
function spendableSetOf(
  state: State,
  tariff: Tariff,
  utxos: readonly UTXO[],
  place: Path,
  options: Options,
): SpendableSet {
  const { exclude = [] } = options;
  const mine = keysOf(state, options);
  const { avaxAssetID } = state.network;
  const excludedKeys = new Set(exclude.map(keyOfRef));
  const eligible: Coin[] = [];
  const stakeable: Coin[] = [];
  const excluded: SpendableSet['excluded'][number][] = [];
  for (const [key, utxo] of within(place, () => distinct(utxos))) {
    const output = transferOutputOf(utxo);
    if (!output || output.amount === 0n) continue;
    const { amount } = output;
    const owner = ownerOf(output);
    const signatureIndices = owner.addresses
      .flatMap((address, i) => (mine.has(formatHex(address)) ? [i] : []))
      .slice(0, owner.threshold);
    const why: Obstacle | undefined =
      signatureIndices.length < owner.threshold
        ? 'foreign'
        : utxo.output.type === 'stakeable.LockOut' && utxo.output.locktime > state.time
          ? 'locked'
          : owner.locktime > state.time
            ? 'timelocked'
            : excludedKeys.has(key)
              ? 'excluded'
              : undefined;
    if (why) excluded.push({ utxo, why, amount });
    const lock = why === 'locked' && 'locktime' in utxo.output ? utxo.output.locktime : undefined;
    const isStakeable =
      lock !== undefined && owner.locktime <= state.time && !excludedKeys.has(key);
    if (why && !isStakeable) continue;
    const weight = weightOf(inputUnits(signatureIndices.length, isStakeable), tariff);
    const isAVAX = equalBytes(utxo.assetID, avaxAssetID);
    const value = isAVAX ? amount - weight * tariff.price : amount;
    const coin = { utxo, isAVAX, amount, value, weight, owner, signatureIndices };
    if (lock !== undefined) stakeable.push({ ...coin, lock });
    else eligible.push(coin);
  }
  return { eligible: eligible.sort(bestFirst), stakeable, excluded, left: 0 };
}

/** The same for the UTXOs of the state's chain. */
export const localSetOf = (state: UTXOState, tariff: Tariff, options: Options): SpendableSet =>
  spendableSetOf(state, tariff, state.utxos, ['state', 'utxos'], options);

/** The same for what another chain exported. */
export function waitingSetOf(
  state: State,
  from: ChainName,
  tariff: Tariff,
  options: Options,
): SpendableSet {
  const imports: Partial<Record<ChainName, readonly UTXO[]>> = state.imports ?? {};
  return spendableSetOf(state, tariff, imports[from] ?? [], ['state', 'imports', from], options);
}

/** AVAX before other assets, most value, most amount, fewest signatures, then by UTXO id. */
export function bestFirst(a: Coin, b: Coin): number {
  if (a.isAVAX !== b.isAVAX) return a.isAVAX ? -1 : 1;
  const order = a.isAVAX ? 0 : compareBytes(a.utxo.assetID, b.utxo.assetID);
  if (order !== 0) return order;
  if (a.value !== b.value) return a.value > b.value ? -1 : 1;
  if (a.amount !== b.amount) return a.amount > b.amount ? -1 : 1;
  return a.signatureIndices.length - b.signatureIndices.length || compareUTXOIDs(a.utxo, b.utxo);
}

/** Who can sign: the signers that the caller chose, else all of the state. */
export function keysOf(state: State, { signers }: Options): ReadonlySet<string> {
  const chain = blockchainOf(state);
  const place = signers ? ['options', 'signers'] : ['state', 'from'];
  return new Set(
    (signers ?? state.from).map((address, i) =>
      within([...place, i], () => formatHex(addressBytes(address, chain, state.network))),
    ),
  );
}

/** Whether values of plain data say the same, in whatever order they have their keys. */
function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [one, other] = [a, b] as readonly Readonly<Record<string, unknown>>[];
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => sameValue(one![key], other![key]))
  );
}

/** Each UTXO once, by its key. */
export function distinct(utxos: readonly UTXO[]): ReadonlyMap<string, UTXO> {
  const found = new Map<string, UTXO>();
  utxos.forEach((utxo, i) => {
    const key = utxoKey(utxo);
    const before = found.get(key);
    if (!before) found.set(key, utxo);
    else if (!sameValue(before, utxo))
      throw new AvalancheError('Duplicate', 'differs from the UTXO with the same ID before it').at(
        i,
      );
  });
  return found;
}

/**
 * The coins that `include` names.
 * @throws {AvalancheError} `OutOfRange`: no UTXO that can be spent here now; `Duplicate`: named twice.
 */
export function included(
  include: readonly UTXORef[],
  { eligible, excluded }: SpendableSet,
): readonly Coin[] {
  if (include.length === 0) return [];
  const byKey = new Map(eligible.map((coin) => [utxoKey(coin.utxo), coin]));
  const seen = new Set<string>();
  return include.map((id, i) =>
    within(['options', 'include', i], () => {
      const key = keyOfRef(id);
      if (seen.has(key)) throw new AvalancheError('Duplicate', 'is listed twice');
      seen.add(key);
      const coin = byKey.get(key);
      if (coin) return coin;
      const why = excluded.find(({ utxo }) => utxoKey(utxo) === key)?.why ?? 'not among the UTXOs';
      throw new AvalancheError('OutOfRange', `cannot be spent: ${why}`);
    }),
  );
}

/** The coins that may be spent besides those chosen: none, if they are chosen by hand. */
export function othersThan(
  chosen: readonly Coin[],
  { eligible }: SpendableSet,
  { strategy }: Options,
): readonly Coin[] {
  if (strategy === 'manual') return [];
  const named = new Set(chosen);
  return eligible.filter((coin) => !named.has(coin));
}

/**
 * An `Insufficient` that says what there is of an asset and why the rest does not help.
 * @param importFrom The chain that the sets are to be imported from, if they are.
 */
export function insufficient(
  { avaxAssetID }: Network,
  assetID: Uint8Array,
  needed: bigint,
  sets: readonly SpendableSet[],
  importFrom?: string,
): AvalancheError {
  const coins = sets
    .flatMap((funds) => funds.eligible)
    .filter(({ utxo }) => equalBytes(utxo.assetID, assetID));
  const excludedFor = (why: Obstacle) =>
    sets
      .flatMap((funds) => funds.excluded)
      .filter((b) => b.why === why && equalBytes(b.utxo.assetID, assetID));
  const sumExcluded = (why: Obstacle) => sumOf(excludedFor(why).map(({ amount }) => amount));
  const spendable = sumOf(coins.filter((c) => c.value > 0n).map((c) => c.amount));
  const id = formatID(assetID);
  return new AvalancheError('Insufficient', `needs ${needed} of ${id}, ${spendable} can be spent`, {
    assetID: id,
    ...(equalBytes(assetID, avaxAssetID) && { symbol: 'AVAX', denomination: 9 }),
    needed,
    spendable,
    ...(importFrom !== undefined && { importFrom }),
    stakeable: lockedAmounts(excludedFor('locked')),
    timelocked: lockedAmounts(excludedFor('timelocked')),
    foreign: sumExcluded('foreign'),
    excluded: sumExcluded('excluded'),
    uneconomic: sumOf(coins.filter((c) => c.value <= 0n).map((c) => c.amount)),
  });
}

/** Amounts by the time at which their lock ends, the first to end first. */
function lockedAmounts(excluded: SpendableSet['excluded']): readonly LockedAmount[] {
  const byTime = new Map<bigint, bigint>();
  for (const { utxo, amount } of excluded) {
    const { locktime } = ownerOf(transferOutputOf(utxo)!);
    const stakeable = utxo.output.type === 'stakeable.LockOut' ? utxo.output.locktime : 0n;
    const until = stakeable > locktime ? stakeable : locktime;
    byTime.set(until, (byTime.get(until) ?? 0n) + amount);
  }
  return [...byTime]
    .map(([until, amount]) => ({ amount, until }))
    .sort((a, b) => (a.until < b.until ? -1 : 1));
}

/** Turns the UTXOs of a state into coins: which can be spent now, by whose signatures, at what cost, and in which order of preference. */
import type { ChainName } from '../chain/declared.ts';
import type { OutputOwners, TransferOutput } from '../chain/fx/secp256k1fx.ts';
import { toBytes } from '../errors/arguments.ts';
import { AvalancheError, type Path, within } from '../errors/error.ts';
import { inputUnits } from '../fee/gas.ts';
import { type Tariff, weightOf } from '../fee/transactions.ts';
import { addressBytes } from '../state/owner.ts';
import { blockchainOf, type State, type UTXOState } from '../state/state.ts';
import { compareBytes, equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { compareUTXOIDs, utxoKey } from '../tx/order.ts';
import { transferOutputOf } from '../tx/output.ts';
import { ownerOf, sameOwner } from '../tx/owner.ts';
import type { Owners, AnyUTXO as UTXO } from '../tx/types.ts';
import { type BuildOptions, keyOfRef, type UTXORef } from './intent.ts';

/** A UTXO that can be spent now. */
export interface Coin {
  readonly utxo: UTXO;
  readonly isAVAX: boolean;
  readonly amount: bigint;
  /**
   * Effective value. For AVAX it is the amount less the cost of its input; for other assets, the amount. Locked AVAX pays no fee, so its
   * value is the amount, or 0 if its input costs at least as much.
   */
  readonly value: bigint;
  /** Unix seconds until which it can only be staked; undefined if it is not locked. */
  readonly lock: bigint | undefined;
  /** Weight of its input. */
  readonly weight: number;
  /** Signed bytes of its input. */
  readonly bytes: number;
  readonly owner: OutputOwners;
  /** Whether the owner is a single address. */
  readonly isSole: boolean;
  /** The lowest indices of the owner's addresses that can sign. */
  readonly signatureIndices: readonly number[];
}

/** Why a UTXO cannot be spent now. */
export type Obstacle = 'locked' | 'timelocked' | 'foreign' | 'excluded';

/** UTXOs by whether they can be spent now. */
export interface SpendableSet {
  /** UTXOs that can be spent now, best first. */
  readonly eligible: readonly Coin[];
  /** UTXOs that can only be staked, unsorted. They are in `excluded` as well. */
  readonly stakeable: readonly Coin[];
  /** UTXOs that are not eligible, with the reason. */
  readonly excluded: readonly {
    readonly utxo: UTXO;
    readonly why: Obstacle;
    readonly amount: bigint;
  }[];
  /** Number of UTXOs that were removed because their owners are only claimed. */
  readonly left: number;
}

export const noFunds: SpendableSet = { eligible: [], stakeable: [], excluded: [], left: 0 };

/**
 * Sorts UTXOs by whether they can be spent now. The result does not depend on their order. Outputs that are not an amount of an
 * asset are left out.
 * @param place Path of the UTXOs, for errors.
 * @throws {AvalancheError} `Duplicate`: different UTXOs with the same id; as `parseAddress` for `state.from`.
 */
function spendableSetOf(
  state: State,
  tariff: Tariff,
  utxos: readonly UTXO[],
  place: Path,
  options: BuildOptions,
): SpendableSet {
  const { exclude = [] } = options;
  const excludedKeys = new Set(exclude.map(keyOfRef));
  const isExcluded = (utxo: UTXO) => excludedKeys.size > 0 && excludedKeys.has(utxoKey(utxo));
  const coinOf = coinMaker(state, tariff, signerTest(state, options));
  const eligible: Coin[] = [];
  const stakeable: Coin[] = [];
  const excluded: SpendableSet['excluded'][number][] = [];
  for (const utxo of within(place, () => distinct(utxos))) {
    const output = transferOutputOf(utxo);
    if (!output || output.amount === 0n) continue;
    const { amount, locktime } = output;
    const lock =
      utxo.output.type === 'stakeable.LockOut' && utxo.output.locktime > state.time
        ? utxo.output.locktime
        : undefined;
    const coin = coinOf(utxo, output, lock);
    const obstacle: Obstacle | undefined =
      coin.signatureIndices.length < output.threshold
        ? 'foreign'
        : lock !== undefined
          ? 'locked'
          : locktime > state.time
            ? 'timelocked'
            : isExcluded(utxo)
              ? 'excluded'
              : undefined;
    if (!obstacle) eligible.push(coin);
    else excluded.push({ utxo, why: obstacle, amount });
    if (obstacle === 'locked' && locktime <= state.time && !isExcluded(utxo)) stakeable.push(coin);
  }
  return { eligible: bestFirst(eligible), stakeable, excluded, left: 0 };
}

/** Returns a function that turns UTXOs into coins. */
function coinMaker({ network }: State, tariff: Tariff, isSigner: IsSigner) {
  const { avaxAssetID } = network;
  // Cache of weight, its price, and bytes, by the number of signatures, with and without a lock.
  const sizes: Pick<Coin, 'weight' | 'bytes'>[] = [];
  const costs: bigint[] = [];
  const signersOf = signersReader(isSigner);
  return (utxo: UTXO, output: TransferOutput, lock: bigint | undefined): Coin => {
    const { amount } = output;
    const { owner, isSole, signatureIndices } = signersOf(output);
    const place = 2 * signatureIndices.length + (lock === undefined ? 0 : 1);
    if (!sizes[place]) {
      const units = inputUnits(signatureIndices.length, lock !== undefined);
      const weight = weightOf(units, tariff);
      sizes[place] = { weight: Number(weight), bytes: units[0] };
      costs[place] = weight * tariff.price;
    }
    const { weight, bytes } = sizes[place]!;
    const isAVAX = equalBytes(utxo.assetID, avaxAssetID);
    const left = isAVAX ? amount - costs[place]! : amount;
    const value = lock === undefined ? left : left > 0n ? amount : 0n;
    return { utxo, isAVAX, amount, value, lock, weight, bytes, owner, isSole, signatureIndices };
  };
}

type Signers = Pick<Coin, 'owner' | 'isSole' | 'signatureIndices'>;

/**
 * Returns a function that reads an output's owner and which of its addresses can sign. Equal owners are read once and are the same object,
 * so that coins can be grouped by it.
 */
function signersReader(isSigner: IsSigner): (output: TransferOutput) => Signers {
  const known = new Map<number, Signers[]>();
  let last: Signers | undefined;
  return (output) => {
    if (last && sameOwner(last.owner, output)) return last;
    const { threshold, addresses } = output;
    const key = Number(threshold) + (addresses[0] ? 16 * startOf(addresses[0]) : 0);
    const alike = known.get(key) ?? [];
    last = alike.find(({ owner }) => sameOwner(owner, output));
    if (last) return last;
    last = {
      owner: ownerOf(output),
      isSole: threshold === 1 && addresses.length === 1,
      signatureIndices: signatureIndicesOf(output, isSigner),
    };
    known.set(key, [...alike, last]);
    return last;
  };
}

/** Sorts the UTXOs of the state's chain by whether they can be spent now. */
export const localSetOf = (state: UTXOState, tariff: Tariff, options: BuildOptions): SpendableSet =>
  spendableSetOf(state, tariff, state.utxos, ['state', 'utxos'], options);

/**
 * Sorts the pending imports from another chain by whether they can be spent now.
 * @throws {AvalancheError} `MissingState`: nobody asked for them, or not for those of an address.
 */
export function waitingSetOf(
  state: State,
  from: ChainName,
  tariff: Tariff,
  options: BuildOptions,
): SpendableSet {
  const imports: Partial<Record<ChainName, readonly UTXO[]>> = state.imports ?? {};
  const place = ['state', 'imports', from];
  const utxos = imports[from];
  const missing = (detail: string): AvalancheError =>
    new AvalancheError('MissingState', detail, { what: 'imports' }).at(...place);
  if (!utxos)
    throw missing(`the state was read without pending imports: read it with imports: ['${from}']`);
  if (state.chain === 'C' && utxos.length === 0 && state.from.length === 0)
    throw missing(
      'the state was read for an account (0x…) alone, but exports wait for an address: read it with the C-… address of the key as well',
    );
  return spendableSetOf(state, tariff, utxos, place, options);
}

/** Sorts coins, best to spend first: AVAX before other assets, then by value, amount, fewest signatures and UTXO id. */
export function bestFirst(coins: readonly Coin[]): readonly Coin[] {
  return byAsset(coins)
    .sort(([a], [b]) => compareAssets(a!, b!))
    .flatMap((group) => [...group].sort(compareCoins));
}

/** Groups coins by asset, in order of first occurrence. */
export function byAsset(coins: readonly Coin[]): (readonly Coin[])[] {
  const assets = new Map<string, Coin[]>();
  let last: Coin[] = [];
  for (const coin of coins) {
    const [first] = last;
    const isSame = first?.isAVAX ? coin.isAVAX : equalAssets(first, coin);
    if (!isSame) {
      const id = coin.isAVAX ? '' : formatHex(coin.utxo.assetID);
      last = assets.get(id) ?? [];
      assets.set(id, last);
    }
    last.push(coin);
  }
  return [...assets.values()];
}

/** Returns a test whether a coin is of an asset. */
export const isOfAsset =
  (assetID: Uint8Array, isAVAX: boolean) =>
  (coin: Coin): boolean =>
    coin.isAVAX === isAVAX && (isAVAX || equalBytes(coin.utxo.assetID, assetID));

const equalAssets = (a: Coin | undefined, b: Coin): boolean =>
  a !== undefined && equalBytes(a.utxo.assetID, b.utxo.assetID);

/** Compares coins by asset, AVAX first. */
const compareAssets = (a: Coin, b: Coin): number =>
  Number(b.isAVAX) - Number(a.isAVAX) || compareBytes(a.utxo.assetID, b.utxo.assetID);

/** Returns the economic coins of an asset: those worth more than they cost to spend. Requires coins sorted by `bestFirst`. */
export function economicOf(
  coins: readonly Coin[],
  assetID: Uint8Array,
  isAVAX: boolean,
): readonly Coin[] {
  const place = (coin: Coin): number => {
    if (coin.isAVAX || isAVAX) return coin.isAVAX === isAVAX ? 0 : coin.isAVAX ? -1 : 1;
    return compareBytes(coin.utxo.assetID, assetID);
  };
  const start = firstWhere(coins, 0, (coin) => place(coin) >= 0);
  return coins.slice(
    start,
    firstWhere(coins, start, (coin) => place(coin) > 0 || coin.value <= 0n),
  );
}

/** Binary search: returns the first index from `from` on for which a monotonic test holds, or the end. */
export function firstWhere<T>(
  list: readonly T[],
  from: number,
  test: (item: T, place: number) => boolean,
): number {
  let low = from;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(list[middle]!, middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Compares coins of one asset. */
function compareCoins(a: Coin, b: Coin): number {
  if (a.value !== b.value) return a.value > b.value ? -1 : 1;
  if (a.amount !== b.amount) return a.amount > b.amount ? -1 : 1;
  return a.signatureIndices.length - b.signatureIndices.length || compareUTXOIDs(a.utxo, b.utxo);
}

/** Whether an address can sign. */
export type IsSigner = (address: Uint8Array) => boolean;

/** Returns a test whether an address can sign: it is one of the signers in the options, or else in the state. */
export function signerTest(state: State, { signers }: BuildOptions): IsSigner {
  const chain = blockchainOf(state);
  const place = signers ? ['options', 'signers'] : ['state', 'from'];
  const byStart = new Map<number, Uint8Array[]>();
  (signers ?? state.from).forEach((address, i) => {
    const bytes = within([...place, i], () => addressBytes(address, chain, state.network));
    const known = byStart.get(startOf(bytes));
    if (known) known.push(bytes);
    else byStart.set(startOf(bytes), [bytes]);
  });
  return (address) => {
    const bytes = address instanceof Uint8Array ? address : toBytes(address);
    return byStart.get(startOf(bytes))?.some((known) => equalBytes(known, bytes)) === true;
  };
}

/** Returns a number made of an address's first bytes, a fast hash for lookups. */
const startOf = (address: Uint8Array): number =>
  (address[0]! << 16) | (address[1]! << 8) | address[2]!;

/** Returns the lowest indices of an owner's addresses that can sign, at most as many as the threshold. */
export function signatureIndicesOf(
  { threshold, addresses }: Owners,
  isSigner: IsSigner,
): readonly number[] {
  if (threshold === 1 && addresses.length === 1 && isSigner(addresses[0]!)) return firstAlone;
  const places: number[] = [];
  for (let i = 0; i < addresses.length && places.length + 1 <= threshold; i++)
    if (isSigner(addresses[i]!)) places.push(i);
  return places;
}

/** Signature indices of most coins, as one shared list. */
const firstAlone: readonly number[] = [0];

/**
 * Returns the coins that `include` names.
 * @throws {AvalancheError} `OutOfRange`: a UTXO that is not here or cannot be spent now; `Duplicate`: named twice.
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
      const reason =
        excluded.find(({ utxo }) => utxoKey(utxo) === key)?.why ?? 'not among the UTXOs';
      throw new AvalancheError('OutOfRange', `cannot be spent: ${reason}`);
    }),
  );
}

/** Returns the coins that may be spent besides the chosen ones; none for the strategy `manual`. */
export function othersThan(
  chosen: readonly Coin[],
  { eligible }: SpendableSet,
  { strategy }: BuildOptions,
): readonly Coin[] {
  if (strategy === 'manual') return [];
  if (chosen.length === 0) return eligible;
  const named = new Set(chosen);
  return eligible.filter((coin) => !named.has(coin));
}

/**
 * Returns the UTXOs without duplicates.
 * @throws {AvalancheError} `Duplicate`, with the path: a different UTXO with the same id.
 */
export function distinct<U extends UTXO>(utxos: readonly U[]): readonly U[] {
  // Most ids differ in a cheap hash. Those that share it are compared by full keys, since an attacker could choose colliding ids.
  const places = new Uint32Array(2 ** Math.ceil(Math.log2(utxos.length + 1) + 3));
  const byKey = new Map<string, U>();
  return utxos.filter((utxo, i) => {
    const hash = hashOf(utxo) & (places.length - 1);
    const first = utxos[places[hash]! - 1];
    if (!first) {
      places[hash] = i + 1;
      return true;
    }
    const key = utxoKey(utxo);
    const known = sameID(first, utxo) ? first : byKey.get(key);
    if (!known) {
      byKey.set(key, utxo);
      return true;
    }
    if (sameValue(known, utxo)) return false;
    throw new AvalancheError('Duplicate', 'differs from the UTXO with the same ID before it').at(i);
  });
}

const hashOf = ({ txID, outputIndex }: UTXO): number =>
  (txID[0]! << 24) ^
  (txID[1]! << 16) ^
  (txID[2]! << 8) ^
  txID[3]! ^
  Math.imul(outputIndex, 0x9e37_79b1);

const sameID = (a: UTXO, b: UTXO): boolean =>
  a.outputIndex === b.outputIndex && equalBytes(a.txID, b.txID);

/** Whether two values of plain data are equal, regardless of key order. */
function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [one, other] = [a, b] as readonly Readonly<Record<string, unknown>>[];
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => sameValue(one![key], other![key]))
  );
}

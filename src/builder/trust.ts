/**
 * Decides whose coins a builder may rely on. Owners in a state may be claimed by a dishonest node, so an owner that a builder fills in, such
 * as that of change, must be the caller's own or proven.
 */
import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { AvalancheError, isError, type Path, within } from '../errors/error.ts';
import { formatAddress } from '../network/address.ts';
import { knowledgeOf } from '../owners/knowledge.ts';
import type { IsOwn } from '../owners/own.ts';
import { soleOwnerOf } from '../owners/prove.ts';
import { addressBytes } from '../state/owner.ts';
import { blockchainOf, placeOf, type State } from '../state/state.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { compareUint64 } from '../text/uint64.ts';
import { transferOutputOf } from '../tx/output.ts';
import { sameSigners } from '../tx/owner.ts';
import type { AnyUTXO } from '../tx/types.ts';
import type { Coin, SpendableSet } from './coins.ts';
import type { BuildOptions } from './intent.ts';

/** Whether a coin may be spent. */
export type Keep = (of: Pick<Coin, 'utxo' | 'owner'>) => boolean;

/** An owner that a builder fills in because the caller named none. */
export interface Filled {
  readonly owner: OutputOwners;
  /** Option or intent field that would name the owner; omitted for locked funds, which keep their owner. */
  readonly by?: Path;
  /** Whether it is an account of the C-chain. */
  readonly isAccount?: true;
}

/** What needs the signatures of an owner: a coin, or the slot of an authority or account. */
interface Owned {
  readonly owner: OutputOwners;
  readonly utxo?: AnyUTXO;
  /** Kind of a slot; omitted for a coin. */
  readonly kind?: 'input' | 'auth' | 'operation' | 'account';
  /** Id of a subnet or validator, of which the owner is the authority. */
  readonly of?: Uint8Array;
}

/** What the caller knows about owners. */
interface Knowledge {
  readonly isOwn: IsOwn;
  /** Whether an owner is the caller's own, or proven. */
  readonly isKnown: (owned: Owned) => boolean;
  /** Whether the caller names its own addresses at all. */
  readonly isSaid: boolean;
}

function knownTo(state: State, { own: given = [] }: BuildOptions): Knowledge {
  const { own = [], evidence, paths } = state;
  const place = { ...placeOf(state), chain: blockchainOf(state), paths, evidence };
  const listed = within(['state'], () => knowledgeOf(place, { own }, []));
  const named = within(['options'], () =>
    knowledgeOf({ ...place, evidence: [] }, { own: given }, []),
  );
  const isOwn: IsOwn = (owner, isAccount) =>
    listed.isSigner(owner, isAccount) || named.isOwn(owner, isAccount);
  const isProven = (owned: Owned): boolean => {
    const { owner, utxo, of: id } = owned;
    // Nobody signs for a threshold of 0, and accounts are named in the input: a node refuses a draft that is wrong about either.
    if (owned.kind === 'account' || owner.threshold === 0) return true;
    if (!evidence || evidence.length === 0) return false;
    const { is, disproved } = listed.ownershipOf(
      utxo
        ? { is: 'utxo', id: utxo, amount: transferOutputOf(utxo)?.amount }
        : { is: 'authority', of: id! },
      owned,
    );
    if (disproved) throw disproved;
    return is === 'proven';
  };
  return {
    isOwn,
    isKnown: (owned) =>
      isOwn(owned.owner, owned.kind === 'account') || within(['state'], () => isProven(owned)),
    isSaid: own.length > 0 || !Array.isArray(given) || given.length > 0,
  };
}

/**
 * Checks that no owner that a builder filled in is only claimed.
 * @param spending Coins, or the slots of a draft.
 * @returns The number of them whose owners are only claimed; 0 if a single address owns all and the caller names no own addresses, since
 *   its signer can tell.
 * @throws {AvalancheError} `NotProven`: with the owners that are only claimed, and how to resolve it.
 */
export function verifyFilled(
  state: State,
  options: BuildOptions,
  spending: readonly Owned[],
  filled: readonly Filled[],
): number {
  const { isOwn, isKnown, isSaid } = knownTo(state, options);
  const claimedOf = (some: readonly Owned[]): readonly Owned[] =>
    !isSaid && isOfOne(some) ? [] : some.filter((owned) => !isKnown(owned));
  if (filled.length > 0) {
    const spent = spending.filter(({ kind }) => kind !== 'auth');
    const strange = filled.filter(
      ({ owner, isAccount = false }) =>
        !isOwn(owner, isAccount) &&
        !spent.some(
          (owned) => (owned.kind === 'account') === isAccount && sameSigners(owned.owner, owner),
        ),
    );
    const owners = [...claimedOf(spent), ...strange].map(({ owner }) => owner);
    if (owners.length > 0) throw notProven(state, owners, strange[0] ?? filled[0]!);
  }
  return claimedOf(spending).length;
}

/** Whether a single address owns everything. */
const isOfOne = (some: readonly Owned[]): boolean =>
  soleOwnerOf({ slots: some.map(({ kind = 'input', owner }) => ({ kind, owner })) }) !== undefined;

function notProven(
  state: State,
  owners: readonly OutputOwners[],
  { by = [] }: Filled,
): AvalancheError {
  const chain = blockchainOf(state);
  const told = new Map(
    owners.map(({ threshold, addresses }) => {
      const texts = addresses.map((address) => formatAddress(address, chain, state.network));
      return [`${threshold} of ${texts.join(', ')}`, { threshold, addresses: texts }] as const;
    }),
  );
  const named = by.join('.');
  const give = ['options.own', 'state.evidence', ...(named ? [named] : [])];
  return new AvalancheError(
    'NotProven',
    `only the state claims that these are the owners: ${[...told.keys()].join('; ')}. Give ${give.join(' or ')}`,
    { owners: [...told.values()], give },
  ).at(...by);
}

/**
 * Builds with all coins. If that would fill in an owner that is only claimed, builds with the coins whose owners are known, or else, if the
 * caller names no own addresses, with those of one single address: the one that has the most, or another if that lacks an asset.
 * @throws {AvalancheError} `NotProven`: none of these builds succeeds; as `build`.
 */
export function overKnown<T>(
  state: State,
  options: BuildOptions,
  sets: readonly SpendableSet[],
  build: (sets: readonly SpendableSet[], keep: Keep) => T,
): T {
  try {
    return build(sets, () => true);
  } catch (e) {
    if (!isError(e, 'NotProven') && !isError(e, 'Ambiguous')) throw e;
    const { isOwn, isKnown, isSaid } = knownTo(state, options);
    const owned = new Map<OutputOwners, boolean>();
    const isOwned = (owner: OutputOwners): boolean => {
      if (!owned.has(owner)) owned.set(owner, isOwn(owner, false));
      return owned.get(owner)!;
    };
    const known: Keep = (coin) => isOwned(coin.owner) || isKnown(coin);
    const coins = sets.flatMap(allOf);
    /** The most of each asset that did not suffice. Whoever has less need not be tried. */
    const tooLittle = new Map<string, bigint>();
    for (const { keep, sums } of [
      { keep: known, sums: sumsOf(coins.filter(known)) },
      ...(isSaid ? [] : singles(state, coins)),
    ]) {
      if ([...tooLittle].some(([assetID, sum]) => (sums.get(assetID) ?? 0n) <= sum)) continue;
      const kept = sets.map((of) => keeping(of, keep));
      if (kept.every(isEmpty)) continue;
      try {
        return build(kept, keep);
      } catch (other) {
        if (!isError(other)) throw other;
        if (isError(other, 'Insufficient') && keep !== known) {
          const { assetID, outputType } = other.context;
          if (outputType === undefined) tooLittle.set(assetID, sums.get(assetID) ?? 0n);
        }
      }
    }
    const unknown = coins.filter((coin) => !known(coin));
    if (!isError(e, 'Ambiguous') || unknown.length === 0 || e.path[0] === 'operations') throw e;
    throw notProven(
      state,
      unknown.map(({ owner }) => owner),
      { owner: unknown[0]!.owner, by: e.path },
    );
  }
}

const allOf = ({ eligible, stakeable }: SpendableSet): readonly Coin[] => [
  ...eligible,
  ...stakeable,
];

const isEmpty = (of: SpendableSet): boolean => allOf(of).length === 0;

function keeping(of: SpendableSet, keep: Keep): SpendableSet {
  const eligible = of.eligible.filter(keep);
  const stakeable = of.stakeable.filter(keep);
  const left = allOf(of).length - eligible.length - stakeable.length;
  return { ...of, eligible, stakeable, left };
}

/** Returns the effective values of coins, by the CB58 of their asset. */
function sumsOf(coins: readonly Coin[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  const ids = new Map<Uint8Array, string>();
  for (const { utxo, value } of coins) {
    if (value <= 0n) continue;
    const id = ids.get(utxo.assetID) ?? formatID(utxo.assetID);
    ids.set(utxo.assetID, id);
    sums.set(id, (sums.get(id) ?? 0n) + value);
  }
  return sums;
}

/** Returns the addresses that can sign and own coins alone, the one with the most AVAX first, then in the order of `state.from`. */
function singles(
  state: State,
  coins: readonly Coin[],
): readonly { readonly keep: Keep; readonly sums: ReadonlyMap<string, bigint> }[] {
  const byAddress = new Map<string, Coin[]>();
  for (const coin of coins) {
    const [address, ...others] = coin.owner.addresses;
    if (!address || others.length > 0) continue;
    const key = formatHex(address);
    const own = byAddress.get(key);
    if (own) own.push(coin);
    else byAddress.set(key, [coin]);
  }
  const avax = formatID(state.network.avaxAssetID);
  return state.from
    .flatMap((text) => {
      const address = addressBytes(text, blockchainOf(state), state.network);
      const own = byAddress.get(formatHex(address));
      if (!own) return [];
      const keep: Keep = ({ owner: { addresses } }) =>
        addresses.length === 1 && equalBytes(addresses[0]!, address);
      return [{ keep, sums: sumsOf(own) }];
    })
    .sort((a, b) => compareUint64(b.sums.get(avax) ?? 0n, a.sums.get(avax) ?? 0n));
}

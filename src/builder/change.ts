/**
 * Determines the owner of change. The options and the state may name one; otherwise it is the owner of the spent coins, if that is
 * unambiguous. A builder never guesses between several owners.
 */
import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { type Address, addressBytes, type Owner, outputOwners } from '../state/owner.ts';
import { blockchainOf, type UTXOState } from '../state/state.ts';
import { formatHex } from '../text/hex.ts';
import { ownerOf } from '../tx/owner.ts';
import type { Owners } from '../tx/types.ts';
import { bestFirst, type Coin, signerTest } from './coins.ts';
import { type BuildOptions, receiver } from './intent.ts';
import type { ChangeGroup, ChangeRule } from './select.ts';
import { type Filled, verifyFilled } from './trust.ts';

/**
 * Returns the owner of the change: the one that the options or the state name, else the owner of the coins. For coins of several single
 * addresses it is the first of these in `state.from`. For coins of several owners, of which any is not a single address, there is none.
 * @throws {AvalancheError} `Ambiguous`: the caller must name a change owner.
 */
export function changeOwner(
  state: UTXOState,
  options: BuildOptions,
  coins: readonly Coin[],
): OutputOwners {
  const named = namedChange(state, options);
  if (named) return named;
  const distinct = new Map<string, OutputOwners>();
  // Coins of equal owners share the object.
  for (const owner of new Set(coins.map((coin) => coin.owner))) {
    const key = signersKey(owner);
    if (owner.threshold > 0 && !distinct.has(key)) distinct.set(key, { ...owner, locktime: 0n });
  }
  const owners = [...distinct.values()];
  if (owners.length === 1) return owners[0]!;
  const chain = blockchainOf(state);
  if (owners.length > 1 && owners.every((o) => o.addresses.length === 1))
    for (const address of state.from) {
      const addresses = [addressBytes(address, chain, state.network)];
      const owner = distinct.get(signersKey({ threshold: 1, addresses }));
      if (owner) return owner;
    }
  throw new AvalancheError(
    'Ambiguous',
    'the inputs have several owners: set options.change to one of them',
    {
      candidates: owners.map(({ threshold, locktime, addresses }) => ({
        threshold,
        locktime,
        addresses: addresses.map(formatHex),
      })),
    },
  ).at('options', 'change');
}

/** Returns the owner that an intent names in `to`, if any. */
export const readTo = (
  state: UTXOState,
  to: Owner | Address | undefined,
): OutputOwners | undefined =>
  to === undefined
    ? undefined
    : within(['to'], () => receiver(to, blockchainOf(state), state.network));

/** Returns the change owner that the options or the state name. */
function namedChange(state: UTXOState, options: BuildOptions): OutputOwners | undefined {
  for (const [root, change] of [
    ['options', options.change],
    ['state', state.change],
  ] as const)
    if (change !== undefined)
      return within([root, 'change'], () =>
        outputOwners(change, blockchainOf(state), state.network),
      );
  return undefined;
}

/** Returns the change owners that the options do not name. */
export const changeFilled = (
  outputs: readonly { readonly output: Owners }[],
  { change }: BuildOptions,
): readonly Filled[] =>
  change === undefined
    ? outputs.map(({ output }) => ({ owner: ownerOf(output), by: ['options', 'change'] }))
    : [];

/**
 * Returns the receiver of all of the coins, if the intent names none.
 * @throws {AvalancheError} `NotProven`: the owner is only claimed; as `changeOwner`.
 */
export function ownerOfAll(
  state: UTXOState,
  options: BuildOptions,
  coins: readonly Coin[],
): OutputOwners {
  const owner = changeOwner(state, options, coins);
  if (options.change === undefined) verifyFilled(state, options, coins, [{ owner, by: ['to'] }]);
  return owner;
}

/**
 * Returns the change rule of the options and the state.
 * @throws {AvalancheError} As `outputOwners`, for the owner that they name.
 */
export function changeRule(state: UTXOState, options: BuildOptions): ChangeRule {
  const named = namedChange(state, options);
  return {
    ownerOf: (_, spent) => named ?? changeOwner(state, options, spent),
    groupsOf: (coins, must) =>
      named
        ? [{ coins, width: named.addresses.length }]
        : changeGroups(state, options, coins, must),
  };
}

/** Returns a change rule that makes an exception for assets of which one receiver gets everything. */
export const sinkRule = (
  rule: ChangeRule,
  sinkOf: (assetID: Uint8Array, spent: readonly Coin[]) => OutputOwners | undefined,
): ChangeRule => ({
  ownerOf: (assetID, spent) => sinkOf(assetID, spent) ?? rule.ownerOf(assetID, spent),
  // All coins of such an asset are spent, so there is nothing to select.
  groupsOf: rule.groupsOf,
});

/** Groups coins: one group for all single addresses, and one for each other owner. */
function changeGroups(
  state: UTXOState,
  options: BuildOptions,
  coins: readonly Coin[],
  must: readonly Coin[],
): readonly ChangeGroup[] {
  const isListed = listedTest(state, options);
  const isPlain = (coin: Coin) => coin.isSole && isListed(coin.owner);
  if (coins.every(isPlain) && must.every(isPlain)) return [{ coins, width: 1 }];
  const groups = new Map<string, { readonly coins: Coin[]; readonly width: number }>();
  const byOwner = new Map<OutputOwners, { readonly coins: Coin[]; readonly width: number }>();
  const groupOf = (coin: Coin) => {
    const { owner } = coin;
    const read = byOwner.get(owner);
    if (read) return read;
    const key = isPlain(coin) ? '' : signersKey(owner);
    const group = groups.get(key) ?? { coins: [], width: owner.addresses.length };
    groups.set(key, group);
    byOwner.set(owner, group);
    return group;
  };
  const bound = new Set(must.filter(isSigned).map(groupOf));
  if (bound.size > 1) return [];
  const free = coins.filter((coin) => !isSigned(coin));
  for (const coin of coins) if (isSigned(coin)) groupOf(coin).coins.push(coin);
  const usable = [...groups.values()].filter((group) => bound.size === 0 || bound.has(group));
  if (free.length === 0) return usable;
  return usable.map(({ coins: own, width }) => ({ coins: bestFirst([...own, ...free]), width }));
}

const isSigned = ({ owner }: Coin): boolean => owner.threshold > 0;

/** Returns a test whether `state.from` lists an owner's single address, which can then receive the change of all others. */
function listedTest(state: UTXOState, { signers }: BuildOptions): (owner: OutputOwners) => boolean {
  if (!signers) return () => true;
  const isListed = signerTest(state, {});
  return ({ addresses }) => isListed(addresses[0]!);
}

/** Returns a key of an owner's signers, ignoring the locktime. */
const signersKey = ({
  threshold,
  addresses,
}: Pick<OutputOwners, 'threshold' | 'addresses'>): string =>
  `${threshold}${addresses.map(formatHex).join('')}`;

import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { addressBytes, outputOwners } from '../state/owner.ts';
import { blockchainOf, type UTXOState } from '../state/state.ts';
import { formatHex } from '../text/bytes.ts';
import { ownerOf } from '../tx/owner.ts';
import type { Owners } from '../tx/types.ts';
import type { Coin } from './coins.ts';
import { slotOf } from './frame.ts';
import type { Options } from './intent.ts';
import { type Filled, verifyFilled } from './trust.ts';

/**
 * Who gets what is left of coins: whom the options or the state name, else the owner that the coins came
 * from. Coins of several single addresses give to the first of them in `state.from`; of several owners where one
 * needs more than one signature, or shares, nobody is chosen.
 * @throws {AvalancheError} `Ambiguous`: name a change owner.
 */
export function changeOwner(
  state: UTXOState,
  options: Options,
  coins: readonly Coin[],
): OutputOwners {
  const { network } = state;
  const chain = blockchainOf(state);
  for (const [root, change] of [
    ['options', options.change],
    ['state', state.change],
  ] as const)
    if (change !== undefined)
      return within([root, 'change'], () => outputOwners(change, chain, network));
  const distinct = new Map<string, OutputOwners>();
  for (const { owner } of coins) {
    const key = signersKey(owner);
    if (owner.threshold > 0 && !distinct.has(key)) distinct.set(key, { ...owner, locktime: 0n });
  }
  const owners = [...distinct.values()];
  if (owners.length === 1) return owners[0]!;
  if (owners.length > 1 && owners.every((o) => o.addresses.length === 1))
    for (const address of state.from) {
      const addresses = [addressBytes(address, chain, network)];
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

/** What is given back to owners that the options do not name. */
export const changeFilled = (
  outputs: readonly { readonly output: Owners }[],
  { change }: Options,
): readonly Filled[] =>
  change === undefined
    ? outputs.map(({ output }) => ({ owner: ownerOf(output), by: ['options', 'change'] }))
    : [];

/**
 * Who gets all of some coins, as nobody is named.
 * @throws {AvalancheError} `NotProven`: the owner is only claimed; as `changeOwner`.
 */
export function fillIn(state: UTXOState, options: Options, coins: readonly Coin[]): OutputOwners {
  const owner = changeOwner(state, options, coins);
  verifyFilled(state, options, coins.map(slotOf), [{ owner, by: ['to'] }]);
  return owner;
}

/** Addresses of the change’s owner, if options or state name one. */
export function changeWidth(state: UTXOState, options: Options): number | undefined {
  const named = options.change ?? state.change;
  if (named === undefined) return undefined;
  return typeof named === 'object' && 'addresses' in named ? named.addresses.length : 1;
}

/** The same for the same signers, whatever the locktime. */
const signersKey = ({
  threshold,
  addresses,
}: Pick<OutputOwners, 'threshold' | 'addresses'>): string =>
  `${threshold}${addresses.map(formatHex).join('')}`;

import { CodecError, within } from '../errors.ts';
import type { OutputOwners } from '../fx/secp256k1fx.ts';
import { addressBytes, outputOwners } from '../state/owner.ts';
import { blockchainOf, type State } from '../state/state.ts';
import { equalBytes } from '../text/bytes.ts';
import type { Coin } from './coins.ts';
import type { Options } from './intent.ts';

/**
 * Who gets what is left of coins: whom the options or the state name, else the owner that the coins came
 * from. Coins of several single addresses give to the first of them in `state.from`; of several owners where one
 * needs more than one signature, or shares, nobody is chosen.
 * @throws {CodecError} `Ambiguous`: name a change owner.
 */
export function changeOwner(state: State, options: Options, coins: readonly Coin[]): OutputOwners {
  const { network } = state;
  const chain = blockchainOf(state);
  for (const [root, change] of [
    ['options', options.change],
    ['state', state.change],
  ] as const)
    if (change !== undefined)
      return within([root, 'change'], () => outputOwners(change, chain, network));
  const owners: OutputOwners[] = [];
  for (const { owner } of coins)
    if (owner.threshold > 0 && !owners.some((o) => sameSigners(o, owner)))
      owners.push({ ...owner, locktime: 0n });
  if (owners.length === 1) return owners[0]!;
  if (owners.length > 1 && owners.every((o) => o.addresses.length === 1)) {
    const from = state.from.map((address) => addressBytes(address, chain, network));
    const first = from.find((a) => owners.some((o) => equalBytes(o.addresses[0]!, a)))!;
    return owners.find((o) => equalBytes(o.addresses[0]!, first))!;
  }
  throw new CodecError('Ambiguous', 'several owners are spent: name one for the change', -1, {
    owners,
  }).at('options', 'change');
}

const sameSigners = (a: OutputOwners, b: OutputOwners): boolean =>
  a.threshold === b.threshold &&
  a.addresses.length === b.addresses.length &&
  a.addresses.every((address, i) => equalBytes(address, b.addresses[i]!));

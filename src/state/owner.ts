import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { asBytes, badArgument } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { parseAddress } from '../network/address.ts';
import type { Chain, Network } from '../network/network.ts';
import {
  aList,
  anything,
  aText,
  checkArgument,
  objectOf,
  optional,
  optionsOf,
} from '../schema/check.ts';
import { compareBytes, equalBytes } from '../text/bytes.ts';
import { lockSeconds } from '../text/time.ts';
import { uint64 } from '../text/uint64.ts';

/** An address: text with chain and network, which are checked, or 20 bytes without either. */
export type Address = string | Uint8Array;

/** An owner: `threshold` of `addresses` must sign, from `locktime` on. */
export interface Owner {
  /** Addresses in any order; they are sorted when encoded. */
  readonly addresses: readonly Address[];
  /** Number of signatures needed: 1 to the number of addresses. */
  readonly threshold: number;
  /** Unix seconds before which it cannot sign; 0 if omitted. */
  readonly locktime?: bigint;
}

const isAccount = (text: string): boolean => /^0x[0-9a-fA-F]{40}$/.test(text);

/**
 * Returns the 20 bytes of an address.
 * @param chain The chain that an address in text must name.
 * @throws {AvalancheError} `WrongChain`, `WrongNetwork`, `BadText`, `BadChecksum`; `OutOfRange`: not 20 bytes.
 */
export function addressBytes(address: Address, chain: Chain, network: Network): Uint8Array {
  if (typeof address === 'string') {
    if (chain.vm === 'evm' && isAccount(address))
      throw new AvalancheError(
        'BadText',
        "is an account of the C-chain's EVM: export to key.address('C', network), and the ImportTx on C credits the account",
        { kind: 'address', found: 'account' },
      );
    const { chain: alias, bytes } = parseAddress(address, network);
    if (alias === chain.alias) return bytes;
    throw new AvalancheError(
      'WrongChain',
      `is an address of the ${alias}-chain, the ${chain.alias}-chain is needed`,
      { have: alias, need: chain.alias },
    );
  }
  const bytes = asBytes(address);
  if (bytes?.length === 20) return bytes.slice();
  if (!bytes) throw badArgument('an address as text, or 20 bytes', address);
  throw new AvalancheError('OutOfRange', 'must be an address as text, or 20 bytes');
}

const isWhole = (owner: Owner | Address): owner is Owner =>
  typeof owner === 'object' && owner !== null && !isAddress(owner);
const isAddress = (owner: Owner | Uint8Array): owner is Uint8Array => asBytes(owner) !== undefined;

const addressesArgument = /* @__PURE__ */ objectOf({ addresses: aList });
/** What an owner may have, with what its wire form has. Its numbers are checked where they are read. */
const ownerArgument = /* @__PURE__ */ (() =>
  optionsOf({
    type: optional(aText),
    addresses: aList,
    threshold: anything,
    locktime: optional(anything),
  }))();

/**
 * Converts an owner to its wire form, with sorted addresses; a single address becomes a 1-of-1 owner.
 * @throws {AvalancheError} As `addressBytes`, with its path; `Duplicate`: an address twice; `OutOfRange`: a
 *   threshold that is not 1 to the number of addresses (nobody or anybody could spend), a locktime that is not
 *   Unix seconds up to the year 2099, or 2^64 - 1 for never; `BadArgument`: another key.
 */
export function outputOwners(owner: Owner | Address, chain: Chain, network: Network): OutputOwners {
  if (isWhole(owner)) checkArgument(owner, ownerArgument);
  const owners = wireOwner(owner, chain, network);
  lockSeconds(owners.locktime, 'locktime');
  return owners;
}

function wireOwner(owner: Owner | Address, chain: Chain, network: Network): OutputOwners {
  if (typeof owner === 'string' || isAddress(owner))
    return {
      type: 'secp256k1fx.OutputOwners',
      locktime: 0n,
      threshold: 1,
      addresses: [addressBytes(owner, chain, network)],
    };
  checkArgument(owner, addressesArgument);
  const { threshold, locktime = 0n } = owner;
  const addresses = owner.addresses
    .map((address, i) => within(['addresses', i], () => addressBytes(address, chain, network)))
    .sort(compareBytes);
  if (addresses.some((address, i) => i > 0 && equalBytes(address, addresses[i - 1]!)))
    throw new AvalancheError('Duplicate', 'the address is listed twice').at('addresses');
  if (!Number.isInteger(threshold) || threshold < 1 || threshold > addresses.length)
    throw new AvalancheError(
      'OutOfRange',
      `must be 1 to ${addresses.length}, the number of addresses, got ${threshold}`,
      { value: threshold, min: 1, max: addresses.length },
    ).at('threshold');
  uint64(locktime, 'locktime');
  return { type: 'secp256k1fx.OutputOwners', locktime, threshold, addresses };
}

/**
 * Converts an owner read from a chain to its wire form. Like `outputOwners`, but accepts any locktime, and
 * threshold 0 without addresses, where no signature is needed.
 */
export function authorityOwner(owner: Owner, chain: Chain, network: Network): OutputOwners {
  checkArgument(owner, addressesArgument);
  if (owner.threshold !== 0 || owner.addresses.length > 0) return wireOwner(owner, chain, network);
  const somebody = { ...owner, threshold: 1, addresses: [new Uint8Array(20)] };
  return { ...wireOwner(somebody, chain, network), threshold: 0, addresses: [] };
}

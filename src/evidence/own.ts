import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { asBytes } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { parseAddress } from '../network/address.ts';
import type { Network } from '../network/network.ts';
import type { Address, Owner } from '../state/owner.ts';
import { accountBytes } from '../text/account.ts';
import { compareBytes, equalBytes, formatHex } from '../text/bytes.ts';

/**
 * Whether an owner is the signer's.
 * @param isAccount Whether it is an account of the C-chain. Its 20 bytes are another hash of the key: as an address of an output,
 *   nobody has the key of them.
 */
export type IsOwn = (owner: OutputOwners, isAccount?: boolean) => boolean;

/** Whether somebody says that a whole owner is the caller's, signers who are not the caller included. */
const isWholeOwner = (of: unknown): of is Owner =>
  typeof of === 'object' && of !== null && 'addresses' in of && !('owner' in of);

/** How the addresses of `ownTest` are read. */
export interface OwnOptions {
  /** The network that text must be of; any if omitted. */
  readonly network?: Network;
  /** Whether an address is the signer's in another way. */
  readonly isMine?: (address: Uint8Array) => boolean;
  /** Reads an account; without its checksum if omitted, which suffices where nothing can be an account's. */
  readonly parseAccount?: (text: string) => Uint8Array;
}

/**
 * Whether every address of an owner is one of these, or the owner itself is. An owner without addresses is nobody's.
 * @param own Addresses of any chain, whose chain is not compared; 20 bytes, or whole owners; accounts of the C-chain as `0x…`, which own no outputs.
 * @throws {AvalancheError} With the place: `BadText`, `BadChecksum`, `WrongNetwork`; `OutOfRange`: not 20 bytes.
 */
export function ownTest(
  own: readonly (Address | Owner)[],
  { network, isMine = () => false, parseAccount = accountBytes }: OwnOptions = {},
): IsOwn {
  const bytesOf = (of: Address): Uint8Array =>
    isAccountName(of) ? parseAccount(of) : addressOf(of, network);
  const mine = new Set<string>();
  const accounts = new Set<string>();
  const owners: { readonly threshold: number; readonly addresses: readonly Uint8Array[] }[] = [];
  for (const [i, of] of own.entries())
    within([i], () => {
      if (!isWholeOwner(of)) {
        const name = formatHex(bytesOf(of));
        accounts.add(name);
        if (!isAccountName(of)) mine.add(name);
        return;
      }
      const { threshold, addresses } = of;
      const all = addresses.map((address, k) =>
        within(['addresses', k], () =>
          isAccountName(address) ? parseAddress(address).bytes : addressOf(address, network),
        ),
      );
      owners.push({ threshold, addresses: all.sort(compareBytes) });
    });
  return ({ threshold, addresses }, isAccount = false) =>
    (addresses.length > 0 &&
      addresses.every((address) =>
        isAccount
          ? accounts.has(formatHex(address))
          : mine.has(formatHex(address)) || isMine(address),
      )) ||
    owners.some(
      (of) =>
        of.threshold === threshold &&
        of.addresses.length === addresses.length &&
        of.addresses.every((address, i) => equalBytes(address, addresses[i]!)),
    );
}

const isAccountName = (of: Address): of is string => typeof of === 'string' && of.startsWith('0x');

function addressOf(address: Address, network: Network | undefined): Uint8Array {
  if (typeof address === 'string') return parseAddress(address, network).bytes;
  const bytes = asBytes(address);
  if (bytes?.length === 20) return bytes;
  throw new AvalancheError('OutOfRange', 'must be an address as text, or 20 bytes');
}

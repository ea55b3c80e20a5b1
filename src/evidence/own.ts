import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { asBytes } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { parseAddress } from '../network/address.ts';
import type { Network } from '../network/network.ts';
import type { Address } from '../state/owner.ts';
import { parseAccount } from '../text/account.ts';
import { formatHex } from '../text/bytes.ts';

/** Whether an owner is the signer's: every address of it. */
export type IsOwn = (owner: OutputOwners) => boolean;

/**
 * Whether every address of an owner is one of these. An owner without addresses is nobody's.
 * @param network The network that text must be of; any if omitted.
 * @param own Addresses of any chain, whose chain is not compared; accounts of the C-chain as `0x…`; or 20 bytes.
 * @throws {AvalancheError} With the place: `BadText`, `BadChecksum`, `WrongNetwork`; `OutOfRange`: not 20 bytes.
 */
export function ownTest(own: readonly Address[], network?: Network): IsOwn {
  const mine = new Set(own.map((of, i) => formatHex(within([i], () => bytesOf(of, network)))));
  return ({ addresses }) =>
    addresses.length > 0 && addresses.every((address) => mine.has(formatHex(address)));
}

function bytesOf(address: Address, network: Network | undefined): Uint8Array {
  if (typeof address === 'string')
    return address.startsWith('0x') ? parseAccount(address) : parseAddress(address, network).bytes;
  const bytes = asBytes(address);
  if (bytes?.length === 20) return bytes;
  throw new AvalancheError('OutOfRange', 'must be an address as text, or 20 bytes');
}

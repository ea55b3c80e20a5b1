import { AvalancheError } from '../errors/error.ts';
import { readAddress, formatAddress as writeAddress } from '../text/address.ts';
import type { Chain, Network } from './network.ts';

/**
 * Formats 20 bytes as an address on a chain of a network.
 * @param chain The chain's letter, or another instance of the AVM.
 * @throws {AvalancheError} `OutOfRange`: not 20 bytes.
 * @example
 * formatAddress('P', new Uint8Array(20), mainnet); // 'P-avax1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqxpdk7q'
 */
export function formatAddress(
  chain: 'P' | 'X' | 'C' | Chain,
  bytes: Uint8Array,
  network: Pick<Network, 'hrp'>,
): string {
  return writeAddress(typeof chain === 'string' ? chain : chain.alias, network.hrp, bytes);
}

/**
 * Parses an address into its chain and bytes. Accepts only the canonical text, which formatting the result returns
 * again.
 * @param network The network that the address must belong to; any if omitted.
 * @throws {AvalancheError} `BadText`, `BadChecksum`; `OutOfRange`: not 20 bytes; `WrongNetwork`: another hrp,
 *   context has `have` and `need`.
 * @example
 * parseAddress('P-avax1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqxpdk7q', mainnet).chain; // 'P'
 */
export function parseAddress(
  text: string,
  network?: Pick<Network, 'hrp'>,
): { chain: string; bytes: Uint8Array } {
  const { alias, hrp, bytes } = readAddress(text);
  if (!network || hrp === network.hrp) return { chain: alias, bytes };
  throw new AvalancheError('WrongNetwork', `is an address of ${hrp}, ${network.hrp} is needed`, {
    have: hrp,
    need: network.hrp,
  });
}

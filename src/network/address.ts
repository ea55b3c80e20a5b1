import { badArgument } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { readAddress, formatAddress as writeAddress } from '../text/address.ts';
import type { Chain, Network } from './network.ts';

/**
 * Formats 20 bytes as an address on a chain of a network.
 * @param chain The chain's letter, or another instance of the AVM.
 * @throws {AvalancheError} `OutOfRange`: not 20 bytes; `BadArgument`: not a chain or a network.
 * @example
 * formatAddress(new Uint8Array(20), 'P', mainnet); // 'P-avax1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqxpdk7q'
 */
export function formatAddress(
  bytes: Uint8Array,
  chain: 'P' | 'X' | 'C' | Chain,
  network: Pick<Network, 'hrp'>,
): string {
  const alias = typeof chain === 'string' ? chain : chain?.alias;
  if (typeof alias !== 'string') throw badArgument('P, X, C or a blockchain', chain).at('chain');
  return writeAddress(alias, hrpOf(network), bytes);
}

/** The name of the network that a prefix is of; `custom` is that of all that avalanchego does not list. */
const nameOf = (hrp: string): string => (hrp === 'avax' ? 'mainnet' : hrp);
const nameInText = (hrp: string): string =>
  hrp === 'custom' ? 'a custom network (custom1…)' : nameOf(hrp);

/**
 * Returns the error for an address of another network.
 * @param subject What is wrong, if the path of the error does not name it.
 */
export const otherNetwork = (
  have: string,
  need: string,
  subject = '',
): AvalancheError<'WrongNetwork'> =>
  new AvalancheError(
    'WrongNetwork',
    `${subject && `${subject} `}is an address of ${nameInText(have)}, not of ${nameInText(need)}`,
    { have: nameOf(have), need: nameOf(need) },
  );

/** Returns the prefix of a network's addresses. A name is the most common mistake. */
function hrpOf(network: Pick<Network, 'hrp'>): string {
  if (typeof network?.hrp === 'string') return network.hrp;
  throw badArgument('a network', network).at('network');
}

/**
 * Parses an address into its chain and bytes. Accepts only the canonical text, which formatting the result returns
 * again.
 * @param network The network that the address must belong to; any if omitted.
 * @throws {AvalancheError} `BadText`, `BadChecksum`; `OutOfRange`: not 20 bytes; `WrongNetwork`: of another network;
 *   context has `have` and `need`.
 * @example
 * parseAddress('P-avax1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqxpdk7q', mainnet).chain; // 'P'
 */
export function parseAddress(
  text: string,
  network?: Pick<Network, 'hrp'>,
): { chain: string; bytes: Uint8Array } {
  const { alias, hrp, bytes } = readAddress(text);
  const need = network === undefined ? hrp : hrpOf(network);
  if (hrp === need) return { chain: alias, bytes };
  throw otherNetwork(hrp, need);
}

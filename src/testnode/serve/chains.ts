/** Parses and formats chain names and addresses as the node's methods do. */
import type { ChainName } from '../../chain/declared.ts';
import { isError } from '../../errors/error.ts';
import { formatAddress } from '../../network/address.ts';
import { readAddress } from '../../text/address.ts';
import { formatID, parseShortID } from '../../text/id.ts';
import type { World } from '../world.ts';
import { quotedByGo, refuse } from './envelope.ts';

/** Aliases besides the letters. Source: avalanchego `genesis/aliases.go`. */
const aliases: { readonly [alias: string]: ChainName } = {
  P: 'P',
  platform: 'P',
  X: 'X',
  avm: 'X',
  C: 'C',
  evm: 'C',
};

/** Returns the chain of the primary network with an alias or id; undefined if there is none. */
export function chainOf({ network }: World, text: string): ChainName | undefined {
  if (Object.hasOwn(aliases, text)) return aliases[text];
  return (['P', 'X', 'C'] as const).find(
    (name) => formatID(network.chains[name].blockchainID) === text,
  );
}

/**
 * Like `chainOf`, but throws if there is none.
 * @throws {AvalancheError} `NodeError` with the message of a node's aliaser.
 */
export function lookUpChain(world: World, text: string): ChainName {
  return chainOf(world, text) ?? refuse(`there is no ID with alias: ${text}`);
}

/** CB58 of the id of a chain. */
export const idOfChain = ({ network }: World, chain: ChainName): string =>
  formatID(network.chains[chain].blockchainID);

export const addressOn = ({ network }: World, chain: ChainName, bytes: Uint8Array): string =>
  formatAddress(bytes, chain, network);

/**
 * Parses an address of a chain and reports errors like a node. Source: avalanchego
 * `vms/components/avax/addresses.go`.
 */
function parseLocal(world: World, chain: ChainName, text: string): Uint8Array {
  if (!text.includes('-')) refuse('no separator found in address');
  let address: ReturnType<typeof readAddress>;
  try {
    address = readAddress(text, { lenient: true });
  } catch (e) {
    if (!isError(e)) throw e;
    return refuse(e.code === 'BadChecksum' ? 'invalid checksum' : e.detail);
  }
  const found = lookUpChain(world, address.alias);
  const { hrp } = world.network;
  if (address.hrp !== hrp)
    refuse(`expected hrp ${quotedByGo(hrp)} but got ${quotedByGo(address.hrp)}`);
  if (found !== chain)
    refuse(
      `mismatched chainIDs: expected ${quotedByGo(idOfChain(world, chain))} but got ${quotedByGo(idOfChain(world, found))}`,
    );
  return address.bytes;
}

/** Parses CB58 of 20 bytes; undefined for other text. */
function shortID(text: string): Uint8Array | undefined {
  try {
    return parseShortID(text);
  } catch {
    return undefined;
  }
}

/**
 * The 20 bytes of an address as methods take it: of the chain, or CB58.
 * @throws {AvalancheError} `NodeError`.
 */
export function parseServiceAddress(world: World, chain: ChainName, text: string): Uint8Array {
  return (
    shortID(text) ??
    prefixed(`couldn't parse address ${quotedByGo(text)}: `, () => parseLocal(world, chain, text))
  );
}

/** Like `parseServiceAddress` for the C-chain, whose errors are shorter. */
export function parseCAddress(world: World, text: string): Uint8Array {
  return shortID(text) ?? parseLocal(world, 'C', text);
}

/** Prefixes the message of a refusal. */
export function prefixed<T>(words: string, step: () => T): T {
  try {
    return step();
  } catch (e) {
    if (isError(e, 'NodeError')) return refuse(`${words}${e.context.message}`);
    throw e;
  }
}

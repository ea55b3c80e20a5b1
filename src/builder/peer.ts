import type { ChainName } from '../chain/kinds.ts';
import { AvalancheError } from '../errors/error.ts';
import type { Chain } from '../network/network.ts';
import type { State } from '../state/state.ts';

/**
 * The chain of the primary network that a state’s chain trades with.
 * @throws {AvalancheError} `WrongChain`: the state’s own, or none.
 */
export function peerOf({ chain, network }: State, name: ChainName): Chain {
  if (name !== chain && Object.hasOwn(network.chains, name)) return network.chains[name];
  const others = Object.keys(network.chains).filter((other) => other !== chain);
  throw new AvalancheError('WrongChain', `must be ${others.join(' or ')}, got ${name}`, {
    have: String(name),
    need: others.join(' or '),
  });
}

import type { ChainName } from '../chain/kinds.ts';
import { CodecError } from '../errors.ts';
import type { Chain } from '../network/network.ts';
import type { State } from '../state/state.ts';

/**
 * The chain of the primary network that a state’s chain trades with.
 * @throws {CodecError} `WrongChain`: the state’s own, or none.
 */
export function peerOf({ chain, network }: State, name: ChainName): Chain {
  if (name !== chain && Object.hasOwn(network.chains, name)) return network.chains[name];
  const others = Object.keys(network.chains).filter((other) => other !== chain);
  throw new CodecError('WrongChain', `${name} is not ${others.join(' or ')}`);
}

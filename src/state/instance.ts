import { AvalancheError } from '../errors/error.ts';
import type { Chain, Network } from '../network/network.ts';
import { equalBytes } from '../text/bytes.ts';

/** Most characters of an alias: an id as text has at most 51. */
const maxAlias = 64;

/**
 * Checks that an instance of the AVM is not confused with a chain of the primary network, by its id or in what is shown.
 * @throws {AvalancheError} `WrongChain`: under `blockchainID`, a chain of the primary network; under `alias`, the name of one; `TooLong`.
 */
export function verifyInstance({ alias, blockchainID }: Chain, network: Network): void {
  const known = Object.values(network.chains);
  const wrong = (at: string, have: string): AvalancheError =>
    new AvalancheError('WrongChain', `is that of the ${have}-chain`, {
      have,
      need: 'another instance of the AVM',
    }).at(at);
  const same = known.find((chain) => equalBytes(chain.blockchainID, blockchainID));
  if (same) throw wrong('blockchainID', same.alias);
  const named = known.find((chain) => chain.alias.toLowerCase() === alias.toLowerCase());
  if (named) throw wrong('alias', named.alias);
  if (alias.length > maxAlias)
    throw new AvalancheError('TooLong', `${alias.length} characters, at most ${maxAlias}`, {
      length: alias.length,
      max: maxAlias,
    }).at('alias');
}

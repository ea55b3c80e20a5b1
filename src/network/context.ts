import { AvalancheError } from '../errors/error.ts';
import { addressFormatter, addressParser, readAddress } from '../text/address.ts';
import { parseShortID } from '../text/id.ts';
import type { Context } from '../wire/context.ts';
import { formatFxID } from './fxid.ts';

/**
 * Returns how a node of a network prints and reads addresses of one of its chains.
 * @param alias The part before the `-` of addresses: `P`, `X`, `C`, or the alias or id of another AVM.
 * @throws {AvalancheError} `BadText`: an hrp that bech32 cannot hold.
 */
export function contextOf(alias: string, network: { readonly hrp: string }): Context {
  const known = addressParser(alias, network.hrp);
  return {
    formatAddress: addressFormatter(alias, network.hrp),
    parseAddress: (text) => {
      const bytes = known(text);
      if (bytes) return bytes;
      // A node that does not know the network prints CB58, which has no '-'.
      if (!text.includes('-')) return parseShortID(text);
      const address = readAddress(text);
      if (address.alias !== alias)
        throw new AvalancheError(
          'WrongChain',
          `${text} is an address of the ${address.alias}-chain, the ${alias}-chain is needed`,
          { have: address.alias, need: alias },
        );
      if (address.hrp !== network.hrp)
        throw new AvalancheError(
          'WrongNetwork',
          `${text} is an address of ${address.hrp}, ${network.hrp} is needed`,
          { have: address.hrp, need: network.hrp },
        );
      return address.bytes;
    },
    formatFxID,
  };
}

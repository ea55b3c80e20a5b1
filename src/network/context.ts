import { toText } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { aText, checkArgument, objectOf } from '../schema/check.ts';
import { addressFormatter, addressParser, readAddress } from '../text/address.ts';
import { parseShortID } from '../text/id.ts';
import type { Context } from '../wire/context.ts';
import { otherNetwork } from './address.ts';

/**
 * Ids of the three feature extensions, in the order of the X-chain's fx indices: the ASCII name, padded with
 * zeros.
 */
export const fxIDs = [
  'spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ',
  'qd2U4HDWUvMrVUeTcCHp6xH3Qpnn1XbU5MDdnBoiifFqvgXwT',
  'rXJsCSEYXg2TehWxCEEGj6JU2PWKTkd6cBdNLjoe2SpsKD9cy',
] as const;

/**
 * Formats the id of the feature extension at an index, as a node prints it on a known network.
 * @throws {AvalancheError} `Unsupported`: no such index.
 */
function formatFxID(fxIndex: number): string {
  const id = fxIDs[fxIndex];
  if (id === undefined)
    throw new AvalancheError('Unsupported', `the node cannot print the fxIndex ${fxIndex}`);
  return id;
}

const hrpArgument = /* @__PURE__ */ objectOf({ hrp: aText }, { name: 'a network' });

/**
 * Returns how a node of a network prints and reads addresses of one of its chains.
 * @param alias The part before the `-` of addresses: `P`, `X`, `C`, or the alias or id of another AVM.
 * @throws {AvalancheError} `BadText`: an hrp that bech32 cannot hold.
 */
export function jsonContext(alias: string, network: { readonly hrp: string }): Context {
  toText(alias, 'alias');
  checkArgument(network, hrpArgument, 'network');
  const key = `${alias}-${network.hrp}`;
  if (last?.key !== key) last = { key, context: makeContext(alias, { hrp: network.hrp }) };
  return last.context;
}

/** The last context, which programs use again and again. */
let last: { readonly key: string; readonly context: Context } | undefined;

function makeContext(alias: string, network: { readonly hrp: string }): Context {
  const known = addressParser(alias, network.hrp);
  return {
    formatAddress: addressFormatter(alias, network.hrp),
    parseAddress: (text) => {
      const bytes = known(text);
      if (bytes) return bytes;
      // Without a known network, a node prints CB58, which has no '-'.
      if (!text.includes('-')) return parseShortID(text);
      const address = readAddress(text);
      if (address.alias !== alias)
        throw new AvalancheError(
          'WrongChain',
          `${text} is an address of the ${address.alias}-chain, the ${alias}-chain is needed`,
          { have: address.alias, need: alias },
        );
      if (address.hrp !== network.hrp) throw otherNetwork(address.hrp, network.hrp, text);
      return address.bytes;
    },
    formatFxID,
  };
}

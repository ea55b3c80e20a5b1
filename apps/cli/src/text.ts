import { Point } from '@noble/secp256k1';
import {
  AvalancheError,
  formatAddress,
  formatCB58,
  formatHex,
  formatShortID,
  identifyNetwork,
  type NetworkIdentity,
  parseAddress,
  parseCB58,
  parseHex,
  parseShortID,
  readAddress,
} from 'avalanche-tx';
import { networkIn } from './network.ts';
import type { Shell, StandardInput } from './shell.ts';
import { columns } from './terminal.ts';

/**
 * The output of `address`: 20 bytes in every form, for one network or the four known ones.
 * @throws {AvalancheError} `BadText`: among others an account (0x…), from which no address follows.
 */
export function addressCommand(
  text: string,
  network: string | undefined,
  json: boolean,
  { stdin }: Shell,
): string {
  const networks = formNetworks(network, stdin);
  const [only] = network === undefined ? [] : networks;
  const forms = { shortID: addressBytes(text, only), networks };
  return json ? JSON.stringify(formJSON(forms)) : columns(formLines(forms));
}

function addressBytes(text: string, network: { readonly hrp: string } | undefined): Uint8Array {
  const other = (detail: string) =>
    new AvalancheError('BadText', detail, { kind: 'address', found: 'account' });
  if (/^0x[0-9a-f]{40}$/i.test(text))
    throw other(
      "is an account of the C-chain's EVM, and no address follows from it: an account is another hash of the public key than an address. Pass an address (P-…, X-…, C-… or CB58), or to `keys show` the public key or the file of the private key",
    );
  if (/^PrivateKey-/i.test(text))
    throw new AvalancheError(
      'BadText',
      'is a private key: pass its file to `keys show`, and never the key itself as an argument',
      { kind: 'input' },
    );
  if (publicKeyOf(text))
    throw new AvalancheError('BadText', 'is a public key: `keys show` prints its addresses', {
      kind: 'input',
    });
  if (text.startsWith('0x')) {
    const { length } = parseHex(text);
    throw new AvalancheError(
      'OutOfRange',
      `is neither an address nor a public key, which has 33 or 65 bytes, got ${length}`,
      {
        value: length,
        min: 33,
        max: 65,
        unit: 'bytes',
      },
    );
  }
  if (!text.includes('-')) return parseShortID(text);
  return network ? parseAddress(text, network).bytes : readAddress(text).bytes;
}

/** An address in all forms. */
export interface Forms {
  readonly shortID: Uint8Array;
  /** The networks of its addresses: one, or all that are known. */
  readonly networks: readonly NetworkIdentity[];
}

const chains = ['P', 'X', 'C'] as const;

/** The lines of a table with the forms of an address: in hex and CB58, and on each chain of the networks. */
export const formLines = ({ shortID, networks }: Forms): readonly (readonly string[])[] => [
  ['hex', formatHex(shortID)],
  ['cb58', formatShortID(shortID)],
  ...networks.flatMap((network) =>
    chains.map((chain) => [`${network.name} ${chain}`, formatAddress(shortID, chain, network)]),
  ),
];

/** The same as JSON: the addresses on one network, mainnet if none is named. */
export function formJSON({ shortID, networks: [network] }: Forms) {
  const address = (chain: (typeof chains)[number]) => formatAddress(shortID, chain, network!);
  return {
    hex: formatHex(shortID),
    cb58: formatShortID(shortID),
    network: network!.name,
    addresses: { P: address('P'), X: address('X'), C: address('C') },
  };
}

/** The network that `--network` names; otherwise the four known ones, mainnet first. */
export function formNetworks(
  network: string | undefined,
  stdin: StandardInput,
): readonly NetworkIdentity[] {
  const only = networkIn(network, stdin);
  return only ? [only] : ['mainnet', 'fuji', 'local', 'testnode'].map(identifyNetwork);
}

/** The public key, compressed, if a text is one in hex. */
export function publicKeyOf(text: string): Uint8Array | undefined {
  if (!/^0x(?:0[23][0-9a-f]{64}|04[0-9a-f]{128})$/i.test(text)) return undefined;
  try {
    return Point.fromBytes(parseHex(text)).toBytes(true);
  } catch {
    throw new AvalancheError('BadText', 'is not a point of the curve: check the public key', {
      kind: 'input',
    });
  }
}

/** The output of `cb58`: CB58 of `0x…`, or the bytes of CB58 text with a checked checksum. */
export const cb58Command = (text: string): string =>
  text.startsWith('0x') ? formatCB58(parseHex(text)) : formatHex(parseCB58(text));

import { Point } from '@noble/secp256k1';
import {
  AvalancheError,
  formatCB58,
  formatHex,
  formatShortID,
  identify,
  parseAddress,
  parseCB58,
  parseHex,
  parseShortID,
  readAddress,
} from 'avalanche-tx';
import { accountOf, shortIDOfPublicKey } from '../../../src/crypto/secp256k1.ts';
import { formatAddress } from '../../../src/text/address.ts';
import { UsageError } from './input.ts';
import { networkIn } from './network.ts';
import { readKey } from './secrets.ts';
import type { Shell } from './shell.ts';
import { columns } from './terminal.ts';

/** What `address` converts: a text, or the private key in a file. */
interface Addressee {
  readonly text: string | undefined;
  readonly keyFile: string | undefined;
}

/**
 * The output of `address`: 20 bytes in every form, for one network or the three known ones; of a key also its account on the C-chain.
 * @throws {UsageError} Not one of text and file.
 * @throws {AvalancheError} `BadText`: among others an account (0x…), from which no address follows.
 */
export function addressCommand(
  { text, keyFile }: Addressee,
  network: string | undefined,
  json: boolean,
  shell: Shell,
): string {
  if ((text === undefined) === (keyFile === undefined))
    throw new UsageError('address needs an argument: ADDRESS, or --key FILE');
  const only = networkIn(network, shell.stdin);
  const publicKey = keyFile === undefined ? publicKeyOf(text!) : readKey(keyFile, shell).publicKey;
  const bytes = publicKey ? shortIDOfPublicKey(publicKey) : addressBytes(text!, only);
  const known = only ? [only] : ['mainnet', 'fuji', 'local', 'testnode'].map(identify);
  const forms: Record<string, string> = { hex: formatHex(bytes), cb58: formatShortID(bytes) };
  if (publicKey) forms.account = formatHex(accountOf(publicKey));
  for (const { name, hrp } of known)
    for (const chain of ['P', 'X', 'C'])
      forms[`${name} ${chain}`] = formatAddress(chain, hrp, bytes);
  return json ? JSON.stringify(forms) : columns(Object.entries(forms));
}

/** The public key, compressed, if a text is one in hex. */
function publicKeyOf(text: string): Uint8Array | undefined {
  if (!/^0x(?:0[23][0-9a-f]{64}|04[0-9a-f]{128})$/i.test(text)) return undefined;
  try {
    return Point.fromBytes(parseHex(text)).toBytes(true);
  } catch {
    throw new AvalancheError('BadText', 'is not a point of the curve: check the public key', {
      kind: 'input',
    });
  }
}

function addressBytes(text: string, network: { readonly hrp: string } | undefined): Uint8Array {
  if (/^0x[0-9a-f]{40}$/i.test(text))
    throw new AvalancheError(
      'BadText',
      "is an account of the C-chain's EVM, and no address follows from it: an account is another hash of the public key than an address. Pass the public key (0x02…, 0x03… or 0x04…), the file of the private key with --key, or an address (P-…, X-…, C-… or CB58)",
      { kind: 'address', found: 'account' },
    );
  if (text.startsWith('0x')) {
    const { length } = parseHex(text);
    throw new AvalancheError('OutOfRange', `a public key has 33 or 65 bytes, got ${length}`, {
      value: length,
      min: 33,
      max: 65,
      unit: 'bytes',
    });
  }
  if (!text.includes('-')) return parseShortID(text);
  return network ? parseAddress(text, network).bytes : readAddress(text).bytes;
}

/** The output of `cb58`: CB58 of `0x…`, or the bytes of CB58 text with a checked checksum. */
export const cb58Command = (text: string): string =>
  text.startsWith('0x') ? formatCB58(parseHex(text)) : formatHex(parseCB58(text));

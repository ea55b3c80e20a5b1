import { AvalancheError } from '../errors/error.ts';
import { parseAddress } from '../network/address.ts';
import { identify } from '../network/identity.ts';
import { formatAddress, readAddress } from '../text/address.ts';
import { formatHex, parseHex } from '../text/bytes.ts';
import { formatCB58, parseCB58 } from '../text/cb58.ts';
import { formatShortID, parseShortID } from '../text/id.ts';
import { readNetwork } from './network.ts';
import { columns } from './terminal.ts';

/** The output of `address`: 20 bytes in every form, for one network or the three known ones. */
export function addressCommand(text: string, network: string | undefined, json: boolean): string {
  const only = network === undefined ? undefined : readNetwork(network);
  const bytes = addressBytes(text, only);
  const known = only ? [only] : ['mainnet', 'fuji', 'local'].map(identify);
  const forms: Record<string, string> = { hex: formatHex(bytes), cb58: formatShortID(bytes) };
  for (const { name, hrp } of known)
    for (const chain of ['P', 'X', 'C'])
      forms[`${name} ${chain}`] = formatAddress(chain, hrp, bytes);
  return json ? JSON.stringify(forms) : columns(Object.entries(forms));
}

function addressBytes(text: string, network: { readonly hrp: string } | undefined): Uint8Array {
  if (text.startsWith('0x')) {
    const bytes = parseHex(text);
    if (bytes.length !== 20)
      throw new AvalancheError('OutOfRange', `an address has 20 bytes, got ${bytes.length}`, {
        value: bytes.length,
        min: 20,
        max: 20,
        unit: 'bytes',
      });
    return bytes;
  }
  if (!text.includes('-')) return parseShortID(text);
  return network ? parseAddress(text, network).bytes : readAddress(text).bytes;
}

/** The output of `cb58`: CB58 of `0x…`, or the bytes of CB58 text with a checked checksum. */
export const cb58Command = (text: string): string =>
  text.startsWith('0x') ? formatCB58(parseHex(text)) : formatHex(parseCB58(text));

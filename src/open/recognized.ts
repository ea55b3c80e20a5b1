/** Says what an input is that holds no value of a chain: a secret, a web address, a key, a signature, or a transaction of the EVM. */

import type { ErrorContexts } from '../errors/contexts.ts';
import { AvalancheError } from '../errors/error.ts';
import { equalBytes } from '../text/bytes.ts';
import { isLink, namedInLink } from '../text/link.ts';
import { secretIn } from '../text/secret.ts';
import { evmTxText } from './evmtx.ts';

type Found = NonNullable<ErrorContexts['BadText']['found']>;

export const notInput = (detail: string, found?: Found): AvalancheError =>
  new AvalancheError('BadText', detail, { kind: 'input', ...(found && { found }) });

const isShared = 'if this screen was shared, move the funds';

/** Names a secret. Never repeats it. */
function recognizedSecret(text: string): AvalancheError | undefined {
  if (/^PrivateKey-/i.test(text))
    return notInput(
      `this is a private key, which is never read as a transaction: keep it secret, and ${isShared}`,
      'private key',
    );
  if (secretIn(text) !== 'key') return undefined;
  if (/^[a-z]prv/i.test(text))
    return notInput(
      `this is an extended private key, with which anybody can spend: keep it secret, and ${isShared}`,
      'private key',
    );
  return /\s/.test(text)
    ? notInput(
        `these are a wallet’s words, with which anybody can spend: keep them secret, and ${isShared}`,
        'private key',
      )
    : undefined;
}

/** Recognizes a text that is no form of bytes. */
export function recognizedText(given: string): AvalancheError | undefined {
  const text = given.trim();
  const secret = recognizedSecret(text);
  if (secret) return secret;
  if (/^ur:/i.test(text))
    return notInput('this is a UR, as of a Keystone, which is not read: export the bytes as hex');
  if (/^NodeID-/.test(text)) return notInput('this is the ID of a node', 'node ID');
  if (/^\w+-[a-z]+1[02-9ac-hj-np-z]{38}$/.test(text) || /^[a-z]+1[02-9ac-hj-np-z]{38}$/.test(text))
    return notInput('this is an address: ask a node for its UTXOs', 'address');
  if (isLink(text)) {
    const name = namedInLink(text);
    return notInput(
      name === undefined
        ? 'this is a web address, which is not opened: paste what its page shows'
        : `this is a web address, which is not opened. It names ${name}: ask a node for what that is`,
      'URL',
    );
  }
  if (/^[a-z]pub[1-9A-HJ-NP-Za-km-z]{20,}$/i.test(text))
    return notInput(
      'this is an extended public key: a wallet has addresses of it, and it holds no transaction',
      'extended public key',
    );
  return undefined;
}

/** Tells whether bytes start with codec version 0 and a typeID below 65,536, as most wire values do. */
const isVersioned = (bytes: Uint8Array): boolean =>
  bytes.subarray(0, 4).every((byte) => byte === 0);

/** BIP-174. */
const startOfPSBT = Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff);

/** What bytes of some lengths are, if nothing else reads them. */
function ofSize(bytes: Uint8Array): readonly [text: string, found: Found] | undefined {
  const { length, 0: first = 0 } = bytes;
  const isCompressed = first >= 0x80;
  if (length === 20)
    return ['these 20 bytes are an address or account, not a transaction', 'account'];
  if (length === 33 && (first === 2 || first === 3))
    return ['these 33 bytes are a public key, not a transaction', 'public key'];
  if (length === 65 && first === 4)
    return ['these 65 bytes are a public key, not a transaction', 'public key'];
  if (length === 48 && isCompressed)
    return ['these 48 bytes are a BLS public key, as a validator has one', 'BLS public key'];
  if (length === 96 && isCompressed)
    return ['these 96 bytes are a BLS signature, as a warp message has one', 'BLS signature'];
  if (length === 64 || length === 65)
    return [`these ${length} bytes are a signature: add it to its draft`, 'signature'];
  return undefined;
}

/** Recognizes bytes that are no value of a chain. */
export function recognizedBytes(bytes: Uint8Array): AvalancheError | undefined {
  if (isVersioned(bytes)) return undefined;
  if (bytes.length === 32)
    return notInput(
      'these 32 bytes are an ID or a hash, which does not contain what it identifies: ask a node for the transaction or block',
      'id',
    );
  const [text, found] = ofSize(bytes) ?? [];
  if (text !== undefined) return notInput(text, found);
  if (equalBytes(bytes.subarray(0, 5), startOfPSBT))
    return notInput('this is a PSBT, a transaction of Bitcoin');
  if (bytes.length % 32 === 4 && bytes.length > 4 && isVersioned(bytes.subarray(4)))
    return notInput('this looks like a call of an EVM contract: its function and arguments');
  const evm = evmTxText(bytes);
  return evm === undefined ? undefined : notInput(evm, 'EVM');
}

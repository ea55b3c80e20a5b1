/** What people paste that is no value of a chain, but names one: addresses, ids, keys. */
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import {
  formatAddress,
  formatHex,
  formatID,
  formatNodeID,
  formatShortID,
  identifyNetwork,
  isError,
  parseCB58,
  parseHex,
  parseNodeID,
  readAddress,
} from 'avalanche-tx';
import { evmAddressOf } from 'avalanche-tx/sign';
import { namedInLink } from '../../../src/text/link.ts';

/** A label and its value. */
export type Row = readonly [label: string, text: string];

/** An address, id or key, in all its forms. */
export interface NamedSubject {
  readonly kind: 'named';
  readonly title: string;
  /** What it is, and what a reader can do with it. */
  readonly about: string;
  readonly rows: readonly Row[];
  /** Whether it has the size of a private key: then only a reader who asks for it gets it into a link. */
  readonly mayBeKey?: true;
}

/** Returns what a text names, if it is an address, an id, or a public key. */
export function readNamed(given: string): NamedSubject | undefined {
  const inLink = namedInLink(given);
  const text = inLink ?? given.trim();
  if (text.length > 200) return undefined;
  const named = readText(text);
  return named && inLink !== undefined
    ? { ...named, about: `It was taken out of a web address. ${named.about}` }
    : named;
}

function readText(text: string): NamedSubject | undefined {
  try {
    if (/^NodeID-/.test(text)) return nodeID(text);
    if (/1[02-9ac-hj-np-z]{38}$/.test(text)) return address(text);
    if (/^[a-z]pub[1-9A-HJ-NP-Za-km-z]{100,}$/.test(text)) return extendedKey(text);
    return /^(0x)?[0-9a-f]+$/i.test(text)
      ? ofBytes(parseHex(`0x${text.replace(/^0x/i, '')}`), account)
      : ofBytes(parseCB58(text), shortID);
  } catch (e) {
    if (isError(e)) return undefined;
    throw e;
  }
}

/** @param of20 What 20 bytes are: hex is how accounts are written, CB58 how addresses and nodes are. */
function ofBytes(
  bytes: Uint8Array,
  of20: (bytes: Uint8Array) => NamedSubject,
): NamedSubject | undefined {
  const [first] = bytes;
  if (bytes.length === 20) return of20(bytes);
  if (bytes.length === 32) return id(bytes);
  if (bytes.length === 33 && (first === 2 || first === 3)) return publicKey(bytes);
  if (bytes.length === 65 && first === 4)
    return publicKey(Uint8Array.of(2 + (bytes[64]! & 1), ...bytes.subarray(1, 33)), bytes);
  if (bytes.length === 48 && first! >= 0x80) return blsKey(bytes);
  if (bytes.length === 96 && first! >= 0x80) return blsSignature(bytes);
  if (bytes.length === 65 || bytes.length === 64) return signature(bytes);
  return undefined;
}

const networks = ['mainnet', 'fuji', 'local', 'testnode'] as const;

/** An address of 20 bytes on every chain of the known networks. */
const addressRows = (bytes: Uint8Array): readonly Row[] =>
  networks.flatMap((name) =>
    (['P', 'X', 'C'] as const).map(
      (chain): Row => [
        `${chain}-chain, ${name}`,
        formatAddress(bytes, chain, identifyNetwork(name)),
      ],
    ),
  );

const askNode = 'It contains nothing else: ask a node for what it identifies.';

function address(text: string): NamedSubject {
  const { alias, hrp, bytes } = readAddress(text.includes('-') ? text : `?-${text}`);
  const network = networks.find((name) => identifyNetwork(name).hrp === hrp);
  return {
    kind: 'named',
    title: 'Address',
    about: 'An address is the same 20 bytes on every chain and network; only the text differs.',
    rows: [
      ...(alias === '?' ? [] : [['chain', alias] as const]),
      ['network', network ?? `unknown; its addresses start with ${hrp}1`],
      ['hex', formatHex(bytes)],
      ['CB58', formatShortID(bytes)],
      ...addressRows(bytes),
    ],
  };
}

/** An account has no X- and P-chain addresses of its own: they are another hash of the public key, so whoever pays them loses it. */
const account = (bytes: Uint8Array): NamedSubject => ({
  kind: 'named',
  title: '20 bytes: an account, an address or a node ID',
  about:
    "The bytes could be any of them. An account's addresses on P and X cannot be derived from it, because they are different hashes of the public key. Paste the public key, or an address (P-…), to see them.",
  rows: [
    ['hex', formatHex(bytes)],
    ['CB58', formatShortID(bytes)],
    ['node ID', formatNodeID(bytes)],
  ],
});

const shortID = (bytes: Uint8Array): NamedSubject => ({
  kind: 'named',
  title: '20 bytes: an address or a node ID',
  about: 'The bytes could be either.',
  rows: [
    ['hex', formatHex(bytes)],
    ['CB58', formatShortID(bytes)],
    ['node ID', formatNodeID(bytes)],
    ...addressRows(bytes),
  ],
});

const id = (bytes: Uint8Array): NamedSubject => ({
  kind: 'named',
  title: 'ID',
  about: `32 bytes: the ID of a transaction, block, asset, chain or subnet, or a hash. ${askNode} A private key looks the same, so the address of this page does not get it.`,
  rows: [
    ['hex', formatHex(bytes)],
    ['CB58', formatID(bytes)],
  ],
  mayBeKey: true,
});

function nodeID(text: string): NamedSubject {
  const bytes = parseNodeID(text);
  return {
    kind: 'named',
    title: 'Node ID',
    about: `The hash of a node's certificate. ${askNode}`,
    rows: [
      ['node ID', formatNodeID(bytes)],
      ['hex', formatHex(bytes)],
      ['CB58', formatShortID(bytes)],
    ],
  };
}

const publicKey = (compressed: Uint8Array, whole?: Uint8Array): NamedSubject => {
  const bytes = ripemd160(sha256(compressed));
  return {
    kind: 'named',
    title: 'Public key',
    about: 'A secp256k1 key. Whoever has its private key signs for these addresses.',
    rows: [
      ['compressed', formatHex(compressed)],
      ...(whole ? [['uncompressed', formatHex(whole)] as const] : []),
      ['address in hex', formatHex(bytes)],
      ['address in CB58', formatShortID(bytes)],
      ["account of the C-chain's EVM", evmAddressOf({ publicKey: compressed })],
      ...addressRows(bytes),
    ],
  };
};

const blsKey = (bytes: Uint8Array): NamedSubject => ({
  kind: 'named',
  title: 'BLS public key',
  about: 'The key with which a validator signs warp messages. It has no address.',
  rows: [['hex', formatHex(bytes)]],
});

const blsSignature = (bytes: Uint8Array): NamedSubject => ({
  kind: 'named',
  title: 'BLS signature',
  about:
    'By one validator, or several combined, as in a warp message. The signed message is not in it.',
  rows: [['hex', formatHex(bytes)]],
});

const signature = (bytes: Uint8Array): NamedSubject => ({
  kind: 'named',
  title: 'Signature',
  about: 'By a secp256k1 key. To use it, open the draft that it belongs to, and add it there.',
  rows: [
    ['hex', formatHex(bytes)],
    ['r', formatHex(bytes.subarray(0, 32))],
    ['s', formatHex(bytes.subarray(32, 64))],
    ...(bytes.length === 65 ? [['recovery', String(bytes[64])] as const] : []),
  ],
});

const extendedKey = (text: string): NamedSubject => ({
  kind: 'named',
  title: 'Extended public key',
  about:
    'All addresses of an account follow from it: whoever has it sees what they have, and cannot spend it.',
  rows: [['text', text]],
});

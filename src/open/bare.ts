/** Opens parts of transactions, and values without their codec version, as other tools and documents show them. */
import type { ChainName } from '../chain/declared.ts';
import { type Kind, pieceKinds, typeOf } from '../chain/kinds.ts';
import { concatBytes } from '../text/bytes.ts';
import { bigintOf } from '../text/hex.ts';
import { Scan } from '../wire/scan.ts';
import { isMessageKind } from './kinds.ts';
import type { AnyKind } from './opened.ts';
import { type Candidate, candidate, chainNamedIn } from './readings.ts';

const codecVersion = new Uint8Array(2);

/** Kinds whose bytes some tools show without the codec version. */
const unversioned: readonly Kind[] = ['utxo', 'unsignedTx', 'tx'];

/** A reading of bytes as a part of a transaction, or as a value without its codec version. */
export interface BareReading {
  readonly candidate: Candidate;
  /** The bytes in the form of the kind, with the codec version if it has one. */
  readonly bytes: Uint8Array;
}

/** Minimum evidence in bits: typeIDs identify a part, zeros do not. */
const telling = 16;

/** Reads bytes that are not a complete value: as a part of a transaction, or as a value without its codec version. */
export function bareReadings(
  bytes: Uint8Array,
  chains: readonly ChainName[],
  kind: AnyKind | undefined,
): readonly BareReading[] {
  const forms: (readonly [AnyKind, Uint8Array])[] = [];
  const hasVersion = bytes[0] === 0 && bytes[1] === 0;
  for (const of of pieceKinds) {
    forms.push([of, bytes]);
    if (hasVersion) forms.push([of, bytes.subarray(2)]);
  }
  const whole = concatBytes(codecVersion, bytes);
  for (const of of [...unversioned, 'l1ConversionData'] as const) forms.push([of, whole]);
  const found: BareReading[] = [];
  for (const [of, form] of forms) {
    if (kind && of !== kind) continue;
    for (const chain of isMessageKind(of) ? [undefined] : chains) {
      if (chain && !typeOf(chain, of as Kind)) continue;
      const reading = candidate(chain, of);
      const s = new Scan(form);
      // The credential type also matches outputs and inputs.
      const isOther = of === 'credential' && !isCredential(form);
      if (!s.fits(reading.type) || s.evidence < telling || isOther) continue;
      found.push({ candidate: reading, bytes: form });
    }
  }
  return [...found, ...untypedReadings(bytes, chains, kind)];
}

/**
 * Reads an unsigned transaction without its type, which begins with the networkID: avalanchejs 2 and 3 wrote them so. The type is the one
 * whose fields fit.
 */
function untypedReadings(
  bytes: Uint8Array,
  chains: readonly ChainName[],
  kind: AnyKind | undefined,
): readonly BareReading[] {
  const chain = chainNamedIn(bytes, 0);
  if (!chain || !chains.includes(chain) || (kind && kind !== 'unsignedTx')) return [];
  const reading = candidate(chain, 'unsignedTx');
  return [...reading.typeIDs!].flatMap((typeID): readonly BareReading[] => {
    const whole = concatBytes(codecVersion, new Uint8Array(4), bytes);
    new DataView(whole.buffer).setUint32(2, typeID);
    return new Scan(whole).fits(reading.type) ? [{ candidate: reading, bytes: whole }] : [];
  });
}

/** Tells whether the typeID is that of a credential of secp256k1fx, nftfx, propertyfx or the P-chain's keychain. */
const isCredential = (bytes: Uint8Array): boolean =>
  bytes.length >= 4 &&
  [9, 14, 20].includes(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0));

const word = 32;

/**
 * Returns the bytes in the ABI encoding of a single `bytes` argument, as in event data: an offset of 32, a length,
 * the bytes and zero padding. Returns undefined for other data.
 */
export function bytesOfABI(data: Uint8Array): Uint8Array | undefined {
  if (data.length < 3 * word || data.length % word !== 0) return undefined;
  if (bigintOf(data.subarray(0, word)) !== 32n) return undefined;
  const length = bigintOf(data.subarray(word, 2 * word));
  const rest = data.length - 2 * word;
  if (length > BigInt(rest) || BigInt(rest) - length >= 32n) return undefined;
  const end = 2 * word + Number(length);
  return data.subarray(end).every((byte) => byte === 0) ? data.subarray(2 * word, end) : undefined;
}

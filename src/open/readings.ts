/**
 * Ranks the possible readings of bytes. If none succeeds, the error is that of the most plausible one.
 * Plausibility is measured in bits of evidence: typeIDs, lengths and ids that random bytes would not have. Parts of transactions, and
 * values without their codec version, are read as well, as other tools and documents show them.
 */

import type { ChainName } from '../chain/declared.ts';
import { type Kind, pieceKinds, typeOf } from '../chain/kinds.ts';
import { type AvalancheError, isError } from '../errors/error.ts';
import { fuji, local, mainnet } from '../network/known.ts';
import type { Network } from '../network/network.ts';
import { concatBytes } from '../text/bytes.ts';
import { bigintOf } from '../text/hex.ts';
import { hinted, said } from '../wire/newer.ts';
import { Scan } from '../wire/scan.ts';
import type { Type } from '../wire/type.ts';
import { type AnyKind, isMessageKind, kindNames, typeOfKind } from './opened.ts';

/** A chain and kind that bytes may be read as. */
export interface Candidate {
  readonly chain: ChainName | undefined;
  readonly kind: AnyKind;
  readonly type: Type<unknown>;
  /** The typeIDs that can follow the codec version, if the type has one. */
  readonly typeIDs: ReadonlySet<number> | undefined;
}

export const candidate = (chain: ChainName | undefined, kind: AnyKind): Candidate => {
  const type = typeOfKind(chain, kind)!;
  return { chain, kind, type, typeIDs: typeIDsOf(type) };
};

/** Returns the typeIDs of a versioned interface, or of a versioned struct that starts with one. */
function typeIDsOf({ shape }: Type<unknown>): ReadonlySet<number> | undefined {
  if (shape.kind !== 'versioned') return undefined;
  const { shape: inner } = shape.of;
  const first = inner.kind === 'struct' ? inner.fields[0]!.type.shape : inner;
  return first.kind === 'union' && !first.versions ? new Set(first.members.keys()) : undefined;
}

const article = (name: string): string =>
  `${/^[AIOX]|^UTXO/i.test(name) && !/^UT|^un/.test(name) ? 'an' : 'a'} ${name}`;

/** Names a reading, such as `a P-chain transaction` or `a warp message`. */
export const nameOf = ({ chain, kind }: Pick<Candidate, 'chain' | 'kind'>): string =>
  article(isMessageKind(kind) || !chain ? kindNames[kind] : `${chain}-chain ${kindNames[kind]}`);

const known: readonly Network[] = [mainnet, fuji, local];

/**
 * Returns the evidence, in bits, that the network and blockchain ids of a transaction give for a chain. If the
 * bytes are cut, only the part of the blockchain id that exists counts.
 */
function evidenceOfChain(bytes: Uint8Array, { chain, kind }: Candidate): number {
  if (!chain || (kind !== 'tx' && kind !== 'unsignedTx') || bytes.length < 10) return 0;
  const networkID = new DataView(bytes.buffer, bytes.byteOffset).getUint32(6);
  const id = bytes.subarray(10, 42);
  const network = known.find((network) => network.networkID === networkID);
  const own =
    network?.chains[chain].blockchainID ?? (chain === 'P' ? new Uint8Array(32) : undefined);
  if (!own || !id.every((byte, i) => byte === own[i])) return 0;
  return Math.min(8 * id.length, 64) + (network ? 16 : 0);
}

/**
 * Returns the chain that a transaction names, if it is one of a known network: 36 bytes that no other value has there. Bytes that do not
 * fit its transactions may still be something else.
 * @param start Where the networkID is: after the codec version and the typeID.
 */
export function chainNamedIn(bytes: Uint8Array, start = 6): ChainName | undefined {
  if (bytes.length < start + 36) return undefined;
  const networkID = new DataView(bytes.buffer, bytes.byteOffset).getUint32(start);
  const network = known.find((network) => network.networkID === networkID);
  return (
    network && chains.find((chain) => isAt(bytes, network.chains[chain].blockchainID, start + 4))
  );
}
const chains: readonly ChainName[] = ['P', 'X', 'C'];

function isAt(bytes: Uint8Array, id: Uint8Array, start: number): boolean {
  for (let i = 0; i < id.length; i++) if (bytes[start + i] !== id[i]) return false;
  return true;
}

/** A reading that failed. */
interface Failure {
  readonly candidate: Candidate;
  /** Evidence for it, in bits. */
  readonly score: number;
  readonly isCut: boolean;
  /** Error of decoding, if the bytes match the type but their content is invalid. */
  readonly inside?: AvalancheError | undefined;
}

/** Bonus for the start of a value over a damaged one, in bits. */
const cutBonus = 8;
/** Penalty for kinds that start with a list instead of a typeID, or consist of ids and bytes, in bits. */
const rare = 8;
/** Readings whose scores differ by at most this are equally plausible. */
const close = 6;
/** Evidence that arbitrary bytes have, such as some zeros. */
const nothing = 12;

/**
 * Scores the failed readings, most plausible first.
 * @param inside Errors of candidates whose bytes match the type.
 */
function failuresOf(
  bytes: Uint8Array,
  asked: readonly Candidate[],
  inside: ReadonlyMap<Candidate, AvalancheError>,
): readonly Failure[] {
  const s = new Scan(bytes);
  const all = asked.map((candidate): Failure => {
    s.fits(candidate.type);
    const { isCut, evidence } = s;
    const { kind } = candidate;
    const score =
      evidence +
      evidenceOfChain(bytes, candidate) +
      (isCut ? cutBonus : 0) -
      (kind === 'genesis' || isMessageKind(kind) ? rare : 0);
    return { candidate, score, isCut, inside: inside.get(candidate) };
  });
  return all.sort((a, b) => b.score - a.score);
}

/**
 * Tells whether bytes that were read as a message are more likely a truncated transaction: they name a known
 * network and chain, which a message's ids and bytes do not.
 */
export const isCutTx = (bytes: Uint8Array, asked: readonly Candidate[]): boolean =>
  failuresOf(bytes, asked, new Map()).some(
    ({ candidate, isCut, score }) => isCut && candidate.kind === 'tx' && score >= 64,
  );

/**
 * Names the most plausible failed reading and one more that is nearly as plausible. Empty if there is no evidence.
 */
function namesOf([best, ...others]: readonly Failure[]): readonly string[] {
  if (!best || best.score <= nothing) return [];
  const near = others.filter(({ score }) => score >= best.score - close);
  const { chain, kind } = best.candidate;
  const isSame = kind === 'tx' ? /tx$/i : new RegExp(`^${kind}$`);
  const other = near.filter(
    (reading) => reading.candidate.chain !== chain || !isSame.test(reading.candidate.kind),
  );
  // A UTXO is the same on all chains.
  if (
    kind === 'utxo' &&
    other.length > 0 &&
    other.every((reading) => reading.candidate.kind === kind)
  )
    return [nameOf({ chain: undefined, kind })];
  return [...new Set([best, ...other].map((reading) => nameOf(reading.candidate)))].slice(0, 2);
}

/**
 * Returns the error of the most plausible failed reading. It names that reading, and a second one that is nearly
 * as plausible.
 */
export function errorOfBest(
  bytes: Uint8Array,
  asked: readonly Candidate[],
  inside: ReadonlyMap<Candidate, AvalancheError>,
): AvalancheError {
  const failures = failuresOf(bytes, asked, inside);
  const { candidate, isCut, inside: within } = failures[0]!;
  const s = new Scan(bytes);
  s.fits(candidate.type);
  const e = within ?? s.error(candidate.type)!;
  const what = namesOf(failures).join(', or ');
  const only = asked.length === 1;
  if (isError(e, 'Truncated') && isCut && (what || only))
    return said(
      e,
      `${what || nameOf(candidate)}, cut after ${bytes.length} bytes: the next field needs ${e.context.need}`,
    );
  const detail = hinted(e);
  return said(e, only || !what ? detail : `${detail} (read as ${what})`);
}

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
  for (const piece of pieceKinds) {
    forms.push([piece, bytes]);
    if (hasVersion) forms.push([piece, bytes.subarray(2)]);
  }
  const whole = concatBytes(codecVersion, bytes);
  for (const kind of [...unversioned, 'l1ConversionData'] as const) forms.push([kind, whole]);
  const found: BareReading[] = [];
  for (const [name, form] of forms) {
    if (kind && name !== kind) continue;
    for (const chain of isMessageKind(name) ? [undefined] : chains) {
      if (chain && !typeOf(chain, name as Kind)) continue;
      const reading = candidate(chain, name);
      const s = new Scan(form);
      // The credential type also matches outputs and inputs.
      const isOther = name === 'credential' && !isCredential(form);
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

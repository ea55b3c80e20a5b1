/**
 * The messages of a Keystone: `avax-sign-request`, which it scans, and `avax-signature`, which it shows.
 * Source: keystone-sdk-rust `libs/ur-registry/src/avalanche/`, as keystone3-firmware 3.0.0 has it (ur-registry 1.0.5).
 *
 * Rationale
 * - Four forms of a request were published between December 2024 and January 2026 under one name. All are read; only that of the firmware is
 *   written.
 * - Whatever a code says is checked here: types, lengths, and that it is nothing else.
 */

import { decode, encode, Tagged } from 'cborg';
import { toBytes } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import {
  aListOf,
  aNumber,
  aText,
  checkArgument,
  objectOf,
  optional,
  optionsOf,
  someBytes,
} from '../schema/check.ts';
import { parsePath } from '../sign/hd/path.ts';
import { badUR, formatUR, parseUR } from './ur.ts';

/** Tags of the registry: uuid, crypto-hdkey, crypto-keypath, crypto-coin-info, avax-utxo. */
export const tags = { uuid: 37, hdkey: 303, path: 304, coin: 305, utxo: 8303 } as const;

/** A request to sign a transaction. */
export interface KeystoneRequest {
  /** Of the caller's choice, 16 bytes; the answer repeats it. */
  readonly requestID: Uint8Array;
  /** The unsigned bytes of the transaction. */
  readonly bytes: Uint8Array;
  /** Paths of the keys that sign, such as `m/44'/9000'/0'/0/0`; the answer has a signature for each. */
  readonly paths: readonly string[];
  /** Fingerprint of the master key, 8 hex digits, as wallets show it: the device refuses a request for another one. */
  readonly fingerprint: string;
}

/** Which of the published forms a request had. Only `paths` is that of firmware 3.0.0. */
export type KeystoneForm = 'paths' | 'path' | 'account' | 'bytes';

/** A request that was read. The older forms lack parts. */
export interface ReadKeystoneRequest extends Partial<KeystoneRequest> {
  /** The unsigned bytes of the transaction. */
  readonly bytes: Uint8Array;
  /** Empty in the forms `account` and `bytes`. */
  readonly paths: readonly string[];
  readonly form: KeystoneForm;
  /** The extended public key of an account, and an index below it: the form `account`. */
  readonly account?: { readonly xpub: string; readonly index: number };
}

/** A device's answer. */
export interface KeystoneSignature {
  /** That of the request; absent if the answer has none. */
  readonly requestID?: Uint8Array;
  /** 65 bytes each, in the order of the request's paths. */
  readonly signatures: readonly Uint8Array[];
}

/** What `KeystonePartOptions` has. */
const partOptions = /* @__PURE__ */ (() =>
  optionsOf({
    /** Bytes of a part; 200 if omitted, as the device shows them. Fewer make codes that are easier to scan. */
    maxBytes: optional(aNumber),
  }))();
/** How a message is split into QR codes. */
export interface KeystonePartOptions {
  /** Bytes of a part; 200 if omitted, as the device shows them. Fewer make codes that are easier to scan. */
  readonly maxBytes?: number;
}

export function maxBytesIn(options: KeystonePartOptions): number {
  const { maxBytes = 200 } = checkArgument(options, partOptions, 'options');
  if (Number.isInteger(maxBytes) && maxBytes >= 10 && maxBytes <= 1000) return maxBytes;
  throw new AvalancheError('OutOfRange', 'must be 10 to 1000', { min: 10, max: 1000 }).at(
    'options',
    'maxBytes',
  );
}

const requestArgument = /* @__PURE__ */ (() =>
  objectOf(
    { requestID: someBytes, bytes: someBytes, paths: aListOf(aText), fingerprint: aText },
    { name: 'a request' },
  ))();
const signatureArgument = /* @__PURE__ */ (() =>
  objectOf({ requestID: someBytes, signatures: aListOf(someBytes) }, { name: 'an answer' }))();

/** A request id has the length of a UUID. */
const idLength = 16;

function checkedID(id: Uint8Array): Uint8Array {
  const { length } = id;
  if (length === idLength) return id.slice();
  throw new AvalancheError('OutOfRange', `must have ${idLength} bytes, got ${length}`, {
    value: length,
    min: idLength,
    max: idLength,
    unit: 'bytes',
  }).at('requestID');
}

/**
 * Reads the fingerprint of a master key.
 * @throws {AvalancheError} `BadText`.
 */
export function parseFingerprint(text: string): number {
  const found = /^(?:0x)?([0-9a-f]{8})$/i.exec(text);
  if (found) return Number.parseInt(found[1]!, 16);
  throw new AvalancheError('BadText', 'must be 8 hex digits, as the wallet shows them', {
    kind: 'hex',
  }).at('fingerprint');
}

export const formatFingerprint = (n: number): string => n.toString(16).padStart(8, '0');

/** crypto-keypath: steps and whether each is hardened, and the fingerprint of the master key. */
const keypathOf = (path: string, fingerprint: number): Tagged =>
  new Tagged(
    tags.path,
    new Map<number, unknown>([
      [1, parsePath(path).flatMap(({ index, hardened }) => [index, hardened])],
      [2, fingerprint],
    ]),
  );

/**
 * Formats a request as the texts of QR codes, in the form of firmware 3.0.0. Show them in a loop, two to five a second.
 * @throws {AvalancheError} `OutOfRange`: no path, a request id that has not 16 bytes, `maxBytes`; `BadText`: a path, the fingerprint.
 */
export function formatKeystoneRequest(
  request: KeystoneRequest,
  options: KeystonePartOptions = {},
): readonly string[] {
  const { requestID, bytes, paths, fingerprint } = checkArgument(
    request,
    requestArgument,
    'request',
  );
  const maxBytes = maxBytesIn(options);
  const cbor = within(['request'], () => {
    const of = parseFingerprint(fingerprint);
    if (paths.length === 0)
      throw new AvalancheError('OutOfRange', 'must have at least one path', { min: 1 }).at('paths');
    const keypaths = paths.map((path, i) => within(['paths', i], () => keypathOf(path, of)));
    return encode(
      new Map<number, unknown>([
        [1, new Tagged(tags.uuid, checkedID(toBytes(requestID)))],
        [2, toBytes(bytes)],
        [3, keypaths],
        // UTXOs: the firmware reads the list and uses nothing of it.
        [4, []],
      ]),
    );
  });
  return formatUR({ type: 'avax-sign-request', cbor }, maxBytes);
}

/** Decodes CBOR of the registry. */
function decoded(cbor: Uint8Array): unknown {
  try {
    return decode(cbor, {
      useMaps: true,
      rejectDuplicateMapKeys: true,
      tags: Tagged.preserve(...Object.values(tags)),
    });
  } catch {
    throw badUR('the CBOR of the message cannot be read');
  }
}

/** The message in the codes of a type. */
export function messageOf(parts: string | readonly string[], type: string): unknown {
  checkArgument(parts, typeof parts === 'string' ? aText : aListOf(aText), 'parts');
  const found = parseUR(parts);
  if (found.type === type) return decoded(found.cbor);
  throw new AvalancheError('Mismatch', `is of ${found.type}, expected ${type}`).at('parts');
}

export const untagged = (value: unknown, tag: number): unknown =>
  value instanceof Tagged && value.tag === tag ? value.value : value;

export function bytesOf(value: unknown, name: string): Uint8Array {
  const bytes = untagged(value, tags.uuid);
  if (bytes instanceof Uint8Array) return bytes;
  throw badUR(`the message has no bytes as ${name}`);
}

export function mapOf(value: unknown): ReadonlyMap<unknown, unknown> {
  if (value instanceof Map) return value;
  throw badUR('the message is not a map');
}

interface Keypath {
  readonly path: string;
  readonly fingerprint: number | undefined;
}

export function pathIn(value: unknown): Keypath {
  const map = mapOf(untagged(value, tags.path));
  const steps = map.get(1);
  const fingerprint = map.get(2);
  const bad = (): AvalancheError => badUR('a path of the message cannot be read');
  if (!Array.isArray(steps) || steps.length % 2 || steps.length < 2) throw bad();
  if (fingerprint !== undefined && !isUint32(fingerprint)) throw bad();
  let path = 'm';
  for (let i = 0; i < steps.length; i += 2) {
    const [index, hardened] = [steps[i] as unknown, steps[i + 1] as unknown];
    if (!isUint32(index) || typeof hardened !== 'boolean') throw bad();
    path += `/${index}${hardened ? "'" : ''}`;
  }
  parsePath(path);
  return { path, fingerprint };
}

export const isUint32 = (n: unknown): n is number =>
  Number.isInteger(n) && (n as number) >= 0 && (n as number) < 2 ** 32;

/**
 * Reads a request in any of the published forms.
 * @param parts Texts of QR codes, in any order: a list, or one text with a part a line.
 * @throws {AvalancheError} `BadText`, `BadChecksum`, `Mismatch`: not a request, or misread; `MissingPart`.
 */
export function parseKeystoneRequest(parts: string | readonly string[]): ReadKeystoneRequest {
  const message = messageOf(parts, 'avax-sign-request');
  // December 2024: nothing but the transaction.
  if (message instanceof Uint8Array) return { bytes: message, paths: [], form: 'bytes' };
  const map = mapOf(message);
  const bytes = bytesOf(map.get(2), 'transaction');
  const id = map.get(1);
  const known = { bytes, ...(id !== undefined && { requestID: bytesOf(id, 'request ID') }) };
  const third = map.get(3);
  // January 2025: an extended public key and an index.
  if (map.has(6)) {
    const [xpub, index] = [map.get(6), map.get(7)];
    if (typeof xpub !== 'string' || !isUint32(index) || (third !== undefined && !isUint32(third)))
      throw badUR('the account of the message cannot be read');
    const named = third === undefined ? {} : { fingerprint: formatFingerprint(third) };
    return { ...known, ...named, paths: [], form: 'account', account: { xpub, index } };
  }
  // December 2025: one path; since January 2026 a list of them.
  const form = Array.isArray(third) ? 'paths' : 'path';
  const all = (Array.isArray(third) ? third : [third]).map(pathIn);
  const [first] = all;
  if (!first) throw badUR('the message has no path');
  if (all.some(({ fingerprint }) => fingerprint !== first.fingerprint))
    throw badUR('the paths of the message are of several master keys');
  return {
    ...known,
    ...(first.fingerprint !== undefined && { fingerprint: formatFingerprint(first.fingerprint) }),
    paths: all.map(({ path }) => path),
    form,
  };
}

/**
 * Formats an answer as the device does: for a double of a device in tests.
 * @throws {AvalancheError} `OutOfRange`: a request id that has not 16 bytes; `maxBytes`.
 */
export function formatKeystoneSignature(
  signature: KeystoneSignature & Pick<KeystoneRequest, 'requestID'>,
  options: KeystonePartOptions = {},
): readonly string[] {
  const { requestID, signatures } = checkArgument(signature, signatureArgument, 'signature');
  const maxBytes = maxBytesIn(options);
  const cbor = encode(
    new Map<number, unknown>([
      // Without the tag of a UUID, as the firmware writes it.
      [1, within(['signature'], () => checkedID(toBytes(requestID)))],
      [2, signatures.map((of) => toBytes(of))],
    ]),
  );
  return formatUR({ type: 'avax-signature', cbor }, maxBytes);
}

/** Length of a signature: r, s and the recovery id. */
const signatureLength = 65;

/**
 * Reads a device's answer, also in the form before January 2026, which has one signature.
 * @param parts Texts of QR codes, in any order: a list, or one text with a part a line.
 * @throws {AvalancheError} `BadText`, `BadChecksum`, `Mismatch`: not an answer, or misread; `MissingPart`.
 */
export function parseKeystoneSignature(parts: string | readonly string[]): KeystoneSignature {
  const map = mapOf(messageOf(parts, 'avax-signature'));
  const id = map.get(1);
  const value = map.get(2);
  const signatures = (Array.isArray(value) ? value : [value]).map((of) => bytesOf(of, 'signature'));
  if (signatures.length === 0 || signatures.some(({ length }) => length !== signatureLength))
    throw badUR(`the message has no signatures of ${signatureLength} bytes`);
  return { ...(id !== undefined && { requestID: bytesOf(id, 'request ID') }), signatures };
}

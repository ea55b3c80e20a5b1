/**
 * Reads and writes drafts as text, bytes and QR code parts. Each form is canonical: what follows from the transaction is omitted or must
 * agree with it, so that a draft cannot contradict its transaction.
 */

import { UnsignedTx as CTx } from '../chain/cchain/tx.ts';
import { chainNameOf } from '../chain/declared.ts';
import { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { UnsignedTx as PTx } from '../chain/pchain/tx.ts';
import { UnsignedTx as XTx } from '../chain/xchain/tx.ts';
import { sha256 } from '../crypto/hash.ts';
import { toBytes, toList, toText } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { frozen } from '../errors/frozen.ts';
import { formatAddress } from '../network/address.ts';
import { jsonContext } from '../network/context.ts';
import { avmChain } from '../network/custom.ts';
import type { Chain, Network } from '../network/network.ts';
import { aBoolean, aNumber, checkArgument, optional, optionsOf } from '../schema/check.ts';
import { verifyFormat } from '../schema/format.ts';
import { string } from '../schema/leaf.ts';
import { type Evidence, evidenceChains, verifyEvidence } from '../state/evidence.ts';
import { blockchainOf, verifyInstance } from '../state/state.ts';
import { derivationPath, networkOrName } from '../state/statefile.ts';
import { concatBytes, equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatJSON, isJSONObject, type JSONValue, parseJSON } from '../text/json.ts';
import { encodeUTF8 } from '../text/utf8.ts';
import { type CredentialUse, credentialUsesOf } from '../tx/credentials.ts';
import { lockOf } from '../tx/output.ts';
import { decode, encode, versioned } from '../wire/codec.ts';
import { type Declared, struct } from '../wire/declare.ts';
import { valueFromJSON } from '../wire/parse.ts';
import { valueToJSONText } from '../wire/print.ts';
import type { Source, Type } from '../wire/type.ts';
import { feeIn, slotOf, verifySignatures, verifySlots, withVerified } from './check.ts';
import {
  type Change,
  type Draft,
  missingOf,
  type Slot,
  type Warning,
  type WarningReason,
  warningOf,
  warningReasons,
} from './draft.ts';
import type { ReadDraft } from './mark.ts';
import { type Reading, withReading } from './reading.ts';

/** Start of the bytes and JSON of a draft. The number is the version of the format. */
export const format = 'avalanche-tx draft 2';

/** Maximum size of a draft in bytes, including evidence and extra entries. */
const maxDraft: number = 16 * 1024 * 1024;

const signature = (s: Source) => ({ bytes: s.blob() });
/** A place for a signature. */
interface WireSignature extends Declared<typeof signature> {}
const WireSignature: Type<WireSignature> = /* @__PURE__ */ struct('draft.Signature', signature, {
  bytes: '65 bytes, or none as long as nobody signed.',
});

const slot = (s: Source) => ({
  owner: s.list(OutputOwners),
  lock: s.u64(),
  signatures: s.list(WireSignature),
});
/** The claims about a credential, and its signatures so far. */
export interface WireSlot extends Declared<typeof slot> {}
const WireSlot: Type<WireSlot> = /* @__PURE__ */ struct('draft.Slot', slot, {
  owner:
    'Who may sign, by the word of the maker; none for an account, whose address the transaction names.',
  lock: 'Until when the UTXO could only be staked, in Unix seconds, if the input does not say it; else 0.',
  signatures: 'One for each signature index of the transaction.',
});

const warning = (s: Source) => ({ reason: s.string(), amount: s.u64() });
interface WireWarning extends Declared<typeof warning> {}
const WireWarning: Type<WireWarning> = /* @__PURE__ */ struct('draft.Warning', warning, {
  reason: 'One of the reasons below, by the word of the maker.',
  amount: 'UTXOs, accounts or nAVAX.',
});

const path = (s: Source) => ({ address: s.string(), path: s.string() });
interface WirePath extends Declared<typeof path> {}
const WirePath: Type<WirePath> = /* @__PURE__ */ struct('draft.Path', path, {
  address: 'As the chain writes it.',
  path: 'From which its key is derived.',
});

const evidence = (s: Source) => ({ chain: s.string(), bytes: s.blob() });
interface WireEvidence extends Declared<typeof evidence> {}
const WireEvidence: Type<WireEvidence> = /* @__PURE__ */ struct('draft.Evidence', evidence, {
  chain: 'P, X or C.',
  bytes: 'A signed transaction, or the genesis of the P-chain.',
});

const extra = (s: Source) => ({ key: s.string(), bytes: s.blob() });
interface WireExtra extends Declared<typeof extra> {}
const WireExtra: Type<WireExtra> = /* @__PURE__ */ struct('draft.Extra', extra, {
  key: 'A domain of the program that wrote it, `/`, and a name.',
  bytes: 'Whatever that program reads.',
});

const draft = (s: Source) => ({
  format: s.string(),
  network: s.string(),
  chain: s.string(),
  alias: s.string(),
  time: s.u64(),
  unsignedTx: s.blob(),
  slots: s.list(WireSlot),
  price: s.u64(),
  change: s.u32s(),
  warnings: s.list(WireWarning),
  paths: s.list(WirePath),
  descriptor: s.string(),
  evidence: s.list(WireEvidence),
  extra: s.list(WireExtra),
});
/** A draft in its serialized form. */
export interface WireDraft extends Declared<typeof draft> {}
export const WireDraft: Type<WireDraft> = /* @__PURE__ */ versioned(
  'draft',
  /* @__PURE__ */ struct('draft.Draft', draft, {
    format: 'What this is, and its version.',
    network: 'Name, or all of a custom network as JSON.',
    chain: 'P, X or C.',
    alias: 'Of an instance of the AVM that is not the X-chain; else empty.',
    time: 'Unix seconds: when what it was built on was so.',
    unsignedTx: 'What is signed.',
    slots: 'One for each credential, in their order.',
    price: 'For a unit of gas: nAVAX on P, wei on C, 0 on X.',
    change: 'Places of the outputs that give back what was left, strictly increasing.',
    warnings: 'What the maker warns of, each reason once, in the order of the table below.',
    paths:
      'Derivation paths of those who sign and of those who get change, strictly increasing by address.',
    descriptor: 'Of the wallet that change returns to; empty if the draft says none.',
    evidence: 'Transactions that prove owners, strictly increasing by the SHA-256 of their bytes.',
    extra: 'Entries of other programs, strictly increasing by key.',
  }),
  maxDraft,
);

/** Limits of extra entries: their number, the characters of a key, and the bytes of all entries. */
const most = { entries: 64, key: 128, bytes: 1024 * 1024 } as const;

/** Keys are a domain, a slash and a name, so they never collide with those of other programs or with members of JavaScript objects. */
const keyPattern = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+\/[A-Za-z0-9._-]+$/;

/** Serializes extra entries, sorted by key. */
function formatExtra(extra: Draft['extra']): WireDraft['extra'] {
  const entries = Object.entries(extra)
    .map(([key, bytes]) => ({ key, bytes }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  within(['extra'], () => verify(entries));
  return entries;
}

/**
 * Reads extra entries.
 * @throws {AvalancheError} `BadText`: an invalid key; `NotSorted`; `TooLong`.
 */
function parseExtra(entries: WireDraft['extra']): Draft['extra'] {
  verify(entries);
  return Object.fromEntries(entries.map(({ key, bytes }) => [key, bytes]));
}

function verify(entries: WireDraft['extra']): void {
  const size = entries.reduce((sum, { bytes }) => sum + bytes.length, 0);
  for (const [length, max, what] of [
    [entries.length, most.entries, 'entries'],
    [size, most.bytes, 'bytes'],
  ] as const)
    if (length > max)
      throw new AvalancheError('TooLong', `${length} ${what}, at most ${max} are allowed`, {
        length,
        max,
      });
  for (const [i, { key }] of entries.entries()) {
    if (key.length > most.key || !keyPattern.test(key))
      throw new AvalancheError('BadText', 'must be a key such as example.com/note', {
        kind: 'text',
      }).at(i, 'key');
    if (i > 0 && key <= entries[i - 1]!.key)
      throw new AvalancheError('NotSorted', 'must be strictly increasing by key').at(i, 'key');
  }
}

/** Serializes paths, sorted by address. */
export const formatPaths = (paths: NonNullable<Draft['paths']>): WireDraft['paths'] =>
  Object.entries(paths)
    .map(([address, path]) => ({ address, path }))
    .sort((a, b) => (a.address < b.address ? -1 : 1));

/**
 * Reads paths, each of which must be of an address that signs or receives change.
 * @throws {AvalancheError} With the path: `Mismatch`: another address; `NotSorted`; `BadText`: not a derivation path.
 */
function parsePaths(
  wire: WireDraft['paths'],
  draft: Pick<Draft, 'slots' | 'change' | 'chain' | 'network'>,
): NonNullable<Draft['paths']> {
  if (wire.length === 0) return {};
  const chain = blockchainOf(draft);
  const nameOf = (address: Uint8Array): string => formatAddress(address, chain, draft.network);
  const named = new Set([
    ...draft.slots.flatMap(({ kind, owner }) =>
      owner.addresses.map(kind === 'account' ? formatHex : nameOf),
    ),
    ...draft.change.flatMap(({ output }) => output.addresses.map(nameOf)),
  ]);
  for (const [i, { address, path }] of wire.entries()) {
    if (!named.has(address))
      throw new AvalancheError(
        'Mismatch',
        'is neither an address that signs nor one of the change',
      ).at(i, 'address');
    if (i > 0 && address <= wire[i - 1]!.address)
      throw new AvalancheError('NotSorted', 'must be strictly increasing by address').at(i);
    within([i, 'path'], () => derivationPath.parse(path));
  }
  return Object.fromEntries(wire.map(({ address, path }) => [address, path]));
}

const types = { P: PTx, X: XTx, C: CTx } as const;

/** Returns the type of the transactions of a chain. */
const typeOf = (chain: Draft['chain']): Type<Draft['unsignedTx']> => types[chain] as never;

/** Maximum number of characters of a custom network, and of a descriptor. */
const maxLengths = { network: 16_384, descriptor: 8_192 } as const;

/** Reads the network of a draft from its name or JSON. */
const networkFrom = (text: JSONValue): Network =>
  within(['network'], () => {
    const name = string.parse(text);
    verifyLength(name, maxLengths.network);
    return networkOrName.parse(name.startsWith('{') ? parseJSON(name) : name);
  });

function verifyLength({ length }: string, max: number): void {
  if (length > max)
    throw new AvalancheError('TooLong', `${length} characters, at most ${max} are allowed`, {
      length,
      max,
    });
}

/**
 * Converts a draft to its wire form, which omits everything that follows from the transaction.
 * @throws {AvalancheError} With the path: `Mismatch`: an omitted part is not what follows; other errors of values that cannot be written.
 */
export const toWire = (given: Draft): WireDraft =>
  withReading(['draft'], given, (reading) => within(['draft'], () => wireOf(reading)));

function wireOf({ draft, bytes }: Reading): WireDraft {
  const { chain, network, time, unsignedTx, slots, fee, warnings, paths = {} } = draft;
  const { descriptor = '', evidence, extra } = draft;
  verifySlots(draft);
  const { total, gas, price } = feeIn(draft, fee.price ?? 0n);
  if (fee.total !== total || fee.gas !== gas || fee.price !== price)
    throw new AvalancheError('Mismatch', `is not the ${total} nAVAX that the transaction burns`, {
      found: String(fee.total),
      expected: String(total),
    }).at('fee');
  verifyEvidence(evidence);
  const written = networkOrName.format(network);
  const claims = credentialUsesOf(unsignedTx);
  return {
    format,
    network: typeof written === 'string' ? written : formatJSON(written),
    chain,
    alias: aliasOf(draft),
    time,
    unsignedTx: chain === chainNameOf(unsignedTx) ? bytes : encode(typeOf(chain), unsignedTx),
    slots: slots.map((slot, i) => slotToWire(slot, claims[i]!)),
    price: price ?? 0n,
    change: draft.change.map(({ outputIndex }) => outputIndex),
    warnings: warnings.map(({ reason, amount }) => ({ reason, amount })),
    paths: formatPaths(paths),
    descriptor,
    evidence,
    extra: formatExtra(extra),
  };
}

/** Returns the alias of another instance of the AVM; empty for a chain of the primary network. */
function aliasOf(draft: Draft): string {
  const { network } = draft;
  if (draft.chain !== 'X' || !draft.blockchain) return '';
  const { blockchain } = draft;
  if (equalBytes(blockchain.blockchainID, network.chains.X.blockchainID)) return '';
  within(['blockchain'], () => verifyInstance(blockchain, network));
  return blockchain.alias;
}

function slotToWire(slot: Slot, claim: CredentialUse): WireSlot {
  const isSaid = claim.kind !== 'input' || lockOf(claim.input.input) !== undefined;
  const lock = slot.kind === 'input' && !isSaid ? (lockOf(slot.utxo.output) ?? 0n) : 0n;
  return {
    owner: slot.kind === 'account' ? [] : [slot.owner],
    lock,
    signatures: slot.signatures.map((bytes) => ({ bytes: bytes ?? new Uint8Array(0) })),
  };
}

/** Converts the wire form to a draft. The caller must verify it, and check that the form is canonical. */
export function fromWire(wire: WireDraft): Draft {
  return within(['draft'], () => {
    verifyFormat(wire.format, format);
    const network = networkFrom(wire.network);
    const chain = chainFrom(wire.chain);
    const unsignedTx = decode(typeOf(chain), wire.unsignedTx);
    const slots = slotsFrom(wire, chain, unsignedTx);
    const change = wire.change.map((outputIndex, i) =>
      within(['change', i], () => changeAt(unsignedTx, outputIndex)),
    );
    within(['descriptor'], () => verifyLength(wire.descriptor, maxLengths.descriptor));
    const evidence = evidenceFrom(wire.evidence);
    const blockchain = instanceFrom(wire, chain, unsignedTx, network);
    const of = { chain, network, ...(blockchain && { blockchain }) };
    const paths = within(['paths'], () => parsePaths(wire.paths, { ...of, slots, change }));
    const draft = {
      kind: 'draft',
      ...of,
      time: wire.time,
      unsignedTx,
      slots,
      fee: feeIn({ ...of, unsignedTx } as Draft, wire.price),
      change,
      warnings: warningsFrom(wire.warnings),
      missing: missingOf(slots),
      ...(wire.paths.length > 0 && { paths }),
      ...(wire.descriptor !== '' && { descriptor: wire.descriptor }),
      evidence,
      extra: within(['extra'], () => parseExtra(wire.extra)),
    };
    return draft as unknown as Draft;
  });
}

function chainFrom(chain: string): Draft['chain'] {
  if (Object.hasOwn(types, chain)) return chain as Draft['chain'];
  throw new AvalancheError('WrongChain', 'must be P, X or C', {
    have: 'another chain',
    need: 'P, X or C',
  }).at('chain');
}

function slotsFrom(
  { slots }: WireDraft,
  chain: Draft['chain'],
  unsignedTx: Draft['unsignedTx'],
): readonly Slot[] {
  const claims = within(['unsignedTx'], () => credentialUsesOf(unsignedTx));
  if (slots.length !== claims.length)
    throw new AvalancheError(
      'Mismatch',
      `has ${slots.length} slots for ${claims.length} credentials`,
      { found: String(slots.length), expected: String(claims.length) },
    ).at('slots');
  return claims.map((claim, i) =>
    within(['slots', i], () => {
      const { owner, lock, signatures } = slots[i]!;
      if (owner.length !== (claim.kind === 'account' ? 0 : 1))
        throw new AvalancheError('Mismatch', 'must have one owner, or none if an account pays').at(
          'owner',
        );
      if (lock > 0n && (chain !== 'P' || claim.kind !== 'input' || lockOf(claim.input.input)))
        throw new AvalancheError(
          'Mismatch',
          'must be 0: the UTXO is not locked, or the input has its lock',
        ).at('lock');
      return {
        ...slotOf(claim, owner[0], lock),
        signatures: signatures.map(({ bytes }) => (bytes.length === 0 ? null : bytes)),
      } as Slot;
    }),
  );
}

function instanceFrom(
  { alias }: WireDraft,
  chain: Draft['chain'],
  unsignedTx: Draft['unsignedTx'],
  network: Network,
): Chain | undefined {
  if (alias === '') return undefined;
  const blockchain = within(['alias'], () => {
    if (chain === 'X' && 'blockchainID' in unsignedTx)
      return avmChain(unsignedTx.blockchainID, alias);
    throw new AvalancheError('Mismatch', `an alias is only for the X-chain, not for ${chain}`);
  });
  verifyInstance(blockchain, network);
  return blockchain;
}

function evidenceFrom(wire: WireDraft['evidence']): readonly Evidence[] {
  const evidence = wire.map(({ chain, bytes }, i): Evidence => {
    const found = evidenceChains.find((name) => name === chain);
    if (found) return { chain: found, bytes };
    throw new AvalancheError('WrongChain', 'must be P, X or C', {
      have: 'another chain',
      need: 'P, X or C',
    }).at('evidence', i, 'chain');
  });
  verifyEvidence(evidence);
  return evidence;
}

const reasons = /* @__PURE__ */ Object.keys(warningReasons);

function warningsFrom(wire: WireDraft['warnings']): readonly Warning[] {
  return wire.map(({ reason, amount }, i) => {
    const place = reasons.indexOf(reason);
    if (place < 0)
      throw new AvalancheError('Unsupported', 'is not a known reason').at('warnings', i, 'reason');
    if (i > 0 && place <= reasons.indexOf(wire[i - 1]!.reason))
      throw new AvalancheError('NotSorted', 'must be in the order of the table, each once').at(
        'warnings',
        i,
      );
    return warningOf(reason as WarningReason, amount);
  });
}

function changeAt(tx: Draft['unsignedTx'], outputIndex: number): Change {
  const found = 'outputs' in tx ? tx.outputs[outputIndex] : undefined;
  if (!found || !('output' in found))
    throw new AvalancheError('Mismatch', `the transaction has no output ${outputIndex}`);
  const { assetID, output } = found;
  return output.type === 'stakeable.LockOut'
    ? { outputIndex, assetID, output: output.output, stakeableUntil: output.locktime }
    : { outputIndex, assetID, output };
}

/** Maximum number of characters of a draft's text: each byte takes two. */
const maxText = 2 * maxDraft + 1024 * 1024;

/**
 * Writes a draft as canonical JSON text on one line, with integers as numbers, including the signatures so far. Drafts contain no secrets.
 * @throws {AvalancheError} `Mismatch`: a slot or the fee does not agree with the transaction; other errors of values that cannot be
 *   written.
 */
export function formatDraft(draft: Draft): string {
  return withReading(['draft'], draft, ({ draft: own }) =>
    valueToJSONText(WireDraft, toWire(own), {
      context: jsonContext(blockchainOf(own).alias, own.network),
    }),
  );
}

/**
 * Writes a draft as canonical bytes, about half as long as its text.
 * @throws {AvalancheError} As `formatDraft`.
 */
export function encodeDraft(draft: Draft): Uint8Array {
  return encode(WireDraft, toWire(draft));
}

/**
 * Reads a draft from text of any origin, and verifies it: rules, fee and flows, as `finalize` does, and each signature against its slot.
 * Only the owners of the inputs remain claims of the draft; use `prove` to check them.
 * @returns A frozen draft that shares no bytes with anything.
 * @throws {AvalancheError} With the path: `BadJSON`; `BadVersion`: another version of drafts; `TooLong`; `Mismatch`: the draft contradicts
 *   its transaction, or is not in canonical form (keys may be in any order); `BadSignature`; as `finalize`, except `MissingSigner`.
 */
export function parseDraft(text: string): ReadDraft {
  if (toText(text, 'text').length > maxText)
    throw new AvalancheError('TooLong', `${text.length} characters, at most ${maxText}`, {
      length: text.length,
      max: maxText,
    }).at('draft');
  if (/^\s*(0x)?[\da-f]+\s*$/i.test(text))
    throw new AvalancheError(
      'BadJSON',
      'is hex, not a draft: openTx() reads a signed transaction, fromForeign() an unsigned one of another tool',
    ).at('draft');
  const json = parseJSON(text);
  const draft = checkedDraft(wireFromJSON(json));
  if (sortedJSON(json) !== sortedJSON(parseJSON(formatDraft(draft)))) throw notCanonical();
  return draft;
}

/**
 * Reads and verifies a draft from bytes, as `parseDraft` does from text.
 * @returns A frozen draft that shares no bytes with anything: changing `bytes` afterwards changes nothing.
 * @throws {AvalancheError} As `decode` and `parseDraft`.
 */
export function decodeDraft(bytes: Uint8Array): ReadDraft {
  const own = toBytes(bytes).slice();
  const said = formatIn(own);
  if (said.startsWith(formatName)) within(['draft'], () => verifyFormat(said, format));
  return checkedDraft(decode(WireDraft, own));
}

const formatName = format.replace(/\d+$/, '');

/** The format that bytes say behind their codec version, in which other fields may follow than this version knows. */
const formatIn = (bytes: Uint8Array): string =>
  String.fromCharCode(...bytes.subarray(4, 4 + Math.min(40, (bytes[2]! << 8) | bytes[3]!)));

function checkedDraft(wire: WireDraft): ReadDraft {
  return withReading(['draft'], fromWire(wire), ({ draft }) => {
    if (!equalBytes(encode(WireDraft, wire), encodeDraft(draft))) throw notCanonical();
    withVerified(['draft'], draft, () => within(['draft'], () => verifySignatures(draft)));
    return frozen(draft) as ReadDraft;
  });
}

const notCanonical = (): AvalancheError =>
  new AvalancheError('Mismatch', 'is not in canonical form').at('draft');

function wireFromJSON(json: JSONValue): WireDraft {
  return within(['draft'], () => {
    const of = isJSONObject(json) ? json : {};
    verifyFormat(of.format, format);
    const network = networkFrom(of.network ?? null);
    return valueFromJSON(WireDraft, json, {
      context: jsonContext(String(of.alias || of.chain), network),
    });
  });
}

/** Returns JSON text with the keys of objects sorted. */
function sortedJSON(json: JSONValue): string {
  return formatJSON(sorted(json));
}

function sorted(json: JSONValue): JSONValue {
  if (Array.isArray(json)) return json.map(sorted);
  if (!isJSONObject(json)) return json;
  const entries = Object.entries(json).map(([key, value]) => [key, sorted(value)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The base 32 alphabet of RFC 4648, used without padding. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const pattern = /^(AVAXTX1:([1-9]\d{0,3})\/([1-9]\d{0,3}):)([A-Z2-7]+)$/;
const digestLength = 8;
const checksumLength = 4;
const maxParts = 9999;
/** Maximum length of the prefix of a part, with its digest and checksum. */
const overhead = 'AVAXTX1:9999/9999:'.length + 8 * Math.ceil((digestLength + checksumLength) / 5);

/** Splits bytes into groups of 5 bits, the last padded with zeros. */
function groupsOf(bytes: Uint8Array): readonly number[] {
  const groups: number[] = [];
  let bits = 0;
  let count = 0;
  for (const byte of bytes) {
    bits = ((bits & 31) << 8) | byte;
    for (count += 8; count >= 5; count -= 5) groups.push((bits >> (count - 5)) & 31);
  }
  if (count > 0) groups.push((bits << (5 - count)) & 31);
  return groups;
}

/** Joins groups of 5 bits to bytes; undefined if there is a group too many, or the padding is not zero. */
function bytesOf(groups: readonly number[]): Uint8Array | undefined {
  const bytes = new Uint8Array((groups.length * 5) >> 3);
  let bits = 0;
  let count = 0;
  let at = 0;
  for (const group of groups) {
    bits = ((bits & 255) << 5) | group;
    count += 5;
    if (count < 8) continue;
    count -= 8;
    bytes[at++] = bits >> count;
  }
  return count >= 5 || bits & ((1 << count) - 1) ? undefined : bytes;
}

const headOf = (number: number, count: number): string => `AVAXTX1:${number}/${count}:`;

const checksumOf = (head: string, content: Uint8Array): Uint8Array =>
  sha256(concatBytes(encodeUTF8(head), content)).subarray(0, checksumLength);

const partsOptions = /* @__PURE__ */ (() =>
  optionsOf({ maxLength: optional(aNumber), evidence: optional(aBoolean) }))();

/**
 * Splits a draft into numbered texts, one per QR code. They use capitals and digits, which QR codes encode most compactly. The format is
 * in `docs/draft.md`.
 * @param options.maxLength Maximum number of characters of a part; 500 if omitted. The largest QR code holds 4296.
 * @param options.evidence `false` omits the evidence, which is most of a large draft; owners are then only claimed.
 * @throws {AvalancheError} `OutOfRange`: `maxLength` is too small to hold data, or there would be more than 9999 parts.
 */
export function formatDraftParts(
  draft: Draft,
  options: { readonly maxLength?: number; readonly evidence?: boolean } = {},
): readonly string[] {
  checkArgument(options, partsOptions, 'options');
  const { maxLength = 500, evidence = true } = options;
  const bytes = encodeDraft(evidence ? draft : { ...draft, evidence: [] });
  const size = Math.floor(((maxLength - overhead) * 5) / 8);
  const count = size > 0 ? Math.ceil(bytes.length / size) : Number.POSITIVE_INFINITY;
  if (!(count <= maxParts))
    throw new AvalancheError(
      'OutOfRange',
      `${bytes.length} bytes do not fit ${maxParts} parts of ${maxLength} characters`,
      { value: bytes.length, unit: 'bytes' },
    );
  const digest = sha256(bytes).subarray(0, digestLength);
  return Array.from({ length: count }, (_, i) => {
    const head = headOf(i + 1, count);
    const content = concatBytes(digest, bytes.subarray(i * size, (i + 1) * size));
    const groups = groupsOf(concatBytes(content, checksumOf(head, content)));
    return head + groups.map((group) => alphabet[group]).join('');
  });
}

interface Part {
  readonly number: number;
  readonly count: number;
  /** First bytes of the sha256 of the draft's bytes. */
  readonly digest: Uint8Array;
  readonly bytes: Uint8Array;
}

/**
 * Joins the parts of a draft, in any order and with duplicates, and verifies the draft as `parseDraft` does.
 * @throws {AvalancheError} With the index of the part: `BadText`: not a part; `BadChecksum`: a misread part; `Mismatch`: a part of another
 *   draft. `MissingPart`: context has `missing`, the numbers of missing parts, and `count`. As `parseDraft`.
 */
export function parseDraftParts(texts: readonly string[]): ReadDraft {
  const parts = toList(texts, 'parts').map((text, i) =>
    within(['parts', i], () => readPart(toText(text))),
  );
  const [first] = parts;
  if (!first)
    throw new AvalancheError('MissingPart', 'no parts were given', { missing: [], count: 0 }).at(
      'parts',
    );
  const found = new Map<number, Uint8Array>();
  parts.forEach(({ number, count, digest, bytes }, i) => {
    const before = found.get(number) ?? bytes;
    if (count !== first.count || !equalBytes(digest, first.digest) || !equalBytes(before, bytes))
      throw new AvalancheError('Mismatch', 'belongs to another draft than the parts before').at(
        'parts',
        i,
      );
    found.set(number, bytes);
  });
  const numbers = Array.from({ length: first.count }, (_, i) => i + 1);
  const missing = numbers.filter((number) => !found.has(number));
  if (missing.length > 0) {
    const some = missing.length > 10 ? ', …' : '';
    const detail = `of ${first.count} parts ${missing.slice(0, 10).join(', ')}${some} are missing`;
    throw new AvalancheError('MissingPart', detail, { missing, count: first.count }).at('parts');
  }
  const bytes = concatBytes(...numbers.map((number) => found.get(number)!));
  if (!equalBytes(sha256(bytes).subarray(0, digestLength), first.digest))
    throw new AvalancheError('BadChecksum', 'the parts do not belong to one draft').at('parts');
  return decodeDraft(bytes);
}

/** Whether a text starts like a part. */
export const isPart = (text: string): boolean => /^AVAXTX\d{1,9}:/.test(text);

function readPart(text: string): Part {
  const [, said] = /^AVAXTX(\d{1,9}):/.exec(text.trim()) ?? [];
  if (said !== undefined) verifyFormat(`draft part ${said}`, 'draft part 1');
  const [, head, number, count, body] = pattern.exec(text.trim()) ?? [];
  if (head === undefined || Number(number) > Number(count))
    throw new AvalancheError('BadText', 'must be a part such as AVAXTX1:1/3:MFRGG…', {
      kind: 'draft part',
    });
  const groups = Array.from(body!, (character) => alphabet.indexOf(character));
  const bytes = bytesOf(groups) ?? new Uint8Array(0);
  const content = bytes.subarray(0, -checksumLength);
  const isWhole = equalBytes(bytes.subarray(-checksumLength), checksumOf(head, content));
  if (!isWhole || content.length <= digestLength)
    throw new AvalancheError('BadChecksum', 'the part was misread or cut off');
  return {
    number: Number(number),
    count: Number(count),
    digest: content.subarray(0, digestLength),
    bytes: content.subarray(digestLength),
  };
}

/** Reads the transactions of other tools into drafts, and writes drafts back in the form in which they came. */

import type { AnyTx } from '../chain/tx.ts';
import { unsignedBytes, withVerified } from '../draft/check.ts';
import type { Draft } from '../draft/draft.ts';
import { keepMark, type ReadDraft } from '../draft/mark.ts';
import { signaturesOf, signedBytes, withSignatures } from '../draft/partial.ts';
import { badArgument, readable } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { open } from '../open/open.ts';
import type { Opened } from '../open/opened.ts';
import { anObject, aText, checkArgument, either, objectOf } from '../schema/check.ts';
import { allUTXOsOf, type State } from '../state/state.ts';
import { concatBytes, equalBytes } from '../text/bytes.ts';
import { formatBytes, formatHex } from '../text/hex.ts';
import { isJSONObject, type JSONValue, parseJSON } from '../text/json.ts';
import { unsignedBytesOf } from '../tx/bytes.ts';
import { credentialUsesOf } from '../tx/credentials.ts';
import { utxosByKey } from '../tx/order.ts';
import { placeholderAddress } from '../tx/placeholder.ts';
import type { AnyUnsignedTx, AnyUTXO } from '../tx/types.ts';
import { avalanchejsText, readAvalanchejs } from './avalanchejs.ts';
import { type ForeignFacts, stateOf } from './foreignfacts.ts';
import { type RestoreOptions, restore } from './restore.ts';

/** What another tool wrote, without what only a chain knows. */
interface Found {
  readonly unsignedTx: AnyUnsignedTx;
  /** UTXOs that the tool wrote beside the transaction; they are its claims. */
  readonly utxos: readonly AnyUTXO[];
  /** Signatures by credential, with `null` or a placeholder for those that are missing. */
  readonly signatures: readonly (readonly (Uint8Array | null)[])[];
  readonly form: ForeignForm;
}

/** A draft of a transaction of another tool. */
export interface ForeignDraft<D extends Draft = ReadDraft> {
  /** The draft, with the signatures so far. */
  readonly draft: D;
  /** The form that it came in: `toForeign` writes it back. */
  readonly form: ForeignForm;
}

/**
 * Reads an unsigned or partially signed transaction of another tool into a draft: bytes or their hex, with placeholders, without
 * credentials, or with none yet; the JSON of avalanchejs; or a request of a wallet. Everything but the transaction and its signatures
 * comes from `known`; each signature is checked. Outputs to the owner of an input count as change, except in an import.
 * @param known A state of the same chain with every spent UTXO; or facts, such as UTXOs or what `node.origins(tx)` of
 *   `avalanche-tx/rpc` returns; or a draft of the same transaction, which then gets the signatures. A draft that was read so is not
 *   built here: `sign` needs a policy, or the digest that was reviewed.
 * @param options.maxFee Highest accepted fee in nAVAX, at any price. If omitted, the fee must match the price of a state; of facts, any
 *   fee is accepted.
 * @throws {AvalancheError} As `open`; `Unsupported`: not a transaction; `MissingState`: a UTXO, owner or network is not known;
 *   `BadSignature`, with its path; `Mismatch`: another chain or transaction, or a placeholder that names another signer than its slot;
 *   `WrongUpgrade`: a type that nodes no longer accept; `FeeTooHigh`, `FeeTooLow`; as `finalize`, under `draft`.
 */
export function fromForeign<D extends Draft>(input: Uint8Array | string, known: D): ForeignDraft<D>;
export function fromForeign(
  input: Uint8Array | string,
  known: State | ForeignFacts,
  options?: RestoreOptions,
): ForeignDraft;
export function fromForeign(
  input: Uint8Array | string,
  known: Draft | State | ForeignFacts,
  options: RestoreOptions = {},
): ForeignDraft<Draft> {
  const { chain, isDraft } = readable('a draft, a state or facts', () => ({
    chain:
      'chain' in checkArgument<object>(known, anObject, 'known')
        ? (known as State).chain
        : undefined,
    isDraft: 'kind' in known,
  }));
  const found = find(input, chain);
  const { unsignedTx, signatures, form } = found;
  if (isDraft) return { draft: signedBy(known as Draft, found), form };
  const facts = known as State | ForeignFacts;
  const isState = 'chain' in facts;
  const state = isState ? facts : stateOf(unsignedTx, facts);
  const utxos = utxosByKey<AnyUTXO>([...found.utxos, ...allUTXOsOf(state)]);
  const isFree = !isState || options.maxFee !== undefined;
  const draft = restore(state, unsignedTx, utxos, { ...options, isFree });
  return { draft: withSignatures(draft, signatures), form };
}

function signedBy(draft: Draft, { unsignedTx, signatures }: Found): Draft {
  return withVerified(['known'], draft, (reading) => {
    if (!equalBytes(unsignedBytesOf(unsignedTx), reading.bytes))
      throw new AvalancheError('Mismatch', 'is another transaction than that of the draft').at(
        'tx',
      );
    return keepMark(withSignatures(reading.draft, signatures), reading.draft);
  });
}

/** The keys of an unsigned transaction of avalanchejs. */
const isAvalanchejs = (json: JSONValue): boolean =>
  isJSONObject(json, 'txBytes') && isJSONObject(json, 'vm');

function find(input: Uint8Array | string, chain: Draft['chain'] | undefined): Found {
  const json =
    typeof input === 'string' && input.trimStart().startsWith('{') ? parseJSON(input) : null;
  if (isAvalanchejs(json)) return readAvalanchejs(json, chain);
  // As the Avalanche SDK prepares it.
  if (isJSONObject(json, 'tx') && isAvalanchejs(json.tx!))
    return within(['tx'], () => readAvalanchejs(json.tx!, chain));
  const opened = open(input, chain ? { chain } : {});
  if (opened.kind !== 'tx' && opened.kind !== 'unsignedTx')
    throw new AvalancheError('Unsupported', `is a ${opened.kind}, not a transaction`);
  const unsignedTx = (
    opened.kind === 'tx' ? opened.value.unsignedTx : opened.value
  ) as AnyUnsignedTx;
  const uses = credentialUsesOf(unsignedTx);
  const kind = kindOf(opened, uses.length);
  const text =
    typeof input !== 'string'
      ? {}
      : { text: json === null ? textOf(input, opened.bytes) : { prefix: true, checksum: false } };
  const isBlank = opened.kind === 'unsignedTx' || kind === 'noCredentials';
  return {
    unsignedTx,
    utxos: [],
    signatures: isBlank
      ? uses.map(({ signatureIndices }) => signatureIndices.map(() => null))
      : signaturesOf(opened.txs[0]!),
    form: { kind, ...text },
  };
}

/**
 * Writes a draft in the form of another tool, with its signatures so far: bytes, or text if the form says so or is JSON.
 * @param form The form that `fromForeign` returned, or one of its kinds.
 * @throws {AvalancheError} As `finalize`, except `MissingSigner`; `Unsupported`: operations on NFTs and properties as `avalanchejs`, which has
 *   no credentials for them.
 */
export function toForeign(draft: Draft, form: 'avalanchejs'): string;
export function toForeign(draft: Draft, form: BytesKind): Uint8Array;
export function toForeign(draft: Draft, form: ForeignForm): Uint8Array | string;
export function toForeign(
  draft: Draft,
  form: ForeignForm | ForeignForm['kind'],
): Uint8Array | string {
  checkArgument(form, formArgument, 'form');
  return withVerified(['draft'], draft, (reading) => {
    const { kind, text }: ForeignForm = typeof form === 'string' ? { kind: form } : form;
    if (kind === 'avalanchejs') return avalanchejsText(reading.draft);
    if (!kinds.includes(kind)) throw badArgument(kinds.join(', '), kind).at('form');
    const bytes = bytesIn(reading.draft, kind);
    return text ? hexOf(bytes, text) : bytes;
  });
}

const formArgument = /* @__PURE__ */ (() =>
  either((value) => typeof value === 'string', aText, objectOf({ kind: aText })))();

const kinds: readonly BytesKind[] = ['avalanchego', 'avalanchejs3', 'unsigned', 'noCredentials'];

/**
 * How a tool writes a transaction with missing signatures.
 *
 * - `avalanchego`: bytes with 65 zeros in place of each missing signature, as the node's own wallet, avalanchejs 5 and Core write them.
 * - `avalanchejs3`: bytes with 45 zeros and the 20-byte address of the signer, as avalanchejs 3 and BitGo write them.
 * - `unsigned`: the unsigned bytes, without credentials. With a signature, it is written as `avalanchego`.
 * - `noCredentials`: the unsigned bytes and a count of 0 credentials. With a signature, it is written as `avalanchego`.
 * - `avalanchejs`: the JSON text of `UnsignedTx.fromJSON` of avalanchejs 5, or of `EVMUnsignedTx.fromJSON` on C.
 */
export type ForeignKind =
  | 'avalanchego'
  | 'avalanchejs3'
  | 'unsigned'
  | 'noCredentials'
  | 'avalanchejs';

/** The form of an input: how it writes missing signatures, and how it writes bytes as text. */
export interface ForeignForm {
  /** How missing signatures are written. */
  readonly kind: ForeignKind;
  /** How the bytes are written as hex; omitted for bytes, and for JSON. */
  readonly text?: {
    /** Whether the hex begins with `0x`. */
    readonly prefix: boolean;
    /** Whether the hex ends in the node's checksum. */
    readonly checksum: boolean;
  };
}

/** The kinds whose form is bytes. */
export type BytesKind = Exclude<ForeignKind, 'avalanchejs'>;

/** Returns the kind of an opened transaction, and its signatures, with `null` for those that are missing. */
function kindOf(
  opened: Extract<Opened, { readonly kind: 'tx' | 'unsignedTx' }>,
  slots: number,
): BytesKind {
  if (opened.kind === 'unsignedTx') return 'unsigned';
  const signatures = signaturesOf(opened.value as AnyTx);
  if (signatures.length === 0 && slots > 0) return 'noCredentials';
  const isNamed = signatures
    .flat()
    .some((signature) => placeholderAddress(signature)?.some((byte) => byte > 0));
  return isNamed ? 'avalanchejs3' : 'avalanchego';
}

/** Returns how a text writes bytes. */
function textOf(text: string, bytes: Uint8Array): NonNullable<ForeignForm['text']> {
  const digits = /^["'`\s]*(0x)?([0-9a-f\s]*)["'`\s]*$/i.exec(text);
  if (!digits) return { prefix: true, checksum: false };
  const { length } = digits[2]!.replace(/\s+/g, '');
  return { prefix: digits[1] !== undefined, checksum: length === 2 * (bytes.length + 4) };
}

const noCredentials = /* @__PURE__ */ new Uint8Array(4);

/** Encodes a draft with its signatures so far in a form of bytes. */
function bytesIn(draft: Draft, kind: BytesKind): Uint8Array {
  if (kind !== 'unsigned' && kind !== 'noCredentials') return signedBytes(draft, kind);
  if (draft.slots.some(({ signatures }) => signatures.some((signature) => signature)))
    return signedBytes(draft);
  const unsigned = unsignedBytes(draft);
  return kind === 'unsigned' ? unsigned : concatBytes(unsigned, noCredentials);
}

/** Writes bytes as hex. */
function hexOf(bytes: Uint8Array, { prefix, checksum }: NonNullable<ForeignForm['text']>): string {
  const hex = checksum ? formatBytes(bytes, 'hex') : formatHex(bytes);
  return prefix ? hex : hex.slice(2);
}

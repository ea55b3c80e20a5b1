/** The forms in which other tools write transactions that are not fully signed. */
import type { AnyTx } from '../chain/tx.ts';
import { unsignedBytes } from '../draft/check.ts';
import type { Draft } from '../draft/draft.ts';
import { signaturesOf, signedBytes } from '../draft/partial.ts';
import type { Opened } from '../open/opened.ts';
import { concatBytes } from '../text/bytes.ts';
import { formatBytes, formatHex } from '../text/hex.ts';
import { placeholderAddress } from '../tx/placeholder.ts';

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
export function kindOf(
  opened: Extract<Opened, { readonly kind: 'tx' | 'unsignedTx' }>,
  slots: number,
): BytesKind {
  if (opened.kind === 'unsignedTx') return 'unsigned';
  const signatures = signaturesOf(opened.value as AnyTx);
  if (signatures.length === 0 && slots > 0) return 'noCredentials';
  const isNamed = signatures.flat().some((of) => placeholderAddress(of)?.some((byte) => byte > 0));
  return isNamed ? 'avalanchejs3' : 'avalanchego';
}

/** Returns how a text writes bytes. */
export function textOf(text: string, bytes: Uint8Array): NonNullable<ForeignForm['text']> {
  const digits = /^["'`\s]*(0x)?([0-9a-f\s]*)["'`\s]*$/i.exec(text);
  if (!digits) return { prefix: true, checksum: false };
  const { length } = digits[2]!.replace(/\s+/g, '');
  return { prefix: digits[1] !== undefined, checksum: length === 2 * (bytes.length + 4) };
}

const noCredentials = /* @__PURE__ */ new Uint8Array(4);

/** Encodes a draft with its signatures so far in a form of bytes. */
export function bytesIn(draft: Draft, kind: BytesKind): Uint8Array {
  if (kind !== 'unsigned' && kind !== 'noCredentials') return signedBytes(draft, kind);
  if (draft.slots.some(({ signatures }) => signatures.some((of) => of))) return signedBytes(draft);
  const unsigned = unsignedBytes(draft);
  return kind === 'unsigned' ? unsigned : concatBytes(unsigned, noCredentials);
}

/** Writes bytes as hex. */
export function hexOf(
  bytes: Uint8Array,
  { prefix, checksum }: NonNullable<ForeignForm['text']>,
): string {
  const hex = checksum ? formatBytes(bytes, 'hex') : formatHex(bytes);
  return prefix ? hex : hex.slice(2);
}

import { toBytes, toText } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { frozen } from '../errors/frozen.ts';
import { contextOf } from '../network/context.ts';
import { blockchainOf } from '../state/state.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatJSON, isJSONObject, type JSONValue, parseJSON } from '../text/json.ts';
import { decode, encode } from '../wire/codec.ts';
import { valueFromJSON } from '../wire/parse.ts';
import { valueToJSONText } from '../wire/print.ts';
import { maxDraft, WireDraft } from './container.ts';
import type { Draft } from './draft.ts';
import type { ReadDraft } from './made.ts';
import { verifySignatures } from './signatures.ts';
import { verifyDraft } from './verify.ts';
import { fromWire, networkFrom, toWire, verifyFormat } from './wire.ts';

/** Most characters of a text: bytes have two each. */
const maxText = 2 * maxDraft + 1024 * 1024;

/**
 * The one text of a draft: JSON on one line, integers as numbers, signatures so far included. No secret is in a draft.
 * @throws {AvalancheError} What cannot be written: `Mismatch`: a slot or the fee is not what the transaction says.
 */
export function formatDraft(draft: Draft): string {
  const wire = toWire(draft);
  return valueToJSONText(WireDraft, wire, contextOf(blockchainOf(draft).alias, draft.network));
}

/**
 * The one form of a draft as bytes: half as long as its text.
 * @throws {AvalancheError} As `formatDraft`.
 */
export function encodeDraft(draft: Draft): Uint8Array {
  return encode(WireDraft, toWire(draft));
}

/**
 * Reads a draft from its text, whoever wrote it. All of it is checked but what a draft can only claim, which is who owns what it
 * spends (`prove`): the rules, fee and flows as `finalize` does, each signature against its slot.
 * @returns A frozen draft that shares no bytes with anything.
 * @throws {AvalancheError} With path: `BadJSON`; `BadVersion`: not this version of a draft; `TooLong`; `Mismatch`: what it says of
 *   itself is not so, or not in the one form (keys may be in any order); `BadSignature`; what `finalize` throws but `MissingSigner`.
 */
export function parseDraft(text: string): ReadDraft {
  if (toText(text, 'text').length > maxText)
    throw new AvalancheError('TooLong', `${text.length} characters, at most ${maxText}`, {
      length: text.length,
      max: maxText,
    }).at('draft');
  const json = parseJSON(text);
  const draft = checkedDraft(wireFromJSON(json));
  if (sortedJSON(json) !== sortedJSON(parseJSON(formatDraft(draft)))) throw notCanonical();
  return draft;
}

/**
 * Reads a draft from its bytes, as `parseDraft` does from its text.
 * @returns A frozen draft that shares no bytes with anything: changing `bytes` afterwards changes nothing.
 * @throws {AvalancheError} As `decode` and `parseDraft`.
 */
export function decodeDraft(bytes: Uint8Array): ReadDraft {
  return checkedDraft(decode(WireDraft, toBytes(bytes).slice()));
}

function checkedDraft(wire: WireDraft): ReadDraft {
  const draft = fromWire(wire);
  if (!equalBytes(encode(WireDraft, wire), encodeDraft(draft))) throw notCanonical();
  within(['draft'], () => {
    verifySignatures(draft, verifyDraft(draft));
  });
  return frozen(draft) as ReadDraft;
}

const notCanonical = (): AvalancheError =>
  new AvalancheError('Mismatch', 'is not in canonical form').at('draft');

function wireFromJSON(json: JSONValue): WireDraft {
  return within(['draft'], () => {
    const of = isJSONObject(json) ? json : {};
    verifyFormat(of.format);
    const network = networkFrom(of.network ?? null);
    return valueFromJSON(WireDraft, json, contextOf(String(of.alias || of.chain), network));
  });
}

/** The text of JSON with the keys of objects in order. */
function sortedJSON(json: JSONValue): string {
  return formatJSON(sorted(json));
}

function sorted(json: JSONValue): JSONValue {
  if (Array.isArray(json)) return json.map(sorted);
  if (!isJSONObject(json)) return json;
  const entries = Object.entries(json).map(([key, value]) => [key, sorted(value)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

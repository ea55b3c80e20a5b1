/** What the inspector looks at: one reading of an input. */
import {
  type AnyKind,
  AvalancheError,
  type Draft,
  type Hint,
  isError,
  type JSONValue,
  type Opened,
  open,
  openAll,
  parseHex,
  parseJSON,
  parseState,
  type State,
  secretIn,
} from 'avalanche-tx';
import { unsignedBytesOf } from 'avalanche-tx/rules';
import { decodeDraft, parseDraft, parseDraftParts } from 'avalanche-tx/sign';
import { type NamedSubject, readNamed } from './named.ts';

interface Source {
  /** Where it came from, in words: `pasted`, `file block.hex`, `edited`. */
  readonly from: string;
}

/** A value of a chain: a transaction, UTXO, block, genesis, message, or a part of one. */
export interface ValueSubject extends Source {
  readonly kind: 'value';
  readonly opened: Opened;
  /** Of what is in a block, vertex or record: the time that it has, if any. Absent of what was pasted alone, and of what was edited. */
  readonly accepted?: { readonly time: bigint | undefined };
}

/** A draft, which has been checked. */
export interface DraftSubject extends Source {
  readonly kind: 'draft';
  readonly draft: Draft;
  /** Its unsigned transaction, for the views of values. */
  readonly opened: Opened;
}

/** Parts of a draft, some of which are still missing. */
export interface PartsSubject extends Source {
  readonly kind: 'parts';
  readonly parts: readonly string[];
}

/** Several values: the UTXOs or containers of a reply, or several files. */
export interface ListSubject extends Source {
  readonly kind: 'list';
  readonly values: readonly Opened[];
}

/** A state, as `avalanche-tx state` writes it. */
export interface StateSubject extends Source {
  readonly kind: 'state';
  readonly state: State;
}

/** A transaction of an EVM, which is decoded by another library when it is looked at. */
export interface EVMSubject extends Source {
  readonly kind: 'evm';
  readonly bytes: Uint8Array;
}

/** An input that was read. */
export type Subject =
  | ValueSubject
  | DraftSubject
  | PartsSubject
  | ListSubject
  | StateSubject
  | EVMSubject
  | (NamedSubject & Source);

/** A subject that has bytes: a value, or the transaction of a draft. */
export type DecodedSubject = ValueSubject | DraftSubject;

export const isDecoded = (subject: Subject): subject is DecodedSubject => 'opened' in subject;

export const isTx = ({ opened: { kind } }: DecodedSubject): boolean =>
  kind === 'tx' || kind === 'unsignedTx';

/** A reading that is possible where several fit. */
export interface Reading {
  readonly chain?: 'P' | 'X' | 'C';
  readonly kind: AnyKind;
}

/** What came of reading an input. */
export type Read =
  | { readonly subject: Subject }
  | { readonly readings: readonly Reading[] }
  | { readonly error: AvalancheError };

/** Most bytes or characters of an input: more than any block or genesis has, and less than stops a browser. */
const maxInput = 64 * 1024 * 1024;

/** Reads an input as a value of a chain. Never throws for a bad input: a page shows the error. */
export function readSubject(input: string | Uint8Array, from: string, hint: Hint = {}): Read {
  try {
    if (input.length > maxInput)
      throw new AvalancheError('LimitExceeded', 'the input is too large for this page', {
        limit: 'bytes of an input',
        max: maxInput,
      });
    return { subject: subjectOf(input, from, hint) };
  } catch (e) {
    if (isError(e, 'Ambiguous') && e.context.candidates)
      return { readings: e.context.candidates as unknown as readonly Reading[] };
    if (isError(e)) return { error: e };
    throw e;
  }
}

function subjectOf(input: string | Uint8Array, from: string, hint: Hint): Subject {
  const text = typeof input === 'string' ? input : textOf(input);
  if (text === undefined) return ofBytes(input as Uint8Array, from, hint);
  if (secretIn(text) === 'key') throw secretError(text);
  const json = /^\s*\{/.test(text) ? jsonOf(text) : undefined;
  if (has(json, 'format')) return draftSubject(parseDraft(text), from);
  if (isParts(text)) return partsSubject(text.trim().split(/\s+/), from);
  if (has(json, 'chain') && has(json, 'network'))
    return { kind: 'state', state: parseState(text), from };
  try {
    return valuesSubject(openAll(text, hint), from);
  } catch (e) {
    if (!isError(e)) throw e;
    const evm = isError(e, 'BadText') && e.context.found === 'EVM' ? bytesIn(text) : undefined;
    if (evm) return evmSubject(evm, from, e);
    const named = readNamed(text);
    if (named) return { ...named, from };
    throw e;
  }
}

/** The name of the format, with which the bytes of a draft start. */
const draftName = 'avalanche-tx draft';

function ofBytes(bytes: Uint8Array, from: string, hint: Hint): Subject {
  const start = String.fromCharCode(...bytes.subarray(0, 40));
  if (start.includes(draftName)) return draftSubject(decodeDraft(bytes), from);
  try {
    return valuesSubject(openAll(bytes, hint), from);
  } catch (e) {
    if (isError(e, 'BadText') && e.context.found === 'EVM') return evmSubject(bytes, from, e);
    throw e;
  }
}

/** What a secret is, as `open` names it. */
function secretError(text: string): AvalancheError {
  let what = 'this has a private key inside: if this screen was shared, move the funds';
  try {
    openAll(text);
  } catch (e) {
    if (isError(e, 'BadText') && e.context.found === 'private key') what = e.detail;
  }
  return new AvalancheError('BadText', `${what}. This page keeps nothing of it`, {
    kind: 'input',
    found: 'private key',
  });
}

/** A transaction of the EVM, if it is whole: a damaged one is refused with the reason. */
function evmSubject(bytes: Uint8Array, from: string, e: AvalancheError): EVMSubject {
  if (e.detail.includes(', but ')) throw e;
  return { kind: 'evm', bytes, from };
}

/** The bytes of hex, alone or as the result of a reply. */
function bytesIn(text: string): Uint8Array | undefined {
  const alone = /^(?:0x)?([0-9a-f]+)$/i.exec(text.replace(/\s+/g, ''));
  const [, digits] = alone ?? /"result"\s*:\s*"0x([0-9a-f]+)"/i.exec(text) ?? [];
  return digits === undefined ? undefined : parseHex(`0x${digits}`);
}

/** The text of a file that is one: UTF-8 without NUL. */
export function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** JSON of a text that starts as an object; lists of bytes start so too. */
function jsonOf(text: string): JSONValue | undefined {
  try {
    return parseJSON(text);
  } catch (e) {
    if (/^\s*\{\s*("|\})/.test(text)) throw e;
    return undefined;
  }
}

const has = (json: JSONValue | undefined, key: string): boolean =>
  typeof json === 'object' && json !== null && Object.hasOwn(json, key);

const isParts = (text: string): boolean => text.trimStart().startsWith('AVAXTX1:');

/** A draft out of its parts, or what is there of them. */
export function partsSubject(parts: readonly string[], from: string): Subject {
  try {
    return draftSubject(parseDraftParts(parts), from);
  } catch (e) {
    if (isError(e, 'MissingPart')) return { kind: 'parts', parts, from };
    throw e;
  }
}

/** A draft as what all views show. */
export const draftSubject = (draft: Draft, from: string): DraftSubject => ({
  kind: 'draft',
  draft,
  opened: open(unsignedBytesOf(draft.unsignedTx), {
    chain: draft.chain,
    kind: 'unsignedTx',
    network: draft.network,
    ...(draft.chain === 'X' && draft.blockchain && { alias: draft.blockchain.alias }),
  }),
  from,
});

const valuesSubject = (values: readonly Opened[], from: string): ListSubject | ValueSubject =>
  values.length === 1
    ? { kind: 'value', opened: values[0]!, from }
    : { kind: 'list', values, from };

/** Signatures that come from elsewhere: hex, what another signer answered, or a co-signer's draft. */
import { AvalancheError, isError, parseHex } from 'avalanche-tx';
import {
  addSignature,
  combineDrafts,
  type Draft,
  type ExternalSignature,
  parseDraft,
  parseDraftParts,
} from 'avalanche-tx/sign';
import { askedOf } from './asked.ts';
import { isKeystoneCode, withKeystoneAnswer } from './keystone.ts';
import { differenceOf, type Refusal, refusalOf } from './words.ts';

/** What came of adding something to a draft. */
export type Added =
  | { readonly draft: Draft; readonly text: string }
  | { readonly refusal: Refusal };

/**
 * Adds whatever a text holds: a signature of 65 bytes in hex, signatures as JSON, codes of a Keystone, or a draft as JSON or in parts.
 */
export function add(draft: Draft, text: string): Added {
  const given = text.trim();
  const isDraft = /^AVAXTX1:/.test(given) || /^\{\s*"format"/.test(given);
  if (isDraft) return addDraft(draft, given);
  try {
    const signed = isKeystoneCode(given)
      ? withKeystoneAnswer(draft, given)
      : /^[[{]/.test(given)
        ? addJSON(draft, given)
        : addHex(draft, given);
    return { draft: signed, text: countOf(draft, signed) };
  } catch (e) {
    return { refusal: refusalOf(e) };
  }
}

function addDraft(draft: Draft, text: string): Added {
  try {
    const theirs = text.startsWith('{')
      ? parseDraft(text)
      : parseDraftParts(text.split(/\s+/).filter((part) => part !== ''));
    return addParsed(draft, theirs);
  } catch (e) {
    return { refusal: wrongSignature(e) ?? refusalOf(e) };
  }
}

/** Adds the signatures, paths and evidence of a co-signer's draft. */
export function addParsed(draft: Draft, theirs: Draft): Added {
  try {
    const all = combineDrafts(draft, theirs);
    return { draft: all, text: countOf(draft, all) };
  } catch (e) {
    return { refusal: wrongSignature(e) ?? differenceOf(e, draft, theirs) };
  }
}

/** A draft with a signature that its slot's key did not make. */
const wrongSignature = (e: unknown): Refusal | undefined =>
  isError(e, 'BadSignature')
    ? {
        text: `This draft holds a wrong signature, so nothing was taken from it: ${e.detail} (${placeOf(e)}).`,
        findings: [],
      }
    : undefined;

const placeOf = ({ path }: AvalancheError): string =>
  path
    .filter((step) => step !== 'draft' && step !== 'drafts')
    .map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`))
    .join('');

function digestOf(draft: Draft): Uint8Array {
  const digest = askedOf(draft)[0]?.digest;
  if (digest) return digest;
  throw new AvalancheError('BadSignature', 'all signatures are there, no other is needed');
}

const addHex = (draft: Draft, text: string): Draft =>
  addSignature(draft, {
    digest: digestOf(draft),
    signature: text,
  });

/** As `avalanche-tx sign --add` reads them. */
function addJSON(draft: Draft, text: string): Draft {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (e) {
    throw new AvalancheError('BadJSON', (e as Error).message);
  }
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.reduce<Draft>((signed, one) => addSignature(signed, signatureIn(one)), draft);
}

function signatureIn(value: unknown): ExternalSignature {
  const { digest, signature, publicKey } = (value ?? {}) as { readonly [key: string]: unknown };
  if (typeof digest !== 'string' || typeof signature !== 'string')
    throw new AvalancheError('BadJSON', 'a signature is an object with digest and signature');
  return {
    digest: parseHex(digest),
    signature,
    ...(typeof publicKey === 'string' && { publicKey }),
  };
}

/** What is new, in words. */
export function countOf(before: Draft, after: Draft): string {
  const count = placesOf(after) - placesOf(before);
  if (count === 0) return 'Nothing new: all its signatures were there already.';
  const open = askedOf(after).length;
  const rest =
    open === 0
      ? 'The draft is complete.'
      : `Still missing: ${open} ${open === 1 ? 'signer' : 'signers'}.`;
  return `${count} ${count === 1 ? 'signature' : 'signatures'} added. ${rest}`;
}

const placesOf = ({ slots }: Draft): number =>
  slots.reduce((sum, { signatures }) => sum + signatures.filter((of) => of !== null).length, 0);

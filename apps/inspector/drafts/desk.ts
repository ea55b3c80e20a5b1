/** What the views of drafts share as long as the page is open. Nothing here is secret, and nothing is stored. */
import { computed, signal } from '@preact/signals';
import { formatHex } from 'avalanche-tx';
import { parseDescriptor } from 'avalanche-tx/hd';
import {
  chooseSigners,
  type Draft,
  type Own,
  type SignerKnowledge,
  type SignOptions,
} from 'avalanche-tx/sign';
import { visible } from '../../ui/visible.ts';
import * as facts from '../model/facts.ts';
import { offered } from '../model/page.ts';
import { foreignHere } from '../model/place.ts';
import { edit } from '../model/session.ts';
import { accept, digestOf, isOther, shownDigest } from '../model/shown.ts';
import { draftSubject } from '../model/subject.ts';
import { countOf } from './model/adding.ts';
import { check } from './model/checking.ts';
import type { ShownOptions } from './model/keys.ts';
import type { Refusal } from './model/words.ts';

/** Addresses, or the descriptor of a wallet, that the reader calls their own. */
export const ownText = signal('');
/** The policy file. */
export const policyText = signal('');
/** What came of the last thing that was pressed. It is shown below that button, with the focus. */
export interface Answer {
  /** The way of signing that was used: `key`, `ledger`, `add`, or a wallet by its name. */
  readonly at: string;
  readonly text: string;
  readonly refusal?: Refusal;
}
export const answer = signal<Answer | undefined>(undefined);
/** The way of signing that is open. */
export const way = signal<string | undefined>(undefined);

/** Forgets answers and open ways: another draft is looked at. */
export function tidy(): void {
  answer.value = undefined;
  way.value = undefined;
}

/** What the reader owns: as they say here, or beside the other views. */
const own = computed<Own>(() => {
  const text = ownText.value.trim();
  if (text === '') return facts.own.value;
  if (/^(\[m|multi\()/.test(text)) {
    try {
      return parseDescriptor(text);
    } catch {
      return [];
    }
  }
  return text.split(/[\s,]+/).filter((address) => address !== '');
});

/** What the reader knows, for explanations, policies and signers. */
export const known = computed<SignerKnowledge>(() => {
  const { state, utxos } = facts.known.value ?? {};
  return {
    own: own.value,
    ...(utxos && utxos.length > 0 && { utxos }),
    ...(state?.evidence && { evidence: state.evidence }),
    ...(state?.chain === 'P' && state.authorities && { authorities: state.authorities }),
  };
});

/**
 * What a draft is checked against: what the reader owns, the clock, and the policy.
 * @throws {Error} If the policy cannot be read: a draft is never signed without the policy that stands on the page.
 */
export function checkOptions(draft: Draft): SignOptions {
  const checked = check(draft, policyText.value, known.value, facts.clock());
  if (checked.kind === 'failed') throw new Error(`The policy cannot be used: ${checked.text}`);
  const given = { ...known.value, time: facts.clock() };
  return checked.kind === 'checked' ? { ...given, policy: checked.policy } : given;
}

/**
 * What every signer gets: the same, and the digest of what the page shows now.
 * @throws {Error} If another page can swap what is shown, or something else is shown by now than what is to be signed.
 */
export function signOptions(draft: Draft): ShownOptions {
  const foreign = foreignHere();
  if (foreign) throw new Error(`${foreign} Nothing is signed or sent here.`);
  assertShown(draft);
  return { ...checkOptions(draft), reviewed: digestOf(draft) };
}

/** @throws {Error} If the page shows another transaction than this one. */
export function assertShown(draft: Draft): void {
  if (shownDigest.value === formatHex(digestOf(draft)) && !isOther.value && !offered.value) return;
  throw new Error('The page shows another transaction by now. Look at it before you sign.');
}

/**
 * Shows a draft in the place of the one before, which undo brings back.
 * @param at The way of signing that was used.
 * @throws {Error} If the page shows another transaction by now than the one before: a device or wallet took its time.
 */
export function replace(before: Draft, after: Draft, from: string, at: string): void {
  assertShown(before);
  answer.value = { at, text: countOf(before, after) };
  edit(draftSubject(after, from));
}

/**
 * Shows the draft for an owner who was not chosen to sign. It does the same with other signers, so the reader is not asked again; the
 * signatures so far are lost.
 * @throws {Error} As `replace`.
 */
export function choose(before: Draft, address: string, at: string): void {
  assertShown(before);
  const { draft, voided } = chooseSigners(before, [address]);
  const lost =
    voided.length === 0 ? '' : ` Signed before, and to sign again: ${voidedText(voided)}.`;
  answer.value = { at, text: `The draft now needs ${visible(address)}: sign it.${lost}` };
  edit(draftSubject(draft, 'for another signer'));
  accept();
}

const voidedText = (voided: readonly { readonly address: string }[]): string =>
  [...new Set(voided.map(({ address }) => visible(address)))].join(', ');

/** Says why nothing was done. */
export function refuse(refusal: Refusal, at: string): void {
  answer.value = { at, text: refusal.text, refusal };
}

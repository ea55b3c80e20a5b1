/** What the views of drafts share as long as the page is open. Nothing here is secret, and nothing is stored. */
import { computed, signal } from '@preact/signals';
import { formatHex } from 'avalanche-tx';
import { parseDescriptor } from 'avalanche-tx/hd';
import type { Draft, Own, SignerKnowledge, SignOptions } from 'avalanche-tx/sign';
import * as facts from '../model/facts.ts';
import { offered } from '../model/page.ts';
import { foreignHere } from '../model/place.ts';
import { edit } from '../model/session.ts';
import { digestOf, isOther, shownDigest } from '../model/shown.ts';
import { draftSubject } from '../model/subject.ts';
import { countOf } from './model/adding.ts';
import { check } from './model/checking.ts';
import type { ShownOptions } from './model/keys.ts';
import type { Refusal } from './model/words.ts';

/** Addresses, or the descriptor of a wallet, that the reader calls their own. */
export const ownText = signal('');
/** The policy file. */
export const policyText = signal('');
/** What happened last, for everybody and for screen readers. */
export const said = signal('');
/** What was refused last. */
export const refused = signal<Refusal | undefined>(undefined);

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
 * @throws {Error} If the page shows another transaction by now than the one before: a device or wallet took its time.
 */
export function replace(before: Draft, after: Draft, from: string): void {
  assertShown(before);
  refused.value = undefined;
  said.value = countOf(before, after);
  edit(draftSubject(after, from));
}

/** Says why nothing was done. */
export function refuse(refusal: Refusal): void {
  said.value = '';
  refused.value = refusal;
}

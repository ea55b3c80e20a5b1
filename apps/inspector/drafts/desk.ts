/** What the views of drafts share as long as the page is open. Nothing here is secret, and nothing is stored. */
import { computed, signal } from '@preact/signals';
import { parseDescriptor } from 'avalanche-tx/hd';
import type { Draft, Own, SignerFacts, SignOptions } from 'avalanche-tx/sign';
import * as facts from '../model/facts.ts';
import { edit } from '../model/session.ts';
import { draftSubject } from '../model/subject.ts';
import { countOf } from './model/adding.ts';
import { check } from './model/checking.ts';
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
export const known = computed<SignerFacts>(() => {
  const { state, utxos } = facts.known.value ?? {};
  return {
    own: own.value,
    ...(utxos && utxos.length > 0 && { utxos }),
    ...(state?.evidence && { evidence: state.evidence }),
    ...(state?.chain === 'P' && state.authorities && { authorities: state.authorities }),
  };
});

/** Unix seconds of the reader's clock, for policies that end. */
export const clock = (): bigint => BigInt(Math.floor(Date.now() / 1000));

/**
 * What every signer gets: what the reader owns, and the policy.
 * @throws {Error} If the policy cannot be read: a draft is never signed without the policy that stands on the page.
 */
export function signOptions(draft: Draft): SignOptions {
  const checked = check(draft, policyText.value, known.value, clock());
  if (checked.kind === 'failed') throw new Error(`The policy cannot be used: ${checked.text}`);
  return checked.kind === 'checked' ? { ...known.value, policy: checked.policy } : known.value;
}

/** Shows a draft in the place of the one before, which undo brings back. */
export function replace(before: Draft, after: Draft, from: string): void {
  refused.value = undefined;
  said.value = countOf(before, after);
  edit(draftSubject(after, from));
}

/** Says why nothing was done. */
export function refuse(refusal: Refusal): void {
  said.value = '';
  refused.value = refusal;
}

/** What the reader was shown, and so what is signed: another digest is asked about anew. */
import { computed, signal } from '@preact/signals';
import { formatHex } from 'avalanche-tx';
import { explain } from 'avalanche-tx/explain';
import type { Draft } from 'avalanche-tx/sign';
import { subject } from './session.ts';

const digests = new WeakMap<Draft, Uint8Array>();

/** The digest that is signed, 32 bytes. */
export function digestOf(draft: Draft): Uint8Array {
  let digest = digests.get(draft);
  if (!digest) digests.set(draft, (digest = explain(draft, { network: draft.network }).digest));
  return digest;
}

/** Counts what takes the page from under the reader: keys, reviews and check marks of before are gone. */
export const round = signal(0);

/** The digest of the draft that was accepted for signing, in hex: the first one that was shown, or one that the reader said yes to. */
const accepted = signal<string | undefined>(undefined);

/** The digest of the draft that is shown, in hex. */
export const shownDigest = computed(() => {
  const now = subject.value;
  return now?.kind === 'draft' ? formatHex(digestOf(now.draft)) : undefined;
});

/** Whether what is shown is another transaction than the one that the reader had accepted. */
export const isOther = computed(
  () =>
    accepted.value !== undefined &&
    shownDigest.value !== undefined &&
    accepted.value !== shownDigest.value,
);

/** Takes what is shown for what the reader means. */
export function accept(): void {
  accepted.value = shownDigest.value;
}

/** Takes the first draft that is shown as it is; later ones are asked about. */
export function acceptFirst(): void {
  if (accepted.value === undefined) accept();
}

/** Forgets keys, reviews and check marks. */
export function forgetReviews(): void {
  round.value++;
}

/** Forgets also what was accepted: the reader starts again. */
export function startAgain(): void {
  accepted.value = undefined;
  forgetReviews();
}

/** The page around the subject: whether the input is open, and the address in the browser's bar. */
import { computed, effect, signal } from '@preact/signals';
import { formatHex } from 'avalanche-tx';
import { formatDraft } from 'avalanche-tx/sign';
import {
  BadLink,
  fragmentOf,
  type Linked,
  liveLimit,
  packedSize,
  readFragment,
  readPayload,
} from './link.ts';
import { input, isEdited, read, show, subject, view } from './session.ts';
import { forgetReviews } from './shown.ts';

/** Whether the input is open for another one. It is also open as long as nothing is shown. */
export const isOpen = signal(true);

/**
 * Whether the input is being typed. Its beginnings may stand for something else than the whole, 40 digits of a key for an address: until
 * the field is left, the address of the page has none of them.
 */
export const isTyping = signal(false);
const isUnfinished = computed(() => isTyping.value && input.value?.from === 'typed');

/** Why a link could not be opened. */
export const linkError = signal('');

/** Whether the address of the page has the input: `large` and `private` ones, and what may be a key, only on request. */
export const linkState = signal<'none' | 'live' | 'large' | 'private' | 'key'>('none');

/** The subject as it is now, as text or bytes: what a link and a saved file have in them. */
export const content = computed<Linked | undefined>(() => {
  const now = subject.value;
  const from = input.value;
  if (!now) return undefined;
  if (now.kind === 'draft' && (isEdited.value || !from)) return { content: formatDraft(now.draft) };
  if (now.kind === 'value' && isEdited.value) {
    const { bytes, chain, kind } = now.opened;
    return { content: formatHex(bytes), hint: { kind, ...(chain && { chain }) } };
  }
  return from && { content: from.content, ...(from.hint && { hint: from.hint }) };
});

/** What a link to the page as it is has in it. */
const linked = (): Linked | undefined =>
  content.value && {
    ...content.value,
    ...(view.value !== undefined && { view: view.value }),
  };

/** Whether the subject is for its owners only: signatures of a draft, and what a state says of addresses; or a key. */
function privacy(): 'private' | 'key' | undefined {
  const now = subject.value;
  const whole = read.value && 'subject' in read.value ? read.value.subject : undefined;
  if (now?.kind === 'named' && now.mayBeKey) return 'key';
  if (whole?.kind === 'state' || whole?.kind === 'parts') return 'private';
  const isSigned =
    now?.kind === 'draft' &&
    now.draft.slots.some(({ signatures }) => signatures.some((signature) => signature !== null));
  return isSigned ? 'private' : undefined;
}

/** Whether everybody may see it. */
export const isPublic = computed(() => privacy() === undefined);

const setFragment = (fragment: string): void => {
  const { pathname, search } = location;
  if (location.hash !== fragment)
    history.replaceState(null, '', fragment === '' ? pathname + search : fragment);
};

let count = 0;

/** Puts the input and the view into the address, if they are small and not private. */
async function updateAddress(): Promise<void> {
  const of = linked();
  const mine = ++count;
  const isTooLarge = of && of.content.length > 64 * liveLimit;
  const hidden = of && privacy();
  const fragment = of && !isTooLarge && !hidden ? await fragmentOf(of) : '';
  if (mine !== count) return;
  const isLive = fragment !== '' && packedSize(fragment) <= liveLimit;
  linkState.value = !of ? 'none' : (hidden ?? (isLive ? 'live' : 'large'));
  if (of || read.value) setFragment(isLive && !isUnfinished.value ? fragment : '');
}

/** The address with everything in it, however large or private: only on request. */
export async function wholeLink(): Promise<string> {
  const of = linked();
  const { href } = location;
  return of ? href.replace(/#.*$/s, '') + (await fragmentOf(of)) : href;
}

function open({ content, hint, view: chosen }: Linked, from: string): void {
  view.value = chosen;
  show(from, content, hint);
  isOpen.value = !(read.value && 'subject' in read.value);
}

/** What the address was changed to while something is open. Another page can do that, so it is shown only if the reader says so. */
export const offered = signal<Linked | undefined>(undefined);

async function openAddress(): Promise<void> {
  try {
    const found = await readFragment(location.hash);
    linkError.value = '';
    if (!found) return;
    if (!read.value) {
      open(found, 'link');
      return;
    }
    forgetReviews();
    offered.value = found;
  } catch (e) {
    if (!(e instanceof BadLink)) throw e;
    linkError.value = `This link is damaged: ${e.message}.`;
  }
}

/** Opens what the address was changed to. Nothing that was typed, reviewed or checked for what was open before is left. */
export function openOffered(): void {
  const found = offered.value;
  offered.value = undefined;
  forgetReviews();
  if (found) open(found, 'link');
}

/** Keeps what is open, and writes it into the address again. */
export function keepOpen(): void {
  offered.value = undefined;
  updateAddress();
}

/** Opens what the page came with: an input in the file, or in the address. From now on the address follows the page. */
export async function startPage(): Promise<void> {
  const inside = document.getElementById('avalanche-tx-input')?.textContent;
  if (location.hash.startsWith('#i=')) await openAddress();
  else if (inside) {
    try {
      open(readPayload(inside), 'file');
    } catch (e) {
      if (!(e instanceof BadLink)) throw e;
      linkError.value = `The input in this file is damaged: ${e.message}.`;
    }
  }
  addEventListener('hashchange', openAddress);
  effect(() => {
    linked();
    isUnfinished.value;
    updateAddress();
  });
}

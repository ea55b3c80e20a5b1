/** Whether another page can swap what this one shows: one that has it in a frame, or that opened it. */

/** The parts of a window that tell. */
export interface Place {
  readonly self: unknown;
  readonly top: unknown;
  readonly opener: unknown;
  readonly location: { readonly origin: string };
}

/** Whether a window belongs to somebody else. Of another origin its address cannot be read, and files are of no origin that could be shared. */
function isForeign(of: unknown, { location: { origin } }: Place): boolean {
  try {
    const theirs = (of as { readonly location: { readonly origin: string } }).location.origin;
    return origin === 'null' || theirs !== origin;
  } catch {
    return true;
  }
}

/** Why nothing is signed or sent here; undefined if the page stands alone. */
export function foreignPlace(place: Place): string | undefined {
  if (place.top !== place.self && isForeign(place.top, place))
    return 'This page is inside a frame of another one, which can cover it and swap what it shows.';
  if (place.opener !== null && isForeign(place.opener, place))
    return 'Another page opened this one, and can swap what it shows.';
  return undefined;
}

/** The same of this page. A page that has a window of ours as opener at first may hide it later, so it is asked once. */
const atStart = typeof window === 'undefined' ? undefined : foreignPlace(window as Place);
export const foreignHere = (): string | undefined =>
  atStart ?? (typeof window === 'undefined' ? undefined : foreignPlace(window as Place));

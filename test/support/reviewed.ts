/** Signing what comes from elsewhere, in tests that are about something else than its review. */

import type { Draft } from '../../src/draft/draft.ts';
import { digestOf } from '../../src/draft/reading.ts';
import { type Key, type SignOptions, sign } from '../../src/sign/index.ts';

/** Signs a draft as somebody who has read what it does. */
export const signReviewed = <D extends Draft>(
  draft: D,
  keys: Key | readonly Key[],
  options: SignOptions = {},
): D => sign(draft, keys, { ...options, reviewed: digestOf(draft) });

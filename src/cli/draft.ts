import type { Draft } from '../draft/draft.ts';
import { formatDraft, parseDraft } from '../draft/file.ts';
import { formatDraftParts, isPart, parseDraftParts } from '../draft/parts.ts';
import { nameIn } from '../draft/signatures.ts';

/** A draft from its text, or from its parts, one a line. */
export const readDraft = (text: string): Draft =>
  isPart(text.trimStart()) ? parseDraftParts(text.trim().split(/\s+/)) : parseDraft(text);

/** A draft as what commands write: its text, or its parts, one a line. */
export const writeDraft = (draft: Draft, inParts: boolean): string =>
  inParts ? formatDraftParts(draft).join('\n') : formatDraft(draft);

/** Who is still to sign, a line a credential. */
export const missingLines = (draft: Draft): readonly string[] =>
  draft.missing.map(({ credential, need, candidates }) => {
    const names = candidates.map((address) => nameIn(draft, draft.slots[credential]!, address));
    return `missing: credential ${credential} needs ${need} of ${names.join(', ')}`;
  });

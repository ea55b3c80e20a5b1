import { combineDrafts } from '../draft/combine.ts';
import type { Draft } from '../draft/draft.ts';
import { formatDraft, parseDraft } from '../draft/file.ts';
import { formatDraftParts, isPart, parseDraftParts } from '../draft/parts.ts';
import { nameIn } from '../draft/signatures.ts';
import { within } from '../errors/error.ts';
import { digestsOf } from '../sign/external.ts';
import { formatHex } from '../text/bytes.ts';

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

/** What `combine` writes: one draft with the signatures of all. */
export function combineCommand(
  texts: readonly string[],
  inParts: boolean,
  warn: (text: string) => void,
): string {
  const [first, ...others] = texts.map((text, i) => within(['drafts', i], () => readDraft(text)));
  const whole = combineDrafts(first!, ...others);
  for (const line of missingLines(whole)) warn(line);
  return writeDraft(whole, inParts);
}

/** What `missing` writes: who is still to sign, or as JSON what each is to sign. Nothing if nobody is. */
export function missingCommand(text: string, json: boolean): string {
  const draft = readDraft(text);
  if (!json) return missingLines(draft).join('\n');
  return JSON.stringify(
    digestsOf(draft).map(({ address, digest, slots, ...rest }) => ({
      address: nameIn(draft, draft.slots[slots[0]!.credential]!, address),
      ...rest,
      digest: formatHex(digest),
      slots,
    })),
  );
}

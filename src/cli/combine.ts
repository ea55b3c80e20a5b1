import { combineDrafts } from '../draft/combine.ts';
import { within } from '../errors/error.ts';
import { missingLines, readDraft, writeDraft } from './draft.ts';

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

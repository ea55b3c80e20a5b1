import { nameIn } from '../draft/signatures.ts';
import { digestsOf } from '../sign/external.ts';
import { formatHex } from '../text/bytes.ts';
import { missingLines, readDraft } from './draft.ts';

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

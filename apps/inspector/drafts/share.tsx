/** Passes a draft on: as a file, as text, or as QR codes. */
import { useSignal } from '@preact/signals';
import { type Draft, formatDraft, formatDraftParts } from 'avalanche-tx/sign';
import { Copy } from '../../ui/copy.tsx';
import { Codes } from './codes.tsx';
import { Section, save } from './parts.tsx';

export function Share({ draft }: { readonly draft: Draft }) {
  const isOpen = useSignal(false);
  return (
    <Section title="Share">
      <p class="draft-hint">The draft has all signatures so far, and no secret.</p>
      <div class="draft-actions">
        <button
          type="button"
          aria-expanded={isOpen.value}
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        >
          {isOpen.value ? 'Hide the QR codes' : 'Show QR codes'}
        </button>
        <button type="button" onClick={() => save('draft.json', formatDraft(draft))}>
          Save the draft
        </button>
        <Copy text={() => formatDraft(draft)} what="the draft">
          Copy the draft
        </Copy>
      </div>
      {isOpen.value && (
        <>
          <Codes draft={draft} />
          <div class="draft-actions">
            <button
              type="button"
              onClick={() => save('draft-parts.txt', `${formatDraftParts(draft).join('\n')}\n`)}
            >
              Save the codes as text
            </button>
            <Copy text={() => formatDraftParts(draft).join('\n')} what="the codes">
              Copy the codes as text
            </Copy>
          </div>
        </>
      )}
    </Section>
  );
}

/** What the reader owns and allows: the draft is checked under it, and nothing signs against it. */
import { useSignal } from '@preact/signals';
import type { Draft } from 'avalanche-tx/sign';
import { clock } from '../model/facts.ts';
import { known, ownText, policyText } from './desk.ts';
import { check, fullPolicyText } from './model/checking.ts';
import { Findings } from './parts.tsx';

/** The reader's own addresses. */
export const OwnAddresses = () => (
  <label class="draft-field">
    Your addresses, or the descriptor of your wallet
    <textarea
      rows={2}
      spellcheck={false}
      autocomplete="off"
      value={ownText.value}
      onInput={(e) => {
        ownText.value = e.currentTarget.value;
      }}
    />
  </label>
);

/** Folded as long as there is none: signing needs none. */
export function Policy({ draft }: { readonly draft: Draft }) {
  const isOpen = useSignal(policyText.peek() !== '');
  return (
    <details
      class="draft-policy"
      open={isOpen.value}
      onToggle={(e) => {
        isOpen.value = e.currentTarget.open;
      }}
    >
      <summary>Limit what may be signed (advanced)</summary>
      <p class="draft-hint">
        Without a policy, a key signs what is shown above, if the fee is at most 0.1 AVAX. A policy
        that is written here allows what this draft does, so review the draft first.
      </p>
      <OwnAddresses />
      <label class="draft-field">
        Policy (JSON)
        <textarea
          rows={6}
          class="mono"
          spellcheck={false}
          autocomplete="off"
          value={policyText.value}
          onInput={(e) => {
            policyText.value = e.currentTarget.value;
          }}
        />
      </label>
      <div class="draft-actions">
        <button
          type="button"
          onClick={() => {
            policyText.value = fullPolicyText(draft);
          }}
        >
          Write a policy for this draft
        </button>
        {policyText.value !== '' && (
          <button
            type="button"
            onClick={() => {
              policyText.value = '';
            }}
          >
            Clear the policy
          </button>
        )}
      </div>
      <Verdict draft={draft} />
    </details>
  );
}

function Verdict({ draft }: { readonly draft: Draft }) {
  const checked = check(draft, policyText.value, known.value, clock());
  return (
    <div role="status" class="draft-verdict">
      {checked.kind === 'failed' && <p class="draft-state bad">{checked.text}</p>}
      {checked.kind === 'checked' && checked.findings.length === 0 && (
        <p class="draft-state good">The policy allows this draft.</p>
      )}
      {checked.kind === 'checked' && checked.findings.length > 0 && (
        <>
          <p class="draft-state bad">
            The policy refuses this draft: {checked.findings.length}{' '}
            {checked.findings.length === 1 ? 'finding' : 'findings'}.
          </p>
          <Findings findings={checked.findings} />
        </>
      )}
    </div>
  );
}
